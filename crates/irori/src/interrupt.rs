//! Ctrl-C: long work checks a flag and ends cleanly. A second Ctrl-C ends the program at once.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code that shells use for an interrupted command.
const EXIT: u8 = 130;

/// Until this is called, Ctrl-C simply ends the program.
pub fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT.into());
        }
    })?;
    Ok(())
}

/// For work that leaves nothing behind: prints how far it got and ends at once.
pub fn listen_and_end(so_far: impl Fn() -> String + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        eprintln!("irori: interrupted {}", so_far());
        std::process::exit(EXIT.into());
    })?;
    Ok(())
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The exit code of work that can be interrupted.
pub fn exit_code() -> ExitCode {
    if interrupted() { ExitCode::from(EXIT) } else { ExitCode::SUCCESS }
}
