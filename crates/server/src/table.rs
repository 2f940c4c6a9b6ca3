//! A table: what the rows of its journal lead to. Nothing here asks the time or draws by chance; the same rows make
//! the same table everywhere.

use std::collections::VecDeque;

use bots::Bot;
use cards::{Seat, Seed, from_hex, to_hex};
use catalog::{GameId, Match, OptionList, Proof, Setup};
use serde_json::json;
use serde_json::value::RawValue;
use store::{Ended, Index, Status};

use crate::clock::{Clock, Time};
use crate::happening::Happening;
use crate::protocol::{Chair, MyTable, Phase, Setting, TableInfo, Why};
use crate::refusal::Refusal;

/// How much of what was said is shown to somebody who comes in.
const REMEMBERED: usize = 50;
/// How many of a seat's latest moves are known by their clients' names.
const KNOWN: usize = 32;

/// 32 bytes that nobody can guess.
type Secret = [u8; 32];

/// A table.
pub struct Table {
    /// Its id.
    pub id: String,
    /// The number of its last row.
    pub number: u64,
    /// When that was.
    pub time: Time,
    /// What is played.
    pub setting: Setting,
    /// The guest who opened it.
    pub opener: String,
    /// Who sits where.
    pub chairs: Vec<Occupant>,
    /// How far it is.
    pub phase: Phase,
    /// How many games have been started.
    pub games: u32,
    /// The game under way, or the last one.
    pub play: Option<Play>,
    /// What was said lately.
    pub talk: VecDeque<Spoken>,
    game: GameId,
    options: OptionList,
    /// The secret of the next game.
    secret: Secret,
}

/// Who sits in a chair.
#[derive(Clone, Debug)]
pub enum Occupant {
    /// Nobody.
    Empty,
    /// A person.
    Person(Person),
    /// A bot.
    Bot(Bot),
}

/// A person at a table.
#[derive(Clone, Debug)]
pub struct Person {
    /// The guest's id.
    pub guest: String,
    /// The name shown.
    pub name: String,
    /// Why a bot plays in his place, if one does.
    pub away: Option<Why>,
    entropy: Option<Secret>,
    ready: bool,
    /// Guests he does not want to hear.
    muted: Vec<String>,
}

/// Something that was said.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// The seat, then.
    pub seat: u8,
    /// The guest.
    pub guest: String,
    /// His name.
    pub name: String,
    /// What.
    pub text: String,
    /// When.
    pub time: Time,
}

/// A game at a table.
pub struct Play {
    /// The game.
    pub game: Box<dyn Match>,
    /// What its chance was made of.
    pub proof: Proof,
    /// Each seat's clock.
    pub clocks: Vec<Clock>,
    /// The row after which each seat's move was awaited.
    due: Vec<u64>,
    /// For each seat the latest moves: what the client called them, and their rows.
    known: Vec<VecDeque<(String, u64)>>,
}

/// What a row changed, for those who are to be told.
pub struct Change {
    /// The game's public events, if it was a move.
    pub events: Option<Box<RawValue>>,
    /// Whether somebody sat down or left, the phase changed or the like.
    pub table: bool,
    /// Whether the game or its clocks changed.
    pub play: bool,
}

impl Change {
    const NONE: Change = Change { events: None, table: false, play: false };
}

/// What a table waits for, other than a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Want {
    /// A bot's move in a seat, its own or a person's.
    Thought {
        /// The seat.
        seat: Seat,
        /// The bot.
        bot: Bot,
        /// Since when.
        since: Time,
    },
    /// That a person's time is up.
    Deadline {
        /// The seat.
        seat: Seat,
        /// When.
        at: Time,
    },
}

