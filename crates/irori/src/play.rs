//! `irori play GAME`: a game against bots, line by line. Everything shown comes from the seat's own view.

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use cards::{Quick, Seat, Seed};
use catalog::{Match, Setup};
use serde_json::Value;

use crate::cli::PlayArgs;
use crate::markdown::{self, Look};
use crate::out::columns;

/// What a player knows anyway, or has just been told.
const HEARD: [&str; 8] =
    ["seat", "seats", "scores", "to-act", "chosen", "last-trick", "lines", "past-rounds"];
/// More moves than this are not listed one by one.
const LISTED: usize = 40;
/// The widest cell of a table by seats, and the width of labels.
const CELL: usize = 16;
const LABEL: usize = 12;
/// A space at which no line is broken.
const NO_BREAK: &str = "\u{a0}";

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
        let chosen = if next == seat {
            voice.show_table(&game.view(Some(seat))?, &game.legal(seat)?)?;
            match input.next().transpose()? {
                None => return leave(&*game, &voice),
                Some(line) => match line.trim() {
                    "" => continue,
                    "q" | "quit" => return leave(&*game, &voice),
                    "?" | "help" => {
                        let look = if voice.styled { Look::Styled } else { Look::Plain };
                        voice.say(&markdown::lay_out(args.game.rules(), columns().clamp(20, 88), look))?;
                        continue;
                    }
                    text => text.to_owned(),
                },
            }
        } else {
            game.choose(next, args.bot, args.ms.map(Duration::from_millis), &mut random)?
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
    voice.say(&format!("\nLeft with the totals at {}.", totals(game)))?;
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
                (_, value) if is_empty(value) || *value == Value::Bool(false) => {}
                (key, Value::Bool(true)) => line.push_str(&format!(" {key}")),
                (key, value) => line.push_str(&format!(" {key} {}", plain(value))),
            }
        }
        self.say(&line)
    }

    /// What the seat sees, and what it can do.
    fn show_table(&self, view: &Value, moves: &[String]) -> std::io::Result<()> {
        let seats = view["seats"].as_u64().unwrap_or_default() as usize;
        let mut rows: Vec<(&str, Vec<String>)> = vec![("", (0..seats).map(|seat| self.name(seat)).collect())];
        self.say("")?;
        for (key, value) in view.as_object().into_iter().flatten() {
            if HEARD.contains(&key.as_str()) || is_empty(value) {
                continue;
            }
            match value.as_array() {
                Some(cells) if key == "board" => self.show_board(cells)?,
                Some(items) if items.len() == seats && items.iter().all(is_of_a_seat) => {
                    rows.push((key, items.iter().map(plain).collect()));
                }
                _ => self.line(key, &plain(value))?,
            }
        }
        self.show_by_seat(&rows)?;
        let mut listed: Vec<String> =
            moves.iter().take(LISTED).map(|chosen| chosen.replace(' ', NO_BREAK)).collect();
        if moves.len() > LISTED {
            listed.push(format!("and {} more like these", moves.len() - LISTED));
        }
        self.line("you can play", &listed.join(" · "))?;
        let mut output = std::io::stdout().lock();
        write!(output, "> ")?;
        output.flush()
    }

    /// What there is for each seat: as a table, or one below the other where that would be too wide.
    fn show_by_seat(&self, rows: &[(&str, Vec<String>)]) -> std::io::Result<()> {
        for (key, cells) in rows {
            let width = |at: usize| {
                let narrow =
                    rows.iter().map(|(_, cells)| cells[at].chars().count()).filter(|&wide| wide <= CELL);
                narrow.max().unwrap_or_default()
            };
            if cells.iter().any(|cell| cell.chars().count() > CELL) {
                for (seat, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    self.line(key, &format!("{}: {cell}", self.name(seat)))?;
                }
            } else {
                let cells: Vec<String> =
                    cells.iter().enumerate().map(|(at, cell)| format!("{cell:<0$}", width(at))).collect();
                self.say(format!("  {key:<LABEL$} {}", cells.join("  ")).trim_end())?;
            }
        }
        Ok(())
    }

    /// A label and a text, wrapped.
    fn line(&self, label: &str, text: &str) -> std::io::Result<()> {
        let wrapped = markdown::wrap(&format!("  {label:<LABEL$} "), text, columns().clamp(40, 120));
        self.say(&wrapped.replace(NO_BREAK, " "))
    }

    fn name(&self, seat: usize) -> String {
        if seat == self.seat.index() { "you".to_owned() } else { format!("seat {seat}") }
    }

    /// A square board, row by row: whose stone of which colour lies where.
    fn show_board(&self, cells: &[Value]) -> std::io::Result<()> {
        let side = cells.len().isqrt().max(1);
        let columns: Vec<String> = ('a'..).take(side).map(|letter| format!("{letter:<10}")).collect();
        self.say(&format!("    {}", columns.join("").trim_end()))?;
        for (number, row) in cells.chunks(side).enumerate() {
            let stone = |cell: &Value| match (cell["owner"].as_u64(), cell["colour"].as_str()) {
                (Some(owner), Some(colour)) => {
                    let mark = if owner == u64::from(self.seat.0) { '●' } else { '○' };
                    format!("{:<10}", format!("{mark} {colour}"))
                }
                _ => format!("{:<10}", "·"),
            };
            let row: String = row.iter().map(stone).collect();
            self.say(&format!("  {} {}", number + 1, row.trim_end()))?;
        }
        Ok(())
    }

    fn end(&self, game: &dyn Match) -> std::io::Result<()> {
        let winners: Vec<Seat> = game.winners().iter().collect();
        let verdict = match winners[..] {
            [only] if only == self.seat => "You win.".to_owned(),
            [only] => format!("Seat {only} wins."),
            _ if winners.contains(&self.seat) => "You share the victory.".to_owned(),
            _ => "The others share the victory.".to_owned(),
        };
        self.say(&format!("\n{verdict} Totals: {}", totals(game)))
    }
}

fn totals(game: &dyn Match) -> String {
    game.totals().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Whether a list of such items can be one for each seat, rather than of cards or of things that name their seat.
fn is_of_a_seat(item: &Value) -> bool {
    !item.is_string() && item.get("seat").is_none()
}

/// Whether there is nothing to show.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(is_empty),
        _ => false,
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
            let filled = fields.iter().filter(|(_, value)| !is_empty(value) && **value != Value::Bool(false));
            filled.map(|(key, value)| format!("{key} {}", plain(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
