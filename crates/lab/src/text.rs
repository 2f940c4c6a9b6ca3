//! Small pieces of printed text.

/// A number of things.
pub fn plural(count: u64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// A fraction in per cent.
pub fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}
