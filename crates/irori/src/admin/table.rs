//! What `irori admin` lists, as tables for a terminal.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

pub fn of_tables(rows: &[Value]) -> String {
    let line = |row: &Value| {
        vec![
            text(&row["id"]),
            text(&row["game"]),
            text(&row["status"]),
            yes_or_no(&row["public"]),
            text(&row["listeners"]),
            text(&row["entries"]),
            ago(&row["updated"]),
            text(&row["opener"]),
            names(&row["names"]),
        ]
    };
    let head =
        ["table", "game", "status", "public", "sockets", "entries", "last entry", "opened by", "seats"];
    aligned(&head, rows.iter().map(line))
}

pub fn of_guests(rows: &[Value]) -> String {
    let line = |row: &Value| {
        vec![
            text(&row["id"]),
            text(&row["tables"]),
            yes_or_no(&row["blocked"]),
            ago(&row["added"]),
            day(&row["seen"]),
            name(&row["name"]),
        ]
    };
    aligned(&["guest", "tables", "blocked", "added", "seen", "name"], rows.iter().map(line))
}

pub fn of_limits(rows: &[Value]) -> String {
    let line =
        |row: &Value| vec![text(&row["count"]), text(&row["reason"]), ago(&row["last"]), text(&row["who"])];
    aligned(&["times", "limit", "last", "who"], rows.iter().map(line))
}

/// Columns as wide as their widest cell. Lines are not wrapped, so that other programs can search them.
fn aligned(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|&cell| cell.to_owned()).collect();
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|at| lines.iter().map(|line| line[at].width()).max().unwrap_or_default())
        .collect();
    let mut page = String::new();
    for line in &lines {
        let mut row = String::new();
        for (cell, width) in line.iter().zip(&widths) {
            row += cell;
            row += &" ".repeat(width - cell.width() + 2);
        }
        page += row.trim_end();
        page += "\n";
    }
    page
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => harmless(text),
        other => other.to_string(),
    }
}

fn yes_or_no(value: &Value) -> String {
    if value == true { "yes" } else { "no" }.to_owned()
}

/// The server empties the name of a guest who was deleted.
fn name(value: &Value) -> String {
    if value == "" { "(deleted)".to_owned() } else { text(value) }
}

fn names(value: &Value) -> String {
    let names: Vec<String> =
        value.as_array().map(|names| names.iter().map(name).collect()).unwrap_or_default();
    names.join(", ")
}

/// Names are the words of strangers: what could steer a terminal or turn a line around is shown as its number.
fn harmless(text: &str) -> String {
    let is_odd = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let shown = |letter: char| {
        if is_odd(letter) { letter.escape_unicode().to_string() } else { letter.to_string() }
    };
    text.chars().map(shown).collect()
}

/// The server only keeps the day on which a guest was last seen.
fn day(time: &Value) -> String {
    let Some(time) = time.as_i64() else { return "–".to_owned() };
    match (now() - time) / 86_400_000 {
        ..=0 => "today".to_owned(),
        1 => "yesterday".to_owned(),
        days => format!("{days} d ago"),
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

/// How long ago a time in milliseconds since 1970 was.
fn ago(time: &Value) -> String {
    let Some(time) = time.as_i64() else { return "–".to_owned() };
    let seconds = (now() - time).max(0) / 1000;
    match seconds {
        0..60 => format!("{seconds} s ago"),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..172_800 => format!("{} h ago", seconds / 3600),
        _ => format!("{} d ago", seconds / 86_400),
    }
}
