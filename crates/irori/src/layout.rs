//! Lays out text for a terminal: the blocks of the rules, and wrapped lines. Widths are those of a terminal, where
//! a Japanese character takes two columns.

use std::io::IsTerminal;

use catalog::rules::{Block, Inline};
use unicode_linebreak::linebreaks;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::out::columns;

/// Longer lines are hard to read.
const WIDEST: usize = 88;
/// Between the columns of a table.
const GAP: usize = 2;

/// Whether the text goes to a terminal that shows styles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Styled,
    Plain,
}

impl Look {
    pub fn of_stdout() -> Look {
        let styled = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        if styled { Look::Styled } else { Look::Plain }
    }
}

/// Lays out blocks for this terminal.
pub fn show(blocks: &[Block], look: Look) -> String {
    lay_out(blocks, columns().clamp(20, WIDEST), look)
}

fn lay_out(blocks: &[Block], columns: usize, look: Look) -> String {
    let mut page = String::new();
    for line in lines_of(blocks, columns, look) {
        page.push_str(line.trim_end());
        page.push('\n');
    }
    page
}

/// Plain text wrapped to so many columns, with the later lines indented to start below the text of the first.
pub fn wrap(first: &str, text: &str, columns: usize) -> String {
    let letters: Letters = text.chars().map(|letter| (letter, Style::default())).collect();
    let room = columns.saturating_sub(first.width());
    let lines = letters_wrapped(&letters, room).iter().map(|line| shown(line, Look::Plain)).collect();
    hung(first, lines).join("\n")
}

fn lines_of(blocks: &[Block], columns: usize, look: Look) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        if number > 0 {
            lines.push(String::new());
        }
        match block {
            Block::Heading { level, text } => heading(&mut lines, *level, text, columns, look),
            Block::Paragraph { text } => lines.extend(wrapped(text, columns, look)),
            Block::List { start, items } => list(&mut lines, *start, items, columns, look),
            Block::Table { head, rows } => table(&mut lines, head, rows, columns, look),
            Block::Code { text } => lines.extend(text.lines().map(|line| format!("    {line}"))),
            Block::Quote { blocks } => {
                let quoted = lines_of(blocks, columns.saturating_sub(2), look);
                lines.extend(quoted.iter().map(|line| format!("│ {line}")));
            }
        }
    }
    lines
}

fn heading(lines: &mut Vec<String>, level: u8, text: &[Inline], columns: usize, look: Look) {
    let mut letters = letters_of(text);
    letters.iter_mut().for_each(|(_, style)| *style = Style { bold: true, ..Style::default() });
    let wrapped = letters_wrapped(&letters, columns);
    let width = wrapped.iter().map(|line| width_of(line)).max().unwrap_or_default();
    lines.extend(wrapped.iter().map(|line| shown(line, look)));
    match level {
        1 => lines.push("═".repeat(width)),
        2 => lines.push("─".repeat(width)),
        _ => {}
    }
}

fn list(lines: &mut Vec<String>, start: Option<u32>, items: &[Vec<Block>], columns: usize, look: Look) {
    for (item, number) in items.iter().zip(start.unwrap_or_default()..) {
        let mark = if start.is_some() { format!("{number:>3}. ") } else { "  • ".to_owned() };
        let mut inside = Vec::new();
        for (at, block) in item.iter().enumerate() {
            // A list in an item belongs to the text above it.
            if at > 0 && !matches!(block, Block::List { .. }) {
                inside.push(String::new());
            }
            let room = columns.saturating_sub(mark.width());
            inside.extend(lines_of(std::slice::from_ref(block), room, look));
        }
        lines.extend(hung(&mark, inside));
    }
}

/// Puts a mark before the first line and indents the others below it.
fn hung(mark: &str, lines: Vec<String>) -> Vec<String> {
    let indent = " ".repeat(mark.width());
    let lines = if lines.is_empty() { vec![String::new()] } else { lines };
    let with_start = |(at, line)| format!("{}{line}", if at == 0 { mark } else { &indent });
    lines.into_iter().enumerate().map(with_start).collect()
}

/// In columns, the widest giving way first. A table whose longest words do not fit side by side is shown row by row.
fn table(
    lines: &mut Vec<String>,
    head: &[Vec<Inline>],
    rows: &[Vec<Vec<Inline>>],
    columns: usize,
    look: Look,
) {
    let letters = |row: &[Vec<Inline>]| row.iter().map(|cell| letters_of(cell)).collect::<Vec<_>>();
    let head = letters(head);
    let rows: Vec<Vec<Letters>> = rows.iter().map(|row| letters(row)).collect();
    let widest = |measure: &dyn Fn(&Letters) -> usize| -> Vec<usize> {
        let column = |at: usize| rows.iter().filter_map(move |row| row.get(at)).chain([&head[at]]);
        (0..head.len()).map(|at| column(at).map(measure).max().unwrap_or_default()).collect()
    };
    let least = widest(&|cell| pieces(cell).iter().map(|piece| width_of(trimmed(piece))).max().unwrap_or(0));
    let mut widths = widest(&|cell| width_of(cell));
    let room = columns.saturating_sub(GAP * head.len());
    if least.iter().sum::<usize>() > room {
        return row_by_row(lines, &head, &rows, columns, look);
    }
    while widths.iter().sum::<usize>() > room {
        let able = widths.iter_mut().zip(&least).filter(|(width, least)| **width > **least);
        let Some((widest, _)) = able.max_by_key(|(width, _)| **width) else { break };
        *widest -= 1;
    }
    let mut push = |row: &[Letters]| {
        let cells: Vec<Vec<Letters>> =
            row.iter().zip(&widths).map(|(cell, &width)| letters_wrapped(cell, width)).collect();
        for at in 0..cells.iter().map(Vec::len).max().unwrap_or_default() {
            let mut line = String::new();
            for (cell, &width) in cells.iter().zip(&widths) {
                let part = cell.get(at).map_or(&[][..], |part| part);
                let space = " ".repeat(width.saturating_sub(width_of(part)));
                line.extend([&" ".repeat(GAP), &*shown(part, look), &space]);
            }
            lines.push(line);
        }
    };
    push(&head);
    let dashes: Vec<Letters> = widths.iter().map(|&width| vec![('─', Style::default()); width]).collect();
    push(&dashes);
    rows.iter().for_each(|row| push(row));
}

