//! The games that can be played, and their rules.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use catalog::{GameId, GameInfo};
use table::text::{LONGEST_NAME, LONGEST_TALK};
use table::{Refusal, RefusalCode};

use super::LISTED;
use super::errors::Refused;
use super::errors::RulesErrors;
use super::extract::{Sender, UrlPath};
use crate::app::App;
use crate::protocol::{GameList, PageLimits, RulesAnswer};

/// The games with their seats and options, the bots, and limits of this server.
#[utoipa::path(get, path = "/api/games", security(()),
    responses((status = 200, description = "All games and bots.", body = GameList)))]
pub async fn games(State(app): State<Arc<App>>) -> Json<GameList> {
    let bots = bots::Level::ALL.iter().filter(|level| **level != bots::Level::Ismcts);
    let keep_days = app.hall.services.config.keep.map(|keep| keep.as_secs() / (24 * 60 * 60));
    Json(GameList {
        games: GameId::ALL.into_iter().map(GameInfo::of).collect(),
        bots: bots.map(|level| level.name()).collect(),
        limits: PageLimits { name: LONGEST_NAME, talk: LONGEST_TALK, listed: LISTED, keep_days },
    })
}

/// The rules of a game: in Markdown, or as blocks to draw if the request accepts `application/json`.
#[utoipa::path(get, path = "/api/games/{game}/rules", security(()),
    params(("game" = String, Path, description = "The id of the game, as `koi-koi`.")),
    responses((status = 200, description = "The rules.",
        content((String = "text/markdown"), (RulesAnswer = "application/json"))), RulesErrors))]
pub async fn rules(UrlPath(game): UrlPath<String>, sender: Sender) -> Result<Response, Refused> {
    let game: GameId =
        game.parse().map_err(|unknown| Refusal::new(RefusalCode::UnknownGame, format!("{unknown}")))?;
    let accepted = sender.headers.get(header::ACCEPT).and_then(|types| types.to_str().ok());
    // A cache must not give one form to a client that asked for the other.
    let vary = (header::VARY, "accept");
    if accepted.is_some_and(|types| types.contains("application/json")) {
        let answer = RulesAnswer { game: game.id(), blocks: catalog::rules::blocks(game) };
        return Ok(([vary], Json(answer)).into_response());
    }
    let markdown = (header::CONTENT_TYPE, "text/markdown; charset=utf-8");
    Ok(([vary, markdown], catalog::rules::text(game)).into_response())
}
