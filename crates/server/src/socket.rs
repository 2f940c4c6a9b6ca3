//! A table's socket: requests in, frames out.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::SinkExt;

use crate::app::App;
use crate::frame;
use crate::limit::Bucket;
use crate::listener::Listener;
use crate::live::Live;
use crate::protocol::ToServer;
use crate::refusal::Refusal;
use crate::request::Asker;

/// Who is refused so often in a row has a program that does not listen.
const MOST_REFUSED: u32 = 50;
/// How often a client is asked whether it is still there, and how many times it may fail to answer.
const PING: Duration = Duration::from_secs(25);
const SILENT: u32 = 2;
/// How long a last word may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Serves one socket to its end.
pub async fn serve(
    app: Arc<App>,
    mut socket: WebSocket,
    live: Arc<Live>,
    asker: Option<Asker>,
    since: Option<u64>,
    address: IpAddr,
) {
    app.hall.counters.sockets.add(1);
    let listener = app.hall.listener(asker.as_ref().map(|asker| asker.guest.clone()));
    let (hall, then, listening) = (app.hall.clone(), live.clone(), listener.clone());
    // Catching up may read the journal.
    let begun = app.hall.blocking(move || then.listen(&hall, &listening, since)).await;
    let end = match begun.and_then(|begun| begun) {
        Ok(()) => converse(&app, &mut socket, &live, &listener, asker.as_ref()).await,
        Err(refusal) => {
            let _ = socket.send(Message::Text(frame::refused(None, &refusal).into())).await;
            Some((close_code::AGAIN, "the table cannot be reached"))
        }
    };
    live.unlisten(&app.hall, listener.key);
    if let Some((code, reason)) = end {
        let close = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        // What is still on its way to us is read to its end: with something unread the system would cut the line, and
        // the other side might not hear why.
        let closing = async {
            let _ = socket.send(Message::Close(Some(close))).await;
            while let Some(Ok(_)) = socket.recv().await {}
        };
        let _ = tokio::time::timeout(PATIENCE, closing).await;
    }
    app.left(address);
    app.hall.counters.sockets.add(-1);
}

/// Talks until one side ends it; returns how to close, if it is ours to close.
async fn converse(
    app: &Arc<App>,
    socket: &mut WebSocket,
    live: &Arc<Live>,
    listener: &Arc<Listener>,
    asker: Option<&Asker>,
) -> Option<(u16, &'static str)> {
    let limits = &app.hall.config.limits;
    let rate = f64::from(limits.messages);
    let mut bucket = Bucket::full(4.0 * rate);
    let mut talk = Bucket::full(TALK_BURST);
    let mut refused = 0;
    let mut pings = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
    let mut silent = 0;
    loop {
        tokio::select! {
            biased;
            frame = listener.next() => {
                let Some(frame) = frame else { return Some(let_go(app, socket, listener).await) };
                tokio::select! {
                    biased;
                    sent = send(app, socket, frame, listener) => if sent.is_err() {
                        return None;
                    },
                    // Who does not read at all would hold up this task for ever.
                    () = listener.is_let_go() => return Some(let_go(app, socket, listener).await),
                }
            }
            message = socket.recv() => {
                silent = 0;
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => return Some((close_code::UNSUPPORTED, "messages are text")),
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(_)) => return Some((close_code::SIZE, "the message is too long or broken")),
                };
                app.hall.counters.requests.add(1);
                if !bucket.take(4.0 * rate, rate) {
                    return Some((close_code::POLICY, "too many messages"));
                }
                match ask(app, live, listener, asker, &text, &mut talk) {
                    Ok(()) => refused = 0,
                    Err((id, refusal)) => {
                        refused += 1;
                        app.hall.counters.refused.add(1);
                        let frame = frame::refused(id.as_deref(), &refusal);
                        if refused > MOST_REFUSED || !listener.tell(frame.into()) {
                            return Some((close_code::POLICY, "too many requests that cannot be fulfilled"));
                        }
                    }
                }
            }
            _ = pings.tick() => {
                // A line that is cut without a word is noticed by its silence.
                silent += 1;
                if silent > SILENT {
                    return Some((close_code::AWAY, "nothing was heard for a while"));
                }
                let ping = socket.send(Message::Ping(Bytes::new()));
                if !matches!(tokio::time::timeout(PATIENCE, ping).await, Ok(Ok(()))) {
                    return None;
                }
            }
        }
    }
}

/// Sends a frame, and those that wait behind it together with it.
async fn send(
    app: &App,
    socket: &mut WebSocket,
    frame: Utf8Bytes,
    listener: &Listener,
) -> Result<(), axum::Error> {
    let mut count = 1;
    socket.feed(Message::Text(frame)).await?;
    while let Some(frame) = listener.waiting() {
        socket.feed(Message::Text(frame)).await?;
        count += 1;
    }
    app.hall.counters.frames.add(count);
    socket.flush().await
}

/// How to close the socket of one who is let go: because the server stops, or because he reads too slowly.
async fn let_go(app: &App, socket: &mut WebSocket, listener: &Listener) -> (u16, &'static str) {
    if !app.is_stopping() {
        app.hall.counters.slow.add(1);
        return (close_code::POLICY, "too slow: come back and get what was missed");
    }
    if let Some(last) = listener.waiting() {
        let _ = tokio::time::timeout(PATIENCE, send(app, socket, last, listener)).await;
    }
    (close_code::RESTART, "the server is about to stop; come back in a moment")
}

/// Somebody may say so much at once, and then so much a second.
const TALK_BURST: f64 = 5.0;
const TALK_RATE: f64 = 0.5;

fn ask(
    app: &Arc<App>,
    live: &Arc<Live>,
    listener: &Arc<Listener>,
    asker: Option<&Asker>,
    text: &str,
    talk: &mut Bucket,
) -> Result<(), (Option<String>, Refusal)> {
    let request = ToServer::read(text).map_err(|error| {
        (None, Refusal::new("bad-request", format!("this is no request of the protocol: {error}")))
    })?;
    // Few are refused, so only then it is looked up what the request was called.
    let refused =
        |refusal| (ToServer::read(text).ok().and_then(|request| request.id().map(str::to_owned)), refusal);
    let Some(asker) = asker else {
        return Err(refused(Refusal::new(
            "no-guest",
            "you only watch; say who you are first to take a seat",
        )));
    };
    let talks = matches!(request, ToServer::Say { .. } | ToServer::Hint { .. } | ToServer::Mute { .. });
    if talks && !talk.take(TALK_BURST, TALK_RATE) {
        return Err(refused(Refusal::new("too-fast", "give the others a moment to read; try again shortly")));
    }
    live.ask(&app.hall, listener, asker, request).map_err(refused)
}
