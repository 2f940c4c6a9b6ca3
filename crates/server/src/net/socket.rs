//! A table's socket: requests in, frames out.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use table::frame::refused;
use table::protocol::ToServer;
use table::request::Asker;
use table::{Refusal, RefusalCode};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

use super::listener::{End, LetGo, Listener, Who};
use super::meter::Allowance;
use super::wire::Wire;
use super::{Frame, Source};
use crate::app::App;
use crate::live::Live;
use crate::live::time::now;
use crate::metrics::{Limit, Metrics};

/// A client with this many refusals in a row is a broken program.
const MOST_REFUSED: u32 = 50;
/// How often a client is pinged, and how many pings it may leave unanswered.
const PING: Duration = Duration::from_secs(25);
const SILENT: u32 = 2;
/// How long closing may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// The size of the read buffer. Requests are short, and a large buffer would be cleared before every read.
const READ_BUFFER: usize = 1024;

/// Who connects, and from where.
pub struct Client {
    pub source: Source,
    pub asker: Option<Asker>,
    /// The number of the last event they have.
    pub since: Option<u64>,
    /// How often somebody had been signed out before they were identified.
    pub sign_outs: u64,
}

/// Serves one socket to its end. Some of its bytes may have been read already.
pub async fn serve(app: &Arc<App>, (line, read): (TcpStream, Vec<u8>), live: &Arc<Live>, client: Client) {
    let services = &app.hall.services;
    let Client { source, asker, since, sign_outs } = client;
    let who = match &asker {
        None => None,
        Some(asker) => match services.mutes_of(&asker.guest).await {
            Ok(mutes) => Some(Who { guest: asker.guest.clone(), mutes }),
            Err(error) => return tracing::error!(%error, "database failed"),
        },
    };
    let (reader, sender) = line.into_split();
    let metrics = services.metrics.clone();
    let listener = Arc::new(Listener::new(services.next_key(), source, who, sender, metrics));
    let here = Here::new(&services.metrics, live, &listener);
    let longest = services.config.limits.message;
    let config = WebSocketConfig::default()
        .max_message_size(Some(longest))
        .max_frame_size(Some(longest))
        .read_buffer_size(READ_BUFFER);
    let allowance = Allowance::new(services.config.limits.messages);
    let wire = Wire { reader, ahead: read, listener: listener.clone(), allowance };
    let mut socket = WebSocketStream::from_raw_socket(wire, Role::Server, Some(config)).await;
    let end = match live.listen(&listener, since).await {
        // Whoever signs somebody out closes the sockets that listen. This one did not yet.
        Ok(()) if asker.is_some() && services.sign_outs() != sign_outs => {
            Some(let_go(&services.metrics, LetGo::SignedOut))
        }
        Ok(()) => converse(app, &mut socket, live, &listener, asker.as_ref()).await,
        Err(refusal) => {
            listener.tell(&Frame::of(&refused(None, &refusal)));
            Some((CloseCode::Again, "the table could not be read; reconnect later"))
        }
    };
    // Nothing may follow the close message.
    listener.let_go(LetGo::Over);
    live.unlisten(listener.key);
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
    if code == CloseCode::Size || socket.get_ref().allowance.is_used_up() {
        // The rest of a message that is too long is no message to the protocol, and frames that are too many are not
        // worth reading.
        let mut rest = [0; READ_BUFFER];
        while let Ok(1..) = socket.get_mut().reader.read(&mut rest).await {}
    }
}

/// Counts the client as connected until it is dropped, whatever ends the socket.
struct Here<'a> {
    metrics: &'a Metrics,
    live: &'a Arc<Live>,
    listener: &'a Listener,
}

