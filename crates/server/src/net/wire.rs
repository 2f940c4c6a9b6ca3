//! WebSockets: the handshake, frames as bytes, and the connection as tungstenite sees it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use table::protocol::ToClient;
use table::{Refusal, RefusalCode};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use super::listener::Listener;
use super::meter::Allowance;
use super::plain::Plain;

/// The answer to a request for a socket, and the upgrade of its connection.
pub fn shake_hands(request: &mut Request) -> Result<(Response, OnUpgrade), Refusal> {
    let answer = create_response_with_body(request, Body::empty).map_err(|error| {
        Refusal::new(RefusalCode::BadRequest, format!("this address only takes WebSocket requests: {error}"))
    })?;
    Ok((answer, hyper::upgrade::on(request)))
}

/// The connection after the answer was sent, and the bytes that have been read from it already.
pub async fn line(upgrade: OnUpgrade) -> Option<(TcpStream, Vec<u8>)> {
    let parts = match upgrade.await.ok()?.downcast::<Plain>() {
        Ok(parts) => parts,
        Err(_) => {
            tracing::error!("socket upgrade failed: not a TCP connection");
            return None;
        }
    };
    // A copy, since the slice would keep the whole buffer of the request alive.
    Some((parts.io.into_stream(), parts.read_buf.to_vec()))
}

/// A text message as bytes of the WebSocket protocol. Many listeners may share one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Bytes);

/// The length of the head of most frames.
const HEAD: usize = 4;
/// Few frames are longer.
const LIKELY: usize = 1020;

impl Frame {
    /// A frame with the text that `text` appends.
    pub fn write(text: impl FnOnce(&mut Vec<u8>) -> Result<(), Refusal>) -> Result<Frame, Refusal> {
        let mut blank = Vec::with_capacity(HEAD + LIKELY);
        blank.extend([0; HEAD]);
        text(&mut blank)?;
        Ok(Frame::seal(blank))
    }

    /// A message without a view.
    pub fn of(message: &ToClient<'_>) -> Frame {
        let written = Frame::write(|out| {
            serde_json::to_writer(out, message).map_err(|error| {
                tracing::error!(%error, "frame not serialised");
                Refusal::unavailable()
            })
        });
        // No message without a view can fail to serialise; half of one would be worse than an empty one.
        written.unwrap_or_else(|_| Frame::seal(vec![0; HEAD]))
    }

    /// Completes a frame after its text was appended: a head that says it is one whole text message of that length
    /// (RFC 6455, 5.2).
    fn seal(mut blank: Vec<u8>) -> Frame {
        const TEXT: u8 = 0x81;
        let length = blank.len().saturating_sub(HEAD);
        if length < 126 {
            blank[2..HEAD].copy_from_slice(&[TEXT, length as u8]);
            Frame(Bytes::from(blank).slice(2..))
        } else if let Ok(length) = u16::try_from(length) {
            blank[..2].copy_from_slice(&[TEXT, 126]);
            blank[2..HEAD].copy_from_slice(&length.to_be_bytes());
            Frame(blank.into())
        } else {
            let mut long = vec![TEXT, 127];
            long.extend((length as u64).to_be_bytes());
            long.extend_from_slice(&blank[HEAD..]);
            Frame(long.into())
        }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Its bytes, shared.
    pub fn shared(&self) -> Bytes {
        self.0.clone()
    }

    #[cfg(test)]
    pub fn text(&self) -> &str {
        let head = match self.0[1] {
            126 => 4,
            127 => 10,
            _ => 2,
        };
        std::str::from_utf8(&self.0[head..]).expect("a frame is text")
    }
}

/// The connection for tungstenite: it reads from the socket, and what it writes by itself (pongs, closes) goes out
/// between the frames. Reading ends with an error when the client has sent more frames than it may.
pub struct Wire {
    pub reader: OwnedReadHalf,
    /// What came with the request for the socket.
    pub ahead: Vec<u8>,
    pub listener: Arc<Listener>,
    pub allowance: Allowance,
}

impl Drop for Wire {
    /// Nobody reads any more, so the connection ends, even if others still have something to send.
    fn drop(&mut self) {
        self.listener.hang_up();
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let wire = &mut *self;
        let before = buffer.filled().len();
        if wire.ahead.is_empty() {
            ready!(Pin::new(&mut wire.reader).poll_read(context, buffer))?;
        } else {
            let taken = wire.ahead.len().min(buffer.remaining());
            buffer.put_slice(&wire.ahead[..taken]);
            wire.ahead.drain(..taken);
        }
        if !wire.allowance.take(&buffer.filled()[before..]) {
            buffer.set_filled(before);
            return Poll::Ready(Err(io::Error::other("too many frames")));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(self.listener.put(bytes).map(|()| bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
