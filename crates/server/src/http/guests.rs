//! Who somebody is, and what is theirs.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use table::protocol::TablePhase;
use table::{Refusal, RefusalCode, Time, text};

use super::LISTED;
use super::errors::Refused;
use super::errors::{
    ClaimErrors, KeepErrors, MakeCodeErrors, OwnErrors, OwnWriteErrors, PastGamesErrors, RenameErrors,
    WelcomeErrors,
};
use super::extract::{JsonBody, Sender, UrlPath, UrlQuery, Writing};
use crate::app::App;
use crate::guests::{self, CODE_TIME, unavailable};
use crate::live::time::now;
use crate::protocol::{
    ClaimCode, DeviceCode, GuestInfo, KeepGame, MutedList, MutedPerson, MyTableList, NewName, PastGame,
    PastGameList,
};
use crate::secret;

/// Become a guest. A browser whose cookie names a guest stays that guest, keeps the old name and gets no new token.
#[utoipa::path(post, path = "/api/guests", security(()), request_body = NewName,
    responses((status = 200, description = "The guest.", body = GuestInfo), WelcomeErrors))]
pub async fn welcome(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
    JsonBody(NewName { name }): JsonBody<NewName>,
) -> Result<Response, Refused> {
    // A page that has forgotten who its reader is must not take their seats from them.
    if !guests::has_bearer(&sender.headers)
        && let Some(asker) = guests::identify(&app.hall, &sender.headers).await?
    {
        return Ok(Json(GuestInfo { id: asker.guest, name: asker.name, token: None }).into_response());
    }
    let (guest, token) = guests::welcome(&app.hall, &name).await?;
    Ok(with_cookie(guest.id, guest.name, token, sender.is_secure(&app)))
}

/// Who am I?
#[utoipa::path(get, path = "/api/me",
    responses((status = 200, description = "The guest.", body = GuestInfo), OwnErrors))]
pub async fn me(State(app): State<Arc<App>>, sender: Sender) -> Result<Json<GuestInfo>, Refused> {
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
) -> Result<Json<GuestInfo>, Refused> {
    let name = text::name(&name)?;
    let asker = guests::require(&app.hall, &sender.headers).await?;
    app.journal().rename(&asker.guest, &name).await.map_err(unavailable)?;
    Ok(Json(GuestInfo { id: asker.guest, name, token: None }))
}

/// Delete me. Tokens, the list of my games and my mutes go; my name and chat messages are replaced wherever they are
/// written. Others keep their games.
#[utoipa::path(delete, path = "/api/me",
    responses((status = 204, description = "There is no such guest any more."), OwnWriteErrors))]
pub async fn delete(State(app): State<Arc<App>>, Writing(sender): Writing) -> Result<Response, Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    app.hall.erase(&asker.guest).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, guests::no_cookie())]).into_response())
}

/// Sign out everywhere else: all my tokens and codes become invalid, and this device gets a new token.
#[utoipa::path(delete, path = "/api/me/tokens",
    responses((status = 200, description = "The guest, with a new token.", body = GuestInfo), OwnWriteErrors))]
pub async fn sign_out(State(app): State<Arc<App>>, Writing(sender): Writing) -> Result<Response, Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let token = secret::token();
    app.journal().sign_out(&asker.guest, secret::hash(&token), now()).await.map_err(unavailable)?;
    app.hall.sign_out(&asker.guest);
    Ok(with_cookie(asker.guest, asker.name, token, sender.is_secure(&app)))
}

/// Make a code, good once and for ten minutes, to be the same guest on another device.
#[utoipa::path(post, path = "/api/me/code",
    responses((status = 200, description = "The code.", body = DeviceCode), MakeCodeErrors))]
pub async fn make_code(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
) -> Result<Json<DeviceCode>, Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let (code, expires) = (secret::code(), now() + CODE_TIME);
    app.journal().add_code(&asker.guest, secret::hash(&code), expires).await.map_err(unavailable)?;
    Ok(Json(DeviceCode { link: format!("/claim#{code}"), code, expires }))
}

/// Use a code to be the same guest on this device.
#[utoipa::path(post, path = "/api/claim", security(()), request_body = ClaimCode,
    responses((status = 200, description = "The guest.", body = GuestInfo), ClaimErrors))]
