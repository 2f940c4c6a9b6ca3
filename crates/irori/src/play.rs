//! `irori play GAME`: a game against bots, line by line. Everything shown comes from the seat's own view.

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use cards::{Quick, Random, Seat, Seed};
use catalog::{Match, Setup};
use serde_json::Value;

use crate::cli::PlayArgs;
use crate::markdown::{self, Look};

/// What is said to the player.
struct Voice {
    seat: Seat,
    styled: bool,
}

/// Plays one game to its end.
pub fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let seats = args.seats.unwrap_or(args.game.usual_seats());
    let seed = args.seed.as_deref().map_or_else(catalog::fresh_seed, Seed::from_text);
    let setup = Setup { game: args.game, seats, options: args.options.clone(), seed, deals: Vec::new() };
    let mut game = catalog::open(&setup)?;
    let seat = Seat(args.seat);
    game.legal(seat)?;
    let voice = Voice { seat, styled: std::io::stdout().is_terminal() };
    let mut random = Quick::for_seed(&seed, "bots");
    let mut input = std::io::stdin().lock().lines();
    voice.say(&format!(
        "{}, you are seat {seat} of {seats}. Type a move, ? for the rules, q to leave.",
        args.game.title()
    ))?;
    while let Some(next) = game.to_act().iter().min_by_key(|&next| next == seat) {
        let moves = game.legal(next)?;
        let chosen = if next == seat {
            voice.show_table(&game.view(Some(seat))?, &moves)?;
            match input.next().transpose()? {
                None => return leave(&*game, &voice),
                Some(line) => match line.trim() {
                    "" => continue,
                    "q" | "quit" => return leave(&*game, &voice),
                    "?" | "help" => {
                        let look = if voice.styled { Look::Styled } else { Look::Plain };
                        voice.say(&markdown::lay_out(args.game.rules(), 80, look))?;
                        continue;
                    }
                    text => text.to_owned(),
                },
            }
        } else {
            moves[random.below(moves.len() as u32) as usize].clone()
        };
        match game.play(next, &chosen) {
            Ok(events) => events.iter().try_for_each(|event| voice.tell(event))?,
            Err(fault) => voice.say(&format!("  That cannot be played: {fault}"))?,
        }
    }
    voice.end(&*game)?;
    Ok(ExitCode::SUCCESS)
}

fn leave(game: &dyn Match, voice: &Voice) -> anyhow::Result<ExitCode> {
    voice.say(&format!("\nLeft with the totals at {:?}.", game.totals()))?;
    Ok(ExitCode::SUCCESS)
}

impl Voice {
    fn say(&self, text: &str) -> std::io::Result<()> {
        let mut output = std::io::stdout().lock();
        writeln!(output, "{text}")?;
        output.flush()
    }

    /// One line for an event: its type, who, and what.
    fn tell(&self, event: &Value) -> std::io::Result<()> {
        let Some(fields) = event.as_object() else { return Ok(()) };
        let mut line = String::from("  ·");
        for (key, value) in fields {
            match (key.as_str(), value) {
                ("type", Value::String(kind)) => line.push_str(&format!(" {kind}:")),
                (_, Value::Null | Value::Bool(false)) => {}
                (key, Value::Bool(true)) => line.push_str(&format!(" {key}")),
                (key, value) => line.push_str(&format!(" {key} {}", plain(value))),
            }
        }
        self.say(&line)
    }

    /// What the seat sees, and what it can do.
    fn show_table(&self, view: &Value, moves: &[String]) -> std::io::Result<()> {
        self.say("")?;
        for (key, value) in view.as_object().into_iter().flatten() {
            let empty = match value {
                Value::Null => true,
                Value::Array(items) => items.is_empty(),
                _ => false,
            };
            if !empty && !["seat", "seats", "scores", "to-act"].contains(&key.as_str()) {
                self.say(&format!("  {key:<12} {}", plain(value)))?;
            }
        }
        let (bold, reset) = if self.styled { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
        self.say(&format!("  you can play {bold}{}{reset}", moves.join(" · ")))?;
        let mut output = std::io::stdout().lock();
        write!(output, "> ")?;
        output.flush()
    }

    fn end(&self, game: &dyn Match) -> std::io::Result<()> {
        let winners: Vec<Seat> = game.winners().iter().collect();
        let verdict = match winners[..] {
            [only] if only == self.seat => "You win.".to_owned(),
            [only] => format!("Seat {only} wins."),
            _ if winners.contains(&self.seat) => "You share the victory.".to_owned(),
            _ => "The others share the victory.".to_owned(),
        };
        self.say(&format!("\n{verdict} Totals: {:?}", game.totals()))
    }
}

/// A JSON value without its marks.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let nested = items.iter().any(|item| item.is_array() || item.is_object());
            items.iter().map(plain).collect::<Vec<_>>().join(if nested { " | " } else { " " })
        }
        Value::Object(fields) => {
            let filled = fields.iter().filter(|(_, value)| !value.is_null());
            filled.map(|(key, value)| format!("{key} {}", plain(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
