//! What happens at a table without a request: bots move, clocks run out, the next game starts. What a table waits for
//! follows from its entries; here it is made to happen.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Bot, Level};
use cards::Seat;
use catalog::AdviceThought;
use table::frame::refused;
use table::protocol::{AwayReason, TablePhase, ToClient};
use table::request::{self, Asker};
use table::{Entry, Refusal, RefusalCode, Table, Want};

use super::inner::{Inner, Timer};
use super::time::{left, now, part_of};
use super::{Live, Services};
use crate::metrics::Limit;
use crate::net::{Frame, Listener};

/// At a table without a clock, a bot plays for a person who has been disconnected for this long.
const GRACE: Duration = Duration::from_secs(120);
/// How long a bot thinks about a hint.
const HINT: Duration = Duration::from_millis(800);
/// A hint that had to wait for longer than this is not worth giving any more.
const STALE_HINT: Duration = Duration::from_secs(15);

impl Live {
    /// Does what is due without a request: a bot's move, the end of a clock, the next game.
    pub fn act_if_due(self: &Arc<Self>) {
        let mut inner = self.lock();
        inner.alarm = None;
        self.act_if_due_locked(&mut inner);
    }

    pub(super) fn act_if_due_locked(self: &Arc<Self>, inner: &mut Inner) {
        if self.services.rest.is_resting() || inner.held > 0 {
            // When the rest is over, or the table is loaded again, everything that is due is done.
            return;
        }
        let Some(table) = &inner.table else { return };
        match table.phase {
            TablePhase::Open | TablePhase::Closed => {}
            TablePhase::Over => {
                // The last person to be ready starts the next game. That is an entry of its own, so the server may
                // have stopped between the two.
                if let Ok(start) = request::start(table, catalog::fresh_secret)
                    && let Err(refusal) = self.append(inner, start, None)
                {
                    tracing::error!(table = %self.id, code = %refusal.code, "next game not started");
                }
            }
            TablePhase::Playing => {
                self.let_bots_think(inner);
                if let Some((seat, reason)) = self.next_deadline(inner) {
                    let entry = Entry::Away { seat: seat.0, reason };
                    if let Err(refusal) = self.append(inner, entry, None) {
                        tracing::error!(table = %self.id, seat = seat.0, code = %refusal.code, "bot not put in");
                    }
                }
            }
        }
    }

    fn let_bots_think(self: &Arc<Self>, inner: &mut Inner) {
        let Inner { table: Some(table), thinking, .. } = &mut *inner else { return };
        for want in table.wants() {
            if let Want::BotMove { seat, bot } = want
                && thinking[seat.index()].is_none()
            {
                let due = table.due(seat.0);
                if self.think(table, seat, bot, due) {
                    thinking[seat.index()] = Some(due);
                }
            }
        }
    }

    /// Lets a bot think about a move, and make it after a natural pause; false if it cannot think now.
    fn think(self: &Arc<Self>, table: &Table, seat: Seat, bot: Bot, due: u64) -> bool {
        let Some(in_play) = &table.in_play else { return false };
        let time = self.services.thinkers.time_for(bot.level.usual_time());
        let any = Bot::of(Level::Random);
        let thoughts = in_play
            .game
            .thought(seat, bot, Some(time))
            .and_then(|first| Ok((first, in_play.game.thought(seat, any, None)?)));
        let (thought, instead) = match thoughts {
            Ok(thoughts) => thoughts,
            Err(fault) => {
                tracing::error!(table = %self.id, seat = seat.0, error = %fault, "bot not started");
                return false;
            }
        };
        let (live, ready) = (self.clone(), self.ready_at(bot, time));
        self.services.thinkers.think(move |random| {
            // A bot that panics must not leave its table waiting: any legal move is better than none.
            let chosen = panic::catch_unwind(AssertUnwindSafe(|| thought(random))).unwrap_or_else(|_| {
                tracing::error!(table = %live.id, seat = seat.0, "bot panicked");
                instead(random)
            });
            live.services.metrics.thoughts.add(1);
            if ready <= Instant::now() {
                return live.bot_chose(seat, due, chosen);
            }
            let runtime = live.services.runtime.clone();
            runtime.spawn(async move {
                tokio::time::sleep_until(ready.into()).await;
                live.bot_chose(seat, due, chosen);
            });
        })
    }

    /// When a bot's move may be shown. A bot that searches takes its whole time even if it has only one card left:
    /// otherwise a quick move would tell everybody that there was no choice.
    fn ready_at(&self, bot: Bot, time: Duration) -> Instant {
        let pause = self.services.config.pause;
        let searches = !matches!(bot.level, Level::Random | Level::Greedy);
        let least = if searches { pause.max(time) } else { pause };
        Instant::now() + least + part_of(least / 8)
    }

