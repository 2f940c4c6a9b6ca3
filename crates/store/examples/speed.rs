//! How long an entry takes when many tables write at once: `cargo run --release -p irori-store --example speed -- [folder]`.
//! CPU time limits a busy server; the elapsed time is mostly the disk's, once per batch.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use store::{Journal, NewEntry, Sqlite};

const TOGETHER: u64 = 200;
const BATCHES: u64 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    // Entries of one table share a page of the database; entries of many tables write a page each.
    for tables in [1, 20, 2000] {
        runtime.block_on(measure(&folder, tables))?;
    }
    Ok(())
}

async fn measure(folder: &Path, tables: u64) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir_in(folder)?;
    let journal = Sqlite::open(&folder.path().join("speed.db"))?;
    let text = "x".repeat(120);
    let (start, before) = (Instant::now(), processor_time());
    for batch in 0..BATCHES {
        let mut appended = Vec::new();
        for place in 0..TOGETHER {
            let turn = batch * TOGETHER + place;
            // Tables have random names, so they lie scattered.
            let table = format!("table-{:016x}", (turn % tables).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let number = turn / tables + 1;
            let entry = NewEntry { table, number, reading: 0, time: 0, text: text.clone(), also: Vec::new() };
            appended.push(journal.append(entry));
        }
        // Answers come in the order of the calls, so this thread sleeps until the last.
        for entry in appended.into_iter().rev() {
            entry.await?;
        }
    }
    let (took, rows) = (start.elapsed(), BATCHES * TOGETHER);
    let each = |time: Duration| time.as_secs_f64() * 1e6 / rows as f64;
    print!("{tables:4} tables, {TOGETHER} rows at a time: {:6.2} µs per row by the clock", each(took));
    match (before, processor_time()) {
        (Some(before), Some(after)) => println!(", {:5.2} µs of the processor", each(after - before)),
        _ => println!(),
    }
    Ok(())
}

/// The CPU time of all threads of this process, if the system tells it.
fn processor_time() -> Option<Duration> {
    let mut sum = 0;
    for thread in fs::read_dir("/proc/self/task").ok()? {
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        sum += text.split(' ').next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(sum))
}
