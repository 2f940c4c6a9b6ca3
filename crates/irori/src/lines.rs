//! Input lines of bounded length. A line that is too long is skipped, not stored.

use std::io::{BufRead, Read};

pub enum InputLine {
    /// Without the line end.
    Text(String),
    TooLong,
    /// Not UTF-8.
    NotText,
}

impl InputLine {
    /// The number of bytes stored.
    pub fn len(&self) -> usize {
        match self {
            InputLine::Text(text) => text.len(),
            InputLine::TooLong | InputLine::NotText => 0,
        }
    }
}

pub fn next(input: &mut impl BufRead, longest: usize) -> std::io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > longest {
        skip_line(input)?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(String::from_utf8(bytes).map_or(InputLine::NotText, InputLine::Text)))
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        let done = end.is_some() || buffer.is_empty();
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
