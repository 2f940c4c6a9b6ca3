//! Runs the binary and looks at what it says.

use std::io::Write;
use std::process::{Command, Stdio};

use catalog::GameId;
use serde_json::Value;

/// What a run left behind.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs `irori` with arguments and input.
pub fn irori(args: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_irori"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // From a thread, or both sides might wait for the other to read. The program may stop reading early.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Every game with every number of seats.
pub fn tables() -> impl Iterator<Item = (&'static str, u8)> {
    GameId::ALL.into_iter().flat_map(|game| game.seats().map(move |seats| (game.id(), seats)))
}

/// Records of random games.
pub fn records(game: &str, seats: u8, games: u32, extra: &[&str]) -> String {
    let (seats, games) = (seats.to_string(), games.to_string());
    let mut args = vec!["sim", game, "--seats", &seats, "--games", &games, "--seed", "cli", "--records", "-"];
    args.extend(extra);
    let ran = irori(&args, b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    ran.out
}

/// One record as a value to tamper with.
pub fn record(game: &str, seats: u8) -> Value {
    serde_json::from_str(&records(game, seats, 1, &[])).unwrap()
}
