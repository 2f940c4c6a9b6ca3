//! What others see of a table: its description, and what the database lists it and its games by.

use cards::{Seat, to_hex};
use store::{Ended, Index, Status};

use crate::protocol::{GameSummary, MyTable, TableInfo, TablePhase};
use crate::table::{Occupant, Table};

impl Table {
    /// The table as everybody may see it.
    pub fn info(&self) -> TableInfo {
        let commitment = match (&self.in_play, self.phase) {
            (Some(in_play), TablePhase::Playing) => in_play.proof.commitment(),
            _ => catalog::commitment_of(&self.secret),
        };
        let playing = self.phase == TablePhase::Playing;
        TableInfo {
            id: self.id.clone(),
            setting: self.setting.clone(),
            phase: self.phase,
            games: self.games,
            chairs: self.chairs.iter().map(|chair| chair.info(playing)).collect(),
            commitment: to_hex(&commitment),
        }
    }

    /// The table for a guest who sits there.
    pub fn mine(&self, guest: &str) -> Option<MyTable> {
        let seat = self.seat_of(guest)?;
        let in_play = self.in_play.as_ref();
        let to_act = in_play.is_some_and(|in_play| in_play.game.to_act().contains(Seat(seat)));
        Some(MyTable { table: self.info(), seat, to_act, time: self.time })
    }

    /// What the database finds the table by.
    pub fn index(&self) -> Index {
        let status = match self.phase {
            TablePhase::Open => Status::Open,
            TablePhase::Playing => Status::Playing,
            TablePhase::Over => Status::Over,
        };
        let summary = serde_json::to_string(&self.info()).unwrap_or_default();
        let persons = self.chairs.iter().filter_map(Occupant::person);
        let guests = persons.map(|person| person.guest.clone()).collect();
        Index { status, public: self.setting.public, summary, guests }
    }

    /// The game that has just ended, for the archive.
    pub fn ended(&self) -> Option<Ended> {
        let in_play = self.in_play.as_ref().filter(|_| self.phase == TablePhase::Over)?;
        let summary = GameSummary {
            names: self
                .chairs
                .iter()
                .map(|chair| chair.shown_name().unwrap_or_default().to_owned())
                .collect(),
            bots: Some(self.chairs.iter().map(Occupant::bot_level).collect()),
            totals: in_play.game.totals(),
            winners: in_play.game.winners().numbers(),
            draw: in_play.game.draw(),
        };
        let players = self.chairs.iter().enumerate();
        let players = players.filter_map(|(seat, chair)| Some((seat as u8, chair.person()?.guest.clone())));
        Some(Ended {
            game: self.games,
            kind: self.setting.game.clone(),
            record: in_play.game.record_with(Some(&in_play.proof)),
            summary: serde_json::to_string(&summary).unwrap_or_default(),
            players: players.collect(),
        })
    }
}