/// Each row as a list of its cells, with a blank line between rows.
fn row_by_row(lines: &mut Vec<String>, head: &[Letters], rows: &[Vec<Letters>], columns: usize, look: Look) {
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            lines.push(String::new());
        }
        for (name, cell) in head.iter().zip(row).filter(|(_, cell)| !cell.is_empty()) {
            let mut line = name.clone();
            line.extend(": ".chars().map(|letter| (letter, Style::default())));
            line.extend(cell);
            let wrapped = letters_wrapped(&line, columns.saturating_sub(GAP));
            lines.extend(wrapped.iter().map(|line| format!("  {}", shown(line, look))));
        }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Style {
    bold: bool,
    italic: bool,
    code: bool,
}

type Letters = Vec<(char, Style)>;

fn letters_of(text: &[Inline]) -> Letters {
    let mut letters = Vec::new();
    add(&mut letters, text, Style::default());
    letters
}

fn add(letters: &mut Letters, text: &[Inline], style: Style) {
    let add_text = |letters: &mut Letters, text: &str, style: Style| {
        letters.extend(text.chars().map(|letter| (letter, style)));
    };
    for piece in text {
        match piece {
            Inline::Text { text } => add_text(letters, text, style),
            Inline::Code { text } => add_text(letters, text, Style { code: true, ..style }),
            Inline::Strong { content } => add(letters, content, Style { bold: true, ..style }),
            Inline::Emphasis { content } => add(letters, content, Style { italic: true, ..style }),
            Inline::Link { href, content } => {
                let start = letters.len();
                add(letters, content, style);
                let name: String = letters[start..].iter().map(|(letter, _)| letter).collect();
                if name != *href {
                    add_text(letters, &format!(" ({href})"), style);
                }
            }
        }
    }
}

fn width_of(letters: &[(char, Style)]) -> usize {
    letters.iter().map(|(letter, _)| letter.width().unwrap_or(0)).sum()
}

fn trimmed(letters: &[(char, Style)]) -> &[(char, Style)] {
    let spaces = letters.iter().rev().take_while(|(letter, _)| *letter == ' ').count();
    &letters[..letters.len() - spaces]
}

fn wrapped(text: &[Inline], columns: usize, look: Look) -> Vec<String> {
    letters_wrapped(&letters_of(text), columns).iter().map(|line| shown(line, look)).collect()
}

/// The lines of a text. Only a word that is longer than a line is cut.
fn letters_wrapped(letters: &Letters, columns: usize) -> Vec<Letters> {
    let mut lines: Vec<Letters> = vec![Letters::new()];
    for piece in pieces(letters) {
        for part in fitting(piece, columns) {
            let line = lines.last_mut().expect("there is a first line");
            if !line.is_empty() && width_of(line) + width_of(trimmed(part)) > columns {
                lines.push(part.to_vec());
            } else {
                line.extend(part);
            }
        }
    }
    lines.iter().map(|line| trimmed(line).to_vec()).collect()
}

/// The text cut where a line may end. Code breaks at spaces alone: `must-capture` is one word.
fn pieces(letters: &Letters) -> Vec<&[(char, Style)]> {
    let text: String = letters.iter().map(|(letter, _)| letter).collect();
    let mut breaks = linebreaks(&text).map(|(place, _)| place).peekable();
    let (mut pieces, mut start, mut place) = (Vec::new(), 0, 0);
    for (at, (letter, style)) in letters.iter().enumerate() {
        place += letter.len_utf8();
        let may_end = breaks.next_if_eq(&place).is_some();
        if may_end && (!style.code || *letter == ' ') || at + 1 == letters.len() {
            pieces.push(&letters[start..=at]);
            start = at + 1;
        }
    }
    pieces
}

fn fitting(mut piece: &[(char, Style)], columns: usize) -> Vec<&[(char, Style)]> {
    let mut parts = Vec::new();
    while width_of(trimmed(piece)) > columns.max(2) {
        let mut width = 0;
        let fits = |(letter, _): &&(char, Style)| {
            width += letter.width().unwrap_or(0);
            width <= columns.max(2)
        };
        let (part, rest) = piece.split_at(piece.iter().take_while(fits).count());
        parts.push(part);
        piece = rest;
    }
    parts.push(piece);
    parts
}

fn shown(letters: &[(char, Style)], look: Look) -> String {
    let mut text = String::new();
    for run in letters.chunk_by(|(_, one), (_, other)| one == other) {
        let style = run[0].1;
        let codes: Vec<&str> = [(style.bold, "1"), (style.italic, "3"), (style.code, "36")]
            .iter()
            .filter_map(|(on, code)| on.then_some(*code))
            .collect();
        let styled = look == Look::Styled && !codes.is_empty();
        if styled {
            text.push_str(&format!("\x1b[{}m", codes.join(";")));
        }
        text.extend(run.iter().map(|(letter, _)| letter));
        if styled {
            text.push_str("\x1b[0m");
        }
    }
    text
}

#[cfg(test)]
mod tests;
