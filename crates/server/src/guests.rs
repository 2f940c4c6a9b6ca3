//! Guests: a name, and a token by which the server knows them. Browsers keep it in a cookie that no script can read,
//! other clients send it as a bearer token.

use axum::http::{HeaderMap, HeaderValue, header};
use store::StoredGuest;
use table::request::Asker;
use table::{Refusal, RefusalCode, text};

use crate::live::Hall;
use crate::live::time::now;
use crate::secret;

pub const COOKIE: &str = "irori";
/// How long a browser keeps the cookie, in seconds: a year.
const KEPT: u32 = 365 * 24 * 60 * 60;
/// How long a code works, in milliseconds: ten minutes.
pub const CODE_TIME: i64 = 10 * 60_000;

/// A new guest and their token.
pub async fn welcome(hall: &Hall, name: &str) -> Result<(StoredGuest, String), Refusal> {
    let guest = StoredGuest { id: secret::guest_id(), name: text::name(name)?, blocked: false };
    let token = secret::token();
    let added = hall.services.journal.add_guest(guest.clone(), secret::hash(&token), now());
    added.await.map_err(unavailable)?;
    hall.services.metrics.guests.add(1);
    Ok((guest, token))
}

/// The guest by cookie or bearer token; nothing if there is none or it is unknown.
pub async fn identify(hall: &Hall, headers: &HeaderMap) -> Result<Option<Asker>, Refusal> {
    let Some(token) = token(headers) else { return Ok(None) };
    let guest = hall.services.journal.guest_of(secret::hash(token), now()).await.map_err(unavailable)?;
    match guest {
        Some(guest) if guest.blocked => {
            Err(Refusal::new(RefusalCode::Blocked, RefusalCode::Blocked.meaning()))
        }
        guest => Ok(guest.map(|guest| Asker { guest: guest.id, name: guest.name })),
    }
}

/// The same where a guest is needed.
pub async fn require(hall: &Hall, headers: &HeaderMap) -> Result<Asker, Refusal> {
    let nobody = || {
        Refusal::new(
            RefusalCode::NoGuest,
            "say who you are first: POST /api/guests makes a guest and gives a token",
        )
    };
    identify(hall, headers).await?.ok_or_else(nobody)
}

/// The header by which a browser keeps a token.
pub fn cookie(token: &str, secure: bool) -> Option<HeaderValue> {
    let secure = if secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!(
        "{COOKIE}={token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}"
    ))
    .ok()
}

/// The header by which a browser forgets its token.
pub fn no_cookie() -> HeaderValue {
    HeaderValue::from_static("irori=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
}

/// Whether a request has a bearer token. Pages of other servers cannot make a browser send one.
pub fn has_bearer(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION)
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(bearer) = bearer {
        return bearer.strip_prefix("Bearer ").map(str::trim);
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token)
}

/// Logs a failure of the database and refuses the request.
#[allow(clippy::needless_pass_by_value)]
pub fn unavailable(error: store::Failure) -> Refusal {
    tracing::error!(%error, "database failed");
    Refusal::unavailable()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_comes_by_cookie_or_as_a_bearer() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=b; irori=abc; irorix=d"));
        assert_eq!(token(&headers), Some("abc"));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Bearer xyz"));
        assert_eq!(token(&headers), Some("xyz"));
    }
}
