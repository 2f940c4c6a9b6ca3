//! The HTTP API, described for programs in `openapi.json`, and the page.

use std::cmp::Reverse;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use catalog::GameId;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use store::Only;

use crate::alarm::now;
use crate::app::App;
use crate::guests::{self, CODE_TIME, unavailable};
use crate::live::{after_game, no_game};
use crate::protocol::{Phase, Setting, VERSION};
use crate::refusal::Refusal;
use crate::replay;
use crate::secret;
use crate::{page, socket, wire};

/// The longest body of a request.
const LONGEST_BODY: usize = 16 * 1024;
/// How many tables or games are listed at once.
const LISTED: usize = 50;

type Answer = Result<Response, Refusal>;

/// All routes.
pub fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/guests", post(welcome))
        .route("/api/me", get(me).patch(rename))
        .route("/api/me/code", post(make_code))
        .route("/api/me/games", get(past_games))
        .route("/api/me/tables", get(my_tables))
        .route("/api/claim", post(claim))
        .route("/api/games", get(games))
        .route("/api/games/{game}/rules", get(rules))
        .route("/api/tables", get(lobby).post(open))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/socket", get(connect))
        .route("/api/tables/{id}/games/{game}/record", get(record))
        .route("/api/tables/{id}/games/{game}/replay", get(replayed))
        .route("/api/openapi.json", get(async || json_text(include_str!("../openapi.json"))))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(page::serve)
        .layer(middleware::from_fn(secure))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .with_state(app)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Coded {
    code: String,
}

async fn welcome(State(app): State<Arc<App>>, from: From, headers: HeaderMap, body: Bytes) -> Answer {
    from.may_write(&app, &headers)?;
    let Named { name } = read(&body)?;
    // A page that has forgotten whose browser this is must not take his seats from him.
    if !guests::has_bearer(&headers)
        && let Some(asker) = guests::identify(&app.hall, &headers).await?
    {
        return Ok(Json(json!({ "id": asker.guest, "name": asker.name })).into_response());
    }
    let (guest, token) = guests::welcome(&app.hall, &name).await?;
    let answer = json!({ "id": guest.id, "name": guest.name, "token": token });
    Ok(with_cookie(&token, from.is_secure(&app, &headers), answer))
}

async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let asker = guests::require(&app.hall, &headers).await?;
    Ok(Json(json!({ "id": asker.guest, "name": asker.name })).into_response())
}

async fn rename(State(app): State<Arc<App>>, from: From, headers: HeaderMap, body: Bytes) -> Answer {
    from.may_write(&app, &headers)?;
    let Named { name } = read(&body)?;
    let name = guests::name(&name)?;
    let asker = guests::require(&app.hall, &headers).await?;
    let (journal, guest, kept) = (app.hall.journal.clone(), asker.guest.clone(), name.clone());
    app.hall.blocking(move || journal.rename(&guest, &kept)).await?.map_err(unavailable)?;
    Ok(Json(json!({ "id": asker.guest, "name": name })).into_response())
}

async fn make_code(State(app): State<Arc<App>>, from: From, headers: HeaderMap) -> Answer {
    from.may_write(&app, &headers)?;
    let asker = guests::require(&app.hall, &headers).await?;
    let (code, expires) = (secret::code(), now() + CODE_TIME);
    let (journal, hash) = (app.hall.journal.clone(), secret::hash(&code));
    app.hall.blocking(move || journal.add_code(&asker.guest, &hash, expires)).await?.map_err(unavailable)?;
    Ok(Json(json!({ "code": code, "link": format!("/claim#{code}"), "expires": expires })).into_response())
}

async fn claim(State(app): State<Arc<App>>, from: From, headers: HeaderMap, body: Bytes) -> Answer {
    from.may_write(&app, &headers)?;
    let Coded { code } = read(&body)?;
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
    let guest = guest
        .ok_or_else(|| Refusal::new("bad-code", "this code was used already, or its ten minutes are over"))?;
    let answer = json!({ "id": guest.id, "name": guest.name, "token": token });
    Ok(with_cookie(&token, from.is_secure(&app, &headers), answer))
}

async fn games() -> Response {
    let games: Vec<Value> = GameId::ALL.iter().map(|game| catalog::describe(*game)).collect();
    let bots: Vec<&str> = bots::Level::ALL
        .iter()
        .filter(|level| **level != bots::Level::Ismcts)
        .map(|level| level.name())
        .collect();
    Json(json!({ "games": games, "bots": bots })).into_response()
}

