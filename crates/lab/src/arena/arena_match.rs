//! A match: contestants, a table, and the deals they play.

use std::ops::ControlFlow;
use std::time::Duration;

use bots::Strategy;
use cards::{Seat, Seed};
use catalog::{Driver, Fault, GameId, Keep, OptionList, for_game};
use games::{Moves, Notation};

use super::decider::{BonusCount, Decider};
use super::{Contestant, DealBlock, Seating, Sprt, Verdict};
use crate::ordered::in_order;
use crate::{Error, Stopped};

/// What a match is played with, apart from its contestants.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    pub game: GameId,
    pub seats: u8,
    pub deals: u64,
    pub seed: String,
    /// The time limit of bots that have no limit of their own.
    pub ms: u64,
    pub options: OptionList,
}

/// A match that can be played.
pub struct ArenaMatch {
    pub setup: MatchSetup,
    pub contestants: Vec<Contestant>,
    pub seating: Seating,
    pub keeps_records: bool,
}

/// What a deal gave.
pub struct PlayedDeal {
    pub block: DealBlock,
    /// One for each rotation, if the match keeps records.
    pub records: Vec<String>,
}

impl ArenaMatch {
    /// Checks a match before any work.
    pub fn new(setup: MatchSetup, contestants: &[Contestant]) -> Result<ArenaMatch, Error> {
        for_game!(setup.game, G => {
            Driver::<G>::open(setup.seats, &setup.options, Seed::from_bytes([0; 32]), &[], Keep::Nothing).map(drop)
        })?;
        let seating = Seating::new(contestants.len(), setup.seats)?;
        Ok(ArenaMatch { setup, contestants: contestants.to_vec(), seating, keeps_records: false })
    }

    /// Plays all deals, or fewer if it is stopped or the sequential test has decided. Hands every deal to `see`.
    pub fn run<E>(
        &self,
        mut sprt: Option<&mut Sprt>,
        stopped: &Stopped,
        mut see: impl FnMut(&PlayedDeal) -> Result<(), E>,
    ) -> Result<Vec<DealBlock>, E> {
        let mut blocks = Vec::new();
        in_order(
            self.setup.deals,
            stopped,
            |deal, stopped| self.play_deal(deal, stopped),
            |played| {
                see(&played)?;
                let verdict = sprt.as_mut().map(|sprt| {
                    sprt.add(played.block.tallies[0].share());
                    sprt.verdict()
                });
                blocks.push(played.block);
                Ok(match verdict {
                    None | Some(Verdict::Open) => ControlFlow::Continue(()),
                    Some(_) => ControlFlow::Break(()),
                })
            },
        )?;
        Ok(blocks)
    }

    /// Plays deal number `deal`, unless stopped.
    pub fn play_deal(&self, deal: u64, stopped: &Stopped) -> Option<PlayedDeal> {
        for_game!(self.setup.game, G => self.play_deal_of::<G>(deal, stopped))
    }

    fn play_deal_of<G: Strategy + Notation>(&self, deal: u64, stopped: &Stopped) -> Option<PlayedDeal> {
        let seed = Seed::of_game(&self.setup.seed, deal);
        let mut played = PlayedDeal { block: DealBlock::new(self.contestants.len()), records: Vec::new() };
        for rotation in 0..self.seating.rotations() {
            let mut driver =
                self.open::<G>(seed).expect("seats and options were checked before the first game");
            let time = Duration::from_millis(self.setup.ms);
            let mut decider = Decider::new(&self.contestants, &self.seating, rotation, time, &seed);
            let mut bonuses = BonusCount::<G>::default();
            let mut moves = Moves::new();
            while let Some(seat) = driver.state().to_act().first() {
                if stopped() {
                    return None;
                }
                driver.state().legal(seat, &mut moves);
                let chosen = decider.choose(driver.state(), seat, &moves, &mut played.block);
                driver.play(seat, chosen, &mut bonuses).expect("a listed move is legal");
            }
            played.block.count(driver.state(), &self.seating, rotation, &bonuses);
            if self.keeps_records {
                played.records.push(self.record(&driver, rotation));
            }
        }
        Some(played)
    }

    fn open<G: Notation>(&self, seed: Seed) -> Result<Driver<G>, Fault> {
        let keep = if self.keeps_records { Keep::Steps } else { Keep::Nothing };
        Driver::open(self.setup.seats, &self.setup.options, seed, &[], keep)
    }

    /// A record that also names the bot of each seat.
    fn record<G: Notation>(&self, driver: &Driver<G>, rotation: usize) -> String {
        let mut record = driver.record();
        let names: Vec<String> = Seat::all(self.setup.seats)
            .map(|seat| format!("\"{}\"", self.contestants[self.seating.at(rotation, seat)]))
            .collect();
        record.truncate(record.len() - 1);
        record + &format!(",\"bots\":[{}]}}", names.join(","))
    }

    /// The command that plays this match, with `deals` deals.
    pub fn command(&self, deals: u64) -> String {
        let names: Vec<String> = self.contestants.iter().map(ToString::to_string).collect();
        command(&MatchSetup { deals, ..self.setup.clone() }, &names)
    }
}

/// The command that plays a match.
pub fn command(setup: &MatchSetup, bots: &[String]) -> String {
    let MatchSetup { game, seats, deals, seed, ms, options } = setup;
    let mut text = format!("irori arena {game} --seats {seats} --bots {} --deals {deals}", bots.join(","));
    text.push_str(&format!(" --seed {} --ms {ms}", quoted(seed)));
    for (key, value) in options {
        text.push_str(&format!(" --option {}", quoted(&format!("{key}={value}"))));
    }
    text
}

/// A number that matches on the same deals share, so that the bootstrap draws the same deals for them.
pub(crate) fn stream(seed: &str) -> u64 {
    Seed::from_text(seed).bytes().iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A text quoted for a shell.
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
