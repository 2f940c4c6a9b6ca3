//! The rules texts as structured blocks, so that terminal and page draw the same text and neither reads Markdown.

use std::fmt;
use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{Alignment, Event, OffsetIter, Options, Parser, Tag};
use serde::Serialize;
use ts_rs::TS;

use crate::GameId;

/// The languages that the rules are written in, the default first.
pub const LANGUAGES: [&str; 1] = ["en"];

/// A block of a rules text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Block {
    /// The title has level 1.
    Heading { level: u8, text: Vec<Inline> },
    /// Text to wrap.
    Paragraph { text: Vec<Inline> },
    /// Numbered from `start`; with bullets if that is absent.
    List {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        start: Option<u32>,
        items: Vec<Vec<Block>>,
    },
    /// Every row has as many cells as the head.
    Table { head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>> },
    /// Lines to show as they are.
    Code { text: String },
    /// Words of somebody else.
    Quote { blocks: Vec<Block> },
}

/// A piece of the text in a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Inline {
    Text { text: String },
    Code { text: String },
    Strong { content: Vec<Inline> },
    Emphasis { content: Vec<Inline> },
    Link { href: String, content: Vec<Inline> },
}

/// The rules of a game in Markdown.
pub fn text(game: GameId) -> &'static str {
    macro_rules! rules {
        ($($module:ident $Game:ident $id:literal),+) => {
            match game {
                $(GameId::$Game => include_str!(concat!("../rules/", $id, ".md"))),+
            }
        };
    }
    games::each_game!(rules)
}

/// The rules of a game, ready to draw.
pub fn blocks(game: GameId) -> Vec<Block> {
    read(text(game)).expect("a test reads the rules of every game")
}

/// Markdown that has no block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Counted from 1.
    pub line: usize,
    /// The first line of what was written there.
    pub source: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: this Markdown cannot be used in rules texts: {:?}", self.line, self.source)
    }
}

impl std::error::Error for Unreadable {}

/// Reads Markdown. Whatever has no block is an error, so that no text is dropped unseen.
pub fn read(markdown: &str) -> Result<Vec<Block>, Unreadable> {
    // These extensions have no block, but without them their marks would pass as plain text.
    let without_block = Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES | without_block);
    let mut reader = Reader { markdown, events: parser.into_offset_iter().peekable() };
    reader.blocks()
}

struct Reader<'a> {
    markdown: &'a str,
    events: Peekable<OffsetIter<'a>>,
}

impl<'a> Reader<'a> {
    /// All blocks up to the end of what encloses them.
    fn blocks(&mut self) -> Result<Vec<Block>, Unreadable> {
        let mut blocks = Vec::new();
        loop {
            // The items of a tight list hold bare text.
            let text = self.inlines()?;
            if !text.is_empty() {
                blocks.push(Block::Paragraph { text });
            }
            match self.events.next() {
                None | Some((Event::End(_), _)) => return Ok(blocks),
                Some((Event::Start(tag), place)) => blocks.push(self.block(tag, place)?),
                Some((_, place)) => return Err(self.unreadable(&place)),
            }
        }
    }

    fn block(&mut self, tag: Tag<'a>, place: Range<usize>) -> Result<Block, Unreadable> {
        Ok(match tag {
            Tag::Heading { level, .. } => Block::Heading { level: level as u8, text: self.enclosed()? },
            Tag::Paragraph => Block::Paragraph { text: self.enclosed()? },
            Tag::BlockQuote(_) => Block::Quote { blocks: self.blocks()? },
            Tag::CodeBlock(_) => Block::Code { text: self.code() },
            Tag::List(start) => {
                let start = start.map(u32::try_from).transpose().map_err(|_| self.unreadable(&place))?;
                Block::List { start, items: self.each(Self::blocks)? }
            }
            Tag::Table(columns) if columns.iter().all(|&column| column == Alignment::None) => {
                let mut rows = self.each(|row| row.each(Self::enclosed))?;
                Block::Table { head: rows.remove(0), rows }
            }
            _ => return Err(self.unreadable(&place)),
        })
    }

    /// The parts of a list, table or row.
    fn each<T>(&mut self, part: impl Fn(&mut Self) -> Result<T, Unreadable>) -> Result<Vec<T>, Unreadable> {
        let mut parts = Vec::new();
        while let Some((Event::Start(_), _)) = self.events.next() {
            parts.push(part(self)?);
        }
        Ok(parts)
    }

    /// The text up to the end of what encloses it.
    fn enclosed(&mut self) -> Result<Vec<Inline>, Unreadable> {
        let text = self.inlines()?;
        match self.events.next() {
            None | Some((Event::End(_), _)) => Ok(text),
            Some((_, place)) => Err(self.unreadable(&place)),
        }
    }