/// The rules to learn a game from. What is no game is no address here, unlike where a table of it is asked for.
async fn rules(Path(game): Path<String>) -> Response {
    match game.parse::<GameId>() {
        Ok(game) => ([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], game.rules()).into_response(),
        Err(unknown) => {
            (StatusCode::NOT_FOUND, Refusal::new("unknown-game", unknown.to_string())).into_response()
        }
    }
}

async fn lobby(State(app): State<Arc<App>>) -> Answer {
    let journal = app.hall.journal.clone();
    let listed =
        app.hall.blocking(move || journal.listed(Only::Public, LISTED)).await?.map_err(unavailable)?;
    let tables: Vec<Value> =
        listed.iter().filter_map(|listed| serde_json::from_str(&listed.summary).ok()).collect();
    Ok(Json(json!({ "tables": tables })).into_response())
}

async fn open(State(app): State<Arc<App>>, from: From, headers: HeaderMap, body: Bytes) -> Answer {
    from.may_write(&app, &headers)?;
    let setting: Setting = read(&body)?;
    let asker = guests::require(&app.hall, &headers).await?;
    let most = f64::from(app.hall.config.limits.tables);
    if !app.opened.take(asker.guest.clone(), most, most / 3600.0) {
        return Err(Refusal::new("too-many", "you have opened many tables in the last hour; wait a little"));
    }
    let live = app.hall.open(setting, &asker.guest).await?;
    let info = live.info().ok_or_else(Refusal::unavailable)?;
    Ok((StatusCode::CREATED, Json(json!({ "table": info, "link": format!("/t/{}", live.id) })))
        .into_response())
}

#[derive(Deserialize)]
struct After {
    game: Option<u32>,
}

async fn table(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(After { game }): Query<After>,
) -> Answer {
    let info = match game {
        None => app.hall.find(&id).await?.info().ok_or_else(Refusal::unavailable)?,
        Some(game) => {
            let journal = app.hall.journal.clone();
            app.hall.blocking(move || after_game(&*journal, &id, game)).await??
        }
    };
    Ok(Json(json!({ "table": info })).into_response())
}

#[derive(Deserialize)]
struct Since {
    since: Option<u64>,
    version: Option<u32>,
}

async fn connect(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(Since { since, version }): Query<Since>,
    from: From,
    mut request: Request,
) -> Answer {
    let (answer, upgrade) = wire::shake_hands(&mut request)?;
    let headers = request.headers();
    if version.is_some_and(|version| version != VERSION) {
        return Err(Refusal::new(
            "bad-version",
            format!("this server speaks version {VERSION} of the protocol"),
        ));
    }
    if !guests::has_bearer(headers) && !is_own_origin(&app, headers) {
        return Err(Refusal::new("bad-origin", "sockets are opened from this server's own page only"));
    }
    let live = app.hall.find(&id).await?;
    let asker = guests::identify(&app.hall, headers).await?;
    let address = from.address(&app, headers);
    let entered = app.enter(address)?;
    tokio::spawn(async move {
        if let Some(line) = wire::line(upgrade).await {
            socket::serve(&app, line, &live, asker, since).await;
        }
        drop(entered);
    });
    Ok(answer)
}

async fn record(State(app): State<Arc<App>>, Path((id, game)): Path<(String, u32)>) -> Answer {
    let record = find_record(&app, id, game).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], record).into_response())
}

#[derive(Deserialize)]
struct Step {
    #[serde(default)]
    step: usize,
}

async fn replayed(
    State(app): State<Arc<App>>,
    Path((id, game)): Path<(String, u32)>,
    Query(Step { step }): Query<Step>,
) -> Answer {
    let record = find_record(&app, id, game).await?;
    let shown = app.hall.blocking(move || replay::at(&record, step)).await??;
    Ok(Json(shown).into_response())
}

async fn find_record(app: &Arc<App>, id: String, game: u32) -> Result<String, Refusal> {
    let journal = app.hall.journal.clone();
    let record = app.hall.blocking(move || journal.record(&id, game)).await?.map_err(unavailable)?;
    record.ok_or_else(no_game)
}

#[derive(Deserialize)]
struct Before {
    before: Option<i64>,
}

