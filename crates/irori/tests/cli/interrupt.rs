//! Ctrl-C ends long work cleanly.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_irori"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// Whether the program has set up what it does on Ctrl-C: before that, the signal would simply end it. The system
/// tells the signals that a process catches as bits; interrupt is the second.
fn listens(child: &Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
}

#[test]
fn an_interrupted_sim_leaves_whole_records_and_says_how_far_it_came() {
    let mut child = start(&["sim", "iroha", "--games", "100000000", "--records", "-"]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut records = String::new();
    output.read_line(&mut records).unwrap();
    interrupt(&child);
    output.read_to_string(&mut records).unwrap();
    assert!(records.lines().all(|record| catalog::check(record).is_ok_and(|proved| proved.finished)));
    let result = child.wait_with_output().unwrap();
    assert_eq!(result.status.code(), Some(130));
    let said = String::from_utf8(result.stderr).unwrap();
    assert!(said.starts_with("irori: interrupted after "), "{said}");
}

#[test]
fn an_interrupted_check_ends_while_it_waits_for_input() {
    let mut child = start(&["check", "-"]);
    // Held open to the end, or the end of the input would be a race with the signal.
    let input = child.stdin.take();
    while !listens(&child) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(&child);
    let result = child.wait_with_output().unwrap();
    assert_eq!(result.status.code(), Some(130));
    drop(input);
    assert_eq!(String::from_utf8(result.stderr).unwrap(), "irori: interrupted after 0 proved records\n");
}

/// A match that would last for hours says what it found so far, and soon: a deal under way is given up.
#[test]
fn an_interrupted_match_reports_the_deals_it_finished() {
    let mut child =
        start(&["arena", "irono", "--bots", "greedy,random", "--deals", "10000000", "--records", "-"]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut records = String::new();
    output.read_line(&mut records).unwrap();
    interrupt(&child);
    output.read_to_string(&mut records).unwrap();
    assert!(records.lines().all(|record| catalog::check(record).is_ok_and(|proved| proved.finished)));
    assert_eq!(records.lines().count() % 2, 0, "a deal is played in both seatings or not at all");
    let result = child.wait_with_output().unwrap();
    assert_eq!(result.status.code(), Some(130));
    let said = String::from_utf8(result.stderr).unwrap();
    assert!(
        said.starts_with("irori: interrupted after ") && said.ends_with(" of 10000000 deals\n"),
        "{said}"
    );
}

/// Half a table is no table: nothing is printed.
#[test]
fn an_interrupted_training_says_how_far_it_came() {
    let child = start(&["train", "iroha", "--games", "100000000"]);
    while !listens(&child) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(&child);
    let result = child.wait_with_output().unwrap();
    assert_eq!((result.status.code(), result.stdout.as_slice()), (Some(130), &b""[..]));
    let said = String::from_utf8(result.stderr).unwrap();
    assert!(said.starts_with("irori: interrupted after ") && said.contains(" game"), "{said}");
}

/// The report's matches take hours, so an interrupt keeps those that are saved, and the next run goes on after them.
#[test]
fn an_interrupted_report_keeps_the_matches_it_has_played() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results.jsonl");
    let results = results.to_str().unwrap();
    let missing = || {
        let ran = crate::run::irori(&["report", "koi-koi", "--missing", "--results", results], b"");
        ran.out.lines().count()
    };
    let all = missing();
    let child = start(&["report", "koi-koi", "--play", "--results", results]);
    while std::fs::read_to_string(results).unwrap_or_default().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(&child);
    let result = child.wait_with_output().unwrap();
    assert_eq!(result.status.code(), Some(130));
    let saved = std::fs::read_to_string(results).unwrap().lines().count();
    assert!(saved > 0 && missing() == all - saved, "{saved} of {all}");
    let said = String::from_utf8(result.stderr).unwrap();
    assert!(said.starts_with(&format!("irori: interrupted after {saved} of {all} matches")), "{said}");
}
