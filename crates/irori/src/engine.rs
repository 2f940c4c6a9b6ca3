//! `irori engine`: the engine protocol on standard input and output.

use std::io::{BufReader, Write};
use std::process::ExitCode;

use catalog::{Code, Engine, Fault};

use crate::lines::{self, InputLine};

/// In bytes.
const LONGEST: usize = 1 << 20;

pub fn run() -> anyhow::Result<ExitCode> {
    let mut input = BufReader::new(std::io::stdin().lock());
    let mut output = std::io::stdout().lock();
    let mut engine = Engine::new();
    while let Some(line) = lines::next(&mut input, LONGEST)? {
        let answer = match line {
            InputLine::Text(text) if text.trim().is_empty() => continue,
            InputLine::Text(text) => engine.answer(&text),
            InputLine::TooLong => {
                refuse(&format!("the line is too long; a request has at most {LONGEST} bytes"))
            }
            InputLine::NotText => refuse("the line is not UTF-8 text"),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn refuse(message: &str) -> String {
    Engine::refuse(&Fault::new(Code::BadRequest, message))
}
