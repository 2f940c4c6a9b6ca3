//! The server as a process, and people at its tables.

// Each test program uses its own part of this.
#![allow(dead_code)]

use std::fs::{File, Permissions};
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
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

/// The program under test. `IRORI_TESTED` names another one, such as that of an older version.
pub fn tested() -> PathBuf {
    std::env::var_os("IRORI_TESTED").map_or_else(|| env!("CARGO_BIN_EXE_irori").into(), PathBuf::from)
}

/// How a server is started.
#[derive(Clone, Default)]
pub struct Start {
    settings: Vec<String>,
    shell: Option<String>,
    environment: Vec<(String, String)>,
}

impl Start {
    /// With these settings and the defaults of all others.
    pub fn plain(settings: &[&str]) -> Start {
        Start { settings: settings.iter().map(|&setting| setting.to_owned()).collect(), ..Start::default() }
    }

    /// After a shell command, such as `ulimit -n 1024`.
    pub fn after(self, shell: &str) -> Start {
        Start { shell: Some(shell.to_owned()), ..self }
    }

    pub fn with_variable(mut self, name: &str, value: &str) -> Start {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// A server over a database of its own, at an address that stays.
pub struct Served {
    pub server: Server,
    pub start: Start,
    folder: tempfile::TempDir,
    child: Child,
}

impl Served {
    /// Starts a server whose bots do not pause and that takes many messages.
    pub fn start(more: &[&str]) -> Served {
        let usual = ["--bot-pause", "0", "--max-messages", "100000", "--max-writes", "100000"];
        Served::launch(Start::plain(&[&usual, more].concat()))
    }

    pub fn launch(start: Start) -> Served {
        // As the server wants it: a folder that nobody else can read.
        let folder = tempfile::Builder::new().permissions(Permissions::from_mode(0o700)).tempdir().unwrap();
        // A port that was free a moment ago.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let server = Server(address.to_string());
        let child = spawn(&server, &folder, &start);
        Served { server, start, folder, child }
    }

    /// The id of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Kills it, as a failing machine would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Kills it and starts it again on the same database.
    pub fn kill_and_start_again(&mut self) {
        self.kill();
        self.start_again();
    }

    /// Starts it again on the same database, at the same address.
    pub fn start_again(&mut self) {
        self.child = spawn(&self.server, &self.folder, &self.start);
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

    /// All entries of a table, as the database has them: number, time and JSON.
    pub fn entries(&self, table: &str) -> Vec<(u64, i64, Value)> {
        let database = self.connection();
        // A table's entries are a chain from the last one to the first.
        let chain = "WITH RECURSIVE chain (place, before, number, time, text) AS (
                SELECT place, before, number, time, text FROM rows
                    WHERE place = (SELECT place FROM heads WHERE table_id = ?1)
                UNION ALL
                SELECT rows.place, rows.before, rows.number, rows.time, rows.text
                    FROM chain JOIN rows ON rows.place = chain.before)
            SELECT number, time, text FROM chain ORDER BY number";
        let mut query = database.prepare(chain).unwrap();
        let entries = query.query_map([table], |row| {
            let number: i64 = row.get(0)?;
            let text: String = row.get(2)?;
            Ok((number as u64, row.get(1)?, serde_json::from_str(&text).unwrap_or_default()))
        });
        entries.unwrap().collect::<Result<_, _>>().unwrap()
    }

    /// A connection to its database, past the server.
    pub fn connection(&self) -> rusqlite::Connection {
        let database = rusqlite::Connection::open(self.database()).unwrap();
        database.busy_timeout(Duration::from_secs(20)).unwrap();
        database
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

fn spawn(server: &Server, folder: &tempfile::TempDir, start: &Start) -> Child {
    let log = File::options().create(true).append(true).open(folder.path().join("log")).unwrap();
    let database = format!("sqlite:{}", folder.path().join("irori.sqlite").display());
    let mut command = match &start.shell {
        Some(shell) => {
            let mut command = Command::new("bash");
            command.arg("-c").arg(format!(r#"{shell} && exec "$0" "$@""#)).arg(tested());
            command
        }
        None => Command::new(tested()),
    };
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("IRORI_")) {
        command.env_remove(name);
    }
    command.args(["serve", "--bind", &server.0]).args(&start.settings);
    if !start.settings.iter().any(|setting| setting == "--database") {
        command.args(["--database", &database]);
    }
    for (name, value) in &start.environment {
        command.env(name, value);
    }
    let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(said.starts_with("Irori is at http"), "it did not start: {said}\n{log}");
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