pub async fn claim(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
    JsonBody(ClaimCode { code }): JsonBody<ClaimCode>,
) -> Result<Response, Refused> {
    let (hash, token) = (secret::hash(code.trim()), secret::token());
    let used = "this code has been used, or is over ten minutes old; make a new one";
    let bad = || Refusal::new(RefusalCode::BadCode, used);
    let journal = app.journal();
    let guest = journal.take_code(hash, now()).await.map_err(unavailable)?.ok_or_else(bad)?;
    journal.add_token(&guest, secret::hash(&token), now()).await.map_err(unavailable)?;
    let guest = journal.guest_of(secret::hash(&token), now()).await.map_err(unavailable)?.ok_or_else(bad)?;
    Ok(with_cookie(guest.id, guest.name, token, sender.is_secure(&app)))
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
) -> Result<Json<PastGameList>, Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let past = app.journal().past_games(&asker.guest, before, LISTED).await.map_err(unavailable)?;
    let kept_for = app.hall.services.config.keep.and_then(|keep| Time::try_from(keep.as_millis()).ok());
    let games = past.into_iter().map(|past| PastGame {
        table: past.table,
        game: past.game,
        kind: past.kind,
        ended: past.ended,
        seat: past.seat,
        keep: past.keep,
        expires: kept_for.filter(|_| !past.keep).map(|time| past.ended.saturating_add(time)),
        summary: serde_json::from_str(&past.summary).unwrap_or_default(),
    });
    Ok(Json(PastGameList { games: games.collect() }))
}

/// Keep one of my games however old it gets, or no longer.
#[utoipa::path(put, path = "/api/me/games/{table}/{game}/keep", request_body = KeepGame,
    params(("table" = String, Path, description = "The table's id."),
        ("game" = u32, Path, description = "Which game at the table, from 1.")),
    responses((status = 200, description = "Whether it is kept now.", body = KeepGame), KeepErrors))]
pub async fn keep(
    State(app): State<Arc<App>>,
    UrlPath((table, game)): UrlPath<(String, u32)>,
    Writing(sender): Writing,
    JsonBody(KeepGame { keep }): JsonBody<KeepGame>,
) -> Result<Json<KeepGame>, Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    match app.journal().keep_game(&asker.guest, &table, game, keep).await.map_err(unavailable)? {
        true => Ok(Json(KeepGame { keep })),
        false => Err(crate::live::load::no_record().into()),
    }
}

/// The tables at which I sit and where no game is over, at most 50, by the time of their last event, newest first.
#[utoipa::path(get, path = "/api/me/tables",
    responses((status = 200, description = "The tables.", body = MyTableList), OwnErrors))]
pub async fn my_tables(State(app): State<Arc<App>>, sender: Sender) -> Result<Json<MyTableList>, Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let listed = app.journal().tables_of(&asker.guest, LISTED).await.map_err(unavailable)?;
    let mut tables = Vec::with_capacity(listed.len());
    for id in listed {
        // Only the table itself knows whose turn it is, so each is loaded. One that cannot be read does not hide the
        // others; the log names it.
        let mine = app.hall.find(&id).await.ok().and_then(|live| live.mine(&asker.guest));
        tables.extend(mine.filter(|mine| !matches!(mine.table.phase, TablePhase::Over | TablePhase::Closed)));
    }
    tables.sort_by_key(|mine| Reverse(mine.time));
    Ok(Json(MyTableList { tables }))
}

/// The people I have muted.
#[utoipa::path(get, path = "/api/me/muted",
    responses((status = 200, description = "The people.", body = MutedList), OwnErrors))]
pub async fn muted(State(app): State<Arc<App>>, sender: Sender) -> Result<Json<MutedList>, Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let muted = app.journal().muted_by(&asker.guest).await.map_err(unavailable)?;
    let muted = muted.into_iter().map(|muted| MutedPerson { id: muted.id, name: muted.name });
    Ok(Json(MutedList { muted: muted.collect() }))
}

/// Unmute a person.
#[utoipa::path(delete, path = "/api/me/muted/{id}",
    params(("id" = i64, Path, description = "The key of the muting.")),
    responses((status = 204, description = "They can be heard again."), OwnWriteErrors))]
pub async fn unmute(
    State(app): State<Arc<App>>,
    UrlPath(id): UrlPath<i64>,
    Writing(sender): Writing,
) -> Result<StatusCode, Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let muted = app.journal().muted_by(&asker.guest).await.map_err(unavailable)?;
    if let Some(muted) = muted.into_iter().find(|muted| muted.id == id) {
        app.journal().unmute(&asker.guest, &muted.other).await.map_err(unavailable)?;
        app.hall.services.refresh_mutes(&asker.guest).await.map_err(unavailable)?;
        app.hall.tell_muted(&asker.guest);
    }
    Ok(StatusCode::NO_CONTENT)
}

fn with_cookie(id: String, name: String, token: String, secure: bool) -> Response {
    let cookie = guests::cookie(&token, secure);
    let mut response = Json(GuestInfo { id, name, token: Some(token) }).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