async fn past_games(
    State(app): State<Arc<App>>,
    Query(Before { before }): Query<Before>,
    headers: HeaderMap,
) -> Answer {
    let asker = guests::require(&app.hall, &headers).await?;
    let journal = app.hall.journal.clone();
    let past = app
        .hall
        .blocking(move || journal.past_games(&asker.guest, before, LISTED))
        .await?
        .map_err(unavailable)?;
    let games: Vec<Value> = past
        .into_iter()
        .map(|past| {
            json!({
                "table": past.table, "game": past.game, "kind": past.kind, "ended": past.ended, "seat": past.seat,
                "summary": serde_json::from_str::<Value>(&past.summary).unwrap_or_default(),
            })
        })
        .collect();
    Ok(Json(json!({ "games": games })).into_response())
}

/// Where somebody can go on. Whose turn it is only the tables themselves can say, so each is found as if he came to it.
async fn my_tables(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let asker = guests::require(&app.hall, &headers).await?;
    let (journal, guest) = (app.hall.journal.clone(), asker.guest.clone());
    let listed = app.hall.blocking(move || journal.tables_of(&guest, LISTED)).await?.map_err(unavailable)?;
    let mut tables = Vec::with_capacity(listed.len());
    for id in listed {
        let mine = app.hall.find(&id).await?.mine(&asker.guest);
        tables.extend(mine.filter(|mine| mine.table.phase != Phase::Over));
    }
    tables.sort_by_key(|mine| Reverse(mine.time));
    Ok(Json(json!({ "tables": tables })).into_response())
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let journal = app.hall.journal.clone();
    match app.hall.blocking(move || journal.is_well()).await {
        Ok(Ok(())) => (StatusCode::OK, "ok\n").into_response(),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response(),
    }
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.hall.counters.text()).into_response()
}

/// Where a request comes from.
struct From(IpAddr);

impl<S: Send + Sync> axum::extract::FromRequestParts<S> for From {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        _: &S,
    ) -> Result<From, std::convert::Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        Ok(From(peer.unwrap_or(IpAddr::from([0, 0, 0, 0]))))
    }
}

impl From {
    fn address(&self, app: &App, headers: &HeaderMap) -> IpAddr {
        let forwarded = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
        // The last address is the one the proxy itself has seen; those before it anybody can write.
        let last =
            forwarded.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
        last.filter(|_| app.hall.config.proxy).unwrap_or(self.0)
    }

    fn is_secure(&self, app: &App, headers: &HeaderMap) -> bool {
        let config = &app.hall.config;
        let forwarded =
            config.proxy && headers.get("x-forwarded-proto").is_some_and(|value| value == "https");
        forwarded || config.origin.as_deref().is_some_and(|origin| origin.starts_with("https:"))
    }

    /// Whether a request may write: it must come from our own page or a program, and not in a flood.
    fn may_write(&self, app: &App, headers: &HeaderMap) -> Result<(), Refusal> {
        if !guests::has_bearer(headers) && !is_own_origin(app, headers) {
            return Err(Refusal::new("bad-origin", "requests are taken from this server's own page only"));
        }
        let most = f64::from(app.hall.config.limits.writes);
        if !app.writes.take(self.address(app, headers), most, most / 60.0) {
            return Err(Refusal::new("too-fast", "too many requests from your address; wait a minute"));
        }
        Ok(())
    }
}

/// Whether a request comes from a page of this server, or from no page at all.
fn is_own_origin(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(own) = &app.hall.config.origin {
        return origin == own.trim_end_matches('/');
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let of_origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some() && of_origin == host
}

fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::new("bad-request", format!("the body is not what is asked for: {error}")))
}

fn with_cookie(token: &str, secure: bool, answer: Value) -> Response {
    let mut response = Json(answer).into_response();
    if let Some(cookie) = guests::cookie(token, secure) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn json_text(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.code {
            "no-guest" => StatusCode::UNAUTHORIZED,
            "bad-origin" => StatusCode::FORBIDDEN,
            "no-table" | "no-record" | "not-found" => StatusCode::NOT_FOUND,
            "too-fast" | "too-many" => StatusCode::TOO_MANY_REQUESTS,
            "unavailable" | "full" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        (status, Json(json!({ "error": { "code": self.code, "message": self.message } }))).into_response()
    }
}

/// Headers that keep a browser from doing more than this page needs, and caches from keeping what is personal.
async fn secure(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
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

/// What is answered where there is nothing.
pub fn not_found(method: &Method, uri: &Uri) -> Response {
    Refusal::new("not-found", format!("there is nothing at {method} {}", uri.path())).into_response()
}
