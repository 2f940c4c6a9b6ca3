//! `irori check`: replays records on all cores and names the first fault.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::Context;
use catalog::{Proved, RecordFault};
use serde_json::json;

use crate::cli::{CheckArgs, Noted};
use crate::interrupt;
use crate::lines::{self, InputLine};
use crate::noted;
use crate::out::{plural, print};
use crate::progress::ProgressBar;

/// In bytes. The longest record of our games, with all legal moves, has a tenth of this.
const LONGEST: usize = 4 << 20;
/// Lines are checked in batches of about this many lines and bytes.
const BATCH: usize = 512;
const BATCH_BYTES: usize = 8 << 20;
const MEGABYTE: u64 = 1_000_000;

/// The number of a line, from 1, and what was found in it.
type CheckedLine = (u64, Result<Proved, RecordFault>);

#[derive(Default)]
struct RecordTally {
    games: BTreeMap<&'static str, u64>,
    moves: u64,
    unfinished: u64,
    /// Records with deals that were given, and so not proved to follow from the seed.
    given: u64,
    /// Records with proof of a fair shuffle.
    proofs: u64,
}

/// Records proved so far, to print after an interrupt.
static PROVED: AtomicU64 = AtomicU64::new(0);

pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    interrupt::listen_and_end(|| {
        format!("after {}", plural(PROVED.load(Ordering::Relaxed), "proved record"))
    })?;
    let mut size = 0;
    let mut input: Box<dyn BufRead> = if args.file == "-" {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        let file = File::open(&args.file).with_context(|| format!("cannot open {}", args.file))?;
        size = file.metadata().map_or(0, |data| data.len());
        Box::new(BufReader::new(file))
    };
    let mut progress = ProgressBar::new(size / MEGABYTE, "MB");
    let mut bytes = 0;
    let mut tally = RecordTally::default();
    let mut number = 0;
    let mut fault = None;
    while fault.is_none() {
        let batch =
            read_batch(&mut input, &mut number).with_context(|| format!("cannot read {}", args.file))?;
        bytes += batch.iter().map(|(_, line)| line.len() as u64).sum::<u64>();
        if batch.is_empty() {
            break;
        }
        if size > 0 {
            progress.update(bytes / MEGABYTE);
        }
        for (line, checked) in prove(&batch, &args.noted) {
            match checked {
                Ok(proved) => tally.add(&proved),
                Err(found) => {
                    fault = Some((line, found));
                    break;
                }
            }
        }
    }
    progress.finish();
    if fault.is_none() && tally.games.is_empty() {
        let message = "no record found; expected one JSON object per line".to_owned();
        fault = Some((number.max(1), RecordFault { step: None, message }));
    }
    report(args, &tally, fault.as_ref())
}

/// The next lines that are not blank.
fn read_batch(input: &mut impl BufRead, number: &mut u64) -> std::io::Result<Vec<(u64, InputLine)>> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while batch.len() < BATCH && bytes < BATCH_BYTES {
        let Some(line) = lines::next(input, LONGEST)? else { break };
        *number += 1;
        bytes += line.len();
        if !matches!(&line, InputLine::Text(text) if text.trim().is_empty()) {
            batch.push((*number, line));
        }
    }
    Ok(batch)
}

/// What was found in a batch, in the order of the lines.
fn prove(batch: &[(u64, InputLine)], noted: &Noted) -> Vec<CheckedLine> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = batch.len().div_ceil(workers);
    thread::scope(|scope| {
        let parts: Vec<_> = batch
            .chunks(share)
            .map(|part| {
                scope.spawn(|| part.iter().map(|(number, line)| (*number, prove_line(line, noted))).collect())
            })
            .collect();
        let joined = |part: thread::ScopedJoinHandle<'_, Vec<CheckedLine>>| {
            // A check that panicked has proved nothing.
            part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        parts.into_iter().flat_map(joined).collect()
    })
}

fn prove_line(line: &InputLine, noted: &Noted) -> Result<Proved, RecordFault> {
    let outside = |message: String| RecordFault { step: None, message };
    let proved = match line {
        InputLine::Text(text) => catalog::check(text)?,
        InputLine::TooLong => {
            return Err(outside(format!("the line is too long; a record has at most {LONGEST} bytes")));
        }
        InputLine::NotText => return Err(outside("the line is not UTF-8 text".to_owned())),
    };
    noted::compare(noted, &proved).map_err(outside)?;
    Ok(proved)
}

impl RecordTally {
    fn add(&mut self, proved: &Proved) {
        *self.games.entry(proved.game.id()).or_default() += 1;
        self.moves += proved.moves;
        self.unfinished += u64::from(!proved.finished);
        self.given += u64::from(proved.given > 0);
        self.proofs += u64::from(proved.shuffle_is_proved());
        PROVED.fetch_add(1, Ordering::Relaxed);
    }
}

fn report(
    args: &CheckArgs,
    tally: &RecordTally,
    fault: Option<&(u64, RecordFault)>,
) -> anyhow::Result<ExitCode> {
    let games: u64 = tally.games.values().sum();
    if args.json {
        let fault =
            fault.map(|(line, fault)| json!({ "line": line, "step": fault.step, "message": fault.message }));
        let result = json!({
            "proved": games, "moves": tally.moves, "unfinished": tally.unfinished, "given": tally.given,
            "proofs": tally.proofs, "games": tally.games, "fault": fault,
        });
        print(&format!("{result}\n"))?;
    } else if fault.is_none() {
        let each: Vec<String> = tally.games.iter().map(|(game, count)| format!("{game} {count}")).collect();
        let mut text = format!("{} proved", plural(games, "game"));
        if tally.unfinished > 0 {
            text.push_str(&format!(", {} of them unfinished", tally.unfinished));
        }
        if tally.given > 0 {
            text.push_str(&format!(", {} of them with deals that were given, not drawn", tally.given));
        }
        if tally.proofs > 0 {
            text.push_str(&format!(", {} of them with proof of a fair shuffle", tally.proofs));
        }
        text.push_str(&format!(", {} ({})\n", plural(tally.moves, "move"), each.join(", ")));
        print(&text)?;
    }
    match fault {
        Some((line, fault @ RecordFault { step: Some(_), .. })) => eprintln!("irori: line {line}, {fault}"),
        Some((line, fault)) => eprintln!("irori: line {line}: {fault}"),
        None => return Ok(ExitCode::SUCCESS),
    }
    Ok(ExitCode::FAILURE)
}
