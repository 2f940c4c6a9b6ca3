//! From a request to a journal entry: who may ask for what.

use crate::entry::Entry;
use crate::fold::{Occupant, Secret, Table};
use crate::protocol::{AwayReason, TablePhase, ToServer};
use crate::refusal::{Refusal, RefusalCode};
use crate::text;

/// How many entries outside the game a table may have until the next game starts: this many before chat messages are
/// refused, and this many before other changes are. Otherwise one person could make a table
/// grow without end.
const MOST_WITH_TALK: u32 = 800;
const MOST_OUTSIDE: u32 = 1000;
/// How many before a person may no longer come back to the game. The server alone can send them away so often, so nobody
/// can use this up for others.
const MOST_WITH_BACK: u32 = 2000;
/// The longest id of a request, in bytes.
const LONGEST_ID: usize = 64;

/// The guest who sends a request.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The guest's id.
    pub guest: String,
    pub name: String,
}

/// What follows from a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    Append(Entry),
    /// The guest wants to hear nothing of another guest any more, or to hear them again.
    Mute {
        other: String,
        /// What the other guest is called.
        name: String,
        on: bool,
    },
    /// The move had been made before, as the entry of that number.
    Known(u64),
    /// A bot is asked for advice on the seat's move.
    Hint(u8),
    /// Whether the seat may make this move; if not, the refusal names the rule.
    Explain(String, Result<(), Refusal>),
}

/// What follows from a request. `fresh` gives the secret of a further game.
pub fn answer(
    table: &Table,
    asker: &Asker,
    request: ToServer,
    fresh: impl FnOnce() -> Secret,
) -> Result<Answer, Refusal> {
    if table.phase == TablePhase::Closed {
        return Err(Refusal::closed());
    }
    let seated = || {
        table.seat_of(&asker.guest).ok_or_else(|| Refusal::new(RefusalCode::NotSeated, "take a seat first"))
    };
    let entry = match request {
        ToServer::Sit { seat, entropy } => {
            Entry::Sat { seat, guest: asker.guest.clone(), name: asker.name.clone(), entropy }
        }
        ToServer::Leave {} => leave(table, seated()?),
        ToServer::Fill { seat, bot } => {
            may_arrange(table, asker)?;
            if bot.contains(':') {
                let message =
                    "a bot at a table takes no time limit of its own; give its level alone, as `strong`";
                return Err(Refusal::new(RefusalCode::UnknownBot, message));
            }
            Entry::Filled { seat, bot }
        }
        ToServer::Clear { seat } => {
            may_arrange(table, asker)?;
            clear(table, asker, seat)?
        }
        ToServer::Start {} => {
            seated()?;
            start(table, fresh)?
        }
        ToServer::Ready { entropy } => Entry::Ready { seat: seated()?, entropy },
        ToServer::Move { id, at, chosen } => return moved(table, seated()?, id, at, chosen),
        ToServer::Back {} => Entry::Back { seat: seated()? },
        ToServer::Say { text } => Entry::Said { text: text::talk(&text)?, seat: seated()? },
        ToServer::Mute { seat, on } => {
            seated()?;
            let person = table.person(seat).ok_or_else(|| {
                Refusal::new(RefusalCode::BadSeat, format!("no person sits in seat {seat}"))
            })?;
            return Ok(Answer::Mute { other: person.guest.clone(), name: person.name.clone(), on });
        }
        ToServer::Hint { .. } => {
            let seat = seated()?;
            if !table.setting.hints {
                return Err(Refusal::new(RefusalCode::NoHints, "this table was opened without hints"));
            }
            return Ok(Answer::Hint(seat));
        }
        ToServer::Explain { chosen, .. } => {
            let legal = table.check(seated()?, &chosen)?;
            return Ok(Answer::Explain(chosen, legal));
        }
    };
    let most = match entry {
        Entry::Started { .. } => u32::MAX,
        // Once for each person and game.
        Entry::Ready { seat, .. } if table.person(seat).is_some_and(|person| !person.ready) => u32::MAX,
        Entry::Back { .. } => MOST_WITH_BACK,
        Entry::Said { .. } => MOST_WITH_TALK,
        _ => MOST_OUTSIDE,
    };
    if table.outside >= most {
        return Err(Refusal::new(RefusalCode::TableLimit, RefusalCode::TableLimit.meaning()));
    }
    Ok(Answer::Append(entry))
}

/// The entry by which a seat is left for good.
pub fn leave(table: &Table, seat: u8) -> Entry {
    match table.phase {
        TablePhase::Playing => Entry::Away { seat, reason: AwayReason::Left },
        _ => Entry::Stood { seat },
    }
}

/// The entry that starts a game. `fresh` gives the secret of the game after it.
pub fn start(table: &Table, fresh: impl FnOnce() -> Secret) -> Result<Entry, Refusal> {
    if let Some(missing) = table.not_ready() {
        return Err(Refusal::new(RefusalCode::NotReady, missing));
    }
    Ok(Entry::Started { next: cards::to_hex(&fresh()) })
}

fn clear(table: &Table, asker: &Asker, seat: u8) -> Result<Entry, Refusal> {
    match table.chairs.get(usize::from(seat)) {
        Some(Occupant::Person(person)) if person.guest != asker.guest && table.opener != asker.guest => {
            let message = "only the opener of the table may empty another person's seat";
            Err(Refusal::new(RefusalCode::NotYours, message))
        }
        Some(Occupant::Empty) => Err(Refusal::new(RefusalCode::BadSeat, "the seat is already empty")),
        _ => Ok(Entry::Stood { seat }),
    }
}

fn moved(table: &Table, seat: u8, id: String, at: u64, chosen: String) -> Result<Answer, Refusal> {
    if id.is_empty() || id.len() > LONGEST_ID {
        let message = format!("the id of a move has 1 to {LONGEST_ID} bytes, not {}", id.len());
        return Err(Refusal::new(RefusalCode::BadRequest, message));
    }
    if let Some(number) = table.known(seat, &id) {
        return Ok(Answer::Known(number));
    }
    if at > table.number {
        let message = format!("the move was made at {at}, but the table is only at {}", table.number);
        return Err(Refusal::new(RefusalCode::Ahead, message));
    }
    if table.phase == TablePhase::Playing && at < table.due(seat) {
        let message = format!("the move was made at {at}, before it was due at {}", table.due(seat));
        return Err(Refusal::new(RefusalCode::Stale, message));
    }
    if table.person(seat).is_some_and(|person| person.away.is_some()) {
        return Err(Refusal::new(RefusalCode::Away, "a bot plays for you; send `back` first"));
    }
    Ok(Answer::Append(Entry::Moved { seat, chosen, id: Some(id), bot: false }))
}

/// The opener of a table and everybody who sits there may fill and empty its seats.
fn may_arrange(table: &Table, asker: &Asker) -> Result<(), Refusal> {
    if table.opener == asker.guest || table.seat_of(&asker.guest).is_some() {
        return Ok(());
    }
    let message = "only the opener and those who sit at the table may fill and empty its seats";
    Err(Refusal::new(RefusalCode::NotSeated, message))
}
