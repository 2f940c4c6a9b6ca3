//! The game at a table: its start, its moves, its clocks, and who it waits for.

use std::collections::VecDeque;

use bots::Bot;
use cards::Seat;
use catalog::{AnyGame, Proof};
use serde_json::value::RawValue;

use crate::clock::{Clock, Time};
use crate::fold::{Occupant, Secret, Table};
use crate::protocol::{AwayReason, TablePhase};
use crate::refusal::{Refusal, RefusalCode};

/// How many of a seat's latest moves are remembered by their clients' ids.
const KNOWN: usize = 32;

/// A game at a table.
pub struct GameInPlay {
    pub game: Box<dyn AnyGame>,
    /// What its seed was made of.
    pub proof: Proof,
    /// One for each seat.
    pub clocks: Vec<Clock>,
    /// For each seat the number of the entry since which the game has waited for its move.
    pub(crate) due: Vec<u64>,
    /// For each seat the latest moves: the client's id and the number of the entry.
    pub(crate) known: Vec<VecDeque<(String, u64)>>,
    /// All moves in the order in which they came, from which a checkpoint plays the game again.
    pub(crate) moves: Vec<(u8, String)>,
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Want {
    /// A bot's move, for itself or for a person who is away.
    BotMove { seat: Seat, bot: Bot },
    /// The end of a person's time, which began at `since` and lasts this long.
    Deadline { seat: Seat, since: Time, allowed: Time },
    /// A person's move, for which there is no limit.
    Person { seat: Seat },
}

impl Table {
    pub(super) fn start(&mut self, time: Time, next: Secret) -> Result<(), Refusal> {
        self.between_games()?;
        if let Some(missing) = self.not_ready() {
            return Err(Refusal::new(RefusalCode::NotReady, missing));
        }
        if self.games > 0 {
            // Everybody moves one seat on, so that all get every seat in turn.
            self.chairs.rotate_right(1);
        }
        let entropy = self.chairs.iter().map(|chair| chair.person().and_then(|person| person.entropy));
        let proof = Proof::new(self.secret, &self.id, self.games + 1, entropy.collect())
            .map_err(|fault| Refusal::new(RefusalCode::BadRequest, fault.to_string()))?;
        let seats = self.setting.seats;
        let game = catalog::open(&self.setup(&proof))?;
        let mut clocks = vec![Clock::new(self.setting.clock); seats.into()];
        for seat in game.to_act().iter() {
            clocks[seat.index()].start(time);
        }
        let due = vec![self.number + 1; seats.into()];
        let known = vec![VecDeque::new(); seats.into()];
        self.in_play = Some(GameInPlay { game, proof, clocks, due, known, moves: Vec::new() });
        self.secret = next;
        self.games += 1;
        self.phase = TablePhase::Playing;
        Ok(())
    }

    pub(super) fn make_move(
        &mut self,
        time: Time,
        seat: u8,
        chosen: &str,
        id: Option<&str>,
    ) -> Result<Box<RawValue>, Refusal> {
        let pace = self.setting.clock;
        let number = self.number + 1;
        let (TablePhase::Playing, Some(in_play)) = (self.phase, &mut self.in_play) else {
            return Err(not_playing());
        };
        let seat = Seat(seat);
        let before = in_play.game.to_act();
        let events = in_play.game.play_told(seat, chosen)?;
        in_play.moves.push((seat.0, chosen.to_owned()));
        let after = in_play.game.to_act();
        for other in before.iter().filter(|&other| other == seat || !after.contains(other)) {
            in_play.clocks[other.index()].stop(pace, time);
        }
        for next in after.iter().filter(|&next| next == seat || !before.contains(next)) {
            in_play.clocks[next.index()].start(time);
            in_play.due[next.index()] = number;
        }
        if let Some(id) = id {
            let known = &mut in_play.known[seat.index()];
            if known.len() == KNOWN {
                known.pop_front();
            }
            known.push_back((id.to_owned(), number));
        }
        if after.is_empty() {
            self.end();
        }
        Ok(events)
    }

