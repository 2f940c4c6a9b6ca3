//! Tables, their sockets and their finished games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use store::{LobbyQuery, LobbySort};
use table::protocol::VERSION;
use table::{Refusal, RefusalCode, replay};

use super::LISTED;
use super::errors::Refused;
use super::errors::{ConnectErrors, LobbyErrors, OpenErrors, RecordErrors, ReplayErrors, TableErrors};
use super::extract::{JsonBody, Sender, UrlPath, UrlQuery, Writing};
use crate::app::App;
use crate::guests::{self, unavailable};
use crate::live::Live;
use crate::live::load::{self, blocking};
use crate::live::time::now;
use crate::metrics::Limit;
use crate::net::socket::{self, Client};
use crate::net::wire;
use crate::protocol::{OpenedTable, ReplayStep, Setting, TableAnswer, TableInfo, TableList};

#[derive(Deserialize)]
pub struct Wanted {
    game: Option<String>,
    #[serde(default)]
    free: bool,
    #[serde(default)]
    sort: Sort,
    #[serde(default)]
    page: usize,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Sort {
    #[default]
    Newest,
    Oldest,
    Free,
}

/// The lobby: public tables where no game is over, 50 to a page.
#[utoipa::path(get, path = "/api/tables", security(()),
    params(("game" = Option<String>, Query, description = "Only tables of this game."),
        ("free" = Option<bool>, Query, description = "Only tables with an empty seat."),
        ("sort" = Option<String>, Query, description = "`newest` (the default), `oldest`, or `free`: nearest to a start first."),
        ("page" = Option<usize>, Query, description = "The page, from 0.")),
    responses((status = 200, description = "The tables.", body = TableList), LobbyErrors))]
pub async fn lobby(
    State(app): State<Arc<App>>,
    UrlQuery(wanted): UrlQuery<Wanted>,
) -> Result<Json<TableList>, Refused> {
    let query = LobbyQuery {
        kind: wanted.game,
        free: wanted.free,
        sort: match wanted.sort {
            Sort::Newest => LobbySort::Newest,
            Sort::Oldest => LobbySort::Oldest,
            Sort::Free => LobbySort::Free,
        },
        skip: wanted.page.saturating_mul(LISTED),
        most: LISTED,
    };
    let skip = query.skip;
    let lobby = app.journal().lobby(query).await.map_err(unavailable)?;
    let read = |summary: &str| {
        let mut table: TableInfo = serde_json::from_str(summary).ok()?;
        table::complete_bot_names(&mut table);
        Some(table)
    };
    Ok(Json(TableList {
        page: wanted.page,
        more: ((skip + lobby.tables.len()) as u64) < lobby.total,
        total: lobby.total,
        tables: lobby.tables.iter().filter_map(|listed| read(&listed.summary)).collect(),
    }))
}

/// Open a table.
#[utoipa::path(post, path = "/api/tables", request_body = Setting,
    responses((status = 201, description = "The table and its link.", body = OpenedTable), OpenErrors))]
pub async fn open(
    State(app): State<Arc<App>>,
    Writing(sender): Writing,
    JsonBody(setting): JsonBody<Setting>,
) -> Result<(StatusCode, Json<OpenedTable>), Refused> {
    let asker = guests::require(&app.hall, &sender.headers).await?;
    let (limits, metrics) = (&app.hall.services.config.limits, &app.hall.services.metrics);
    let most = f64::from(limits.tables);
    if !app.opened.take(asker.guest.clone(), most, most / 3600.0) {
        metrics.limit(Limit::Tables, format_args!("guest {}", asker.guest), now());
        let message = "you have opened many tables in the last hour; wait a little";
        return Err(Refusal::new(RefusalCode::TooMany, message).into());
    }
    let live = match setting.public {
        false => app.hall.open(setting, &asker.guest).await?,
        true => {
            // A task of its own: if the client hangs up, the next one must still wait for the table to be counted.
            let opening = tokio::spawn(open_listed(app.clone(), setting, asker.guest));
            opening.await.map_err(|_| Refusal::unavailable())??
        }
    };
    let table = live.info().ok_or_else(Refusal::unavailable)?;
    Ok((StatusCode::CREATED, Json(OpenedTable { table, link: format!("/t/{}", live.id) })))
}

/// Opens a table for the lobby. One after the other, so that requests at the same moment do not pass the limit.
async fn open_listed(app: Arc<App>, setting: Setting, guest: String) -> Result<Arc<Live>, Refusal> {
    let _turn = app.listing.lock().await;
    let listed = app.journal().listed_by(&guest).await.map_err(unavailable)?;
    let services = &app.hall.services;
    if listed >= services.config.limits.listed as u64 {
        services.metrics.limit(Limit::Listed, format_args!("guest {guest}"), now());
        let message = format!("you already have {listed} tables in the lobby; play at one of them first");
        return Err(Refusal::new(RefusalCode::TooMany, message));
    }
    app.hall.open(setting, &guest).await
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
    sender: Sender,
) -> Result<Json<TableAnswer>, Refused> {
    // A page asks here why it cannot connect, so a blocked guest is told.
    guests::identify(&app.hall, &sender.headers).await?;
    let table = match game {
        None => app.hall.find(&id).await?.info().ok_or_else(Refusal::unavailable)?,
        Some(game) => {
            app.may_catch_up(sender.source(&app))?;
            load::table_after(app.journal(), &id, game).await?
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
) -> Result<Response, Refused> {
    let (answer, upgrade) = wire::shake_hands(&mut request)?;
    if version.is_some_and(|version| version != VERSION) {
        let message = format!("this server speaks version {VERSION} of the protocol");
        return Err(Refusal::new(RefusalCode::BadVersion, message).into());
    }
    sender.may_act(&app, "only pages of this server may open a socket")?;
    let source = sender.source(&app);
    let entered = app.enter(source)?;
    app.may_catch_up(source)?;
    let live = app.hall.find(&id).await?;
    let sign_outs = app.hall.services.sign_outs();
    let asker = guests::identify(&app.hall, &sender.headers).await?;
    tokio::spawn(async move {
        if let Some(line) = wire::line(upgrade).await {
            socket::serve(&app, line, &live, Client { source, asker, since, sign_outs }).await;
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
) -> Result<Response, Refused> {
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
) -> Result<Json<ReplayStep>, Refused> {
    let record = find_record(&app, id, game).await?;
    // A few at a time, so that those who play are not slowed down by those who look back.
    let replays = &app.hall.services.replays;
    let _slot = replays.acquire().await.map_err(|_| Refusal::unavailable())?;
    Ok(Json(blocking(move || replay::at(&record, step)).await??))
}

async fn find_record(app: &App, id: String, game: u32) -> Result<String, Refusal> {
    app.journal().record(&id, game).await.map_err(unavailable)?.ok_or_else(load::no_record)
}
