//! A table: a fold over the entries of its journal. Nothing here asks for the time or draws random numbers, so the same
//! entries make the same table everywhere.

mod in_play;
mod occupant;
mod summary;

use std::collections::VecDeque;

use cards::{Seed, from_hex};
use catalog::{GameId, OptionList, Proof, Setup};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::bot_names;
use crate::clock::Time;
use crate::entry::Entry;
use crate::protocol::{Setting, TablePhase};
use crate::refusal::{Refusal, RefusalCode};

pub use in_play::{GameInPlay, Want};
pub use occupant::{Occupant, Person};
pub use summary::Ended;

/// How many chat messages a client that connects is shown.
const REMEMBERED: usize = 50;

/// 32 bytes that nobody can guess.
pub type Secret = [u8; 32];

pub struct Table {
    pub id: String,
    /// The number of its last entry.
    pub number: u64,
    /// The time of its last entry.
    pub time: Time,
    pub setting: Setting,
    /// The guest who opened it.
    pub opener: String,
    /// One for each seat.
    pub chairs: Vec<Occupant>,
    pub phase: TablePhase,
    /// How many games have been started.
    pub games: u32,
    /// The game in progress, or the last one.
    pub in_play: Option<GameInPlay>,
    /// The latest chat messages.
    pub talk: VecDeque<Spoken>,
    /// How many entries there have been since the last game started, apart from moves.
    pub outside: u32,
    game: GameId,
    options: OptionList,
    /// The secret of the next game.
    pub(crate) secret: Secret,
}

/// A chat message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spoken {
    /// The sender's seat at that time.
    pub seat: u8,
    pub guest: String,
    pub name: String,
    pub text: String,
    pub time: Time,
}

/// What an entry changed, so that clients can be told.
pub struct Change {
    /// The game's public events, if the entry is a move.
    pub events: Option<Box<RawValue>>,
    /// Whether seats, the phase or anything else in the table's description changed.
    pub table: bool,
    /// Whether the game or its clocks changed.
    pub game: bool,
}

impl Change {
    const NONE: Change = Change { events: None, table: false, game: false };
    const TABLE: Change = Change { table: true, ..Change::NONE };
    const TABLE_AND_GAME: Change = Change { table: true, game: true, ..Change::NONE };
}

impl Table {
    /// The table that a first entry opens.
    pub fn open(id: &str, time: Time, first: &Entry) -> Result<Table, Refusal> {
        let Entry::Opened { setting, opener, secret } = first else {
            return Err(Refusal::new(RefusalCode::NoTable, "a journal begins with the opening of its table"));
        };
        let game: GameId = setting
            .game
            .parse()
            .map_err(|error| Refusal::new(RefusalCode::UnknownGame, format!("{error}")))?;
        let options: OptionList = setting.options.clone().into_iter().collect();
        let secret = read_secret(secret)?;
        // Opening a game checks the seats and options.
        let seed = Seed::from_bytes(secret);
        catalog::open(&Setup { game, seats: setting.seats, options: options.clone(), seed, deals: vec![] })?;
        Ok(Table {
            id: id.to_owned(),
            number: 1,
            time,
            setting: setting.clone(),
            opener: opener.clone(),
            chairs: vec![Occupant::Empty; setting.seats.into()],
            phase: TablePhase::Open,
            games: 0,
            in_play: None,
            talk: VecDeque::new(),
            outside: 0,
            game,
            options,
            secret,
        })
    }

    /// Applies the next entry. An entry that is refused changes nothing.
    pub fn apply(&mut self, time: Time, entry: &Entry) -> Result<Change, Refusal> {
        // Clocks of different machines differ a little; a table's time never runs backwards.
        let time = time.max(self.time);
        if self.phase == TablePhase::Closed {
            return Err(Refusal::closed());
        }
        let change = self.change(time, entry)?;
        match entry {
            Entry::Started { .. } => self.outside = 0,
            Entry::Moved { .. } => {}
            _ => self.outside += 1,
        }
        self.number += 1;
        self.time = time;
        Ok(change)
    }

