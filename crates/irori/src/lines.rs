//! Lines from outside, of bounded length: a line that is too long is skipped without being kept.

use std::io::{BufRead, Read};

/// One line of input.
pub enum Line {
    /// A line without its end, as valid text.
    Text(String),
    /// More bytes than a line may have.
    TooLong,
    /// Bytes that are not UTF-8.
    NotText,
}

impl Line {
    /// How many bytes of it are kept.
    pub fn len(&self) -> usize {
        match self {
            Line::Text(text) => text.len(),
            Line::TooLong | Line::NotText => 0,
        }
    }
}

/// The next line, or nothing at the end of the input.
pub fn next(input: &mut impl BufRead, longest: usize) -> std::io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > longest {
        skip_line(input)?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(String::from_utf8(bytes).map_or(Line::NotText, Line::Text)))
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