impl Table {
    /// The table that a first row opens.
    pub fn open(id: &str, time: Time, first: &Happening) -> Result<Table, Refusal> {
        let Happening::Opened { setting, opener, secret } = first else {
            return Err(Refusal::new("no-table", "a journal begins with the opening of its table"));
        };
        let game: GameId =
            setting.game.parse().map_err(|error| Refusal::new("unknown-game", format!("{error}")))?;
        let options: OptionList = setting.options.clone().into_iter().collect();
        let secret = read_secret(secret)?;
        // Opening a game checks seats and options, with the games' own words.
        let seed = Seed::from_bytes(secret);
        catalog::open(&Setup { game, seats: setting.seats, options: options.clone(), seed, deals: vec![] })?;
        Ok(Table {
            id: id.to_owned(),
            number: 1,
            time,
            setting: setting.clone(),
            opener: opener.clone(),
            chairs: vec![Occupant::Empty; setting.seats.into()],
            phase: Phase::Open,
            games: 0,
            play: None,
            talk: VecDeque::new(),
            game,
            options,
            secret,
        })
    }

    /// What follows from one more row. A row that cannot be changes nothing.
    pub fn apply(&mut self, time: Time, row: &Happening) -> Result<Change, Refusal> {
        // Clocks of different machines may differ a little; a table's time does not run backwards.
        let time = time.max(self.time);
        let change = self.change(time, row)?;
        self.number += 1;
        self.time = time;
        Ok(change)
    }

    fn change(&mut self, time: Time, row: &Happening) -> Result<Change, Refusal> {
        let seated = Change { table: true, ..Change::NONE };
        match row {
            Happening::Opened { .. } => Err(Refusal::new("bad-request", "the table is open already")),
            Happening::Sat { seat, guest, name, entropy } => {
                self.between_games()?;
                let entropy = read_entropy(entropy.as_deref())?;
                if self.seat_of(guest).is_some() {
                    return Err(Refusal::new("seated", "you have a seat at this table already"));
                }
                let chair = self.chair(*seat)?;
                if !chair.is_free() {
                    return Err(Refusal::new("taken", "somebody else has this seat"));
                }
                *chair = Occupant::Person(Person {
                    guest: guest.clone(),
                    name: name.clone(),
                    away: None,
                    entropy,
                    ready: true,
                    muted: Vec::new(),
                });
                Ok(seated)
            }
            Happening::Filled { seat, bot } => {
                self.between_games()?;
                let bot = bot.parse().map_err(|error| Refusal::new("unknown-bot", format!("{error}")))?;
                let chair = self.chair(*seat)?;
                if chair.person().is_some() && !chair.is_free() {
                    return Err(Refusal::new("taken", "somebody has this seat"));
                }
                *chair = Occupant::Bot(bot);
                Ok(seated)
            }
            Happening::Stood { seat } => {
                self.between_games()?;
                *self.chair(*seat)? = Occupant::Empty;
                Ok(seated)
            }
            Happening::Ready { seat, entropy } => {
                self.between_games()?;
                let entropy = read_entropy(entropy.as_deref())?;
                let person = self.person_mut(*seat)?;
                (person.ready, person.entropy) = (true, entropy);
                Ok(seated)
            }
            Happening::Started { next } => {
                let next = read_secret(next)?;
                self.start(time, next)?;
                Ok(Change { play: true, ..seated })
            }
            Happening::Moved { seat, chosen, id, .. } => {
                let events = self.play(time, *seat, chosen, id.as_deref())?;
                let over = self.phase == Phase::Over;
                Ok(Change { events: Some(events), table: over, play: true })
            }
            Happening::Away { seat, why } => {
                let pace = self.setting.clock;
                let playing = self.phase == Phase::Playing;
                let person = self.person_mut(*seat)?;
                if !playing || person.away == Some(Why::Left) {
                    return Err(Refusal::new(
                        "not-playing",
                        "there is no game under way that he could leave",
                    ));
                }
                person.away = Some(*why);
                if let Some(play) = &mut self.play {
                    let clock = &mut play.clocks[usize::from(*seat)];
                    let awaited = clock.since.is_some();
                    clock.stop(pace, time);
                    // From now on it is the bot's time, which is not counted but is shown to begin.
                    clock.since = awaited.then_some(time);
                }
                Ok(Change { play: true, ..seated })
            }
            Happening::Back { seat } => {
                let person = self.person_mut(*seat)?;
                if person.away.take().is_none() {
                    return Err(Refusal::new("not-away", "you are playing already"));
                }
                if let Some(play) = &mut self.play
                    && play.clocks[usize::from(*seat)].since.is_some()
                {
                    play.clocks[usize::from(*seat)].start(time);
                }
                Ok(Change { play: true, ..seated })
            }
            Happening::Said { seat, text } => {
                let person = self.person_mut(*seat)?;
                let (guest, name) = (person.guest.clone(), person.name.clone());
                if self.talk.len() == REMEMBERED {
                    self.talk.pop_front();
                }
                self.talk.push_back(Spoken { seat: *seat, guest, name, text: text.clone(), time });
                Ok(Change::NONE)
            }
            Happening::Muted { seat, whom, on } => {
                let whom = self.person_mut(*whom)?.guest.clone();
                let person = self.person_mut(*seat)?;
                person.muted.retain(|muted| *muted != whom);
                if *on {
                    person.muted.push(whom);
                }
                Ok(Change::NONE)
            }
        }
    }