impl<'a> Here<'a> {
    fn new(metrics: &'a Metrics, live: &'a Arc<Live>, listener: &'a Listener) -> Here<'a> {
        let here = Here { metrics, live, listener };
        here.count(1);
        here
    }

    fn count(&self, more: i64) {
        let of_kind =
            if self.listener.guest().is_some() { &self.metrics.players } else { &self.metrics.spectators };
        of_kind.add(more);
    }
}

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.live.unlisten(self.listener.key);
        self.count(-1);
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
    let services = &app.hall.services;
    let metrics = &services.metrics;
    let mut in_a_row = 0;
    let mut pings = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
    let mut silent = 0;
    loop {
        tokio::select! {
            biased;
            end = listener.attend() => return match end {
                End::Cut => None,
                End::LetGo(why) => Some(let_go(metrics, why)),
            },
            message = socket.next() => {
                silent = 0;
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                    Some(Ok(Message::Binary(_))) => return Some((CloseCode::Unsupported, "binary messages are not taken; send text")),
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(_)) if socket.get_ref().allowance.is_used_up() => {
                        metrics.limit(Limit::Messages, format_args!("address {}", listener.source), now());
                        return Some((CloseCode::Policy, "too many messages"));
                    }
                    Some(Err(_)) => return Some((CloseCode::Size, "the message is too long or broken")),
                };
                metrics.requests.add(1);
                match ask(live, listener, asker, &text) {
                    Ok(()) => in_a_row = 0,
                    Err((id, refusal)) => {
                        in_a_row += 1;
                        metrics.refuse(refusal.code);
                        if refusal.code == RefusalCode::TableLimit {
                            metrics.limit(Limit::Table, format_args!("table {}", live.id), now());
                        }
                        let frame = Frame::of(&refused(id.as_deref(), &refusal));
                        if in_a_row > MOST_REFUSED || !listener.tell(&frame) {
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

/// The close message for a client that is let go.
fn let_go(metrics: &Metrics, why: LetGo) -> (CloseCode, &'static str) {
    match why {
        LetGo::Stopping => (CloseCode::Restart, "the server is about to stop; reconnect in a moment"),
        LetGo::SignedOut => (CloseCode::Policy, "signed out; connect again"),
        LetGo::Deleted => (CloseCode::Policy, "the table has been deleted"),
        LetGo::Over => (CloseCode::Normal, ""),
        LetGo::Slow => {
            metrics.slow.add(1);
            (CloseCode::Policy, "you read too slowly; reconnect to get what you missed")
        }
    }
}

fn ask(
    live: &Arc<Live>,
    listener: &Arc<Listener>,
    asker: Option<&Asker>,
    text: &str,
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
    live.ask(listener, asker, request).map_err(refused)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use store::Sqlite;
    use tokio::net::TcpListener;

    use super::*;
    use crate::config::Config;

    /// A guest is blocked or signed out after their request was accepted and before their socket listens.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_guest_who_is_signed_out_while_connecting_does_not_stay() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Sqlite::open(&folder.path().join("irori.sqlite")).unwrap();
        let app = App::new(Arc::new(journal), Config::default());
        let setting = serde_json::json!({ "game": "koi-koi", "seats": 2 });
        let live = app.hall.open(serde_json::from_value(setting).unwrap(), "aki").await.unwrap();
        let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut other = TcpStream::connect(door.local_addr().unwrap()).await.unwrap();
        let line = door.accept().await.unwrap().0;
        let asker = Some(Asker { guest: "aki".into(), name: "Aki".into() });
        let source = Source::from(IpAddr::from([127, 0, 0, 1]));
        let client = Client { source, asker, since: None, sign_outs: app.hall.services.sign_outs() };
        app.hall.sign_out("aki");
        let serving = serve(&app, (line, Vec::new()), &live, client);
        tokio::time::timeout(Duration::from_secs(20), serving).await.expect("the socket is closed");
        let mut read = Vec::new();
        other.read_to_end(&mut read).await.unwrap();
        let reason = b"signed out; connect again";
        assert!(read.ends_with(reason), "{}", String::from_utf8_lossy(&read));
    }
}
