//! What the tests share: waiting with a limit, metrics, limits of the process, and tables with a bot.

use std::future::Future;
use std::process::Command;
use std::time::{Duration, Instant};

use client::{Guest, Player, Server};
use serde_json::{Value, json};

use crate::served::{Served, by_chance};

/// Whether to run everything at full length.
pub fn soak() -> bool {
    std::env::var_os("IRORI_SOAK").is_some()
}

/// Tests that measure times run one after the other, since tests run side by side.
pub async fn measuring() -> tokio::sync::MutexGuard<'static, ()> {
    static ONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    ONE.lock().await
}

/// Waits for something; a test that would hang fails and says what did not happen.
pub async fn within<T>(seconds: u64, what: &str, happens: impl Future<Output = T>) -> T {
    match tokio::time::timeout(Duration::from_secs(seconds), happens).await {
        Ok(happened) => happened,
        Err(_) => panic!("not within {seconds} s: {what}"),
    }
}

/// Asks again and again until the answer is yes.
pub async fn eventually(seconds: u64, what: &str, mut holds: impl AsyncFnMut() -> bool) {
    within(seconds, what, async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await;
}

/// The sum of a metric over all its labels; nothing if the server has no such metric.
pub async fn metric(server: &Server, name: &str) -> Option<f64> {
    let text = server.get("/metrics").await.unwrap().body;
    let name = format!("irori_{name}");
    let values = text.lines().filter_map(|line| {
        let (found, value) = line.rsplit_once(' ')?;
        (found.split('{').next() == Some(&name)).then(|| value.parse::<f64>().unwrap())
    });
    values.reduce(|sum, value| sum + value)
}

/// A metric that must be there.
pub async fn known_metric(server: &Server, name: &str) -> f64 {
    metric(server, name).await.unwrap_or_else(|| panic!("there is no metric irori_{name}"))
}

/// The value of one limit in `limits_hit_total`.
pub async fn limits_hit(server: &Server, limit: &str) -> f64 {
    let text = server.get("/metrics").await.unwrap().body;
    let start = format!("irori_limits_hit_total{{limit=\"{limit}\"}} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&start));
    line.map_or(0.0, |value| value.parse().unwrap())
}

/// Changes a limit of a process that runs, as `--nofile=1024`.
pub fn set_limit(process: u32, limit: &str) {
    let set = Command::new("prlimit").args(["--pid", &process.to_string(), limit]).status();
    assert!(set.expect("prlimit is missing: apt-get install util-linux").success(), "{limit}");
}

/// A guest at a new table against a bot, with a game in progress. `more` are further keys of the table's setting.
pub async fn against_bot(server: &Server, guest: &Guest, bot: &str, more: &Value) -> Player {
    let mut setting = json!({ "game": "koi-koi", "seats": 2 });
    for (key, value) in more.as_object().unwrap() {
        setting[key] = value.clone();
    }
    let table = server.open(guest, &setting).await.unwrap();
    let mut player = Player::connect(server, &table, Some(guest)).await.unwrap();
    player.ask(&json!({ "type": "sit", "seat": 0 })).await.unwrap();
    player.ask(&json!({ "type": "fill", "seat": 1, "bot": bot })).await.unwrap();
    player.ask(&json!({ "type": "start" })).await.unwrap();
    let playing = player.read_until(|player| player.phase() == "playing");
    within(20, "the game starts", playing).await.unwrap();
    player
}

/// Moves until the game waits for the bot.
pub async fn hand_over(player: &mut Player) {
    let moving = async {
        while player.play["to_act"] != json!([1]) {
            assert_eq!(player.phase(), "playing", "the game has enough moves for the test");
            player.move_if_due(by_chance(1)).await.unwrap();
            player.read().await.unwrap();
        }
    };
    within(60, "it is the bot's turn", moving).await;
}

/// Hands over to the bot, and tells how long it takes for its move; nothing if it takes longer than this.
pub async fn bot_takes(player: &mut Player, at_most: Duration) -> Option<Duration> {
    hand_over(player).await;
    let start = Instant::now();
    let moved = player.read_for(|frame| frame["event"]["type"] == "moved" && frame["event"]["bot"] == true);
    tokio::time::timeout(at_most, moved).await.ok()?.unwrap();
    Some(start.elapsed())
}

/// The player whose turn it is, once both know everything that happened.
pub async fn mover<'a>(one: &'a mut Player, other: &'a mut Player) -> &'a mut Player {
    let number = one.number.max(other.number);
    let up_to_date = async {
        one.read_until(|player| player.number >= number).await?;
        other.read_until(|player| player.number >= number).await
    };
    within(20, "both players are up to date", up_to_date).await.unwrap();
    if one.legal().is_empty() { other } else { one }
}

/// How long a bot takes for a move, in the median of several. A move that takes longer than 20 s ends the measurement.
pub async fn median_bot_move(player: &mut Player, moves: usize) -> Duration {
    let long = Duration::from_secs(20);
    let mut times = Vec::new();
    for _ in 0..moves {
        let Some(time) = bot_takes(player, long).await else { return long };
        times.push(time);
    }
    times.sort();
    times[moves / 2]
}

/// Checks that the journal has every move that the server acknowledged.
pub fn all_acknowledged_are_kept(served: &Served, players: &[&Player]) {
    for player in players {
        let entries = served.entries(&player.table);
        for made in &player.made {
            let kept = entries.get(made.number as usize - 1).map(|(.., entry)| entry);
            assert!(kept.is_some_and(|entry| entry["id"] == *made.id), "{made:?} is lost: there is {kept:?}");
        }
    }
}
