//! Lays out the rules' small part of Markdown for a terminal: headings, paragraphs, lists, tables, code blocks,
//! and bold, italic and code within a line.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Whether the terminal can show styles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// With escape codes for bold and the like.
    Styled,
    /// Bare text.
    Plain,
}

const BOLD: &str = "\x1b[1m";
const ITALIC: &str = "\x1b[3m";
const CODE: &str = "\x1b[36m";
const RESET: &str = "\x1b[0m";

/// The text for a terminal of so many columns.
pub fn lay_out(markdown: &str, columns: usize, look: Look) -> String {
    let mut page = Page { columns, look, text: String::new() };
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                page.push(&format!("    {code}"));
            }
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row);
            }
            page.table(&rows);
        } else if let Some(heading) = line.strip_prefix('#') {
            page.heading(heading);
        } else if let Some(item) = line.strip_prefix("- ") {
            page.wrapped("  • ", "    ", item);
        } else if let Some((number, item)) = numbered(line) {
            page.wrapped(&format!("{number:>3}. "), "     ", item);
        } else {
            page.wrapped("", "", line);
        }
    }
    page.text
}

/// Plain text wrapped to so many columns, the later lines indented under the first.
pub fn wrap(first: &str, text: &str, columns: usize) -> String {
    let mut page = Page { columns, look: Look::Plain, text: String::new() };
    page.wrapped(first, &" ".repeat(first.width()), text);
    page.text.trim_end().to_owned()
}

fn numbered(line: &str) -> Option<(&str, &str)> {
    let (number, item) = line.split_once(". ")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((number, item))
}

struct Page {
    columns: usize,
    look: Look,
    text: String,
}

impl Page {
    fn push(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn heading(&mut self, heading: &str) {
        let below = heading.trim_start_matches('#');
        let level = heading.len() - below.len();
        let words = Inline::of(below.trim());
        let width = words.width();
        let shown = match self.look {
            Look::Styled => format!("{BOLD}{}{RESET}", words.plain()),
            Look::Plain => words.plain(),
        };
        self.push(&shown);
        match level {
            0 => self.push(&"═".repeat(width)),
            1 => self.push(&"─".repeat(width)),
            _ => {}
        }
    }

    /// A paragraph, wrapped, with the later lines indented under the first.
    fn wrapped(&mut self, first: &str, later: &str, text: &str) {
        let words = Inline::of(text);
        let mut line = first.to_owned();
        let mut width = first.width();
        let mut empty = true;
        for word in words.words() {
            if !empty && width + 1 + word.width() > self.columns {
                self.push(&line);
                line = later.to_owned();
                width = later.width();
                empty = true;
            }
            if !empty {
                line.push(' ');
                width += 1;
            }
            line.push_str(&word.show(self.look));
            width += word.width();
            empty = false;
        }
        self.push(&line);
    }

    /// A table with a header row and a line of dashes under it. The widest column gives way, wrapping its cells,
    /// where the table is too wide.
    fn table(&mut self, rows: &[&str]) {
        let cells: Vec<Vec<Inline>> = rows
            .iter()
            .filter(|row| !row.bytes().all(|byte| b"|-: ".contains(&byte)))
            .map(|row| split_row(row).iter().map(|cell| Inline::of(cell)).collect())
            .collect();
        let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..columns)
            .map(|column| {
                cells.iter().filter_map(|row| row.get(column)).map(Inline::width).max().unwrap_or(0)
            })
            .collect();
        let room = self.columns.saturating_sub(2 * columns);
        while widths.iter().sum::<usize>() > room {
            let Some(widest) = widths.iter_mut().max().filter(|width| **width > 8) else { break };
            *widest -= 1;
        }
        for (number, row) in cells.iter().enumerate() {
            let wrapped: Vec<Vec<(String, usize)>> =
                row.iter().zip(&widths).map(|(cell, &width)| cell.wrap(width, self.look)).collect();
            let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
            for at in 0..height {
                let mut line = String::from("  ");
                for (cell, &width) in wrapped.iter().zip(&widths) {
                    let (text, used) = cell.get(at).cloned().unwrap_or_default();
                    line.push_str(&text);
                    line.push_str(&" ".repeat((width + 2).saturating_sub(used)));
                }
                self.push(&line);
            }
            if number == 0 {
                let dashes: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
                self.push(&format!("  {}", dashes.join("  ")));
            }
        }
    }
}

