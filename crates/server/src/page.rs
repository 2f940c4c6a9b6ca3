//! The page, which is part of the program.

use axum::http::{Method, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::http::not_found;

/// The files of the page: path, type, content.
const FILES: [(&str, &str, &str); 3] = [
    ("/", "text/html; charset=utf-8", include_str!("../page/index.html")),
    ("/table.js", "text/javascript; charset=utf-8", include_str!("../page/table.js")),
    ("/table.css", "text/css; charset=utf-8", include_str!("../page/table.css")),
];

/// Serves the page. The page itself reads from its address which table to show.
pub async fn serve(method: Method, uri: Uri) -> Response {
    let path = match uri.path() {
        "/claim" | "/history" => "/",
        path if path.starts_with("/t/") => "/",
        path => path,
    };
    match FILES.iter().find(|(known, ..)| *known == path) {
        Some((_, kind, text)) if method == Method::GET || method == Method::HEAD => {
            ([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *text).into_response()
        }
        _ => not_found(&method, &uri),
    }
}