    fn start(&mut self, time: Time, next: Secret) -> Result<(), Refusal> {
        self.between_games()?;
        if let Some(waiting) = self.not_ready() {
            return Err(Refusal::new("not-ready", waiting));
        }
        if self.games > 0 {
            // Whoever sat in seat 0 now has seat 1, so that everybody gets every seat in turn.
            self.chairs.rotate_right(1);
        }
        let entropy = self.chairs.iter().map(|chair| match chair {
            Occupant::Person(person) => person.entropy,
            Occupant::Empty | Occupant::Bot(_) => None,
        });
        let proof = Proof::new(self.secret, &self.id, self.games + 1, entropy.collect())
            .map_err(|fault| Refusal::new("bad-request", fault.to_string()))?;
        let seats = self.setting.seats;
        let game = catalog::open(&Setup {
            game: self.game,
            seats,
            options: self.options.clone(),
            seed: proof.seed(),
            deals: Vec::new(),
        })?;
        let mut clocks = vec![Clock::new(self.setting.clock); seats.into()];
        for seat in game.to_act().iter() {
            clocks[seat.index()].start(time);
        }
        let due = vec![self.number + 1; seats.into()];
        self.play = Some(Play { game, proof, clocks, due, known: vec![VecDeque::new(); seats.into()] });
        self.secret = next;
        self.games += 1;
        self.phase = Phase::Playing;
        Ok(())
    }

    fn play(
        &mut self,
        time: Time,
        seat: u8,
        chosen: &str,
        id: Option<&str>,
    ) -> Result<Box<RawValue>, Refusal> {
        let pace = self.setting.clock;
        let number = self.number + 1;
        let (Phase::Playing, Some(play)) = (self.phase, &mut self.play) else {
            return Err(Refusal::new("not-playing", "there is no game under way"));
        };
        let seat = Seat(seat);
        let before = play.game.to_act();
        let events = play.game.play_told(seat, chosen)?;
        let after = play.game.to_act();
        for other in before.iter().filter(|&other| other == seat || !after.contains(other)) {
            play.clocks[other.index()].stop(pace, time);
        }
        for next in after.iter().filter(|&next| next == seat || !before.contains(next)) {
            play.clocks[next.index()].start(time);
            play.due[next.index()] = number;
        }
        if let Some(id) = id {
            let known = &mut play.known[seat.index()];
            if known.len() == KNOWN {
                known.pop_front();
            }
            known.push_back((id.to_owned(), number));
        }
        if after.is_empty() {
            self.phase = Phase::Over;
            for chair in &mut self.chairs {
                match chair {
                    Occupant::Person(person) if person.away != Some(Why::Left) => {
                        (person.ready, person.entropy, person.away) = (false, None, None);
                    }
                    Occupant::Empty | Occupant::Bot(_) | Occupant::Person(_) => {}
                }
            }
        }
        Ok(events)
    }

    /// Whether a seat may make a move in the game under way; if not, the refusal is that of the move.
    pub fn check(&self, seat: u8, chosen: &str) -> Result<Result<(), Refusal>, Refusal> {
        let (Phase::Playing, Some(play)) = (self.phase, &self.play) else {
            return Err(Refusal::new("not-playing", "there is no game under way"));
        };
        Ok(play.game.check(Seat(seat), chosen).map_err(Refusal::from))
    }

