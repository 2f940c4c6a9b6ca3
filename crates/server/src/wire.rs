//! WebSockets: the handshake, frames as bytes, and the connection as tungstenite sees it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use hyper_util::server::conn::auto::upgrade::downcast;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use crate::listener::Listener;
use crate::refusal::{Refusal, RefusalCode};

/// The answer to a request for a socket, and the upgrade of its connection.
pub fn shake_hands(request: &mut Request) -> Result<(Response, OnUpgrade), Refusal> {
    let answer = create_response_with_body(request, Body::empty).map_err(|error| {
        Refusal::new(RefusalCode::BadRequest, format!("this address only takes WebSocket requests: {error}"))
    })?;
    Ok((answer, hyper::upgrade::on(request)))
}

/// The connection after the answer was sent, and the bytes that have been read from it already.
pub async fn line(upgrade: OnUpgrade) -> Option<(TcpStream, Vec<u8>)> {
    let parts = match downcast::<TokioIo<TcpStream>>(upgrade.await.ok()?) {
        Ok(parts) => parts,
        Err(_) => {
            tracing::error!("socket upgrade failed: not a TCP connection");
            return None;
        }
    };
    // A copy, since the slice would keep the whole buffer of the request alive.
    Some((parts.io.into_inner(), parts.read_buf.to_vec()))
}

/// A text message as bytes of the WebSocket protocol. Many listeners may share one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Bytes);

/// The length of the head of most frames.
const HEAD: usize = 4;

impl Frame {
    /// An empty frame, to which the text is appended.
    pub fn blank(likely: usize) -> Vec<u8> {
        let mut blank = Vec::with_capacity(HEAD + likely);
        blank.extend([0; HEAD]);
        blank
    }

    /// Completes a frame after its text was appended: a head that says it is one whole text message of that length
    /// (RFC 6455, 5.2).
    pub fn seal(mut blank: Vec<u8>) -> Frame {
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

    /// The rest of its bytes after the first `taken`.
    pub fn after(&self, taken: usize) -> Bytes {
        self.0.slice(taken..)
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
/// between the frames.
pub struct Wire {
    pub reader: OwnedReadHalf,
    pub listener: Arc<Listener>,
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
        Pin::new(&mut self.reader).poll_read(context, buffer)
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
