//! Work on all cores whose pieces are taken in order, so that results do not depend on how many cores there are.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::Stopped;

/// Does `pieces` pieces of work and hands their results to `take` in order, until `take` breaks off or fails, or the
/// work is stopped. A piece that takes long asks from time to time whether it should stop, and then returns nothing.
pub fn in_order<T: Send, E>(
    pieces: u64,
    stopped: &Stopped,
    work: impl Fn(u64, &Stopped) -> Option<T> + Sync,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let stopped = || stop.load(Ordering::Relaxed) || stopped();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let (sender, receiver) = mpsc::sync_channel::<(u64, T)>(2 * workers);
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next, stop, work) = (sender.clone(), &next, &stop, &work);
            scope.spawn(move || {
                let _guard = StopOnPanic(stop);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pieces || stopped() {
                        break;
                    }
                    let Some(result) = work(number, &stopped) else { break };
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut taken = 0;
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&taken) {
                taken += 1;
                match take(result) {
                    Ok(ControlFlow::Continue(())) => {}
                    end => {
                        stop.store(true, Ordering::Relaxed);
                        return end.map(drop);
                    }
                }
            }
        }
        Ok(())
    })
}

/// A piece that panics ends the whole work at once, without waiting for all others.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