    fn inlines(&mut self) -> Result<Vec<Inline>, Unreadable> {
        let mut pieces = Vec::new();
        while let Some((event, _)) = self.events.next_if(|(event, _)| is_inline(event)) {
            let piece = match event {
                Event::Start(Tag::Strong) => Inline::Strong { content: self.enclosed()? },
                Event::Start(Tag::Emphasis) => Inline::Emphasis { content: self.enclosed()? },
                Event::Start(Tag::Link { dest_url, .. }) => {
                    Inline::Link { href: dest_url.into_string(), content: self.enclosed()? }
                }
                Event::Code(text) => Inline::Code { text: text.into_string() },
                Event::Text(text) => Inline::Text { text: text.into_string() },
                _ => Inline::Text { text: " ".to_owned() },
            };
            match (pieces.last_mut(), piece) {
                // The parser cuts text at every character that might have been a mark.
                (Some(Inline::Text { text }), Inline::Text { text: more }) => text.push_str(&more),
                (_, piece) => pieces.push(piece),
            }
        }
        Ok(pieces)
    }

    fn code(&mut self) -> String {
        let mut lines = String::new();
        while let Some((Event::Text(text), _)) = self.events.next() {
            lines.push_str(&text);
        }
        lines.truncate(lines.trim_end().len());
        lines
    }

    fn unreadable(&self, place: &Range<usize>) -> Unreadable {
        let line = 1 + self.markdown[..place.start].matches('\n').count();
        let source = self.markdown[place.clone()].lines().next().unwrap_or_default().to_owned();
        Unreadable { line, source }
    }
}

fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Text(_) | Event::Code(_) | Event::SoftBreak => true,
        Event::Start(Tag::Strong | Tag::Emphasis) => true,
        Event::Start(Tag::Link { title, .. }) => title.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_json(markdown: &str) -> serde_json::Value {
        serde_json::to_value(read(markdown).unwrap()).unwrap()
    }

    fn words(text: &str) -> serde_json::Value {
        json!([{ "type": "text", "text": text }])
    }

    #[test]
    fn the_rules_of_every_game_are_read() {
        for game in GameId::ALL {
            let blocks = read(text(game)).unwrap_or_else(|fault| panic!("{game}: {fault}"));
            assert!(matches!(blocks[0], Block::Heading { level: 1, .. }), "{game} starts with its title");
            assert_eq!(super::blocks(game), blocks);
            // Marks that stayed behind as text would mean that the text is not what its author thought.
            let json = serde_json::to_string(&blocks).unwrap();
            for mark in ["**", "](", "```", "|--"] {
                assert!(!json.contains(mark), "{game} has {mark} in its text");
            }
        }
    }

    #[test]
    fn text_has_its_marks() {
        let text = json!([
            { "type": "text", "text": "One line [not a link], " },
            { "type": "strong", "content": [
                { "type": "text", "text": "bold " },
                { "type": "emphasis", "content": words("both") },
            ] },
            { "type": "text", "text": ", " },
            { "type": "code", "text": "b5 | f6" },
            { "type": "text", "text": ", " },
            { "type": "link", "href": "https://irori.example/", "content": words("a link") },
            { "type": "text", "text": "." },
        ]);
        assert_eq!(
            read_json(
                "One line\n[not a link], **bold *both***, `b5 | f6`, [a link](https://irori.example/)."
            ),
            json!([{ "type": "paragraph", "text": text }])
        );
    }

    #[test]
    fn lists_nest_and_keep_their_numbers() {
        let paragraph = |text: &str| json!({ "type": "paragraph", "text": words(text) });
        let inner = json!({ "type": "list", "items": [[paragraph("deep")], [paragraph("deep too")]] });
        assert_eq!(
            read_json("3. three\n   - deep\n   - deep too\n4. four\n\n   more of four\n"),
            json!([{ "type": "list", "start": 3, "items": [
                [paragraph("three"), inner],
                [paragraph("four"), paragraph("more of four")],
            ] }])
        );
    }

    #[test]
    fn tables_code_and_quotes_are_blocks() {
        assert_eq!(
            read_json("| a | b |\n|---|---|\n| 1 | x \\| y |\n| 2 |\n"),
            json!([{
                "type": "table",
                "head": [words("a"), words("b")],
                "rows": [[words("1"), words("x | y")], [words("2"), []]],
            }])
        );
        assert_eq!(read_json("```\na  *b*\n\n c\n```"), json!([{ "type": "code", "text": "a  *b*\n\n c" }]));
        assert_eq!(
            read_json("## Two\n\n> said\n"),
            json!([
                { "type": "heading", "level": 2, "text": words("Two") },
                { "type": "quote", "blocks": [{ "type": "paragraph", "text": words("said") }] },
            ])
        );
    }

    #[test]
    fn what_has_no_block_is_named_with_its_line() {
        for (bad, source) in [
            ("<b>", "<b>"),
            ("![a picture](a.png)", "![a picture](a.png)"),
            ("~~gone~~", "~~gone~~"),
            ("- [ ] to do", "[ ]"),
            ("a[^1]\n\n[^1]: note", "[^1]"),
            ("***", "***"),
            ("a\\\nb", "\\"),
            ("[a](b \"title\")", "[a](b \"title\")"),
            ("| a |\n|--:|\n| 1 |", "| a |"),
            ("- a\n\n  <i>", "<i>"),
        ] {
            let fault = read(&format!("# Title\n\n{bad}\n")).unwrap_err();
            assert_eq!(fault.source, source, "{bad}");
            assert!(fault.line >= 3, "{fault}");
        }
        assert_eq!(
            read("one\n\ntwo <br>\n").unwrap_err().to_string(),
            "line 3: this Markdown cannot be used in rules texts: \"<br>\""
        );
    }
}
