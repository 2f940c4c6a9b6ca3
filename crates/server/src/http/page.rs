//! The web page, which is part of the program: the built files of `web/` (see `build.rs`).

use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::{bad_method, not_found};

/// A file of the page, with its compressed forms if it has them.
struct File {
    path: &'static str,
    plain: &'static [u8],
    br: Option<&'static [u8]>,
    gz: Option<&'static [u8]>,
}

static FILES: &[File] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What a program that was built without the page shows.
const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Irori</title>\
    <p>This Irori was built without its page; the API works. Build both with <code>make build</code>.";

/// Serves the page, which decides by its address what to show.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if method != Method::GET && method != Method::HEAD {
        return match is_screen(path) || find(path).is_some() {
            true => ([(header::ALLOW, "GET, HEAD")], bad_method(&method, &uri)).into_response(),
            false => not_found(&method, &uri).into_response(),
        };
    }
    if is_screen(path) {
        return index(&headers);
    }
    match find(path) {
        Some(file) => send(file, &headers),
        // The page says in the reader's language that nothing is here.
        None if is_visit(path, &headers) => (StatusCode::NOT_FOUND, index(&headers)).into_response(),
        None => not_found(&method, &uri).into_response(),
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

/// Whether a person visits the address with a browser, as opposed to a program or a part of the page.
fn is_visit(path: &str, headers: &HeaderMap) -> bool {
    accepted(headers, header::ACCEPT).contains("text/html")
        && !path.starts_with("/api/")
        && !path.starts_with("/assets/")
}

/// The text of a header that says what a browser accepts.
fn accepted(headers: &HeaderMap, of: HeaderName) -> &str {
    headers.get(of).and_then(|value| value.to_str().ok()).unwrap_or("")
}

/// Whether the page has a screen for an address (as in `route.svelte.ts`).
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
    // The names of assets contain a hash of their content, so browsers may keep them forever.
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
    async fn every_screen_is_the_page_and_other_addresses_are_not_found() {
        for screen in ["/", "/history", "/claim", "/t/abc", "/t/abc/2", "/new/iroha"] {
            let answer = get(screen, "").await;
            assert_eq!(answer.status(), 200, "{screen}");
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8", "{screen}");
        }
        for nothing in ["/t/", "/new", "/historic", "/assets/none.js", "/../Cargo.toml"] {
            assert_eq!(get(nothing, "").await.status(), 404, "{nothing}");
        }
        let posted = serve(Method::POST, Uri::from_static("/"), HeaderMap::new()).await;
        assert_eq!(posted.status(), 405);
    }

    #[tokio::test]
    async fn a_browser_at_an_unknown_address_sees_the_page() {
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