    fn change(&mut self, time: Time, entry: &Entry) -> Result<Change, Refusal> {
        match entry {
            Entry::Opened { .. } => {
                Err(Refusal::new(RefusalCode::BadRequest, "the table has already been opened"))
            }
            Entry::Sat { seat, guest, name, entropy } => {
                self.between_games()?;
                self.sit(*seat, guest, name, read_entropy(entropy.as_deref())?)?;
                Ok(Change::TABLE)
            }
            Entry::Filled { seat, bot } => {
                self.between_games()?;
                self.fill(*seat, bot)?;
                Ok(Change::TABLE)
            }
            Entry::Stood { seat } => {
                self.between_games()?;
                *self.chair(*seat)? = Occupant::Empty;
                Ok(Change::TABLE)
            }
            Entry::Ready { seat, entropy } => {
                self.between_games()?;
                let entropy = read_entropy(entropy.as_deref())?;
                let person = self.person_mut(*seat)?;
                (person.ready, person.entropy) = (true, entropy);
                Ok(Change::TABLE)
            }
            Entry::Started { next } => {
                self.start(time, read_secret(next)?)?;
                Ok(Change::TABLE_AND_GAME)
            }
            Entry::Moved { seat, chosen, id, .. } => {
                let events = self.make_move(time, *seat, chosen, id.as_deref())?;
                let over = self.phase == TablePhase::Over;
                Ok(Change { events: Some(events), table: over, game: true })
            }
            Entry::Away { seat, reason } => {
                self.go_away(time, *seat, *reason)?;
                Ok(Change::TABLE_AND_GAME)
            }
            Entry::Back { seat } => {
                self.come_back(time, *seat)?;
                Ok(Change::TABLE_AND_GAME)
            }
            Entry::Said { seat, text } => {
                let person = self.person_mut(*seat)?;
                let (guest, name) = (person.guest.clone(), person.name.clone());
                if self.talk.len() == REMEMBERED {
                    self.talk.pop_front();
                }
                self.talk.push_back(Spoken { seat: *seat, guest, name, text: text.clone(), time });
                Ok(Change::NONE)
            }
            Entry::Muted { .. } => Ok(Change::NONE),
            Entry::Closed {} => {
                self.phase = TablePhase::Closed;
                Ok(Change::TABLE_AND_GAME)
            }
        }
    }

    fn sit(&mut self, seat: u8, guest: &str, name: &str, entropy: Option<Secret>) -> Result<(), Refusal> {
        if self.seat_of(guest).is_some() {
            return Err(Refusal::new(RefusalCode::Seated, "you already have a seat at this table"));
        }
        let chair = self.chair(seat)?;
        if !chair.is_free() {
            return Err(Refusal::new(RefusalCode::Taken, "somebody else has this seat"));
        }
        *chair = Occupant::Person(Person::new(guest, name, entropy));
        // A person may choose any name, so a bot that has it takes another.
        let namesake = |chair: &Occupant| matches!(chair, Occupant::Bot(_, bot_name) if *bot_name == name);
        if let Some(at) = self.chairs.iter().position(namesake) {
            let free = self.free_bot_name();
            if let Occupant::Bot(_, bot_name) = &mut self.chairs[at] {
                *bot_name = free;
            }
        }
        Ok(())
    }

    fn fill(&mut self, seat: u8, bot: &str) -> Result<(), Refusal> {
        let bot = bot.parse().map_err(|error| Refusal::new(RefusalCode::UnknownBot, format!("{error}")))?;
        let chair = self.chair(seat)?;
        // A bot of another level in the same seat keeps the name.
        let name = match chair {
            Occupant::Bot(_, name) => *name,
            Occupant::Empty => self.free_bot_name(),
            Occupant::Person(_) if chair.is_free() => self.free_bot_name(),
            Occupant::Person(_) => {
                return Err(Refusal::new(RefusalCode::Taken, "somebody has this seat"));
            }
        };
        *self.chair(seat)? = Occupant::Bot(bot, name);
        Ok(())
    }

