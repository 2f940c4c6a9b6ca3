//! The page, which is part of the program: the built files of `web/`, see `build.rs`.

use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::http::not_found;

/// A file of the page, and its compressed forms where it has them.
struct File {
    path: &'static str,
    plain: &'static [u8],
    br: Option<&'static [u8]>,
    gz: Option<&'static [u8]>,
}

static FILES: &[File] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is shown where the program was built without the page.
const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Irori</title>\
    <p>This Irori was built without its page; everything else is served. <code>make build</code> builds both.";

/// Serves the page. The page itself reads from its address what to show.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return not_found(&method, &uri);
    }
    let path = uri.path();
    if is_screen(path) {
        return index(&headers);
    }
    match find(path) {
        Some(file) => send(file, &headers),
        // The page says in the reader's language that there is nothing here.
        None if is_visit(path, &headers) => (StatusCode::NOT_FOUND, index(&headers)).into_response(),
        None => not_found(&method, &uri),
    }
}

fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

fn index(headers: &HeaderMap) -> Response {
    match find("/index.html") {
        Some(file) => send(file, headers),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], MISSING).into_response(),
    }
}

/// Whether somebody has come to an address with a browser, and not a program or a part of the page.
fn is_visit(path: &str, headers: &HeaderMap) -> bool {
    accepted(headers, header::ACCEPT).contains("text/html")
        && !path.starts_with("/api/")
        && !path.starts_with("/assets/")
}

/// What a browser takes, by one of its headers.
fn accepted(headers: &HeaderMap, of: HeaderName) -> &str {
    headers.get(of).and_then(|value| value.to_str().ok()).unwrap_or("")
}

/// Whether an address is one that the page shows something for, as `route.svelte.ts` reads them.
fn is_screen(path: &str) -> bool {
    matches!(path, "/" | "/claim" | "/history")
        || ["/t/", "/new/"]
            .iter()
            .any(|screen| path.strip_prefix(screen).is_some_and(|rest| !rest.is_empty()))
}

fn send(file: &File, headers: &HeaderMap) -> Response {
    let accepted = accepted(headers, header::ACCEPT_ENCODING);
    let takes = |wanted: &str| {
        accepted.split(',').any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            parts.next() == Some(wanted) && !parts.any(|weight| weight.replace(' ', "") == "q=0")
        })
    };
    let (body, coding) = match (file.br, file.gz) {
        (Some(br), _) if takes("br") => (br, Some("br")),
        (_, Some(gz)) if takes("gzip") => (gz, Some("gzip")),
        _ => (file.plain, None),
    };
    // The names of assets have their content's hash in them, so they can be kept for good.
    let keeping = match file.path.starts_with("/assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let said = [
        (header::CONTENT_TYPE, kind(file.path)),
        (header::CACHE_CONTROL, keeping),
        (header::VARY, "accept-encoding"),
    ];
    match coding {
        Some(coding) => (said, [(header::CONTENT_ENCODING, coding)], body).into_response(),
        None => (said, body).into_response(),
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(path: &'static str, accepted: &'static str) -> Response {
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted.parse().unwrap())]);
        serve(Method::GET, Uri::from_static(path), headers).await
    }

    #[tokio::test]
    async fn every_screen_is_the_page_and_other_addresses_are_nothing() {
        for screen in ["/", "/history", "/claim", "/t/abc", "/t/abc/2", "/new/iroha"] {
            let answer = get(screen, "").await;
            assert_eq!(answer.status(), 200, "{screen}");
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8", "{screen}");
        }
        for nothing in ["/t/", "/new", "/historic", "/assets/none.js", "/../Cargo.toml"] {
            assert_eq!(get(nothing, "").await.status(), 404, "{nothing}");
        }
        let posted = serve(Method::POST, Uri::from_static("/"), HeaderMap::new()).await;
        assert_ne!(posted.status(), 200);
    }

    #[tokio::test]
    async fn who_comes_to_no_address_of_ours_with_a_browser_sees_the_page() {
        let visit = HeaderMap::from_iter([(header::ACCEPT, "text/html,*/*;q=0.8".parse().unwrap())]);
        let of = async |path| {
            let answer = serve(Method::GET, Uri::from_static(path), visit.clone()).await;
            assert_eq!(answer.status(), 404, "{path}");
            answer.headers()[header::CONTENT_TYPE].to_str().unwrap().to_owned()
        };
        assert_eq!(of("/nothing").await, "text/html; charset=utf-8");
        assert_eq!(of("/api/nothing").await, "application/json");
        assert_eq!(of("/assets/none.js").await, "application/json");
    }

    #[test]
    fn a_browser_gets_the_smallest_form_that_it_takes() {
        static FILE: File =
            File { path: "/assets/a-1.js", plain: b"plain", br: Some(b"br"), gz: Some(b"gz") };
        let coding = |accepted: &str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted.parse().unwrap())]);
            let answer = send(&FILE, &headers);
            assert_eq!(answer.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
            answer.headers().get(header::CONTENT_ENCODING).map(|coding| coding.to_str().unwrap().to_owned())
        };
        assert_eq!(coding("gzip, deflate, br;q=1.0").as_deref(), Some("br"));
        assert_eq!(coding("gzip, br;q=0").as_deref(), Some("gzip"));
        assert_eq!(coding("identity"), None);
        assert_eq!(coding(""), None);
    }
}
