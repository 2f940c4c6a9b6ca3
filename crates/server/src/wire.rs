//! How a request becomes a socket, texts as they go over its line, and the line as the protocol of sockets sees it.

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
use crate::refusal::Refusal;

/// The answer to a request for a socket, and what becomes of its line then.
pub fn shake_hands(request: &mut Request) -> Result<(Response, OnUpgrade), Refusal> {
    let answer = create_response_with_body(request, Body::empty).map_err(|error| {
        Refusal::new("bad-request", format!("only web sockets are served at this address: {error}"))
    })?;
    Ok((answer, hyper::upgrade::on(request)))
}

/// The line after the answer was sent, and what has come over it already.
pub async fn line(upgrade: OnUpgrade) -> Option<(TcpStream, Vec<u8>)> {
    let parts = match downcast::<TokioIo<TcpStream>>(upgrade.await.ok()?) {
        Ok(parts) => parts,
        Err(_) => {
            tracing::error!("a socket came over something that is no TCP connection");
            return None;
        }
    };
    // A copy, since what was read so far would keep the whole buffer of the request.
    Some((parts.io.into_inner(), parts.read_buf.to_vec()))
}

/// A text as it goes over a line. Many listeners may get the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Bytes);

/// How much of a frame stands before most texts.
const HEAD: usize = 4;

impl Frame {
    /// The beginning of a frame, to which its text is appended.
    pub fn blank(likely: usize) -> Vec<u8> {
        let mut blank = Vec::with_capacity(HEAD + likely);
        blank.extend([0; HEAD]);
        blank
    }

    /// The frame of the text that was appended to a blank one. Its head says that this is a whole message, that it is
    /// text, and how long it is (RFC 6455, 5.2).
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

    /// Its bytes, head and text.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// What is left of it after some of its bytes.
    pub fn after(&self, taken: usize) -> Bytes {
        self.0.slice(taken..)
    }

    /// Its text.
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

/// What is read comes from here; what the protocol says by itself goes out among the frames.
pub struct Wire {
    /// The reading end.
    pub reader: OwnedReadHalf,
    /// The sending end.
    pub listener: Arc<Listener>,
}

impl Drop for Wire {
    /// Nobody answers any more, so the line ends, also where others still have something to tell.
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
