//! From what somebody asks to what happens: who may do what, and in which words.

use crate::happening::Happening;
use crate::protocol::{Phase, ToServer, Why};
use crate::refusal::Refusal;
use crate::table::{Occupant, Table};

/// The longest that can be said at once, in characters.
pub const LONGEST_TALK: usize = 300;
/// The longest name of a request.
const LONGEST_ID: usize = 64;

/// Who asks.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The guest's id.
    pub guest: String,
    /// The name shown.
    pub name: String,
}

/// What follows from a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// This happens.
    Happens(Happening),
    /// The move was made before, as the row of that number.
    Known(u64),
    /// A bot is asked for advice on the seat's move.
    Hint(u8),
    /// Whether the seat may make this move, and if not, why.
    Why(String, Result<(), Refusal>),
}

/// What follows from what a guest asks of a table.
pub fn answer(table: &Table, asker: &Asker, request: ToServer) -> Result<Answer, Refusal> {
    let seated =
        || table.seat_of(&asker.guest).ok_or_else(|| Refusal::new("not-seated", "take a seat first"));
    let happening = match request {
        ToServer::Sit { seat, entropy } => {
            Happening::Sat { seat, guest: asker.guest.clone(), name: asker.name.clone(), entropy }
        }
        ToServer::Leave {} => {
            let seat = seated()?;
            if table.phase == Phase::Playing {
                Happening::Away { seat, why: Why::Left }
            } else {
                Happening::Stood { seat }
            }
        }
        ToServer::Fill { seat, bot } => {
            in_charge(table, asker)?;
            if bot.contains(':') {
                return Err(Refusal::new(
                    "unknown-bot",
                    "a bot at a table takes the table's time: name it as `strong`",
                ));
            }
            Happening::Filled { seat, bot }
        }
        ToServer::Clear { seat } => {
            in_charge(table, asker)?;
            match table.chairs.get(usize::from(seat)) {
                Some(Occupant::Person(person))
                    if person.guest != asker.guest && table.opener != asker.guest =>
                {
                    return Err(Refusal::new(
                        "not-yours",
                        "only who opened the table may empty another person's seat",
                    ));
                }
                Some(Occupant::Empty) => return Err(Refusal::new("bad-seat", "the seat is empty already")),
                _ => Happening::Stood { seat },
            }
        }
        ToServer::Start {} => {
            seated()?;
            start(table)?
        }
        ToServer::Ready { entropy } => Happening::Ready { seat: seated()?, entropy },
        ToServer::Move { id, at, chosen } => return moved(table, seated()?, id, at, chosen),
        ToServer::Back {} => Happening::Back { seat: seated()? },
        ToServer::Say { text } => {
            let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let text = plain.trim();
            let length = text.chars().count();
            if length == 0 || length > LONGEST_TALK {
                let message = format!("say something of 1 to {LONGEST_TALK} characters, not {length}");
                return Err(Refusal::new("bad-talk", message));
            }
            Happening::Said { seat: seated()?, text: text.to_owned() }
        }
        ToServer::Mute { seat: whom, on } => Happening::Muted { seat: seated()?, whom, on },
        ToServer::Hint { .. } => {
            let seat = seated()?;
            if !table.setting.hints {
                return Err(Refusal::new("no-hints", "this table was opened without hints"));
            }
            return Ok(Answer::Hint(seat));
        }
        ToServer::Why { chosen, .. } => {
            let legal = table.check(seated()?, &chosen)?;
            return Ok(Answer::Why(chosen, legal));
        }
    };
    Ok(Answer::Happens(happening))
}

/// The row that starts a game.
pub fn start(table: &Table) -> Result<Happening, Refusal> {
    if let Some(waiting) = table.not_ready() {
        return Err(Refusal::new("not-ready", waiting));
    }
    Ok(Happening::Started { next: cards::to_hex(&catalog::fresh_secret()) })
}

fn moved(table: &Table, seat: u8, id: String, at: u64, chosen: String) -> Result<Answer, Refusal> {
    if id.is_empty() || id.len() > LONGEST_ID {
        return Err(Refusal::new("bad-request", format!("the id of a move has 1 to {LONGEST_ID} bytes")));
    }
    if let Some(number) = table.known(seat, &id) {
        return Ok(Answer::Known(number));
    }
    if at > table.number {
        let message = format!("the move was made at {at}, but the table is only at {}", table.number);
        return Err(Refusal::new("ahead", message));
    }
    if table.phase == Phase::Playing && at < table.due(seat) {
        let message = format!("the move was made at {at}, before it was due at {}", table.due(seat));
        return Err(Refusal::new("stale", message));
    }
    if table.person(seat).is_some_and(|person| person.away.is_some()) {
        return Err(Refusal::new("away", "a bot plays for you; say that you are back first"));
    }
    Ok(Answer::Happens(Happening::Moved { seat, chosen, id: Some(id), bot: false }))
}

/// Who sits at a table may arrange it, and so may who opened it.
fn in_charge(table: &Table, asker: &Asker) -> Result<(), Refusal> {
    if table.opener == asker.guest || table.seat_of(&asker.guest).is_some() {
        return Ok(());
    }
    Err(Refusal::new("not-seated", "only those at the table may arrange its seats"))
}
