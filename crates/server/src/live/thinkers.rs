//! A pool of threads on which bots think: few, so that sockets never wait for them. Moves come before hints, and only a
//! few hints may wait.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cards::Quick;

use crate::metrics::Metrics;

/// The shortest time to think, however many bots wait.
const LEAST: Duration = Duration::from_millis(40);
/// How many hints may wait for each thread.
const HINTS_EACH: usize = 4;
/// How many moves may wait. A seat waits for one move at most, so this many only wait if a server is hopelessly
/// overloaded; the table then asks again.
const MOST_MOVES: usize = 50_000;

type Job = Box<dyn FnOnce(&mut Quick) + Send>;

/// A pool of thinking threads. It ends when it is dropped and its last job is done.
pub struct Thinkers {
    pool: Arc<Pool>,
    threads: usize,
}

struct Pool {
    queues: Mutex<Queues>,
    changed: Condvar,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Queues {
    moves: VecDeque<Waiting>,
    hints: VecDeque<Waiting>,
    running: usize,
    closed: bool,
}

struct Waiting {
    job: Job,
    since: Instant,
}

impl Thinkers {
    pub fn new(threads: usize, metrics: Arc<Metrics>) -> Thinkers {
        let threads = threads.max(1);
        let pool = Arc::new(Pool { queues: Mutex::default(), changed: Condvar::new(), metrics });
        for _ in 0..threads {
            let pool = pool.clone();
            thread::spawn(move || pool.run());
        }
        Thinkers { pool, threads }
    }

    /// Computes a move; false if far too many wait already.
    #[must_use]
    pub fn think(&self, job: impl FnOnce(&mut Quick) + Send + 'static) -> bool {
        let mut queues = self.pool.lock();
        if queues.moves.len() >= MOST_MOVES {
            return false;
        }
        queues.moves.push_back(Waiting { job: Box::new(job), since: Instant::now() });
        self.pool.changed(&queues);
        true
    }

    /// Computes a hint when no move waits; false if too many hints wait already.
    #[must_use]
    pub fn advise(&self, job: impl FnOnce(&mut Quick) + Send + 'static) -> bool {
        let mut queues = self.pool.lock();
        if queues.hints.len() >= HINTS_EACH * self.threads {
            return false;
        }
        queues.hints.push_back(Waiting { job: Box::new(job), since: Instant::now() });
        self.pool.changed(&queues);
        true
    }

    /// How long a bot may think: less than usual where many wait, so that nobody waits long.
    pub fn time_for(&self, usual: Duration) -> Duration {
        let queues = self.pool.lock();
        let rounds = 1 + (queues.moves.len() + queues.running) / self.threads;
        (usual / rounds as u32).max(LEAST).min(usual)
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.pool.lock().closed = true;
        self.pool.changed.notify_all();
    }
}

impl Pool {
    fn run(&self) {
        let mut random = Quick::new(fresh());
        let mut queues = self.lock();
        loop {
            let Some(next) = queues.moves.pop_front().or_else(|| queues.hints.pop_front()) else {
                if queues.closed {
                    return;
                }
                queues = self.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            queues.running += 1;
            self.changed(&queues);
            drop(queues);
            self.metrics.bot_wait_micros.add(next.since.elapsed().as_micros() as i64);
            // A bot that fails must not take the others with it.
            let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (next.job)(&mut random)));
            if failed.is_err() {
                tracing::error!("bot panicked");
            }
            queues = self.lock();
            queues.running -= 1;
            self.changed(&queues);
        }
    }

    /// Wakes a thread and keeps the gauges.
    fn changed(&self, queues: &Queues) {
        self.metrics.bots_waiting.set(queues.moves.len() as i64);
        self.metrics.hints_waiting.set(queues.hints.len() as i64);
        self.metrics.bots_thinking.set(queues.running as i64);
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn fresh() -> u64 {
    let mut bytes = [0; 8];
    // Without randomness from the system, bots still think, but all with the same numbers.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn one() -> Thinkers {
        Thinkers::new(1, Arc::default())
    }

    #[test]
    fn a_job_that_panics_does_not_stop_the_others() {
        let thinkers = one();
        let (tell, told) = mpsc::channel();
        assert!(thinkers.think(|_| panic!("on purpose")));
        assert!(thinkers.think(move |_| tell.send(1).expect("somebody listens")));
        assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(1));
    }

    #[test]
    fn bots_think_less_when_many_wait() {
        let thinkers = one();
        let second = Duration::from_secs(1);
        assert_eq!(thinkers.time_for(second), second);
        let (go, wait) = mpsc::channel::<()>();
        assert!(thinkers.think(move |_| {
            let _ = wait.recv();
        }));
        for _ in 0..9 {
            assert!(thinkers.think(|_| {}));
        }
        assert!(thinkers.time_for(second) < second / 5);
        drop(go);
    }

    #[test]
    fn moves_come_before_hints_and_few_hints_wait() {
        let thinkers = one();
        let (go, wait) = mpsc::channel::<()>();
        let (busy, is_busy) = mpsc::channel::<()>();
        assert!(thinkers.think(move |_| {
            busy.send(()).expect("somebody listens");
            let _ = wait.recv();
        }));
        is_busy.recv_timeout(Duration::from_secs(10)).expect("the thread is busy");
        let (tell, told) = mpsc::channel();
        let mut taken = 0;
        for _ in 0..20 {
            let tell = tell.clone();
            taken += u32::from(thinkers.advise(move |_| {
                let _ = tell.send("hint");
            }));
        }
        assert_eq!(taken, HINTS_EACH as u32);
        assert!(thinkers.think(move |_| {
            let _ = tell.send("move");
        }));
        drop(go);
        assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok("move"));
        assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok("hint"));
    }
}
