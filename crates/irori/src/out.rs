//! Output that all commands share.

use std::io::{IsTerminal, Write};

use anyhow::bail;

/// Writes to standard output, and returns an error where `print!` would panic.
pub fn print(text: &str) -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// `1 game`, `2 games`.
pub fn plural(count: u64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// The width of the terminal, or 80 without one.
pub fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}

/// `12.3 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => plural(bytes, "byte"),
        1000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// Asks the person at the terminal. Anything but a yes means no.
pub fn confirm(question: &str) -> anyhow::Result<bool> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        bail!("this needs a confirmation and there is no terminal to ask for it; add --yes");
    }
    eprint!("{question} [y/N] ");
    let mut answer = String::new();
    input.read_line(&mut answer)?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}