    /// Ends the game. Nobody is ready for the next one yet, and everybody who did not leave is back.
    fn end(&mut self) {
        self.phase = TablePhase::Over;
        for chair in &mut self.chairs {
            if let Occupant::Person(person) = chair
                && person.away != Some(AwayReason::Left)
            {
                (person.ready, person.entropy, person.away) = (false, None, None);
            }
        }
    }

    pub(super) fn go_away(&mut self, time: Time, seat: u8, reason: AwayReason) -> Result<(), Refusal> {
        let pace = self.setting.clock;
        let playing = self.phase == TablePhase::Playing;
        let person = self.person_mut(seat)?;
        if !playing || person.away == Some(AwayReason::Left) {
            return Err(not_playing());
        }
        person.away = Some(reason);
        if let Some(in_play) = &mut self.in_play {
            let clock = &mut in_play.clocks[usize::from(seat)];
            let is_due = clock.since.is_some();
            clock.stop(pace, time);
            // A bot's time is not counted, but its pause before the move begins now.
            clock.since = is_due.then_some(time);
        }
        Ok(())
    }

    pub(super) fn come_back(&mut self, time: Time, seat: u8) -> Result<(), Refusal> {
        let person = self.person_mut(seat)?;
        if person.away.take().is_none() {
            return Err(Refusal::new(RefusalCode::NotAway, "no bot plays for you"));
        }
        if let Some(in_play) = &mut self.in_play
            && in_play.clocks[usize::from(seat)].since.is_some()
        {
            in_play.clocks[usize::from(seat)].start(time);
        }
        Ok(())
    }

    /// Whether a seat may make a move in the current game. The inner refusal is what the move itself would get.
    pub fn check(&self, seat: u8, chosen: &str) -> Result<Result<(), Refusal>, Refusal> {
        let (TablePhase::Playing, Some(in_play)) = (self.phase, &self.in_play) else {
            return Err(not_playing());
        };
        Ok(in_play.game.check(Seat(seat), chosen).map_err(Refusal::from))
    }

    /// The number of the entry of a seat's move, by the id that its client gave the move.
    pub fn known(&self, seat: u8, id: &str) -> Option<u64> {
        let known = self.in_play.as_ref()?.known.get(usize::from(seat))?;
        known.iter().find(|(known, _)| known == id).map(|(_, number)| *number)
    }

    /// The number of the entry since which the game has waited for a seat's move.
    pub fn due(&self, seat: u8) -> u64 {
        let due = |in_play: &GameInPlay| in_play.due.get(usize::from(seat)).copied();
        self.in_play.as_ref().and_then(due).unwrap_or_default()
    }

    /// What the table waits for.
    pub fn wants(&self) -> impl Iterator<Item = Want> + '_ {
        let in_play = self.in_play.as_ref().filter(|_| self.phase == TablePhase::Playing);
        in_play.into_iter().flat_map(move |in_play| {
            in_play.game.to_act().iter().filter_map(move |seat| {
                let clock = &in_play.clocks[seat.index()];
                match self.chairs.get(seat.index())? {
                    Occupant::Bot(bot, _) => Some(Want::BotMove { seat, bot: *bot }),
                    Occupant::Person(person) if person.away.is_some() => {
                        Some(Want::BotMove { seat, bot: Bot::of(bots::Level::Normal) })
                    }
                    Occupant::Person(_) => Some(match (clock.since, clock.allowed(self.setting.clock)) {
                        (Some(since), Some(allowed)) => Want::Deadline { seat, since, allowed },
                        _ => Want::Person { seat },
                    }),
                    Occupant::Empty => None,
                }
            })
        })
    }
}

fn not_playing() -> Refusal {
    Refusal::new(RefusalCode::NotPlaying, "no game is in progress")
}
