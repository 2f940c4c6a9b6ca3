//! Tables, their sockets and their finished games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use store::Only;

use super::LISTED;
use super::errors::{ConnectErrors, OpenErrors, ReadErrors, RecordErrors, ReplayErrors, TableErrors};
use super::extract::{JsonBody, Sender, UrlPath, UrlQuery, Writing};
use crate::app::App;
use crate::guests::{self, unavailable};
use crate::protocol::{OpenedTable, ReplayStep, Setting, TableAnswer, TableInfo, TableList, VERSION};
use crate::refusal::{Refusal, RefusalCode};
use crate::{bot_names, load, replay, socket, wire};

/// The lobby: public tables where no game is over, newest first, at most 50.
#[utoipa::path(get, path = "/api/tables", security(()),
    responses((status = 200, description = "The tables.", body = TableList), ReadErrors))]
pub async fn lobby(State(app): State<Arc<App>>) -> Result<Json<TableList>, Refusal> {
    let journal = app.hall.journal.clone();
    let listed =
        app.hall.blocking(move || journal.listed(Only::Public, LISTED)).await?.map_err(unavailable)?;
    let read = |summary: &str| {
        let mut table: TableInfo = serde_json::from_str(summary).ok()?;
        bot_names::complete(&mut table);
        Some(table)
    };
    Ok(Json(TableList { tables: listed.iter().filter_map(|listed| read(&listed.summary)).collect() }))
}

/// Open a table.
#[utoipa::path(post, path = "/api/tables", request_body = Setting,
    responses((status = 201, description = "The table and its link.", body = OpenedTable), OpenErrors))]
pub async fn open(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
    JsonBody(setting): JsonBody<Setting>,
) -> Result<(StatusCode, Json<OpenedTable>), Refusal> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let most = f64::from(app.hall.config.limits.tables);
    if !app.opened.take(asker.guest.clone(), most, most / 3600.0) {
        let message = "you have opened many tables in the last hour; wait a little";
        return Err(Refusal::new(RefusalCode::TooMany, message));
    }
    let live = app.hall.open(setting, &asker.guest).await?;
    let table = live.info().ok_or_else(Refusal::unavailable)?;
    Ok((StatusCode::CREATED, Json(OpenedTable { table, link: format!("/t/{}", live.id) })))
}

#[derive(Deserialize)]
pub struct After {
    game: Option<u32>,
}

/// A table as everybody may see it.
#[utoipa::path(get, path = "/api/tables/{id}", security(()),
    params(("id" = String, Path, description = "The table's id."),
        ("game" = Option<u32>, Query, description = "Show the table as it was when that game ended, from 1.")),
    responses((status = 200, description = "The table.", body = TableAnswer), TableErrors))]
pub async fn table(
    State(app): State<Arc<App>>,
    UrlPath(id): UrlPath<String>,
    UrlQuery(After { game }): UrlQuery<After>,
) -> Result<Json<TableAnswer>, Refusal> {
    let table = match game {
        None => app.hall.find(&id).await?.info().ok_or_else(Refusal::unavailable)?,
        Some(game) => {
            let journal = app.hall.journal.clone();
            app.hall.blocking(move || load::table_after(&*journal, &id, game)).await??
        }
    };
    Ok(Json(TableAnswer { table }))
}

#[derive(Deserialize)]
pub struct Since {
    since: Option<u64>,
    version: Option<u32>,
}

/// The table's socket (WebSocket). `docs/protocol.md` describes its messages.
#[utoipa::path(get, path = "/api/tables/{id}/socket",
    params(("id" = String, Path, description = "The table's id."),
        ("since" = Option<u64>, Query, description = "The number of the last event seen; only later ones are sent."),
        ("version" = Option<u32>, Query, description = "The version of the protocol, 1.")),
    responses((status = 101, description = "Messages follow."), ConnectErrors))]
pub async fn connect(
    State(app): State<Arc<App>>,
    UrlPath(id): UrlPath<String>,
    UrlQuery(Since { since, version }): UrlQuery<Since>,
    sender: Sender,
    mut request: Request,
) -> Result<Response, Refusal> {
    let (answer, upgrade) = wire::shake_hands(&mut request)?;
    if version.is_some_and(|version| version != VERSION) {
        let message = format!("this server speaks version {VERSION} of the protocol");
        return Err(Refusal::new(RefusalCode::BadVersion, message));
    }
    sender.may_act(&app, "only pages of this server may open a socket")?;
    let live = app.hall.find(&id).await?;
    let asker = guests::identify(&app.hall, &sender.headers).await?;
    let entered = app.enter(sender.address(&app))?;
    tokio::spawn(async move {
        if let Some(line) = wire::line(upgrade).await {
            socket::serve(&app, line, &live, asker, since).await;
        }
        drop(entered);
    });
    Ok(answer)
}

/// The record of a finished game, with the proof of its shuffle.
#[utoipa::path(get, path = "/api/tables/{id}/games/{game}/record", security(()),
    params(("id" = String, Path, description = "The table's id."),
        ("game" = u32, Path, description = "Which game at the table, from 1.")),
    responses((status = 200, description = "A record (docs/formats.md).", content_type = "application/json",
        body = serde_json::Value), RecordErrors))]
pub async fn record(
    State(app): State<Arc<App>>,
    UrlPath((id, game)): UrlPath<(String, u32)>,
) -> Result<Response, Refusal> {
    let record = find_record(&app, id, game).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], record).into_response())
}

#[derive(Deserialize)]
pub struct StepQuery {
    #[serde(default)]
    step: usize,
}

/// A finished game after so many moves, with the view of every seat.
#[utoipa::path(get, path = "/api/tables/{id}/games/{game}/replay", security(()),
    params(("id" = String, Path, description = "The table's id."),
        ("game" = u32, Path, description = "Which game at the table, from 1."),
        ("step" = Option<usize>, Query, description = "How many moves have been made, 0 by default.")),
    responses((status = 200, description = "The game at that step.", body = ReplayStep), ReplayErrors))]
pub async fn replay(
    State(app): State<Arc<App>>,
    UrlPath((id, game)): UrlPath<(String, u32)>,
    UrlQuery(StepQuery { step }): UrlQuery<StepQuery>,
) -> Result<Json<ReplayStep>, Refusal> {
    let record = find_record(&app, id, game).await?;
    Ok(Json(app.hall.blocking(move || replay::at(&record, step)).await??))
}

async fn find_record(app: &Arc<App>, id: String, game: u32) -> Result<String, Refusal> {
    let journal = app.hall.journal.clone();
    let record = app.hall.blocking(move || journal.record(&id, game)).await?.map_err(unavailable)?;
    record.ok_or_else(load::no_record)
}
