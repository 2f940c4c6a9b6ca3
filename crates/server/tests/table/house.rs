//! A server in this process, and people at its tables.

use std::future::Future;
use std::time::Duration;

use cards::{Quick, Random};
use client::{Guest, Player, Server};
use serde_json::{Value, json};
use server::{App, Config};
use store::Sqlite;
use tokio::net::TcpListener;

/// Entropy that the first and the second person give.
pub const ENTROPY: [&str; 2] = [
    "1111111111111111111111111111111111111111111111111111111111111111",
    "2222222222222222222222222222222222222222222222222222222222222222",
];

const DATABASE: &str = "irori.sqlite";

/// A server over a database of its own.
pub struct House {
    pub server: Server,
    folder: tempfile::TempDir,
}

impl House {
    /// A server whose bots do not pause, and whose limits do not hinder a quick test.
    pub async fn open() -> House {
        House::with(|_| {}).await
    }

    /// The same with something set up differently.
    pub async fn with(change: impl FnOnce(&mut Config)) -> House {
        let folder = tempfile::tempdir().unwrap();
        let journal = Sqlite::open(&folder.path().join(DATABASE)).unwrap();
        let mut config = Config { pause: Duration::ZERO, ..Config::default() };
        config.limits.messages = 100_000;
        config.limits.writes = 100_000;
        change(&mut config);
        let app = App::new(std::sync::Arc::new(journal), config);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server(listener.local_addr().unwrap().to_string());
        tokio::spawn(app.serve(listener, std::future::pending()));
        House { server, folder }
    }

    /// Two people at a new table, bots in the other seats; the game is not started yet.
    pub async fn two_at(&self, setting: &Value) -> (Player, Player, [Guest; 2]) {
        let guests = [self.server.guest("Aki").await.unwrap(), self.server.guest("Bo").await.unwrap()];
        let table = self.server.open(&guests[0], setting).await.unwrap();
        let mut one = Player::connect(&self.server, &table, Some(&guests[0])).await.unwrap();
        let mut other = Player::connect(&self.server, &table, Some(&guests[1])).await.unwrap();
        for seat in 2..setting["seats"].as_u64().unwrap() {
            one.ask(&json!({ "type": "fill", "seat": seat, "bot": "random" })).await.unwrap();
        }
        one.ask(&json!({ "type": "sit", "seat": 0, "entropy": ENTROPY[0] })).await.unwrap();
        one.read_until(|player| player.you == Some(0)).await.unwrap();
        other.ask(&json!({ "type": "sit", "seat": 1, "entropy": ENTROPY[1] })).await.unwrap();
        other.read_until(|player| player.you == Some(1)).await.unwrap();
        (one, other, guests)
    }

    /// Two people at a new table, with a game in progress.
    pub async fn playing(&self, setting: &Value) -> (Player, Player, [Guest; 2]) {
        let (mut one, mut other, guests) = self.two_at(setting).await;
        one.ask(&json!({ "type": "start" })).await.unwrap();
        one.read_until(|player| player.phase() == "playing").await.unwrap();
        other.read_until(|player| player.phase() == "playing").await.unwrap();
        (one, other, guests)
    }

    /// A connection of the test's own to the database.
    pub fn database(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.folder.path().join(DATABASE)).unwrap()
    }

    /// Keeps the journal from writing until the returned connection is dropped.
    pub fn hold_writing(&self) -> rusqlite::Connection {
        let lock = self.database();
        lock.execute_batch("BEGIN IMMEDIATE").unwrap();
        lock
    }

    /// The record of a game.
    pub async fn record(&self, table: &str, game: u32) -> String {
        let answer = self.server.get(&format!("/api/tables/{table}/games/{game}/record")).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// A number of the metrics; the sum of all if there are several.
    pub async fn metric(&self, name: &str) -> i64 {
        let text = self.server.get("/metrics").await.unwrap().body;
        let is_it = |line: &&str| {
            line.strip_prefix(&format!("irori_{name}")).is_some_and(|rest| rest.starts_with([' ', '{']))
        };
        let values: Vec<i64> = text
            .lines()
            .filter(is_it)
            .map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
            .collect();
        assert!(!values.is_empty(), "{name}");
        values.iter().sum()
    }
}

/// A table of a game with default options.
pub fn plain(game: &str, seats: u8) -> Value {
    json!({ "game": game, "seats": seats })
}

/// A short game for two: three rounds of Koi-Koi would do, but six is the least there is.
pub fn short() -> Value {
    json!({ "game": "koi-koi", "seats": 2, "options": { "rounds": 6 } })
}

/// Chooses at random, with a seed.
pub fn by_chance(seed: u64) -> impl FnMut(&[String]) -> usize {
    let mut random = Quick::new(seed);
    move |legal| random.below(legal.len() as u32) as usize
}

/// Two people play to the end, undisturbed: nothing they ask is refused.
pub async fn play_out(one: &mut Player, other: &mut Player) {
    let (first, second) =
        tokio::join!(one.play_to_the_end(by_chance(1)), other.play_to_the_end(by_chance(2)));
    first.unwrap();
    second.unwrap();
    assert_eq!((&one.refused, &other.refused), (&vec![], &vec![]));
}

/// Waits for something, but not forever: a test fails instead of hanging.
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), what).await.expect("it happens within a minute")
}
