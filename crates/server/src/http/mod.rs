//! The HTTP API and the page. The OpenAPI document is generated from the handlers.

mod admin;
mod errors;
mod extract;
mod games;
mod guests;
mod page;
mod tables;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use table::{Refusal, RefusalCode};
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use errors::Refused;

use crate::app::App;
use crate::guests::COOKIE;

/// The longest body of a request.
const LONGEST_BODY: usize = 16 * 1024;
/// How many tables or games a list has at most.
const LISTED: usize = 50;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Irori",
        version = "1",
        description = "Tables for card and board games. People and programs play over a socket, which docs/protocol.md \
            describes; everything around it is here. A program sends the token of POST /api/guests as a bearer \
            token, a browser sends it as a cookie."
    ),
    security(("bearer" = []), ("cookie" = []), ()),
)]
struct Described;

/// All routes, and what they are described as.
fn described_routes() -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let mut document = Described::openapi();
    let components = document.components.get_or_insert_default();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    components
        .add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(COOKIE))));
    OpenApiRouter::with_openapi(document)
        .routes(routes!(guests::welcome))
        .routes(routes!(guests::me, guests::rename, guests::delete))
        .routes(routes!(guests::sign_out))
        .routes(routes!(guests::keep))
        .routes(routes!(guests::muted))
        .routes(routes!(guests::unmute))
        .routes(routes!(guests::make_code))
        .routes(routes!(guests::claim))
        .routes(routes!(guests::past_games))
        .routes(routes!(guests::my_tables))
        .routes(routes!(games::games))
        .routes(routes!(games::rules))
        .routes(routes!(tables::lobby, tables::open))
        .routes(routes!(tables::table))
        .routes(routes!(tables::connect))
        .routes(routes!(tables::record))
        .routes(routes!(tables::replay))
        .routes(routes!(openapi))
        .routes(routes!(health))
        .routes(routes!(metrics))
        .split_for_parts()
}

/// Everything that the server answers to HTTP requests.
pub fn routes(app: Arc<App>) -> Router {
    let (router, _) = described_routes();
    router
        .merge(admin::routes())
        .fallback(page::serve)
        .method_not_allowed_fallback(async |method: Method, uri: Uri| bad_method(&method, &uri))
        .layer(middleware::from_fn_with_state(app.clone(), secure))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .with_state(app)
}

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", security(()),
    responses((status = 200, description = "An OpenAPI document.", body = serde_json::Value)))]
async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(described_routes().1)
}

/// Whether the server works and its database can be read and written.
#[utoipa::path(get, path = "/healthz", security(()),
    responses((status = 200, description = "They do.", body = String), errors::ReadErrors))]
async fn health(State(app): State<Arc<App>>) -> Result<&'static str, Refused> {
    app.is_well().await.map_err(|error| {
        // Anybody may ask here, so the details, such as paths, are for the log.
        tracing::warn!(error, "health check failed");
        Refusal::new(RefusalCode::Unavailable, "the database cannot be read or written; the log says why")
    })?;
    Ok("ok\n")
}

/// Numbers for Prometheus.
#[utoipa::path(get, path = "/metrics", security(()),
    responses((status = 200, description = "Text in the Prometheus format.", body = String)))]
async fn metrics(State(app): State<Arc<App>>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics()).into_response()
}

/// Headers that keep a browser from doing more than this page needs, and caches from keeping personal answers. Counts what
/// is refused.
async fn secure(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    if let Some(code) = response.extensions().get::<RefusalCode>() {
        app.hall.services.metrics.refuse(*code);
    }
    let headers = response.headers_mut();
    let all: [(HeaderName, &'static str); 5] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; \
             object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

pub fn not_found(method: &Method, uri: &Uri) -> Refused {
    Refusal::new(RefusalCode::NotFound, format!("there is nothing at {method} {}", uri.path())).into()
}

pub fn bad_method(method: &Method, uri: &Uri) -> Refused {
    Refusal::new(RefusalCode::BadMethod, format!("{} does not take {method}", uri.path())).into()
}
