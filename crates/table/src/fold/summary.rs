//! What others see of a table: its description, and its finished game.

use cards::{Seat, to_hex};
use catalog::AtTable;

use crate::fold::{Occupant, Table};
use crate::protocol::{GameSummary, MyTable, TableInfo, TablePhase};

/// A finished game, for the archive.
#[derive(Debug)]
pub struct Ended {
    /// Its number at the table, from 1.
    pub game: u32,
    pub record: String,
    pub summary: GameSummary,
    /// Seats and the ids of the guests who sat there.
    pub players: Vec<(u8, String)>,
}

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

    /// The game that has just ended.
    pub fn ended(&self) -> Option<Ended> {
        let in_play = self.in_play.as_ref().filter(|_| self.phase == TablePhase::Over)?;
        let bots: Vec<Option<String>> = self.chairs.iter().map(Occupant::bot_level).collect();
        let record = in_play.game.record_with(Some(AtTable { proof: &in_play.proof, bots: &bots }));
        let names = self.chairs.iter().map(|chair| chair.shown_name().unwrap_or_default().to_owned());
        let summary = GameSummary {
            names: names.collect(),
            bots: Some(bots),
            totals: in_play.game.totals(),
            winners: in_play.game.winners().numbers(),
            draw: in_play.game.draw(),
        };
        let players = self.chairs.iter().enumerate();
        let players = players.filter_map(|(seat, chair)| Some((seat as u8, chair.person()?.guest.clone())));
        Some(Ended { game: self.games, record, summary, players: players.collect() })
    }
}
