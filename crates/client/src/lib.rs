//! A client of the table server over plain HTTP and sockets, for tests and the load tool. It knows the protocol and no
//! rules.

mod player;

use std::io;
use std::net::Ipv4Addr;

pub use player::{Made, Player};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

/// The size of the read buffer; most frames fit.
const READ: usize = 4096;

/// The address of a server, as `127.0.0.1:7433`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server(pub String);

/// An HTTP answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    /// The status line and headers.
    pub head: String,
    pub body: String,
}

impl Response {
    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The code of a refusal; empty if it is none.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A guest of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    pub name: String,
    pub token: String,
}

impl Server {
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> io::Result<Response> {
        let stream = TcpStream::connect(&self.0).await?;
        self.request_over(stream, method, path, headers, body).await
    }

    /// Sends a request over a connection of its own.
    pub async fn request_over(
        &self,
        mut stream: TcpStream,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> io::Result<Response> {
        let body = body.map(ToString::to_string).unwrap_or_default();
        let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{more}\r\n",
            self.0,
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut text = Vec::new();
        stream.read_to_end(&mut text).await?;
        let text = String::from_utf8_lossy(&text);
        let (head, body) = text.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok(Response {
            status: status.ok_or(io::ErrorKind::InvalidData)?,
            head: head.to_owned(),
            body: body.to_owned(),
        })
    }

    pub async fn get(&self, path: &str) -> io::Result<Response> {
        self.request("GET", path, &[], None).await
    }

    /// Becomes a guest.
    pub async fn guest(&self, name: &str) -> io::Result<Guest> {
        let answer = self.request("POST", "/api/guests", &[], Some(&json!({ "name": name }))).await?;
        let token = answer.json()["token"].as_str().map(str::to_owned);
        let token = token.ok_or_else(|| io::Error::other(format!("no guest: {}", answer.body)))?;
        Ok(Guest { name: name.to_owned(), token })
    }

    pub async fn request_as(
        &self,
        guest: &Guest,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> io::Result<Response> {
        let bearer = format!("Bearer {}", guest.token);
        self.request(method, path, &[("Authorization", &bearer)], body).await
    }

    /// Opens a table and returns its id.
    pub async fn open(&self, guest: &Guest, setting: &Value) -> io::Result<String> {
        let answer = self.request_as(guest, "POST", "/api/tables", Some(setting)).await?;
        let id = answer.json()["table"]["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| io::Error::other(format!("no table: {}", answer.body)))
    }

    /// Connects to a table, as a guest or a spectator. `since` is the last event seen.
    pub async fn connect(
        &self,
        table: &str,
        guest: Option<&Guest>,
        since: Option<u64>,
    ) -> io::Result<Socket> {
        let since = since.map(|since| format!("&since={since}")).unwrap_or_default();
        let path = format!("/api/tables/{table}/socket?version=1{since}");
        let token = guest.map(|guest| format!("Bearer {}", guest.token));
        let headers: Vec<(&str, &str)> =
            token.iter().map(|token| ("Authorization", token.as_str())).collect();
        self.connect_with(&path, &headers).await
    }

    /// Connects to a path with these headers.
    pub async fn connect_with(&self, path: &str, headers: &[(&'static str, &str)]) -> io::Result<Socket> {
        let stream = TcpStream::connect(&self.0).await?;
        self.connect_over(stream, path, headers).await
    }

    /// Makes a connection a socket.
    pub async fn connect_over(
        &self,
        stream: TcpStream,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> io::Result<Socket> {
        let mut request = format!("ws://{}{path}", self.0).into_client_request().map_err(other)?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().map_err(other)?);
        }
        stream.set_nodelay(true)?;
        Socket::over(stream, request).await
    }

    /// A connection from one of this machine's own addresses, such as 127.0.0.2: the server sees it as another client.
    pub async fn stream_from(&self, address: Ipv4Addr) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((address, 0).into())?;
        socket.connect(self.0.parse().map_err(other)?).await
    }

    /// Connects with a tiny receive buffer, so that what is not read soon fills the server's own buffers.
    pub async fn connect_narrow(&self, table: &str) -> io::Result<Socket> {
        let request = format!("ws://{}/api/tables/{table}/socket?version=1", self.0);
        let request = request.into_client_request().map_err(other)?;
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let address = self.0.parse().map_err(other)?;
        Socket::over(socket.connect(address).await?, request).await
    }
}

/// A table's socket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    closed: Option<u16>,
}

impl Socket {
    async fn over(stream: TcpStream, request: Request) -> io::Result<Socket> {
        // The buffer is cleared before every read, and clearing a large one would cost more than everything else.
        let config = WebSocketConfig::default().read_buffer_size(READ);
        match tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await {
            Ok((stream, _)) => Ok(Socket { stream, closed: None }),
            // Callers want to know why the server refused the socket.
            Err(Error::Http(answer)) => {
                let body = answer.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                Err(io::Error::other(format!("{} {body}", answer.status().as_u16())))
            }
            Err(error) => Err(other(error)),
        }
    }

    /// The server's close code, if it has sent one.
    pub fn closed(&self) -> Option<u16> {
        self.closed
    }

    pub async fn send(&mut self, message: &Value) -> io::Result<()> {
        self.send_text(&message.to_string()).await
    }

    pub async fn send_text(&mut self, text: &str) -> io::Result<()> {
        self.stream.send(Message::text(text)).await.map_err(other)
    }

    /// Sends a binary message.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        self.stream.send(Message::binary(bytes)).await.map_err(other)
    }

    /// Closes, and returns the code of the server's answer.
    pub async fn close(mut self) -> io::Result<Option<u16>> {
        self.stream
            .send(Message::Close(Some(CloseFrame { code: CloseCode::Normal, reason: "".into() })))
            .await
            .map_err(other)?;
        while self.next_text().await?.is_some() {}
        Ok(self.closed)
    }

    /// The next frame as text; nothing once the server has closed.
    pub async fn next_text(&mut self) -> io::Result<Option<String>> {
        loop {
            return match self.stream.next().await {
                Some(Ok(Message::Text(text))) => Ok(Some(text.as_str().to_owned())),
                Some(Ok(Message::Close(close))) => {
                    self.closed = close.map(|close| close.code.into());
                    Ok(None)
                }
                None => Ok(None),
                Some(Ok(_)) => continue,
                Some(Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Protocol(_))) => Ok(None),
                Some(Err(error)) => Err(other(error)),
            };
        }
    }

    pub async fn next(&mut self) -> io::Result<Option<Value>> {
        Ok(self.next_text().await?.map(|text| serde_json::from_str(&text).unwrap_or_default()))
    }

    /// The next frame for which `found` is true; an error if none comes.
    pub async fn until(&mut self, mut found: impl FnMut(&Value) -> bool) -> io::Result<Value> {
        while let Some(frame) = self.next().await? {
            if found(&frame) {
                return Ok(frame);
            }
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

fn other(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}