    /// The seat of a guest.
    pub fn seat_of(&self, guest: &str) -> Option<u8> {
        let is_his = |chair: &Occupant| chair.person().is_some_and(|person| person.guest == guest);
        // Who has left for good during a game may sit down anew after it.
        let has_left = |chair: &Occupant| self.phase == Phase::Over && chair.is_free();
        let at = self.chairs.iter().position(|chair| is_his(chair) && !has_left(chair));
        at.map(|seat| seat as u8)
    }

    /// The seat that somebody looks on from: that of a guest, or nobody's.
    pub fn viewer(&self, guest: Option<&str>) -> Option<u8> {
        guest.and_then(|guest| self.seat_of(guest))
    }

    /// The person in a seat.
    pub fn person(&self, seat: u8) -> Option<&Person> {
        self.chairs.get(usize::from(seat))?.person()
    }

    /// The seats of those whom a listener does not want to hear.
    pub fn muted(&self, listener: Option<u8>) -> Vec<u8> {
        let seats = 0..self.setting.seats;
        let is_muted = |seat: &u8| self.person(*seat).is_some_and(|who| self.is_muted(listener, &who.guest));
        seats.filter(is_muted).collect()
    }

    /// Whether a seat does not want to hear a guest.
    pub fn is_muted(&self, listener: Option<u8>, guest: &str) -> bool {
        let person = listener.and_then(|seat| self.person(seat));
        person.is_some_and(|person| person.muted.iter().any(|muted| muted == guest))
    }

    /// The row of a move that a seat's client called so.
    pub fn known(&self, seat: u8, id: &str) -> Option<u64> {
        let known = self.play.as_ref()?.known.get(usize::from(seat))?;
        known.iter().find(|(known, _)| known == id).map(|(_, number)| *number)
    }

    /// The row after which a seat's move was awaited.
    pub fn due(&self, seat: u8) -> u64 {
        self.play.as_ref().and_then(|play| play.due.get(usize::from(seat)).copied()).unwrap_or_default()
    }

