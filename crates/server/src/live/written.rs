//! What is written together with an entry: the table's line in the index, a finished game, a checkpoint.

use store::{Also, Ended, Index, Status};
use table::protocol::TablePhase;
use table::{Change, Entry, Occupant, Table};

/// What an entry that the table has just applied brings with it.
pub fn also(table: &Table, entry: &Entry, change: &Change) -> Vec<Also> {
    let mut also = Vec::new();
    if change.table {
        // Nothing finds a table by who is ready or away.
        if !matches!(entry, Entry::Ready { .. } | Entry::Away { .. } | Entry::Back { .. }) {
            also.push(Also::Index(index(table)));
        }
        also.extend(ended(table).filter(|_| change.game));
    }
    also
}

/// What the database finds the table by.
pub fn index(table: &Table) -> Index {
    let status = match table.phase {
        TablePhase::Open => Status::Open,
        TablePhase::Playing => Status::Playing,
        TablePhase::Over | TablePhase::Closed => Status::Over,
    };
    let persons = table.chairs.iter().filter_map(Occupant::person);
    Index {
        status,
        public: table.setting.public,
        kind: table.setting.game.clone(),
        opener: table.opener.clone(),
        free: table.free_seats(),
        summary: serde_json::to_string(&table.info()).unwrap_or_default(),
        guests: persons.map(|person| person.guest.clone()).collect(),
    }
}

fn ended(table: &Table) -> Option<Also> {
    let ended = table.ended()?;
    Some(Also::Ended(Ended {
        game: ended.game,
        kind: table.setting.game.clone(),
        record: ended.record,
        summary: serde_json::to_string(&ended.summary).unwrap_or_default(),
        players: ended.players,
    }))
}

pub fn checkpoint(table: &Table) -> Option<Also> {
    serde_json::to_string(&table.checkpoint()).ok().map(Also::Checkpoint)
}
