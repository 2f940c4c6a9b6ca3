//! A table's socket: requests in, frames out.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::mpsc::Receiver;

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
/// How many frames are put into the socket before it is made to send them.
const TOGETHER: usize = 32;

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
    let (listener, frames) = app.hall.listener(asker.as_ref().map(|asker| asker.guest.clone()));
    let (hall, then, listening) = (app.hall.clone(), live.clone(), listener.clone());
    // Catching up may read the journal.
    let begun = app.hall.blocking(move || then.listen(&hall, &listening, since)).await;
    let end = match begun.and_then(|begun| begun) {
        Ok(()) => converse(&app, &mut socket, &live, &listener, asker.as_ref(), frames).await,
        Err(refusal) => {
            let _ = socket.send(Message::Text(frame::refused(None, &refusal).into())).await;
            Some((close_code::AGAIN, "the table cannot be reached"))
        }
    };
    live.unlisten(&app.hall, listener.key);
    if let Some((code, reason)) = end {
        let close = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let closing = async {
            // What the other side has on its way is read to the end: a connection that is closed over it would be
            // reset, and take along the frames that were sent last.
            if socket.send(Message::Close(Some(close))).await.is_ok() {
                while let Some(Ok(_)) = socket.recv().await {}
            }
        };
        let _ = tokio::time::timeout(Duration::from_secs(1), closing).await;
    }
    app.left(address);
    app.hall.counters.sockets.add(-1);
}

/// Talks until one side ends it; returns how to close, if it is ours to close.
async fn converse(
    app: &Arc<App>,
    socket: &mut WebSocket,
    live: &Arc<Live>,
    listener: &Listener,
    asker: Option<&Asker>,
    mut frames: Receiver<Utf8Bytes>,
) -> Option<(u16, &'static str)> {
    let limits = &app.hall.config.limits;
    let rate = f64::from(limits.messages);
    let mut bucket = Bucket::full(4.0 * rate);
    let mut talk = Bucket::full(TALK_BURST);
    let mut refused = 0;
    let mut stopping = app.stopping.clone();
    loop {
        tokio::select! {
            () = listener.is_slow() => return Some(too_slow(app)),
            frame = frames.recv() => {
                let frame = frame?;
                // Frames that wait are sent together.
                let mut waiting = vec![frame];
                while waiting.len() < TOGETHER && let Ok(frame) = frames.try_recv() {
                    waiting.push(frame);
                }
                app.hall.counters.frames.add(waiting.len() as i64);
                for frame in waiting {
                    tokio::select! {
                        sent = socket.send(Message::Text(frame)) => if sent.is_err() {
                            return None;
                        },
                        // Who does not read at all would hold up this task for ever.
                        () = listener.is_slow() => return Some(too_slow(app)),
                    }
                }
            }
            message = socket.recv() => {
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
            _ = stopping.changed() => {
                // What waits is still told: moves that were made, and that the server is about to stop.
                let farewell = async {
                    while let Ok(frame) = frames.try_recv() && socket.send(Message::Text(frame)).await.is_ok() {}
                };
                let _ = tokio::time::timeout(Duration::from_secs(1), farewell).await;
                return Some((close_code::RESTART, "the server is about to stop; come back in a moment"));
            }
        }
    }
}

fn too_slow(app: &App) -> (u16, &'static str) {
    app.hall.counters.slow.add(1);
    (close_code::POLICY, "too slow: come back and get what was missed")
}

/// Somebody may say so much at once, and then so much a second.
const TALK_BURST: f64 = 5.0;
const TALK_RATE: f64 = 0.5;

fn ask(
    app: &Arc<App>,
    live: &Arc<Live>,
    listener: &Listener,
    asker: Option<&Asker>,
    text: &str,
    talk: &mut Bucket,
) -> Result<(), (Option<String>, Refusal)> {
    let request: ToServer = serde_json::from_str(text).map_err(|error| {
        (None, Refusal::new("bad-request", format!("this is no request of the protocol: {error}")))
    })?;
    let id = match &request {
        ToServer::Move { id, .. } | ToServer::Hint { id } => Some(id.clone()),
        _ => None,
    };
    let Some(asker) = asker else {
        return Err((id, Refusal::new("no-guest", "you only watch; say who you are first to take a seat")));
    };
    let talks = matches!(request, ToServer::Say { .. } | ToServer::Hint { .. } | ToServer::Mute { .. });
    if talks && !talk.take(TALK_BURST, TALK_RATE) {
        return Err((id, Refusal::new("too-fast", "give the others a moment to read; try again shortly")));
    }
    live.ask(&app.hall, listener, asker, request).map_err(|refusal| (id, refusal))
}
