//! All tables of this process. A table is loaded from the journal when somebody asks for it, and dropped when nobody has
//! used it for a while.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bots::{Bot, Level};
use cards::Seat;
use store::{Also, Journal, NewEntry, Only};
use tokio::net::tcp::OwnedWriteHalf;

use crate::alarm::{Alarms, now};
use crate::clock::Time;
use crate::config::Config;
use crate::counters::Counters;
use crate::entry::Entry;
use crate::frame;
use crate::listener::Listener;
use crate::live::Live;
use crate::load;
use crate::protocol::{Setting, ToClient};
use crate::refusal::{Refusal, RefusalCode};
use crate::secret;
use crate::table::Table;
use crate::thinkers::Thinkers;

/// How long an unused table stays in memory.
const IDLE: Time = 10 * 60_000;
/// How long a bot thinks about a hint.
const HINT: Duration = Duration::from_millis(800);

pub struct Hall {
    pub journal: Arc<dyn Journal>,
    pub alarms: Alarms,
    pub counters: Counters,
    pub config: Config,
    tables: Mutex<HashMap<String, Arc<Live>>>,
    thinkers: Thinkers,
    keys: AtomicU64,
    runtime: tokio::runtime::Handle,
}

impl Hall {
    /// # Panics
    /// Outside a Tokio runtime.
    pub fn new(journal: Arc<dyn Journal>, config: Config) -> Arc<Hall> {
        let hall = Arc::new(Hall {
            journal,
            alarms: Alarms::default(),
            counters: Counters::default(),
            thinkers: Thinkers::new(config.thinkers),
            config,
            tables: Mutex::default(),
            keys: AtomicU64::new(1),
            runtime: tokio::runtime::Handle::current(),
        });
        let waking = Arc::downgrade(&hall);
        let alarms = hall.alarms.clone();
        tokio::spawn(async move {
            loop {
                let table = alarms.next().await;
                let Some(hall) = waking.upgrade() else { return };
                if let Ok(live) = hall.find(&table).await {
                    live.act_if_due(&hall);
                }
            }
        });
        let sweeping = Arc::downgrade(&hall);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_secs(60)).await;
                let Some(hall) = sweeping.upgrade() else { return };
                hall.let_go(now() - IDLE);
            }
        });
        hall
    }

    /// Loads the tables where something may be due: a bot's move, or a clock that ran out while the server was down.
    pub async fn resume(self: &Arc<Hall>) -> Result<usize, Refusal> {
        let hall = self.clone();
        let listed = self.blocking(move || hall.journal.listed(Only::Unfinished, usize::MAX)).await?;
        let mut resumed = 0;
        for table in listed.map_err(|_| Refusal::unavailable())? {
            if table.status == store::Status::Playing {
                match self.find(&table.table).await {
                    Ok(live) => {
                        live.act_if_due(self);
                        resumed += 1;
                    }
                    Err(refusal) => {
                        tracing::error!(table = table.table, error = %refusal, "table not resumed");
                    }
                }
            }
        }
        Ok(resumed)
    }

    pub async fn open(self: &Arc<Hall>, setting: Setting, opener: &str) -> Result<Arc<Live>, Refusal> {
        let (id, time) = (secret::table_id(), now());
        let secret = cards::to_hex(&catalog::fresh_secret());
        let first = Entry::Opened { setting, opener: opener.to_owned(), secret };
        let table = Table::open(&id, time, &first)?;
        let text = serde_json::to_string(&first).map_err(|_| Refusal::unavailable())?;
        let also = vec![Also::Index(table.index())];
        let (tell, told) = tokio::sync::oneshot::channel();
        self.journal.append(
            NewEntry { table: id.clone(), number: 1, reading: 0, time, text, also },
            Box::new(move |written| drop(tell.send(written))),
        );
        match told.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::error!(table = id, %error, "journal write failed");
                return Err(Refusal::unavailable());
            }
            Err(_) => return Err(Refusal::unavailable()),
        }
        let live = Arc::new(Live::new(table, self.next_key()));
        self.lock().insert(id, live.clone());
        self.counters.opened.add(1);
        self.counters.tables.add(1);
        Ok(live)
    }

    /// The table of that id, loaded if it is not in memory.
    pub async fn find(self: &Arc<Hall>, id: &str) -> Result<Arc<Live>, Refusal> {
        if let Some(live) = self.lock().get(id) {
            return Ok(live.clone());
        }
        if !secret::is_table_id(id) {
            return Err(load::no_table());
        }
        let (hall, id) = (self.clone(), id.to_owned());
        self.blocking(move || {
            let table = load::table(&*hall.journal, &id)?;
            let mut tables = hall.lock();
            // Another request may have loaded it meanwhile; there is only one of each table.
            let live = tables.entry(id).or_insert_with(|| {
                hall.counters.tables.add(1);
                Arc::new(Live::new(table, hall.next_key()))
            });
            Ok(live.clone())
        })
        .await?
    }

    /// A number that is greater than all before it.
    pub fn next_key(&self) -> u64 {
        self.keys.fetch_add(1, Ordering::Relaxed)
    }

    /// A listener for a guest or a spectator.
    pub fn listener(&self, guest: Option<String>, line: OwnedWriteHalf) -> Arc<Listener> {
        let key = self.next_key();
        Arc::new(Listener::new(key, guest, line, self.counters.frames.clone()))
    }

    /// Lets a bot think about a move, and make it after a natural pause.
    pub fn think(
        self: &Arc<Hall>,
        live: &Arc<Live>,
        table: &Table,
        seat: Seat,
        bot: Bot,
        since: Time,
        due: u64,
    ) {
        let Some(in_play) = &table.in_play else { return };
        let time = self.thinkers.time_for(bot.level.usual_time());
        let any = Bot::of(Level::Random);
        let thoughts = in_play
            .game
            .thought(seat, bot, Some(time))
            .and_then(|first| Ok((first, in_play.game.thought(seat, any, None)?)));
        let (thought, instead) = match thoughts {
            Ok(thoughts) => thoughts,
            Err(fault) => {
                tracing::error!(table = %live.id, seat = seat.0, error = %fault, "bot not started");
                return;
            }
        };
        let pause = self.config.pause;
        let (hall, live) = (self.clone(), live.clone());
        self.counters.thinking.add(1);
        self.thinkers.think(move |random| {
            // A bot that panics must not leave its table waiting: any legal move is better than none.
            let chosen = panic::catch_unwind(AssertUnwindSafe(|| thought(random))).unwrap_or_else(|_| {
                tracing::error!(table = %live.id, seat = seat.0, "bot panicked");
                instead(random)
            });
            hall.counters.thinking.add(-1);
            hall.counters.thoughts.add(1);
            let wait = since + pause.as_millis() as Time - now();
            if wait <= 0 {
                return live.bot_chose(&hall, seat, due, chosen);
            }
            let then = hall.clone();
            hall.runtime.spawn(async move {
                tokio::time::sleep(Duration::from_millis(wait as u64)).await;
                live.bot_chose(&then, seat, due, chosen);
            });
        });
    }

    /// Asks a strong bot what it would do, for one listener alone.
    pub fn advise(
        self: &Arc<Hall>,
        table: &Table,
        seat: Seat,
        listener: Arc<Listener>,
        id: String,
    ) -> Result<(), Refusal> {
        let Some(in_play) = &table.in_play else {
            return Err(Refusal::new(RefusalCode::NotPlaying, "no game is in progress"));
        };
        let time = self.thinkers.time_for(HINT);
        let thought = in_play.game.advice(seat, Bot::of(Level::Strong), Some(time))?;
        self.thinkers.think(move |random| {
            let advice = thought(random);
            listener.tell(&frame::of(&ToClient::Hint { id: &id, advice }));
        });
        Ok(())
    }

    /// Tells all clients that the server is about to stop, and closes their sockets.
    pub fn say_closing(&self) {
        let frame = frame::of(&ToClient::Closing {});
        for live in self.lock().values() {
            live.dismiss(&frame);
        }
    }

    /// Runs blocking work, such as reading the journal, on a thread of its own.
    pub async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::unavailable())
    }

    fn let_go(&self, since: Time) {
        let mut tables = self.lock();
        tables.retain(|_, live| Arc::strong_count(live) > 1 || !live.is_idle(since));
        self.counters.tables.set(i64::try_from(tables.len()).unwrap_or(i64::MAX));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
