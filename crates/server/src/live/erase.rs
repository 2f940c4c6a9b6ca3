//! A guest is erased: they leave their tables, and their name and chat messages are replaced wherever they are written.
//! Others keep their games, whose records name nobody.

use std::sync::Arc;
use std::time::{Duration, Instant};

use store::{Failure, Rewrite};
use table::protocol::{GameSummary, TablePhase};
use table::{Entry, Refusal, Table};

use super::load::{blocking, entries};
use super::{Hall, Live, Told};
use crate::guests::unavailable;
use crate::secret;

impl Hall {
    /// Erases a guest; false if there is none. What has begun goes on even if the caller gives up.
    pub async fn erase(self: &Arc<Self>, guest: &str) -> Result<bool, Refusal> {
        let (hall, guest) = (self.clone(), guest.to_owned());
        let erased = tokio::spawn(async move { hall.erase_now(&guest).await });
        erased.await.unwrap_or_else(|_| Err(Refusal::unavailable()))
    }

    async fn erase_now(&self, guest: &str) -> Result<bool, Refusal> {
        let journal = &self.services.journal;
        // Also after a game: the others could not play again with somebody who never gets ready.
        for table in journal.traces_of(guest).await.map_err(unavailable)? {
            if let Ok(live) = self.find(&table).await {
                // A person who has left already, or a closed table, is as good.
                drop(live.leave(guest));
                live.settled().await;
            }
        }
        // One stranger takes all their places, so that a table still knows which seats were one person's.
        let stranger = secret::guest_id();
        for table in journal.traces_of(guest).await.map_err(unavailable)? {
            match self.rewrite(&table, guest, &stranger).await {
                Ok(()) => {}
                Err(refusal) => {
                    tracing::error!(table, code = %refusal.code, "guest not erased at this table");
                    return Err(refusal);
                }
            }
        }
        let erased = journal.erase(guest).await.map_err(unavailable)?;
        self.sign_out(guest);
        self.services.metrics.guests_deleted.add(i64::from(erased));
        Ok(erased)
    }

    async fn rewrite(&self, table: &str, guest: &str, stranger: &str) -> Result<(), Refusal> {
        loop {
            // What a table in memory knew of the guest would be written again with its next entries.
            let live = if self.is_known(table) { self.find(table).await.ok() } else { None };
            let rewritten = match &live {
                None => self.rewrite_rows(table, guest, stranger).await,
                Some(live) => {
                    let held = live.hold().await;
                    let rewritten = match held {
                        Ok(()) => self.rewrite_rows(table, guest, stranger).await,
                        Err(refusal) => Err(refusal),
                    };
                    live.let_on().await;
                    rewritten
                }
            };
            let sits = rewritten?;
            if live.is_none() && self.is_known(table) {
                // It was loaded meanwhile, before or after the change.
                continue;
            }
            if sits && let Ok(live) = self.find(table).await {
                drop(live.leave(stranger));
                live.settled().await;
            }
            return Ok(());
        }
    }

    /// Returns whether the stranger still has a seat.
    async fn rewrite_rows(&self, table: &str, guest: &str, stranger: &str) -> Result<bool, Refusal> {
        let journal = &self.services.journal;
        let entries = entries(journal, table).await?;
        let games = journal.games_at(table).await.map_err(unavailable)?;
        let (id, guest, stranger) = (table.to_owned(), guest.to_owned(), stranger.to_owned());
        let (rewrite, sits) = blocking(move || without(&id, &entries, &games, &guest, &stranger)).await??;
        journal.rewrite(rewrite).await.map_err(|error: Failure| unavailable(error))?;
        Ok(sits)
    }
}

impl Live {
    /// Waits until everything that was appended is durable, though not forever; false if it is not.
    pub async fn settled(self: &Arc<Self>) -> bool {
        for _ in 0..200 {
            if self.lock().unsaved.is_empty() {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    /// Lets nothing be appended until `let_on`, and waits for what has been.
    async fn hold(self: &Arc<Self>) -> Result<(), Refusal> {
        self.lock().held += 1;
        if self.settled().await { Ok(()) } else { Err(Refusal::unavailable()) }
    }

    /// Loads the table as the journal has it now, and goes on.
    async fn let_on(self: &Arc<Self>) {
        {
            let mut inner = self.lock();
            inner.held -= 1;
            inner.table = None;
        }
        if !self.reload(Told::Everybody).await {
            self.load_again(&mut self.lock(), Instant::now());
        }
    }
}

/// The texts of a table without a guest, and whether the stranger still has a seat.
fn without(
    id: &str,
    entries: &[(table::Time, Entry)],
    games: &[(u32, String)],
    guest: &str,
    stranger: &str,
) -> Result<(Rewrite, bool), Refusal> {
    let mut rewrite = Rewrite { table: id.to_owned(), ..Rewrite::default() };
    let mut table: Option<Table> = None;
    for (number, (time, entry)) in (1..).zip(entries) {
        let mut changed = entry.clone();
        match &mut changed {
            Entry::Opened { opener, .. } if opener == guest => stranger.clone_into(opener),
            Entry::Sat { guest: sat, name, .. } if sat == guest => {
                stranger.clone_into(sat);
                name.clear();
            }
            Entry::Said { seat, text } => {
                let speaker = table.as_ref().and_then(|table| table.person(*seat));
                if speaker.is_some_and(|speaker| speaker.guest == stranger) {
                    text.clear();
                }
            }
            _ => {}
        }
        match &mut table {
            None => table = Some(Table::open(id, *time, &changed)?),
            Some(table) => drop(table.apply(*time, &changed)?),
        }
        if changed != *entry {
            let text = serde_json::to_string(&changed).map_err(|_| Refusal::unavailable())?;
            rewrite.entries.push((number, text));
        }
        let over = table
            .as_ref()
            .filter(|table| table.phase == TablePhase::Over && matches!(entry, Entry::Moved { .. }));
        if let Some(table) = over {
            rewrite.games.extend(summary_without(table, games, stranger));
        }
    }
    let table = table.ok_or_else(super::load::no_table)?;
    rewrite.summary = Some(serde_json::to_string(&table.info()).map_err(|_| Refusal::unavailable())?);
    let sits = table.phase != TablePhase::Closed && table.seat_of(stranger).is_some();
    Ok((rewrite, sits))
}

/// The summary of the game that has just ended, without the name of the stranger.
fn summary_without(table: &Table, games: &[(u32, String)], stranger: &str) -> Option<(u32, String)> {
    let (_, text) = games.iter().find(|(game, _)| *game == table.games)?;
    let mut summary: GameSummary = serde_json::from_str(text).ok()?;
    for (seat, name) in summary.names.iter_mut().enumerate() {
        if table.person(seat as u8).is_some_and(|person| person.guest == stranger) {
            name.clear();
        }
    }
    Some((table.games, serde_json::to_string(&summary).ok()?))
}
