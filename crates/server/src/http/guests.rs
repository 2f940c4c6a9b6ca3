//! Who somebody is, and what is theirs.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::LISTED;
use super::errors::{ClaimErrors, MakeCodeErrors, OwnErrors, PastGamesErrors, RenameErrors, WelcomeErrors};
use super::extract::{JsonBody, Sender, UrlQuery, Writing};
use crate::alarm::now;
use crate::app::App;
use crate::guests::{self, CODE_TIME, unavailable};
use crate::protocol::{
    ClaimCode, DeviceCode, GuestInfo, MyTableList, NewName, PastGame, PastGameList, TablePhase,
};
use crate::refusal::{Refusal, RefusalCode};
use crate::secret;

/// Become a guest. A browser whose cookie names a guest stays that guest, keeps the old name and gets no new token.
#[utoipa::path(post, path = "/api/guests", security(()), request_body = NewName,
    responses((status = 200, description = "The guest.", body = GuestInfo), WelcomeErrors))]
pub async fn welcome(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
    JsonBody(NewName { name }): JsonBody<NewName>,
) -> Result<Response, Refusal> {
    // A page that has forgotten who its reader is must not take their seats from them.
    if !guests::has_bearer(&sender.headers)
        && let Some(asker) = guests::identify(&app.hall, &sender.headers).await?
    {
        return Ok(Json(GuestInfo { id: asker.guest, name: asker.name, token: None }).into_response());
    }
    let (guest, token) = guests::welcome(&app.hall, &name).await?;
    Ok(with_cookie(guest, token, sender.is_secure(&app)))
}

/// Who am I?
#[utoipa::path(get, path = "/api/me",
    responses((status = 200, description = "The guest.", body = GuestInfo), OwnErrors))]
pub async fn me(State(app): State<Arc<App>>, sender: Sender) -> Result<Json<GuestInfo>, Refusal> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    Ok(Json(GuestInfo { id: asker.guest, name: asker.name, token: None }))
}

/// Take another name. Tables show it from the next seat on.
#[utoipa::path(patch, path = "/api/me", request_body = NewName,
    responses((status = 200, description = "The guest.", body = GuestInfo), RenameErrors))]
pub async fn rename(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
    JsonBody(NewName { name }): JsonBody<NewName>,
) -> Result<Json<GuestInfo>, Refusal> {
    let name = guests::name(&name)?;
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let (journal, guest, kept) = (app.hall.journal.clone(), asker.guest.clone(), name.clone());
    app.hall.blocking(move || journal.rename(&guest, &kept)).await?.map_err(unavailable)?;
    Ok(Json(GuestInfo { id: asker.guest, name, token: None }))
}

/// Make a code, good once and for ten minutes, to be the same guest on another device.
#[utoipa::path(post, path = "/api/me/code",
    responses((status = 200, description = "The code.", body = DeviceCode), MakeCodeErrors))]
pub async fn make_code(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
) -> Result<Json<DeviceCode>, Refusal> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let (code, expires) = (secret::code(), now() + CODE_TIME);
    let (journal, hash) = (app.hall.journal.clone(), secret::hash(&code));
    app.hall.blocking(move || journal.add_code(&asker.guest, &hash, expires)).await?.map_err(unavailable)?;
    Ok(Json(DeviceCode { link: format!("/claim#{code}"), code, expires }))
}

/// Use such a code.
#[utoipa::path(post, path = "/api/claim", security(()), request_body = ClaimCode,
    responses((status = 200, description = "The guest, with a token of this device.", body = GuestInfo), ClaimErrors))]
pub async fn claim(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
    JsonBody(ClaimCode { code }): JsonBody<ClaimCode>,
) -> Result<Response, Refusal> {
    let (journal, hash, token) = (app.hall.journal.clone(), secret::hash(code.trim()), secret::token());
    let kept = secret::hash(&token);
    let guest = app
        .hall
        .blocking(move || {
            let Some(guest) = journal.take_code(&hash, now())? else { return Ok(None) };
            journal.add_token(&guest, &kept, now())?;
            journal.guest_of(&kept)
        })
        .await?
        .map_err(unavailable)?;
    let used = "this code has been used, or is over ten minutes old; make a new one";
    let guest = guest.ok_or_else(|| Refusal::new(RefusalCode::BadCode, used))?;
    Ok(with_cookie(guest, token, sender.is_secure(&app)))
}

#[derive(Deserialize)]
pub struct Before {
    before: Option<i64>,
}

/// My past games, newest first, at most 50. Games that ended in the same millisecond as the last one follow it.
#[utoipa::path(get, path = "/api/me/games", 
    params(("before" = Option<i64>, Query, description = "Only games that ended before, in milliseconds since 1970.")),
    responses((status = 200, description = "The games.", body = PastGameList), PastGamesErrors))]
pub async fn past_games(
    State(app): State<Arc<App>>,
    UrlQuery(Before { before }): UrlQuery<Before>,
    sender: Sender,
) -> Result<Json<PastGameList>, Refusal> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let journal = app.hall.journal.clone();
    let past = app
        .hall
        .blocking(move || journal.past_games(&asker.guest, before, LISTED))
        .await?
        .map_err(unavailable)?;
    let games = past.into_iter().map(|past| PastGame {
        table: past.table,
        game: past.game,
        kind: past.kind,
        ended: past.ended,
        seat: past.seat,
        summary: serde_json::from_str(&past.summary).unwrap_or_default(),
    });
    Ok(Json(PastGameList { games: games.collect() }))
}

/// The tables at which I sit and where no game is over, at most 50, by the time of their last event, newest first.
#[utoipa::path(get, path = "/api/me/tables",
    responses((status = 200, description = "The tables.", body = MyTableList), OwnErrors))]
pub async fn my_tables(State(app): State<Arc<App>>, sender: Sender) -> Result<Json<MyTableList>, Refusal> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let (journal, guest) = (app.hall.journal.clone(), asker.guest.clone());
    let listed = app.hall.blocking(move || journal.tables_of(&guest, LISTED)).await?.map_err(unavailable)?;
    let mut tables = Vec::with_capacity(listed.len());
    for id in listed {
        // Only the table itself knows whose turn it is, so each is loaded.
        let mine = app.hall.find(&id).await?.mine(&asker.guest);
        tables.extend(mine.filter(|mine| mine.table.phase != TablePhase::Over));
    }
    tables.sort_by_key(|mine| Reverse(mine.time));
    Ok(Json(MyTableList { tables }))
}

fn with_cookie(guest: store::StoredGuest, token: String, secure: bool) -> Response {
    let cookie = guests::cookie(&token, secure);
    let mut response = Json(GuestInfo { id: guest.id, name: guest.name, token: Some(token) }).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