    /// Why no game can start, if there is a reason.
    pub fn not_ready(&self) -> Option<String> {
        let empty = self.chairs.iter().filter(|chair| chair.is_free()).count();
        if empty > 0 {
            return Some(match empty {
                1 => "one seat is empty; somebody or a bot must take it first".to_owned(),
                _ => format!("{empty} seats are empty; somebody or a bot must take them first"),
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
        let nobody = self.chairs.iter().all(|chair| chair.person().is_none());
        nobody.then(|| "nobody sits at the table but bots".to_owned())
    }

    /// What the table waits for, other than persons.
    pub fn wants(&self) -> impl Iterator<Item = Want> + '_ {
        let play = self.play.as_ref().filter(|_| self.phase == Phase::Playing);
        play.into_iter().flat_map(move |play| {
            play.game.to_act().iter().filter_map(move |seat| {
                let clock = &play.clocks[seat.index()];
                match self.chairs.get(seat.index())? {
                    Occupant::Bot(bot) => {
                        Some(Want::Thought { seat, bot: *bot, since: clock.since.unwrap_or(self.time) })
                    }
                    Occupant::Person(person) if person.away.is_some() => Some(Want::Thought {
                        seat,
                        bot: Bot::of(bots::Level::Normal),
                        since: clock.since.unwrap_or(self.time),
                    }),
                    Occupant::Person(_) => {
                        clock.deadline(self.setting.clock).map(|at| Want::Deadline { seat, at })
                    }
                    Occupant::Empty => None,
                }
            })
        })
    }

    /// The table as everybody may know it.
    pub fn info(&self) -> TableInfo {
        let commitment = match (&self.play, self.phase) {
            (Some(play), Phase::Playing) => play.proof.commitment(),
            _ => catalog::commitment_of(&self.secret),
        };
        TableInfo {
            id: self.id.clone(),
            setting: self.setting.clone(),
            phase: self.phase,
            games: self.games,
            chairs: self.chairs.iter().map(Occupant::info).collect(),
            commitment: to_hex(&commitment),
        }
    }

    /// The table as a guest who sits there finds it again.
    pub fn mine(&self, guest: &str) -> Option<MyTable> {
        let seat = self.seat_of(guest)?;
        let play = self.play.as_ref();
        let to_act = play.is_some_and(|play| play.game.to_act().contains(Seat(seat)));
        Some(MyTable { table: self.info(), seat, to_act, time: self.time })
    }

    /// The table's line in the index.
    pub fn index(&self) -> Index {
        let status = match self.phase {
            Phase::Open => Status::Open,
            Phase::Playing => Status::Playing,
            Phase::Over => Status::Over,
        };
        let summary = serde_json::to_string(&self.info()).unwrap_or_default();
        let persons = self.chairs.iter().filter_map(Occupant::person);
        let guests = persons.map(|person| person.guest.clone()).collect();
        Index { status, public: self.setting.public, summary, guests }
    }

    /// The game that has just been over, for the archive.
    pub fn ended(&self) -> Option<Ended> {
        let play = self.play.as_ref().filter(|_| self.phase == Phase::Over)?;
        let names: Vec<String> = self.chairs.iter().map(Occupant::name).collect();
        let summary = json!({
            "names": names, "totals": play.game.totals(), "winners": play.game.winners().numbers(),
        });
        let players = self.chairs.iter().enumerate();
        let players = players.filter_map(|(seat, chair)| Some((seat as u8, chair.person()?.guest.clone())));
        Some(Ended {
            game: self.games,
            kind: self.setting.game.clone(),
            record: play.game.record_with(Some(&play.proof)),
            summary: summary.to_string(),
            players: players.collect(),
        })
    }

    fn between_games(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Playing {
            return Err(Refusal::new("playing", "a game is under way; this can be done when it is over"));
        }
        Ok(())
    }

    fn chair(&mut self, seat: u8) -> Result<&mut Occupant, Refusal> {
        let seats = self.setting.seats;
        self.chairs.get_mut(usize::from(seat)).ok_or_else(|| {
            Refusal::new("bad-seat", format!("there is no seat {seat}; the seats are 0 to {}", seats - 1))
        })
    }

    fn person_mut(&mut self, seat: u8) -> Result<&mut Person, Refusal> {
        match self.chair(seat)? {
            Occupant::Person(person) => Ok(person),
            Occupant::Empty | Occupant::Bot(_) => {
                Err(Refusal::new("bad-seat", format!("nobody sits in seat {seat}")))
            }
        }
    }
}

impl Occupant {
    /// The person, if it is one.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Occupant::Person(person) => Some(person),
            Occupant::Empty | Occupant::Bot(_) => None,
        }
    }

    /// Whether somebody may sit down here between games: nobody is here, or he has left during the last one.
    fn is_free(&self) -> bool {
        match self {
            Occupant::Empty => true,
            Occupant::Person(person) => person.away == Some(Why::Left),
            Occupant::Bot(_) => false,
        }
    }

    fn name(&self) -> String {
        match self {
            Occupant::Person(person) => person.name.clone(),
            Occupant::Bot(bot) => bot.to_string(),
            Occupant::Empty => String::new(),
        }
    }

    fn info(&self) -> Chair {
        match self {
            Occupant::Empty => Chair::Empty {},
            Occupant::Bot(bot) => Chair::Bot { bot: bot.to_string() },
            Occupant::Person(person) => Chair::Person {
                name: person.name.clone(),
                away: person.away.is_some(),
                ready: person.ready,
                entropy: person.entropy.is_some(),
            },
        }
    }
}

fn read_secret(hex: &str) -> Result<Secret, Refusal> {
    from_hex(hex).ok_or_else(|| Refusal::new("bad-request", "a secret is 64 hex digits"))
}

fn read_entropy(hex: Option<&str>) -> Result<Option<Secret>, Refusal> {
    let bad = || Refusal::new("bad-request", "entropy is 64 hex digits");
    hex.map(|hex| from_hex(hex).ok_or_else(bad)).transpose()
}

#[cfg(test)]
mod tests;
