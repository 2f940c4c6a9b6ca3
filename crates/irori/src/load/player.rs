//! One seat at one table: it sits down, and makes a random legal move whenever it is its turn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use cards::{Quick, Random};
use client::Socket;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Barrier;

use super::latency::Latencies;

/// What the players of a table share.
pub struct SharedTable {
    seats: u8,
    schedule: Option<MoveSchedule>,
    /// For each seat when its last move was sent, and how many seats have not seen it yet.
    sent: Mutex<Vec<Option<(Instant, u8)>>>,
}

/// When a table may make its next move. Times are random (a Poisson process), as at independent tables.
pub struct MoveSchedule {
    interval: Duration,
    next: Mutex<(Instant, Quick)>,
}

impl MoveSchedule {
    /// `interval` is the mean time between moves.
    pub fn new(interval: Duration, seed: u64) -> MoveSchedule {
        MoveSchedule { interval, next: Mutex::new((Instant::now(), Quick::new(seed))) }
    }

    fn turn(&self) -> Instant {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, random) = &mut *next;
        let chance = f64::from(random.below(1 << 20) + 1) / f64::from(1 << 20);
        let turn = *at + self.interval.mul_f64(-chance.ln());
        *at = turn.max(Instant::now());
        turn
    }
}

impl SharedTable {
    pub fn new(seats: u8, schedule: Option<MoveSchedule>) -> SharedTable {
        SharedTable { seats, schedule, sent: Mutex::new(vec![None; seats.into()]) }
    }

    fn sends(&self, seat: u8) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent[usize::from(seat)] = Some((Instant::now(), self.seats));
    }

    /// One more seat has seen a move; returns the latency if it was the last one.
    fn hears(&self, seat: u8) -> Option<Duration> {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, left) = sent.get_mut(usize::from(seat))?.as_mut()?;
        *left = left.saturating_sub(1);
        (*left == 0).then(|| at.elapsed())
    }
}

/// One seat at one table.
pub struct RandomPlayer {
    pub seat: u8,
    pub seed: u64,
    pub table: Arc<SharedTable>,
    pub moves: Arc<AtomicU64>,
    pub games: Arc<AtomicU64>,
    pub latencies: Arc<Mutex<Latencies>>,
    pub barrier: Arc<Barrier>,
}

/// The parts of a frame that a player needs. `client::Player` keeps whole frames, too much for thousands of sockets.
#[derive(Deserialize)]
struct SeenFrame {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    number: u64,
    event: Option<SeenEvent>,
    play: Option<SeenPlay>,
    table: Option<SeenTable>,
    you: Option<u8>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct SeenEvent {
    #[serde(rename = "type")]
    kind: String,
    seat: Option<u8>,
}

#[derive(Deserialize)]
struct SeenPlay {
    legal: Vec<String>,
}

#[derive(Deserialize)]
struct SeenTable {
    phase: String,
    chairs: Vec<SeenChair>,
}

#[derive(Deserialize)]
struct SeenChair {
    kind: String,
}

impl RandomPlayer {
    pub async fn play_games(self, mut socket: Socket) -> anyhow::Result<()> {
        let mut random = Quick::new(self.seed);
        let mut you = self.seat;
        let mut made = 0u64;
        socket.send(&json!({ "type": "sit", "seat": self.seat })).await?;
        let mut waiting = true;
        // When several seats act at once, other frames arrive while our own move is on its way.
        let mut under_way = false;
        // A move that waits for its time while frames are still read.
        let mut planned: Option<(Instant, u64, String)> = None;
        loop {
            let now = Instant::now();
            let due = planned.as_ref().map(|(at, ..)| *at);
            if due.is_some_and(|due| due <= now)
                && let Some((_, at, chosen)) = planned.take()
            {
                made += 1;
                self.table.sends(you);
                let request = json!({ "type": "move", "id": made.to_string(), "at": at, "move": chosen });
                socket.send(&request).await?;
                self.moves.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let text = tokio::select! {
                text = socket.next_text() => text?,
                () = tokio::time::sleep_until(due.unwrap_or(now).into()), if due.is_some() => continue,
            };
            let Some(text) = text else { return Ok(()) };
            let frame: SeenFrame = serde_json::from_str(&text).context("a frame cannot be read")?;
            if frame.kind == "refused" {
                anyhow::bail!("a request was refused: {}", frame.message.unwrap_or_default());
            }
            if let Some(seat) = frame.you {
                you = seat;
            }
            let moved =
                frame.event.as_ref().filter(|event| event.kind == "moved").and_then(|event| event.seat);
            if let Some(time) = moved.and_then(|seat| self.table.hears(seat)) {
                self.latencies.lock().unwrap_or_else(PoisonError::into_inner).add(time);
            }
            if moved == Some(you) {
                under_way = false;
            }
            if let Some(table) = &frame.table {
                let full = table.chairs.iter().all(|chair| chair.kind != "empty");
                if waiting && full {
                    // All tables begin together when everybody sits.
                    waiting = false;
                    self.barrier.wait().await;
                    if self.seat == 0 {
                        socket.send(&json!({ "type": "start" })).await?;
                    }
                }
                if table.phase == "over" && frame.event.as_ref().is_some_and(|event| event.kind == "moved") {
                    if you == 0 {
                        self.games.fetch_add(1, Ordering::Relaxed);
                    }
                    socket.send(&json!({ "type": "ready" })).await?;
                    continue;
                }
            }
            let Some(play) = frame.play.filter(|play| !under_way && !play.legal.is_empty()) else { continue };
            under_way = true;
            let chosen = play.legal[random.below(play.legal.len() as u32) as usize].clone();
            let at = self.table.schedule.as_ref().map_or(now, MoveSchedule::turn);
            planned = Some((at, frame.number, chosen));
        }
    }
}
