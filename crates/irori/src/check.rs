//! `irori check`: proves records, on all cores, and names the first fault.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;
use std::thread;

use anyhow::Context;
use catalog::{Proved, RecordFault};
use serde_json::json;

use crate::cli::CheckArgs;
use crate::interrupt;
use crate::lines::{self, Line};

/// The longest record. The longest game of ours, with all its legal moves listed, has a tenth of it.
const LONGEST: usize = 4 << 20;
/// Lines that are read before they are checked together.
const BATCH: usize = 512;

/// A line's number, from 1, and what was found in it.
type Verdict = (u64, Result<Proved, RecordFault>);

#[derive(Default)]
struct Tally {
    games: BTreeMap<&'static str, u64>,
    moves: u64,
    unfinished: u64,
}

/// Reads and proves records until a fault or the end.
pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    interrupt::listen()?;
    let mut input: Box<dyn BufRead> = if args.file == "-" {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        Box::new(BufReader::new(
            File::open(&args.file).with_context(|| format!("cannot open {}", args.file))?,
        ))
    };
    let mut tally = Tally::default();
    let mut number = 0;
    let mut fault = None;
    while fault.is_none() && !interrupt::interrupted() {
        let batch = read_batch(&mut input, &mut number)?;
        if batch.is_empty() {
            break;
        }
        for (line, verdict) in prove(&batch) {
            match verdict {
                Ok(proved) => tally.add(&proved),
                Err(found) => {
                    fault = Some((line, found));
                    break;
                }
            }
        }
    }
    if fault.is_none() && tally.games.is_empty() && !interrupt::interrupted() {
        let message = "no record found; a record is one JSON object on a line".to_owned();
        fault = Some((number.max(1), RecordFault { step: None, message }));
    }
    report(args, &tally, fault.as_ref())
}

/// The next lines that are not blank.
fn read_batch(input: &mut impl BufRead, number: &mut u64) -> std::io::Result<Vec<(u64, Line)>> {
    let mut batch = Vec::new();
    while batch.len() < BATCH {
        let Some(line) = lines::next(input, LONGEST)? else { break };
        *number += 1;
        if !matches!(&line, Line::Text(text) if text.trim().is_empty()) {
            batch.push((*number, line));
        }
    }
    Ok(batch)
}

/// The verdicts of a batch, in the order of the lines.
fn prove(batch: &[(u64, Line)]) -> Vec<Verdict> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = batch.len().div_ceil(workers);
    thread::scope(|scope| {
        let parts: Vec<_> = batch
            .chunks(share)
            .map(|part| {
                scope.spawn(|| part.iter().map(|(number, line)| (*number, prove_line(line))).collect())
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_else(|_| Vec::<Verdict>::new())).collect()
    })
}

fn prove_line(line: &Line) -> Result<Proved, RecordFault> {
    let outside = |message: String| Err(RecordFault { step: None, message });
    match line {
        Line::Text(text) => catalog::check(text),
        Line::TooLong => outside(format!("a record has at most {LONGEST} bytes")),
        Line::NotText => outside("a record is UTF-8 text".to_owned()),
    }
}

impl Tally {
    fn add(&mut self, proved: &Proved) {
        *self.games.entry(proved.game.id()).or_default() += 1;
        self.moves += proved.moves;
        self.unfinished += u64::from(!proved.finished);
    }
}

fn report(args: &CheckArgs, tally: &Tally, fault: Option<&(u64, RecordFault)>) -> anyhow::Result<ExitCode> {
    let games: u64 = tally.games.values().sum();
    if args.json {
        let fault =
            fault.map(|(line, fault)| json!({ "line": line, "step": fault.step, "message": fault.message }));
        let result = json!({
            "proved": games, "moves": tally.moves, "unfinished": tally.unfinished,
            "games": tally.games, "fault": fault,
        });
        crate::sim::print(&format!("{result}\n"))?;
    } else if fault.is_none() {
        let each: Vec<String> = tally.games.iter().map(|(game, count)| format!("{game} {count}")).collect();
        let unfinished = match tally.unfinished {
            0 => String::new(),
            count => format!(", {count} of them unfinished"),
        };
        let plural = if games == 1 { "game" } else { "games" };
        crate::sim::print(&format!(
            "{games} {plural} proved{unfinished}, {} moves ({})\n",
            tally.moves,
            each.join(", ")
        ))?;
    }
    match fault {
        Some((line, fault @ RecordFault { step: Some(_), .. })) => eprintln!("irori: line {line}, {fault}"),
        Some((line, fault)) => eprintln!("irori: line {line}: {fault}"),
        None => return Ok(interrupt::exit_code()),
    }
    Ok(ExitCode::FAILURE)
}
