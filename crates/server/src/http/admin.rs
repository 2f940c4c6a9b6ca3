//! For the operator: `irori admin` asks here, with the key that the server keeps in a file beside its database.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Status;
use table::protocol::{Chair, TableInfo, TablePhase};
use table::{Entry, Refusal, RefusalCode};

use super::errors::Refused;
use super::extract::{JsonBody, UrlPath, UrlQuery};
use super::{LISTED, not_found};
use crate::app::App;
use crate::guests::unavailable;
use crate::live::load::no_table;
use crate::secret;

pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/admin/tables", get(tables))
        .route("/api/admin/tables/{id}/close", post(close))
        .route("/api/admin/guests", get(guests))
        .route("/api/admin/guests/{id}", delete(remove))
        .route("/api/admin/guests/{id}/block", post(block))
        .route("/api/admin/limits", get(limits))
}

/// The operator, who has the key.
struct Operator;

impl FromRequestParts<Arc<App>> for Operator {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Operator, Refused> {
        let given = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|given| given.strip_prefix("Bearer "));
        let key = app.hall.services.config.admin_key.as_deref();
        // Hashes are compared, so that the time of the answer tells nothing about the key.
        let fits = given.zip(key).is_some_and(|(given, key)| secret::hash(given) == secret::hash(key));
        match (fits, key) {
            (true, _) => Ok(Operator),
            (false, Some(_)) => {
                Err(Refusal::new(RefusalCode::NoGuest, "this is not the operator's key").into())
            }
            (false, None) => Err(not_found(&parts.method, &parts.uri)),
        }
    }
}

#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    page: usize,
    #[serde(default)]
    name: String,
}

async fn tables(
    State(app): State<Arc<App>>,
    _: Operator,
    UrlQuery(Page { page, .. }): UrlQuery<Page>,
) -> Result<Json<Value>, Refused> {
    let skip = page.saturating_mul(LISTED);
    let mut listed = app.journal().unfinished(skip, LISTED + 1).await.map_err(unavailable)?;
    let more = listed.len() > LISTED;
    listed.truncate(LISTED);
    let tables: Vec<Value> = listed
        .into_iter()
        .map(|listed| {
            let info: Option<TableInfo> = serde_json::from_str(&listed.summary).ok();
            let name = |chair: &Chair| match chair {
                Chair::Empty {} => None,
                Chair::Person { name, .. } | Chair::Bot { name, .. } => Some(name.clone()),
            };
            let names: Vec<Option<String>> =
                info.iter().flat_map(|info| info.chairs.iter().map(name)).collect();
            let status = match listed.status {
                Status::Open => "open",
                Status::Playing => "playing",
                Status::Over => "over",
            };
            json!({
                "id": listed.table, "game": info.map(|info| info.setting.game), "status": status,
                "public": listed.public, "updated": listed.updated, "opener": listed.opener, "names": names,
                "listeners": app.hall.in_memory(&listed.table).map_or(0, |live| live.listeners()),
                "entries": listed.entries,
            })
        })
        .collect();
    Ok(Json(json!({ "tables": tables, "more": more })))
}

async fn close(
    State(app): State<Arc<App>>,
    _: Operator,
    UrlPath(id): UrlPath<String>,
) -> Result<StatusCode, Refused> {
    let live = app.hall.find(&id).await?;
    match live.append_for_operator(Entry::Closed {}) {
        Ok(()) => {
            let is_closed = |info: TableInfo| info.phase == TablePhase::Closed;
            if !live.settled().await || !live.info().is_some_and(is_closed) {
                return Err(Refusal::unavailable().into());
            }
        }
        // It was closed before.
        Err(refusal) if refusal.code == RefusalCode::Closed => {}
        Err(refusal) => return Err(refusal.into()),
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn guests(
    State(app): State<Arc<App>>,
    _: Operator,
    UrlQuery(Page { page, name }): UrlQuery<Page>,
) -> Result<Json<Value>, Refused> {
    let skip = page.saturating_mul(LISTED);
    let mut listed = app.journal().guests(&name, skip, LISTED + 1).await.map_err(unavailable)?;
    let more = listed.len() > LISTED;
    listed.truncate(LISTED);
    let guests: Vec<Value> = listed
        .into_iter()
        .map(|listed| {
            json!({
                "id": listed.guest.id, "name": listed.guest.name, "added": listed.added, "seen": listed.seen,
                "blocked": listed.guest.blocked, "tables": listed.tables,
            })
        })
        .collect();
    Ok(Json(json!({ "guests": guests, "more": more })))
}

async fn remove(
    State(app): State<Arc<App>>,
    _: Operator,
    UrlPath(id): UrlPath<String>,
) -> Result<StatusCode, Refused> {
    if app.hall.erase(&id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(no_guest().into()) }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    block: bool,
}

async fn block(
    State(app): State<Arc<App>>,
    _: Operator,
    UrlPath(id): UrlPath<String>,
    JsonBody(Block { block }): JsonBody<Block>,
) -> Result<StatusCode, Refused> {
    if !app.journal().block(&id, block).await.map_err(unavailable)? {
        return Err(no_guest().into());
    }
    if block {
        app.hall.sign_out(&id);
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn limits(State(app): State<Arc<App>>, _: Operator) -> Json<Value> {
    let limits: Vec<Value> = app
        .hall
        .services
        .metrics
        .offenders()
        .into_iter()
        .map(|(limit, who, offences)| {
            json!({ "reason": limit.label(), "who": who, "count": offences.count, "last": offences.last })
        })
        .collect();
    Json(json!({ "limits": limits }))
}

fn no_guest() -> Refusal {
    Refusal { message: "there is no such guest".into(), ..no_table() }
}