    fn free_bot_name(&self) -> &'static str {
        let taken: Vec<&str> = self.chairs.iter().filter_map(Occupant::shown_name).collect();
        bot_names::choose(&self.id, &taken)
    }

    /// The seat of a guest.
    pub fn seat_of(&self, guest: &str) -> Option<u8> {
        let is_theirs = |chair: &Occupant| chair.person().is_some_and(|person| person.guest == guest);
        // A person who left for good during a game may sit down again after it.
        let has_left = |chair: &Occupant| self.phase == TablePhase::Over && chair.is_free();
        let at = self.chairs.iter().position(|chair| is_theirs(chair) && !has_left(chair));
        at.map(|seat| seat as u8)
    }

    /// The seat through whose eyes a guest sees the table; nothing for a spectator.
    pub fn viewer(&self, guest: Option<&str>) -> Option<u8> {
        guest.and_then(|guest| self.seat_of(guest))
    }

    pub fn person(&self, seat: u8) -> Option<&Person> {
        self.chairs.get(usize::from(seat))?.person()
    }

    /// The seats of guests who are among the muted ones.
    pub fn seats_of(&self, muted: &[String]) -> Vec<u8> {
        let is_muted = |seat: &u8| self.person(*seat).is_some_and(|person| muted.contains(&person.guest));
        (0..self.setting.seats).filter(is_muted).collect()
    }

    /// How many seats a person may take.
    pub fn free_seats(&self) -> u8 {
        self.chairs.iter().filter(|chair| chair.is_free()).count() as u8
    }

    /// The seed, players and options of a game with this proof.
    pub(crate) fn setup(&self, proof: &Proof) -> Setup {
        Setup {
            game: self.game,
            seats: self.setting.seats,
            options: self.options.clone(),
            seed: proof.seed(),
            deals: Vec::new(),
        }
    }

    /// Why no game can start, if there is a reason.
    pub fn not_ready(&self) -> Option<String> {
        let empty = self.free_seats();
        if empty > 0 {
            return Some(match empty {
                1 => "one seat is empty; a person or a bot must take it first".to_owned(),
                _ => format!("{empty} seats are empty; persons or bots must take them first"),
            });
        }
        let waiting: Vec<&str> = self
            .chairs
            .iter()
            .filter_map(Occupant::person)
            .filter(|person| !person.ready)
            .map(|person| person.name.as_str())
            .collect();
        if !waiting.is_empty() {
            return Some(format!("not everybody is ready; missing: {}", waiting.join(", ")));
        }
        let only_bots = self.chairs.iter().all(|chair| chair.person().is_none());
        only_bots.then(|| "only bots sit at the table; a person must take a seat first".to_owned())
    }

    fn between_games(&self) -> Result<(), Refusal> {
        if self.phase == TablePhase::Playing {
            let message = "a game is in progress; try again when it is over";
            return Err(Refusal::new(RefusalCode::Playing, message));
        }
        Ok(())
    }

    fn chair(&mut self, seat: u8) -> Result<&mut Occupant, Refusal> {
        let last = self.setting.seats - 1;
        self.chairs.get_mut(usize::from(seat)).ok_or_else(|| {
            let message = format!("there is no seat {seat}; this table has seats 0 to {last}");
            Refusal::new(RefusalCode::BadSeat, message)
        })
    }

    fn person_mut(&mut self, seat: u8) -> Result<&mut Person, Refusal> {
        match self.chair(seat)? {
            Occupant::Person(person) => Ok(person),
            Occupant::Empty | Occupant::Bot(..) => {
                Err(Refusal::new(RefusalCode::BadSeat, format!("no person sits in seat {seat}")))
            }
        }
    }
}

pub(crate) fn read_secret(hex: &str) -> Result<Secret, Refusal> {
    from_hex(hex).ok_or_else(|| Refusal::new(RefusalCode::BadRequest, "a secret is 64 hex digits"))
}

fn read_entropy(hex: Option<&str>) -> Result<Option<Secret>, Refusal> {
    let bad = || Refusal::new(RefusalCode::BadRequest, "entropy is 64 hex digits");
    hex.map(|hex| from_hex(hex).ok_or_else(bad)).transpose()
}

#[cfg(test)]
mod tests;