    /// A bot has chosen a move. The table makes it if it still waits for it.
    fn bot_chose(self: &Arc<Self>, seat: Seat, due: u64, chosen: String) {
        let mut inner = self.lock();
        inner.thinking[seat.index()] = None;
        let Some(table) = &inner.table else { return };
        let is_wanted = table.due(seat.0) == due
            && table.wants().any(|want| matches!(want, Want::BotMove { seat: wanted, .. } if wanted == seat));
        if !is_wanted {
            return self.act_if_due_locked(&mut inner);
        }
        if self.services.rest.is_resting() || inner.held > 0 {
            return;
        }
        let entry = Entry::Moved { seat: seat.0, chosen, id: None, bot: true };
        if let Err(refusal) = self.append(&mut inner, entry, None) {
            tracing::error!(table = %self.id, seat = seat.0, code = %refusal.code, "bot move refused");
        }
    }

    /// A person whose time is up, or who has been disconnected too long. Sets the alarm for those whose time will be.
    fn next_deadline(&self, inner: &mut Inner) -> Option<(Seat, AwayReason)> {
        let (wall, now) = (now(), Instant::now());
        let Inner { table: Some(table), listeners, seen, alarm, timers, .. } = &mut *inner else {
            return None;
        };
        let mut deadlines: Vec<(Instant, Seat, AwayReason)> = Vec::new();
        for want in table.wants() {
            match want {
                Want::BotMove { .. } => {}
                Want::Deadline { seat, since, allowed } => {
                    let of = (table.due(seat.0), allowed);
                    let ends = || now + left(since, allowed, wall);
                    let timer = timers[seat.index()].filter(|timer| timer.of == of);
                    let timer = timer.unwrap_or_else(|| Timer { of, ends: ends() });
                    timers[seat.index()] = Some(timer);
                    deadlines.push((timer.ends, seat, AwayReason::Time));
                }
                Want::Person { seat } => {
                    let Some(person) = table.person(seat.0) else { continue };
                    if listeners.iter().any(|listener| listener.guest() == Some(&person.guest)) {
                        timers[seat.index()] = None;
                        continue;
                    }
                    let of = (table.due(seat.0), 0);
                    let timer = timers[seat.index()].filter(|timer| timer.of == of);
                    // Somebody who has just been disconnected, or whose turn has just begun, has the whole time.
                    let timer = timer.unwrap_or_else(|| Timer { of, ends: now + GRACE });
                    timers[seat.index()] = Some(timer);
                    deadlines.push((timer.ends.max(seen[seat.index()] + GRACE), seat, AwayReason::Gone));
                }
            }
        }
        let later = deadlines.iter().map(|(at, ..)| *at).filter(|at| *at > now).min();
        if let Some(at) = later
            && alarm.is_none_or(|set| at < set)
        {
            *alarm = Some(at);
            self.services.alarms.set(at, &self.id);
        }
        deadlines.iter().rev().find(|(at, ..)| *at <= now).map(|(_, seat, reason)| (*seat, *reason))
    }
}

/// What a strong bot would do in a seat, to be computed elsewhere.
pub fn advice(services: &Services, table: &Table, seat: Seat) -> Result<AdviceThought, Refusal> {
    let Some(in_play) = &table.in_play else {
        return Err(Refusal::new(RefusalCode::NotPlaying, "no game is in progress"));
    };
    let time = services.thinkers.time_for(HINT);
    Ok(in_play.game.advice(seat, Bot::of(Level::Strong), Some(time))?)
}

/// Computes advice for one listener alone, if the guest waits for no other.
pub fn advise(
    services: &Arc<Services>,
    thought: AdviceThought,
    listener: &Arc<Listener>,
    asker: &Asker,
    id: String,
) -> Result<(), Refusal> {
    let too_fast = |message| {
        services.metrics.limit(Limit::Hints, format_args!("guest {}", asker.guest), now());
        Refusal::new(RefusalCode::TooFast, message)
    };
    let hint = services
        .hints
        .begin(&asker.guest, listener.source)
        .ok_or_else(|| too_fast("your last hint is still being worked on; wait for it"))?;
    let (asked, listener, metrics) = (Instant::now(), listener.clone(), services.metrics.clone());
    let taken = services.thinkers.advise(move |random| {
        if asked.elapsed() > STALE_HINT {
            let busy = Refusal::new(RefusalCode::TooFast, "the bots are busy; ask again later");
            listener.tell(&Frame::of(&refused(Some(&id), &busy)));
        } else {
            let advice = thought(random);
            metrics.hints.add(1);
            listener.tell(&Frame::of(&ToClient::Hint { id: &id, advice }));
        }
        drop(hint);
    });
    if taken { Ok(()) } else { Err(too_fast("many people want hints at the moment; ask again soon")) }
}
