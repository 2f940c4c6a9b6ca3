//! A client at a table that keeps all frames, notices gaps, and makes legal moves.

use std::io;

use serde_json::{Value, json};

use crate::{Guest, Server, Socket};

pub struct Player {
    /// The table's id.
    pub table: String,
    pub socket: Socket,
    /// Every frame, as it came.
    pub frames: Vec<String>,
    /// The number of the last event.
    pub number: u64,
    pub you: Option<u8>,
    /// The latest `table`.
    pub info: Value,
    /// The latest `play`.
    pub play: Value,
    /// A move that was sent and not acknowledged yet.
    pub awaited: Option<Made>,
    /// Moves that were acknowledged.
    pub made: Vec<Made>,
    /// Requests that were refused.
    pub refused: Vec<Value>,
    server: Server,
    guest: Option<Guest>,
    sent: u32,
}

/// A move that a player made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub id: String,
    /// The number of the last event seen before it.
    pub at: u64,
    pub chosen: String,
    /// The number of its event, once it is acknowledged.
    pub number: u64,
}

impl Player {
    /// Connects to a table, as a guest or a spectator, and waits for the snapshot.
    pub async fn connect(server: &Server, table: &str, guest: Option<&Guest>) -> io::Result<Player> {
        let socket = server.connect(table, guest, None).await?;
        let mut player = Player {
            table: table.to_owned(),
            socket,
            frames: Vec::new(),
            number: 0,
            you: None,
            info: Value::Null,
            play: Value::Null,
            awaited: None,
            made: Vec::new(),
            refused: Vec::new(),
            server: server.clone(),
            guest: guest.cloned(),
            sent: 0,
        };
        while player.number == 0 {
            player.read().await?;
        }
        Ok(player)
    }

    /// Reconnects with what was seen, and sends a move that was not acknowledged again.
    pub async fn reconnect(&mut self) -> io::Result<()> {
        self.socket = self.server.connect(&self.table, self.guest.as_ref(), Some(self.number)).await?;
        if let Some(awaited) = self.awaited.clone() {
            self.send_move(&awaited).await?;
        }
        Ok(())
    }

    pub async fn ask(&mut self, request: &Value) -> io::Result<()> {
        self.socket.send(request).await
    }

    /// Reads and keeps the next frame; the end of the socket is an error.
    pub async fn read(&mut self) -> io::Result<Value> {
        let text = self.socket.next_text().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let frame: Value = serde_json::from_str(&text)?;
        self.frames.push(text);
        self.note(&frame)?;
        Ok(frame)
    }

    /// Reads until a condition holds.
    pub async fn read_until(&mut self, mut holds: impl FnMut(&Player) -> bool) -> io::Result<()> {
        while !holds(self) {
            self.read().await?;
        }
        Ok(())
    }

    /// Reads until a frame for which `found` is true.
    pub async fn read_for(&mut self, mut found: impl FnMut(&Value) -> bool) -> io::Result<Value> {
        loop {
            let frame = self.read().await?;
            if found(&frame) {
                return Ok(frame);
            }
        }
    }

    /// Whom it plays for; nobody if it is a spectator.
    pub fn guest(&self) -> Option<&Guest> {
        self.guest.as_ref()
    }

    pub fn phase(&self) -> &str {
        self.info["phase"].as_str().unwrap_or_default()
    }

    pub fn legal(&self) -> Vec<String> {
        let legal = self.play["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
        legal.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    }

    /// Makes a move if there are legal ones and none is on its way.
    pub async fn move_if_due(&mut self, mut choose: impl FnMut(&[String]) -> usize) -> io::Result<()> {
        let legal = self.legal();
        if self.awaited.is_some() || legal.is_empty() || self.phase() != "playing" {
            return Ok(());
        }
        let chosen = legal[choose(&legal)].clone();
        self.sent += 1;
        let name = self.guest.as_ref().map(|guest| guest.name.as_str()).unwrap_or_default();
        let made = Made { id: format!("{name}-{}", self.sent), at: self.number, chosen, number: 0 };
        self.send_move(&made).await?;
        self.awaited = Some(made);
        Ok(())
    }

    pub async fn play_to_the_end(&mut self, mut choose: impl FnMut(&[String]) -> usize) -> io::Result<()> {
        while self.phase() != "over" {
            self.move_if_due(&mut choose).await?;
            self.read().await?;
        }
        Ok(())
    }

    /// Sends a move, for the first time or again.
    pub async fn send_move(&mut self, made: &Made) -> io::Result<()> {
        let Made { id, at, chosen, .. } = made;
        self.socket.send(&json!({ "type": "move", "id": id, "at": at, "move": chosen })).await
    }

    fn note(&mut self, frame: &Value) -> io::Result<()> {
        let number = frame["number"].as_u64().unwrap_or_default();
        match frame["type"].as_str().unwrap_or_default() {
            "snapshot" => {
                self.number = number;
                self.play = Value::Null;
            }
            "event" if number != self.number + 1 => {
                return Err(io::Error::other(format!("event {number} came after {}", self.number)));
            }
            "event" => self.number = number,
            "refused" => self.refused.push(frame.clone()),
            "known" => {}
            _ => return Ok(()),
        }
        if let Some(table) = frame.get("table") {
            self.info = table.clone();
            self.you = frame["you"].as_u64().and_then(|seat| u8::try_from(seat).ok());
        }
        if let Some(play) = frame.get("play") {
            self.play = play.clone();
        }
        let is_ours = |made: &Made| frame["id"] == *made.id;
        if let Some(made) = self.awaited.take_if(|made| is_ours(made))
            && frame["type"] != "refused"
        {
            self.made.push(Made { number, ..made });
        }
        Ok(())
    }
}
