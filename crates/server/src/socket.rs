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
use crate::refusal::Refusal;
use crate::request::Asker;
use crate::wire::Wire;

/// Who is refused so often in a row has a program that does not listen.
const MOST_REFUSED: u32 = 50;
/// How often a client is asked whether it is still there, and how many times it may fail to answer.
const PING: Duration = Duration::from_secs(25);
const SILENT: u32 = 2;
/// How long a last word may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// The buffer for what is read. Requests are short; a large one would be cleared before every read.
const READ_BUFFER: usize = 1024;

/// Serves one socket to its end, over a line of which something may have been read already.
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
            Some((CloseCode::Again, "the table cannot be reached"))
        }
    };
    // After the word that closes a socket nothing may be said.
    listener.let_go();
    live.unlisten(&app.hall, listener.key);
    let _ = tokio::time::timeout(PATIENCE, close(&mut socket, &listener, end)).await;
    drop(here);
}

/// Closes a socket in the words of its protocol, or answers the other side that does.
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
    // What is still on its way to us is read to its end: with something unread the system would cut the line, and the
    // other side might not hear why.
    while let Some(Ok(_)) = socket.next().await {}
    if code == CloseCode::Size {
        // The rest of such a message is no longer read as one.
        let mut rest = [0; READ_BUFFER];
        while let Ok(1..) = socket.get_mut().reader.read(&mut rest).await {}
    }
}

/// Somebody is here until this is dropped, whatever ends his socket.
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

/// Talks until one side ends it; returns how to close, if it is ours to close.
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
                    Some(Ok(Message::Binary(_))) => return Some((CloseCode::Unsupported, "messages are text")),
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
                            return Some((CloseCode::Policy, "too many requests that cannot be fulfilled"));
                        }
                    }
                }
            }
            _ = pings.tick() => {
                // A line that is cut without a word is noticed by its silence.
                silent += 1;
                if silent > SILENT {
                    return Some((CloseCode::Away, "nothing was heard for a while"));
                }
                if socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return None;
                }
            }
        }
    }
}

/// How to close the socket of one who is let go: because the server stops, or because he reads too slowly.
fn let_go(app: &App) -> (CloseCode, &'static str) {
    if app.is_stopping() {
        return (CloseCode::Restart, "the server is about to stop; come back in a moment");
    }
    app.hall.counters.slow.add(1);
    (CloseCode::Policy, "too slow: come back and get what was missed")
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
