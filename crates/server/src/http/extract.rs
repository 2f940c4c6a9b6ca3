//! What handlers take from a request. Whatever is wrong with it becomes a refusal, so that every error is JSON.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use table::{Refusal, RefusalCode};

use super::errors::Refused;
use crate::app::App;
use crate::guests;
use crate::live::time::now;
use crate::metrics::Limit;
use crate::net::plain::BODY;
use crate::net::{Source, behind_proxy};

/// The body of a request, as JSON. The media type does not matter.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Refused> {
        let body = tokio::time::timeout(BODY, Bytes::from_request(request, state)).await;
        let body = body
            .map_err(|_| {
                let message = format!("the body did not arrive within {} seconds", BODY.as_secs());
                Refusal::new(RefusalCode::BadRequest, message)
            })?
            .map_err(|rejection| match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    let message = format!("the body is larger than {} bytes", super::LONGEST_BODY);
                    Refusal::new(RefusalCode::TooLarge, message)
                }
                _ => Refusal::new(RefusalCode::BadRequest, "the body could not be read to its end"),
            })?;
        let bad = |error| {
            Refusal::new(
                RefusalCode::BadRequest,
                format!("the body does not have the form asked for: {error}"),
            )
        };
        Ok(serde_json::from_slice(&body).map(JsonBody).map_err(bad)?)
    }
}

/// The variable parts of an address. Where they cannot be read, there is nothing at that address.
pub struct UrlPath<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for UrlPath<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<UrlPath<T>, Refused> {
        let read: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        read.map(|Path(value)| UrlPath(value)).map_err(|_| super::not_found(&parts.method, &parts.uri))
    }
}

/// What follows the `?` of an address.
pub struct UrlQuery<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for UrlQuery<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<UrlQuery<T>, Refused> {
        let bad = |rejection: axum::extract::rejection::QueryRejection| {
            Refusal::new(RefusalCode::BadRequest, rejection.body_text())
        };
        let Query(value) = Query::from_request_parts(parts, state).await.map_err(bad)?;
        Ok(UrlQuery(value))
    }
}

/// Where a request comes from, and what it says about itself.
pub struct Sender {
    peer: IpAddr,
    pub headers: HeaderMap,
}

impl<S: Send + Sync> FromRequestParts<S> for Sender {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Sender, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        Ok(Sender { peer: peer.unwrap_or(IpAddr::from([0, 0, 0, 0])), headers: parts.headers.clone() })
    }
}

impl Sender {
    /// Where the client is, as the proxy reports it if there is one.
    pub fn source(&self, app: &App) -> Source {
        match app.hall.services.config.proxy {
            true => behind_proxy(&self.headers, self.peer).into(),
            false => self.peer.into(),
        }
    }

    /// Whether the client uses HTTPS.
    pub fn is_secure(&self, app: &App) -> bool {
        let config = &app.hall.services.config;
        let forwarded =
            config.proxy && self.headers.get("x-forwarded-proto").is_some_and(|value| value == "https");
        forwarded || config.origin.as_deref().is_some_and(|origin| origin.starts_with("https:"))
    }

    /// Whether the request may write: it must come from our own page or from a program, and not too often.
    fn may_write(&self, app: &App) -> Result<(), Refusal> {
        self.may_act(app, "only pages of this server may send this request")?;
        let services = &app.hall.services;
        let (source, most) = (self.source(app), f64::from(services.config.limits.writes));
        if !app.writes.take(source, most, most / 60.0) {
            services.metrics.limit(Limit::Writes, format_args!("address {source}"), now());
            let message = "too many requests from your address; wait a minute";
            return Err(Refusal::new(RefusalCode::TooFast, message));
        }
        Ok(())
    }

    /// Refuses a browser that shows a page of another server. A program with a bearer token may act from anywhere.
    pub fn may_act(&self, app: &App, otherwise: &'static str) -> Result<(), Refusal> {
        if guests::has_bearer(&self.headers) || self.is_own_origin(app) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::BadOrigin, otherwise))
    }

    /// Whether the request comes from a page of this server, or from no page at all.
    fn is_own_origin(&self, app: &App) -> bool {
        let Some(origin) = self.headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        if let Some(own) = &app.hall.services.config.origin {
            return origin == own.trim_end_matches('/');
        }
        let host = self.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let of_origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some() && of_origin == host
    }
}

/// The sender of a request that writes. Refuses what [`Sender::may_write`] refuses before the body is read.
pub struct Writing(pub Sender);

impl FromRequestParts<Arc<App>> for Writing {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Writing, Refused> {
        let Ok(sender) = Sender::from_request_parts(parts, app).await;
        sender.may_write(app)?;
        Ok(Writing(sender))
    }
}
