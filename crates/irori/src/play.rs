//! `irori play GAME`: a game against bots, line by line. Everything shown comes from the view of your seat.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use cards::{Quick, Seat, Seed};
use catalog::{AnyGame, Setup};
use serde_json::Value;

use crate::cli::PlayArgs;
use crate::layout::{self, Look};
use crate::out::columns;

/// Keys of the view that repeat what was just printed.
const REPEATED: [&str; 8] =
    ["seat", "seats", "scores", "to-act", "chosen", "last-trick", "lines", "past-rounds"];
/// The most moves to list.
const LISTED: usize = 40;
/// The widest cell in a table by seats.
const CELL: usize = 16;
const LABEL: usize = 12;
/// Lines do not break at this space.
const NO_BREAK: &str = "\u{a0}";

struct Screen {
    seat: Seat,
}

pub fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let seats = args.seats.unwrap_or(args.game.usual_seats());
    let seed = args.seed.as_deref().map_or_else(catalog::fresh_seed, Seed::from_text);
    let setup = Setup { game: args.game, seats, options: args.options.clone(), seed, deals: Vec::new() };
    let mut game = catalog::open(&setup)?;
    let seat = Seat(args.seat);
    game.legal(seat)?;
    let screen = Screen { seat };
    let mut random = Quick::for_seed(&seed, "bots");
    let mut input = std::io::stdin().lock().lines();
    screen.say(&format!(
        "{}: you are seat {seat} of {seats}. Type a move, ? for the rules, q to quit.",
        args.game.title()
    ))?;
    while let Some(next) = game.to_act().iter().min_by_key(|&next| next == seat) {
        let chosen = if next == seat {
            screen.show_table(&game.view(Some(seat))?, &game.legal(seat)?)?;
            match input.next().transpose()? {
                None => return leave(&*game, &screen),
                Some(line) => match line.trim() {
                    "" => continue,
                    "q" | "quit" => return leave(&*game, &screen),
                    "?" | "help" => {
                        screen.say(&layout::show(&catalog::rules::blocks(args.game), Look::of_stdout()))?;
                        continue;
                    }
                    text => text.to_owned(),
                },
            }
        } else {
            game.choose(next, args.bot, args.ms.map(Duration::from_millis), &mut random)?
        };
        match game.play(next, &chosen) {
            Ok(events) => events.iter().try_for_each(|event| screen.tell(event))?,
            Err(fault) => screen.say(&format!("  Not a legal move: {fault}"))?,
        }
    }
    screen.end(&*game)?;
    Ok(ExitCode::SUCCESS)
}

fn leave(game: &dyn AnyGame, screen: &Screen) -> anyhow::Result<ExitCode> {
    screen.say(&format!("\nYou left. Totals: {}", totals(game)))?;
    Ok(ExitCode::SUCCESS)
}

impl Screen {
    fn say(&self, text: &str) -> std::io::Result<()> {
        let mut output = std::io::stdout().lock();
        writeln!(output, "{text}")?;
        output.flush()
    }

    /// Prints an event as one line.
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

    /// Prints the view of the seat and its legal moves.
    fn show_table(&self, view: &Value, moves: &[String]) -> std::io::Result<()> {
        let seats = view["seats"].as_u64().unwrap_or_default() as usize;
        let mut rows: Vec<(&str, Vec<String>)> = vec![("", (0..seats).map(|seat| self.name(seat)).collect())];
        self.say("")?;
        for (key, value) in view.as_object().into_iter().flatten() {
            if REPEATED.contains(&key.as_str()) || is_empty(value) {
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
            listed.push(format!("and {} more", moves.len() - LISTED));
        }
        self.line("you can play", &listed.join(" · "))?;
        let mut output = std::io::stdout().lock();
        write!(output, "> ")?;
        output.flush()
    }

    /// Prints values by seat: as a table, or one below the other if a value is too long.
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

    fn line(&self, label: &str, text: &str) -> std::io::Result<()> {
        let wrapped = layout::wrap(&format!("  {label:<LABEL$} "), text, columns().clamp(40, 120));
        self.say(&wrapped.replace(NO_BREAK, " "))
    }

    fn name(&self, seat: usize) -> String {
        if seat == self.seat.index() { "you".to_owned() } else { format!("seat {seat}") }
    }

    /// Prints a square board, row by row, with the owner and colour of each stone.
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

    fn end(&self, game: &dyn AnyGame) -> std::io::Result<()> {
        let winners: Vec<Seat> = game.winners().iter().collect();
        let verdict = match winners[..] {
            [only] if only == self.seat => "You win.".to_owned(),
            [only] => format!("Seat {only} wins."),
            _ if game.draw() == Some(true) => "The game is a draw.".to_owned(),
            _ if winners.contains(&self.seat) => "You share the victory.".to_owned(),
            _ => "The others share the victory.".to_owned(),
        };
        self.say(&format!("\n{verdict} Totals: {}", totals(game)))
    }
}

fn totals(game: &dyn AnyGame) -> String {
    game.totals().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Whether a list of such items can have one for each seat. Lists of cards, or of items that name their seat, cannot.
fn is_of_a_seat(item: &Value) -> bool {
    !item.is_string() && item.get("seat").is_none()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(is_empty),
        _ => false,
    }
}

/// A JSON value as plain text.
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
