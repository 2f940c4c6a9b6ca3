//! A match: contestants, a table, and the deals they are played on.

use std::time::Duration;

use bots::arena::{Block, Bonus, Contestant, Decider, Hits, Seating};
use cards::{Seat, Seed};
use catalog::{Driver, Fault, GameId, Keep, OptionList, for_game};
use games::{Game, Moves};

use crate::cli::MatchArgs;
use crate::sim::check_setup;

/// A match that can be played.
pub struct Bout<'a> {
    pub args: &'a MatchArgs,
    pub seats: u8,
    pub contestants: Vec<Contestant>,
    pub seating: Seating,
    /// Whether records are wanted.
    pub records: bool,
}

/// What a deal gave.
pub struct Played {
    pub block: Block,
    /// One for each rotation, if they are wanted.
    pub records: Vec<String>,
}

impl<'a> Bout<'a> {
    /// Checks a match before any work.
    pub fn new(args: &'a MatchArgs, contestants: &[Contestant]) -> anyhow::Result<Bout<'a>> {
        let seats = args.seats.unwrap_or(args.game.usual_seats());
        for_game!(args.game, G => check_setup::<G>(seats, &args.options))?;
        let seating = Seating::new(contestants.len(), seats)?;
        Ok(Bout { args, seats, contestants: contestants.to_vec(), seating, records: false })
    }

    /// Plays deal number `deal`, unless told to stop.
    pub fn play(&self, deal: u64, stopped: &dyn Fn() -> bool) -> Option<Played> {
        for_game!(self.args.game, G => self.play_deal::<G>(deal, stopped))
    }

    fn play_deal<G: Bonus>(&self, deal: u64, stopped: &dyn Fn() -> bool) -> Option<Played> {
        let seed = Seed::of_game(&self.args.seed, deal);
        let mut played = Played { block: Block::new(self.contestants.len()), records: Vec::new() };
        for rotation in 0..self.seating.rotations() {
            let mut driver =
                self.open::<G>(seed).expect("seats and options were checked before the first game");
            let time = Duration::from_millis(self.args.ms);
            let mut decider = Decider::new(&self.contestants, &self.seating, rotation, time, &seed);
            let mut hits = Hits::<G>::default();
            let mut moves = Moves::new();
            while let Some(seat) = driver.state().to_act().first() {
                if stopped() {
                    return None;
                }
                driver.state().legal(seat, &mut moves);
                let chosen = decider.choose(driver.state(), seat, &moves, &mut played.block);
                driver.play(seat, chosen, &mut hits).expect("a listed move is legal");
            }
            played.block.count(driver.state(), &self.seating, rotation, &hits);
            if self.records {
                played.records.push(self.record(&driver, rotation));
            }
        }
        Some(played)
    }

    fn open<G: Game>(&self, seed: Seed) -> Result<Driver<G>, Fault> {
        let keep = if self.records { Keep::Steps } else { Keep::Nothing };
        Driver::open(self.seats, &self.args.options, seed, &[], keep)
    }

    /// A record that also tells who sat where.
    fn record<G: Game>(&self, driver: &Driver<G>, rotation: usize) -> String {
        let mut record = driver.record();
        let names: Vec<String> = Seat::all(self.seats)
            .map(|seat| format!("\"{}\"", self.contestants[self.seating.at(rotation, seat)]))
            .collect();
        record.truncate(record.len() - 1);
        record + &format!(",\"bots\":[{}]}}", names.join(","))
    }

    /// The command that plays this match, with so many deals.
    pub fn command(&self, deals: u64) -> String {
        let MatchArgs { game, seed, ms, options, .. } = self.args;
        let names: Vec<String> = self.contestants.iter().map(ToString::to_string).collect();
        command(*game, self.seats, &names, deals, seed, *ms, options)
    }
}

/// The command that plays a match.
pub fn command(
    game: GameId,
    seats: u8,
    bots: &[String],
    deals: u64,
    seed: &str,
    ms: u64,
    options: &OptionList,
) -> String {
    let mut text = format!("irori arena {game} --seats {seats} --bots {} --deals {deals}", bots.join(","));
    text.push_str(&format!(" --seed {} --ms {ms}", quoted(seed)));
    for (key, value) in options {
        text.push_str(&format!(" --option {}", quoted(&format!("{key}={value}"))));
    }
    text
}

/// A number that matches on the same deals share, for drawing those deals alike.
pub fn stream(seed: &str) -> u64 {
    Seed::from_text(seed).bytes().iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A text as a shell wants it.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_any_seed_as_it_was() {
        assert_eq!(quoted("irori-1"), "irori-1");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
