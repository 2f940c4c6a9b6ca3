//! A pool of threads on which bots think: few, so that sockets never wait for them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use cards::Quick;

/// The shortest time to think, however many bots wait.
const LEAST: Duration = Duration::from_millis(40);

type Job = Box<dyn FnOnce(&mut Quick) + Send>;

/// A pool of thinking threads. It ends when it is dropped and its last job is done.
pub struct Thinkers {
    jobs: mpsc::Sender<Job>,
    waiting: Arc<AtomicUsize>,
    threads: usize,
}

impl Thinkers {
    pub fn new(threads: usize) -> Thinkers {
        let threads = threads.max(1);
        let (jobs, taken) = mpsc::channel::<Job>();
        let taken = Arc::new(Mutex::new(taken));
        let waiting = Arc::new(AtomicUsize::new(0));
        for _ in 0..threads {
            let (taken, waiting) = (taken.clone(), waiting.clone());
            thread::spawn(move || {
                let mut random = Quick::new(fresh());
                loop {
                    let job = taken.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(job) = job else { return };
                    // A bot that fails must not take the others with it.
                    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(&mut random)));
                    if failed.is_err() {
                        tracing::error!("bot panicked");
                    }
                    waiting.fetch_sub(1, Ordering::Relaxed);
                }
            });
        }
        Thinkers { jobs, waiting, threads }
    }

    pub fn think(&self, job: impl FnOnce(&mut Quick) + Send + 'static) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        if self.jobs.send(Box::new(job)).is_err() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// How many jobs wait or run.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// How long a bot may think: less than usual where many wait, so that nobody waits long.
    pub fn time_for(&self, usual: Duration) -> Duration {
        let rounds = 1 + self.waiting() / self.threads;
        (usual / rounds as u32).max(LEAST).min(usual)
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
    use super::*;

    #[test]
    fn a_job_that_panics_does_not_stop_the_others() {
        let thinkers = Thinkers::new(1);
        let (tell, told) = mpsc::channel();
        thinkers.think(|_| panic!("on purpose"));
        thinkers.think(move |_| tell.send(1).expect("somebody listens"));
        assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(1));
    }

    #[test]
    fn bots_think_less_when_many_wait() {
        let thinkers = Thinkers::new(1);
        let second = Duration::from_secs(1);
        assert_eq!(thinkers.time_for(second), second);
        let (go, wait) = mpsc::channel::<()>();
        thinkers.think(move |_| {
            let _ = wait.recv();
        });
        for _ in 0..9 {
            thinkers.think(|_| {});
        }
        assert!(thinkers.time_for(second) < second / 5);
        drop(go);
    }
}
