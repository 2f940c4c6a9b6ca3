//! Guests: a name, and a token by which the server knows them. Browsers keep it in a cookie that no script can read,
//! other clients send it as a bearer token.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use store::StoredGuest;

use crate::alarm::now;
use crate::hall::Hall;
use crate::refusal::{Refusal, RefusalCode};
use crate::request::Asker;
use crate::secret;

pub const COOKIE: &str = "irori";
/// How long a browser keeps the cookie, in seconds: a year.
const KEPT: u32 = 365 * 24 * 60 * 60;
/// How long a code works, in milliseconds: ten minutes.
pub const CODE_TIME: i64 = 10 * 60_000;
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// A name as tables show it: without odd spaces or invisible characters.
pub fn name(text: &str) -> Result<String, Refusal> {
    let visible: String =
        text.chars().map(|c| if c.is_control() || is_invisible(c) { ' ' } else { c }).collect();
    let name = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME {
        let message = format!("a name has 1 to {LONGEST_NAME} characters, not {length}");
        return Err(Refusal::new(RefusalCode::BadName, message));
    }
    Ok(name)
}

/// Characters that change how others are shown, or show nothing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
}

/// A new guest and their token.
pub async fn welcome(hall: &Arc<Hall>, name: &str) -> Result<(StoredGuest, String), Refusal> {
    let guest = StoredGuest { id: secret::guest_id(), name: self::name(name)? };
    let token = secret::token();
    let (journal, kept, hash) = (hall.journal.clone(), guest.clone(), secret::hash(&token));
    hall.blocking(move || journal.add_guest(&kept, &hash, now())).await?.map_err(unavailable)?;
    hall.counters.guests.add(1);
    Ok((guest, token))
}

/// The guest by cookie or bearer token; nothing if there is none or it is unknown.
pub async fn identify(hall: &Arc<Hall>, headers: &HeaderMap) -> Result<Option<Asker>, Refusal> {
    let Some(token) = token(headers) else { return Ok(None) };
    let (journal, hash) = (hall.journal.clone(), secret::hash(token));
    let guest = hall.blocking(move || journal.guest_of(&hash)).await?.map_err(unavailable)?;
    Ok(guest.map(|guest| Asker { guest: guest.id, name: guest.name }))
}

/// The same where a guest is needed.
pub async fn require(hall: &Arc<Hall>, headers: &HeaderMap) -> Result<Asker, Refusal> {
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
    fn names_are_trimmed_and_bounded() {
        assert_eq!(name("  Aki   of\tNara ").as_deref(), Ok("Aki of Nara"));
        assert_eq!(name("囲炉裏").as_deref(), Ok("囲炉裏"));
        assert_eq!(name("a\u{202e}b").as_deref(), Ok("a b"));
        assert_eq!(name(" \n ").map_err(|refusal| refusal.code), Err(RefusalCode::BadName));
        assert!(name(&"x".repeat(LONGEST_NAME)).is_ok());
        assert!(name(&"x".repeat(LONGEST_NAME + 1)).is_err());
    }

    #[test]
    fn a_token_comes_by_cookie_or_as_a_bearer() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=b; irori=abc; irorix=d"));
        assert_eq!(token(&headers), Some("abc"));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Bearer xyz"));
        assert_eq!(token(&headers), Some("xyz"));
    }
}
