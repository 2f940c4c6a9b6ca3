//! The page, which is part of the program: the built files of `web/`, see `build.rs`.

use axum::http::{HeaderMap, Method, Uri, header};
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
    let path = if is_screen(uri.path()) { "/index.html" } else { uri.path() };
    match FILES.iter().find(|file| file.path == path) {
        Some(file) => send(file, &headers),
        None if path == "/index.html" => {
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], MISSING).into_response()
        }
        None => not_found(&method, &uri),
    }
}

/// Whether an address is one that the page shows something for, as `route.svelte.ts` reads them.
fn is_screen(path: &str) -> bool {
    matches!(path, "/" | "/claim" | "/history")
        || ["/t/", "/new/"].iter().any(|screen| path.strip_prefix(screen).is_some_and(|rest| !rest.is_empty()))
}

fn send(file: &File, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
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
