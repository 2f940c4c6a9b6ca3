//! One HTTP request to a server, for commands that ask something and end.

use std::io;
use std::time::Duration;

use client::{Response, Server};
use serde_json::Value;

/// A health check that finds a stuck disk takes some seconds.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn request(
    server: &Server,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&Value>,
) -> io::Result<Response> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let answer = server.request(method, path, headers, body);
        tokio::time::timeout(PATIENCE, answer).await.unwrap_or_else(|_| {
            let seconds = PATIENCE.as_secs();
            Err(io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {seconds} seconds")))
        })
    })
}

/// A text as part of a query.
pub fn query(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(letter).collect()
}

/// Why the server answered with an error: its own words, or the status.
pub fn reason(response: &Response) -> String {
    let json = response.json();
    let message = json["error"]["message"].as_str().filter(|message| !message.is_empty());
    message.map_or_else(|| format!("status {}", response.status), str::to_owned)
}