/// The cells of a table row. A bar in code does not end a cell.
fn split_row(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut in_code = false;
    for letter in row.trim().trim_start_matches('|').trim_end_matches('|').chars() {
        in_code ^= letter == '`';
        match cells.last_mut() {
            Some(cell) if letter != '|' || in_code => cell.push(letter),
            _ => cells.push(String::new()),
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Text,
    Bold,
    Italic,
    Code,
}

/// Text with styles.
struct Inline(Vec<(char, Style)>);

impl Inline {
    fn of(text: &str) -> Inline {
        let mut letters = Vec::new();
        let mut style = Style::Text;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let (mark, marked) = match letter {
                '`' => ("`", Style::Code),
                '*' if style != Style::Code && rest.starts_with("**") => ("**", Style::Bold),
                '*' if style != Style::Code => ("*", Style::Italic),
                _ => ("", Style::Text),
            };
            if mark.is_empty() {
                letters.push((letter, style));
                rest = &rest[letter.len_utf8()..];
            } else {
                style = if style == marked { Style::Text } else { marked };
                rest = &rest[mark.len()..];
            }
        }
        Inline(letters)
    }

    fn width(&self) -> usize {
        self.0.iter().map(|(letter, _)| letter.width().unwrap_or(0)).sum()
    }

    fn plain(&self) -> String {
        self.0.iter().map(|(letter, _)| letter).collect()
    }

    /// The words, parted at spaces.
    fn words(&self) -> Vec<Inline> {
        self.0
            .split(|(letter, _)| *letter == ' ')
            .filter(|word| !word.is_empty())
            .map(|word| Inline(word.to_vec()))
            .collect()
    }

    fn show(&self, look: Look) -> String {
        if look == Look::Plain {
            return self.plain();
        }
        let mut text = String::new();
        let mut now = Style::Text;
        for &(letter, style) in &self.0 {
            if style != now {
                text.push_str(if now == Style::Text { "" } else { RESET });
                text.push_str(match style {
                    Style::Text => "",
                    Style::Bold => BOLD,
                    Style::Italic => ITALIC,
                    Style::Code => CODE,
                });
                now = style;
            }
            text.push(letter);
        }
        text.push_str(if now == Style::Text { "" } else { RESET });
        text
    }

    /// The lines of a table cell, each with its width.
    fn wrap(&self, columns: usize, look: Look) -> Vec<(String, usize)> {
        let mut lines: Vec<(String, usize)> = Vec::new();
        for word in self.words() {
            match lines.last_mut() {
                Some((line, width)) if *width + 1 + word.width() <= columns => {
                    line.push(' ');
                    line.push_str(&word.show(look));
                    *width += 1 + word.width();
                }
                _ => lines.push((word.show(look), word.width())),
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_wrap_and_lists_hang() {
        let page = lay_out("# A `b`\n\n- one two three four\n\n1. five six seven eight", 14, Look::Plain);
        assert_eq!(
            page,
            "A b\n═══\n\n  • one two\n    three four\n\n  1. five six\n     seven\n     eight\n"
        );
    }

    #[test]
    fn tables_line_up_by_shown_width() {
        let page = lay_out("| a | b |\n|---|---|\n| 松 | `x|y` |\n| long | |", 40, Look::Plain);
        assert_eq!(page, "  a     b\n  ────  ───\n  松    x|y\n  long\n");
    }

    #[test]
    fn styles_are_shown_only_where_they_can_be() {
        assert_eq!(lay_out("a **b c**", 40, Look::Styled), "a \x1b[1mb\x1b[0m \x1b[1mc\x1b[0m\n");
        assert_eq!(lay_out("a **b c**", 40, Look::Plain), "a b c\n");
    }
}
