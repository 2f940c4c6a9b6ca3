//! Ctrl-C: long work looks at a flag and ends cleanly; a second press ends at once.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code of an interrupted command, as shells have it.
const EXIT: u8 = 130;

/// Starts to listen. Without it, Ctrl-C simply ends the program.
pub fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT.into());
        }
    })?;
    Ok(())
}

/// For work that leaves nothing behind: says how far it came, and ends at once.
pub fn listen_and_end(so_far: impl Fn() -> String + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        eprintln!("irori: interrupted {}", so_far());
        std::process::exit(EXIT.into());
    })?;
    Ok(())
}

/// Whether the user wants to stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The exit code after work that an interrupt may have cut short.
pub fn exit_code() -> ExitCode {
    if interrupted() { ExitCode::from(EXIT) } else { ExitCode::SUCCESS }
}
