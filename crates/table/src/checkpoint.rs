//! A table as a value that can be kept: chairs, clocks, recent talk and the moves of the game so far. The game itself is
//! played again from these moves. A table with a hundred thousand entries is restored as quickly as one with a hundred.

use std::collections::VecDeque;

use cards::{Seat, to_hex};
use catalog::Proof;
use serde::{Deserialize, Serialize};

use crate::bot_names;
use crate::clock::{Clock, Time};
use crate::entry::Entry;
use crate::fold::{GameInPlay, Occupant, Person, Spoken, Table, read_secret};
use crate::protocol::{AwayReason, Setting, TablePhase};
use crate::refusal::{Refusal, RefusalCode};

/// A table after one of its entries. It contains the secrets of its games, like the journal itself.
#[derive(Clone, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The number of the last entry in it.
    pub number: u64,
    time: Time,
    setting: Setting,
    opener: String,
    chairs: Vec<KeptChair>,
    phase: TablePhase,
    games: u32,
    talk: VecDeque<Spoken>,
    outside: u32,
    secret: String,
    in_play: Option<KeptGame>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KeptChair {
    Empty,
    Bot { level: String, name: String },
    Person { guest: String, name: String, away: Option<AwayReason>, entropy: Option<String>, ready: bool },
}

#[derive(Clone, Serialize, Deserialize)]
struct KeptGame {
    secret: String,
    number: u32,
    entropy: Vec<Option<String>>,
    moves: Vec<(u8, String)>,
    clocks: Vec<Clock>,
    due: Vec<u64>,
    known: Vec<VecDeque<(String, u64)>>,
}

impl Table {
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            number: self.number,
            time: self.time,
            setting: self.setting.clone(),
            opener: self.opener.clone(),
            chairs: self.chairs.iter().map(keep_chair).collect(),
            phase: self.phase,
            games: self.games,
            talk: self.talk.clone(),
            outside: self.outside,
            secret: to_hex(&self.secret),
            in_play: self.in_play.as_ref().map(|in_play| KeptGame {
                secret: to_hex(in_play.proof.secret()),
                number: in_play.proof.game(),
                entropy: in_play.proof.entropy().iter().map(|entropy| entropy.as_ref().map(to_hex)).collect(),
                moves: in_play.moves.clone(),
                clocks: in_play.clocks.clone(),
                due: in_play.due.clone(),
                known: in_play.known.clone(),
            }),
        }
    }

    /// The table of a checkpoint.
    pub fn restore(id: &str, kept: &Checkpoint) -> Result<Table, Refusal> {
        let opened = Entry::Opened {
            setting: kept.setting.clone(),
            opener: kept.opener.clone(),
            secret: kept.secret.clone(),
        };
        let mut table = Table::open(id, kept.time, &opened)?;
        table.number = kept.number;
        table.chairs = kept.chairs.iter().map(restore_chair).collect::<Result<_, _>>()?;
        table.phase = kept.phase;
        table.games = kept.games;
        table.talk = kept.talk.clone();
        table.outside = kept.outside;
        table.in_play = kept.in_play.as_ref().map(|kept| restore_game(&table, kept)).transpose()?;
        Ok(table)
    }
}

fn keep_chair(chair: &Occupant) -> KeptChair {
    match chair {
        Occupant::Empty => KeptChair::Empty,
        Occupant::Bot(bot, name) => KeptChair::Bot { level: bot.to_string(), name: (*name).to_owned() },
        Occupant::Person(Person { guest, name, away, entropy, ready }) => KeptChair::Person {
            guest: guest.clone(),
            name: name.clone(),
            away: *away,
            entropy: entropy.as_ref().map(to_hex),
            ready: *ready,
        },
    }
}

fn restore_chair(kept: &KeptChair) -> Result<Occupant, Refusal> {
    Ok(match kept {
        KeptChair::Empty => Occupant::Empty,
        KeptChair::Bot { level, name } => {
            let bot = level.parse().map_err(|_| broken("a bot's level"))?;
            Occupant::Bot(bot, bot_names::known(name).ok_or_else(|| broken("a bot's name"))?)
        }
        KeptChair::Person { guest, name, away, entropy, ready } => Occupant::Person(Person {
            guest: guest.clone(),
            name: name.clone(),
            away: *away,
            entropy: entropy.as_deref().map(read_secret).transpose()?,
            ready: *ready,
        }),
    })
}

fn restore_game(table: &Table, kept: &KeptGame) -> Result<GameInPlay, Refusal> {
    let entropy = kept.entropy.iter().map(|entropy| entropy.as_deref().map(read_secret).transpose());
    let entropy = entropy.collect::<Result<_, _>>()?;
    let proof = Proof::new(read_secret(&kept.secret)?, &table.id, kept.number, entropy)
        .map_err(|_| broken("the proof"))?;
    let seats = usize::from(table.setting.seats);
    if [kept.clocks.len(), kept.due.len(), kept.known.len()] != [seats; 3] {
        return Err(broken("the number of seats"));
    }
    let mut game = catalog::open(&table.setup(&proof))?;
    for (seat, chosen) in &kept.moves {
        game.play_told(Seat(*seat), chosen)?;
    }
    Ok(GameInPlay {
        game,
        proof,
        clocks: kept.clocks.clone(),
        due: kept.due.clone(),
        known: kept.known.clone(),
        moves: kept.moves.clone(),
    })
}

fn broken(part: &str) -> Refusal {
    Refusal::new(RefusalCode::BadRequest, format!("a checkpoint cannot be read: {part}"))
}

#[cfg(test)]
mod tests;
