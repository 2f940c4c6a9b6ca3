//! The server as a process, and people at its tables.

use std::fs::File;
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use cards::{Quick, Random};
use catalog::GameId;
use client::{Player, Server};
use serde_json::{Value, json};

/// Each game with its smallest number of seats.
pub fn games() -> impl Iterator<Item = (&'static str, u8)> {
    GameId::ALL.into_iter().map(|game| (game.id(), *game.seats().start()))
}

/// A server over a database of its own, at an address that stays.
pub struct Served {
    pub server: Server,
    folder: tempfile::TempDir,
    more: Vec<&'static str>,
    child: Child,
}

impl Served {
    /// Starts a server.
    pub fn start(more: &[&'static str]) -> Served {
        let folder = tempfile::tempdir().unwrap();
        // A port that was free a moment ago.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let server = Server(address.to_string());
        let child = spawn(&server, &folder, more);
        Served { server, folder, more: more.to_vec(), child }
    }

    /// Kills it, as a failing machine would, and starts it again on the same database.
    pub fn kill_and_start_again(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.start_again();
    }

    /// Starts it again on the same database, at the same address.
    pub fn start_again(&mut self) {
        self.child = spawn(&self.server, &self.folder, &self.more);
    }

    /// Asks it to stop, as a system does with services.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    /// Waits for its end.
    pub async fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "it does not end");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join("irori.sqlite")
    }

    /// A place for a file.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Everything it has logged, over all restarts.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.file("log")).unwrap()
    }

    /// Two people at a new table, bots in the other seats, and a game in progress.
    pub async fn playing(&self, game: &str, seats: u8, entropy: [&str; 2]) -> (Player, Player) {
        let (aki, bo) = (self.server.guest("Aki").await.unwrap(), self.server.guest("Bo").await.unwrap());
        let table = self.server.open(&aki, &json!({ "game": game, "seats": seats })).await.unwrap();
        let mut one = Player::connect(&self.server, &table, Some(&aki)).await.unwrap();
        let mut other = Player::connect(&self.server, &table, Some(&bo)).await.unwrap();
        for seat in 2..seats {
            one.ask(&json!({ "type": "fill", "seat": seat, "bot": "random" })).await.unwrap();
        }
        one.ask(&json!({ "type": "sit", "seat": 0, "entropy": entropy[0] })).await.unwrap();
        other.ask(&json!({ "type": "sit", "seat": 1, "entropy": entropy[1] })).await.unwrap();
        one.read_until(|player| all_sit(&player.info)).await.unwrap();
        one.ask(&json!({ "type": "start" })).await.unwrap();
        one.read_until(|player| player.phase() == "playing").await.unwrap();
        (one, other)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn all_sit(info: &Value) -> bool {
    info["chairs"].as_array().is_some_and(|chairs| chairs.iter().all(|chair| chair["kind"] != "empty"))
}

fn spawn(server: &Server, folder: &tempfile::TempDir, more: &[&str]) -> Child {
    let log = File::options().create(true).append(true).open(folder.path().join("log")).unwrap();
    let database = format!("sqlite:{}", folder.path().join("irori.sqlite").display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_irori"))
        .args(["serve", "--bind", &server.0, "--database", &database, "--bot-pause", "0"])
        .args(["--max-messages", "100000", "--max-writes", "100000"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.starts_with(&format!("Irori is at http://{}", server.0)), "{said}");
    child
}

/// Chooses at random, with a seed.
pub fn by_chance(seed: u64) -> impl FnMut(&[String]) -> usize + Send {
    let mut random = Quick::new(seed);
    move |legal| random.below(legal.len() as u32) as usize
}

/// Waits for something, but not forever: a test fails instead of hanging.
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), what).await.expect("it happens within a minute")
}
