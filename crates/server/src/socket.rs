//! A table's socket: requests in, frames out.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

use crate::app::App;
use crate::frame;
use crate::limit::Bucket;
use crate::listener::{End, Listener};
use crate::live::Live;
use crate::protocol::ToServer;
use crate::refusal::{Refusal, RefusalCode};
use crate::request::Asker;
use crate::wire::Wire;

/// A client with this many refusals in a row is a broken program.
const MOST_REFUSED: u32 = 50;
/// How often a client is pinged, and how many pings it may leave unanswered.
const PING: Duration = Duration::from_secs(25);
const SILENT: u32 = 2;
/// How long closing may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// The size of the read buffer. Requests are short, and a large buffer would be cleared before every read.
const READ_BUFFER: usize = 1024;

/// Serves one socket to its end. Some of its bytes may have been read already.
pub async fn serve(
    app: &Arc<App>,
    (line, read): (TcpStream, Vec<u8>),
    live: &Arc<Live>,
    asker: Option<Asker>,
    since: Option<u64>,
) {
    let (reader, sender) = line.into_split();
    let listener = app.hall.listener(asker.as_ref().map(|asker| asker.guest.clone()), sender);
    let here = Here::new(app, live, listener.key);
    let longest = app.hall.config.limits.message;
    let config = WebSocketConfig::default()
        .max_message_size(Some(longest))
        .max_frame_size(Some(longest))
        .read_buffer_size(READ_BUFFER);
    let wire = Wire { reader, listener: listener.clone() };
    let mut socket = WebSocketStream::from_partially_read(wire, read, Role::Server, Some(config)).await;
    let (hall, then, listening) = (app.hall.clone(), live.clone(), listener.clone());
    // Catching up may read the journal.
    let begun = app.hall.blocking(move || then.listen(&hall, &listening, since)).await;
    let end = match begun.and_then(|begun| begun) {
        Ok(()) => converse(app, &mut socket, live, &listener, asker.as_ref()).await,
        Err(refusal) => {
            listener.tell(&frame::refused(None, &refusal));
            Some((CloseCode::Again, "the table could not be read; reconnect later"))
        }
    };
    // Nothing may follow the close message.
    listener.let_go();
    live.unlisten(&app.hall, listener.key);
    let _ = tokio::time::timeout(PATIENCE, close(&mut socket, &listener, end)).await;
    drop(here);
}

/// Sends the close message, or answers the client's.
async fn close(
    socket: &mut WebSocketStream<Wire>,
    listener: &Listener,
    end: Option<(CloseCode, &'static str)>,
) {
    let Some((code, reason)) = end else {
        let _ = socket.flush().await;
        return listener.sent().await;
    };
    let reason = Utf8Bytes::from_static(reason);
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason }))).await;
    listener.sent().await;
    // Read what is still on its way: with unread bytes the system would reset the connection, and the client might
    // not get the reason.
    while let Some(Ok(_)) = socket.next().await {}
    if code == CloseCode::Size {
        // The rest of a message that is too long is no message to the protocol.
        let mut rest = [0; READ_BUFFER];
        while let Ok(1..) = socket.get_mut().reader.read(&mut rest).await {}
    }
}

/// Counts the client as connected until it is dropped, whatever ends the socket.
struct Here<'a> {
    app: &'a App,
    live: &'a Arc<Live>,
    key: u64,
}

impl<'a> Here<'a> {
    fn new(app: &'a App, live: &'a Arc<Live>, key: u64) -> Here<'a> {
        app.hall.counters.sockets.add(1);
        Here { app, live, key }
    }
}

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.live.unlisten(&self.app.hall, self.key);
        self.app.hall.counters.sockets.add(-1);
    }
}

/// Serves requests until one side closes; returns the close message if it is ours to send.
async fn converse(
    app: &Arc<App>,
    socket: &mut WebSocketStream<Wire>,
    live: &Arc<Live>,
    listener: &Arc<Listener>,
    asker: Option<&Asker>,
) -> Option<(CloseCode, &'static str)> {
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
            end = listener.attend() => return match end {
                End::Cut => None,
                End::LetGo => Some(let_go(app)),
            },
            message = socket.next() => {
                silent = 0;
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                    Some(Ok(Message::Binary(_))) => return Some((CloseCode::Unsupported, "binary messages are not taken; send text")),
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(_)) => return Some((CloseCode::Size, "the message is too long or broken")),
                };
                app.hall.counters.requests.add(1);
                if !bucket.take(4.0 * rate, rate) {
                    return Some((CloseCode::Policy, "too many messages"));
                }
                match ask(app, live, listener, asker, &text, &mut talk) {
                    Ok(()) => refused = 0,
                    Err((id, refusal)) => {
                        refused += 1;
                        app.hall.counters.refused.add(1);
                        let frame = frame::refused(id.as_deref(), &refusal);
                        if refused > MOST_REFUSED || !listener.tell(&frame) {
                            return Some((CloseCode::Policy, "too many refused requests in a row"));
                        }
                    }
                }
            }
            _ = pings.tick() => {
                // A connection that broke without notice shows by its silence.
                silent += 1;
                if silent > SILENT {
                    return Some((CloseCode::Away, "no answer to pings; reconnect"));
                }
                if socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return None;
                }
            }
        }
    }
}

/// The close message for a client that is let go: the server stops, or the client reads too slowly.
fn let_go(app: &App) -> (CloseCode, &'static str) {
    if app.is_stopping() {
        return (CloseCode::Restart, "the server is about to stop; reconnect in a moment");
    }
    app.hall.counters.slow.add(1);
    (CloseCode::Policy, "you read too slowly; reconnect to get what you missed")
}

/// Chat messages, hints and mutes: how many at once, and how many a second.
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
        (None, Refusal::new(RefusalCode::BadRequest, format!("not a request of the protocol: {error}")))
    })?;
    // Few requests are refused, so their id is read again only then.
    let refused =
        |refusal| (ToServer::read(text).ok().and_then(|request| request.id().map(str::to_owned)), refusal);
    let Some(asker) = asker else {
        return Err(refused(Refusal::new(
            RefusalCode::NoGuest,
            "spectators cannot do this; say who you are first: POST /api/guests",
        )));
    };
    let talks = matches!(request, ToServer::Say { .. } | ToServer::Hint { .. } | ToServer::Mute { .. });
    if talks && !talk.take(TALK_BURST, TALK_RATE) {
        return Err(refused(Refusal::new(RefusalCode::TooFast, "too many messages; wait a few seconds")));
    }
    live.ask(&app.hall, listener, asker, request).map_err(refused)
}
