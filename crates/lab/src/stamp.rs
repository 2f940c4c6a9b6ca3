//! When a figure was measured, and with which version of the code.

use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// Today, as year, month and day.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The date this many days after 1970-01-01. Years start in March here, so that a leap day ends one.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", 400 * era + year)
}

/// The checked-out commit, marked if the code has changed since; `unknown` outside a repository.
pub fn commit() -> String {
    let git = |args: &[&str]| Command::new("git").args(args).stdin(Stdio::null()).output();
    let Ok(output) = git(&["rev-parse", "--short=10", "HEAD"]) else { return "unknown".to_owned() };
    if !output.status.success() {
        return "unknown".to_owned();
    }
    let commit = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let clean = git(&["diff", "--quiet", "HEAD", "--", ":/crates", ":/Cargo.lock"]);
    let clean = clean.is_ok_and(|output| output.status.success());
    if clean { commit } else { format!("{commit}-changed") }
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_become_dates() {
        for (days, expected) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_819, "2027-01-01")]
        {
            assert_eq!(date(days), expected);
        }
    }
}
