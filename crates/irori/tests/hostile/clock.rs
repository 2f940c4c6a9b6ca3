//! Fault 3: neither a clock that is set back nor an entry from the future stops a table. `libfaketime` gives the server a
//! clock that the test sets; the monotonic clock stays that of the system.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::served::{Served, Start, by_chance};
use crate::tools::{against_bot, bot_takes, hand_over, soak, within};

const LONG: Duration = Duration::from_secs(20);
const DAY: i64 = 24 * 60 * 60 * 1000;

fn library() -> &'static str {
    let known = [
        "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
        "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
        "/usr/lib64/faketime/libfaketimeMT.so.1",
        "/usr/lib/faketime/libfaketimeMT.so.1",
    ];
    let found = known.into_iter().find(|path| Path::new(path).is_file());
    found.expect("libfaketime is missing: apt-get install faketime")
}

/// A server with a clock of its own.
struct Clocked {
    served: Served,
    file: PathBuf,
    _folder: tempfile::TempDir,
}

impl Clocked {
    fn start(settings: &[&str]) -> Clocked {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("clock");
        std::fs::write(&file, "+0").unwrap();
        let start = Start::plain(settings)
            .with_variable("LD_PRELOAD", library())
            .with_variable("FAKETIME_TIMESTAMP_FILE", &file.display().to_string())
            .with_variable("FAKETIME_NO_CACHE", "1")
            .with_variable("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        Clocked { served: Served::launch(start), file, _folder: folder }
    }

    /// Sets the clock to the real time and so many seconds more.
    fn set(&self, seconds: &str) {
        // Replaced at once, so that the server never reads half a file.
        let next = self.file.with_extension("next");
        std::fs::write(&next, seconds).unwrap();
        std::fs::rename(next, &self.file).unwrap();
    }

    /// What the server says the time is.
    async fn time(&self, table: &str) -> i64 {
        let mut socket = self.served.server.connect(table, None, None).await.unwrap();
        socket.next().await.unwrap().unwrap()["now"].as_i64().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_move_on_after_the_clock_is_set_back() {
    let clocked = Clocked::start(&["--bot-pause", "100"]);
    let server = &clocked.served.server;
    let aki = server.guest("Aki").await.unwrap();
    let mut player = against_bot(server, &aki, "random", &json!({})).await;
    assert!(bot_takes(&mut player, LONG).await.is_some());
    let before = clocked.time(&player.table).await;
    clocked.set("-3600");
    assert!(clocked.time(&player.table).await < before, "the server has the new time");
    for _ in 0..3 {
        let time = bot_takes(&mut player, LONG).await;
        assert!(time.is_some(), "no bot has moved for {LONG:?} since the clock was set back an hour");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_set_forward_takes_no_time_from_a_player() {
    let clocked = Clocked::start(&["--bot-pause", "0"]);
    let server = &clocked.served.server;
    let aki = server.guest("Aki").await.unwrap();
    let mut player = against_bot(server, &aki, "random", &json!({ "clock": "normal" })).await;
    within(20, "Aki's turn", player.read_until(|player| !player.legal().is_empty())).await.unwrap();
    clocked.set("+3600");
    // Presence makes the server look at the table.
    let _other = server.connect(&player.table, Some(&aki), None).await.unwrap();
    let away = player.read_for(|frame| frame["event"]["type"] == "away");
    let away = tokio::time::timeout(Duration::from_secs(3), away).await;
    assert!(away.is_err(), "the player is away though they have had seconds");
    player.move_if_due(by_chance(1)).await.unwrap();
    within(20, "the move is made", player.read_until(|player| !player.made.is_empty())).await.unwrap();
    assert_eq!(player.refused, [] as [serde_json::Value; 0]);
}

/// Moves all entries of the database into the future.
fn shift_entries(served: &Served, by: i64) {
    let shifted = served.connection().execute("UPDATE rows SET time = time + ?1", [by]).unwrap();
    assert!(shifted > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_moves_at_a_table_whose_entries_are_a_day_ahead() {
    // The bot does not get to its move before the server is killed.
    let mut served = Served::launch(Start::plain(&["--bot-pause", "60000"]));
    let aki = served.server.guest("Aki").await.unwrap();
    let mut player = against_bot(&served.server, &aki, "random", &json!({ "options": { "first": 0 } })).await;
    hand_over(&mut player).await;
    served.kill();
    shift_entries(&served, DAY);
    served.start = Start::plain(&["--bot-pause", "0"]);
    served.start_again();
    player.reconnect().await.unwrap();
    for _ in 0..3 {
        let time = bot_takes(&mut player, LONG).await;
        assert!(time.is_some(), "no bot has moved for {LONG:?} at a table whose entries are a day ahead");
    }
}

/// Ten seconds for the move and a minute in reserve: however far ahead the entries are, no more than that is left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_players_time_runs_out_at_a_table_whose_entries_are_a_day_ahead() {
    if !soak() {
        return;
    }
    let mut served = Served::launch(Start::plain(&["--bot-pause", "0"]));
    let aki = served.server.guest("Aki").await.unwrap();
    let mut player = against_bot(&served.server, &aki, "random", &json!({ "clock": "fast" })).await;
    within(20, "Aki's turn", player.read_until(|player| !player.legal().is_empty())).await.unwrap();
    served.kill();
    shift_entries(&served, DAY);
    served.start_again();
    player.reconnect().await.unwrap();
    let away = player.read_for(|frame| frame["event"]["type"] == "away" && frame["event"]["why"] == "time");
    within(100, "the time is up after 70 s", away).await.unwrap();
}
