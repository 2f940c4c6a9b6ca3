use catalog::{GameId, rules};

use super::*;

fn laid_out(markdown: &str, columns: usize, look: Look) -> String {
    lay_out(&rules::read(markdown).unwrap(), columns, look)
}

#[test]
fn every_kind_of_block_is_laid_out() {
    let sample = include_str!("sample.md");
    for (columns, expected) in [(40, include_str!("sample-40.txt")), (80, include_str!("sample-80.txt"))] {
        let page = laid_out(sample, columns, Look::Plain);
        assert!(page == expected, "at {columns} columns:\n{page}");
    }
}

#[test]
fn no_line_of_the_rules_is_too_long() {
    for (game, columns) in GameId::ALL.into_iter().flat_map(|game| [40, 80].map(|columns| (game, columns))) {
        let blocks = rules::blocks(game);
        let without_code: Vec<Block> =
            blocks.into_iter().filter(|block| !matches!(block, Block::Code { .. })).collect();
        for line in lay_out(&without_code, columns, Look::Plain).lines() {
            assert!(line.width() <= columns, "{game} at {columns}: {line}");
        }
    }
}

#[test]
fn styles_end_with_their_line() {
    assert_eq!(
        laid_out("a **b *c*** `d e f g h i j k l`", 20, Look::Styled),
        "a \x1b[1mb \x1b[0m\x1b[1;3mc\x1b[0m \x1b[36md e f g h i j\x1b[0m\n\x1b[36mk l\x1b[0m\n"
    );
    assert_eq!(laid_out("a **b** `c`", 20, Look::Plain), "a b c\n");
}

#[test]
fn only_a_word_longer_than_the_line_is_cut() {
    assert_eq!(laid_out("a must-capture `must-capture`", 16, Look::Plain), "a must-capture\nmust-capture\n");
    assert_eq!(laid_out("12345678901234567890123", 10, Look::Plain), "1234567890\n1234567890\n123\n");
}

#[test]
fn later_lines_start_below_the_text_of_the_first() {
    assert_eq!(wrap("you: ", "one two\u{a0}three four", 15), "you: one\n     two\u{a0}three\n     four");
    assert_eq!(wrap("you: ", "", 15), "you: ");
}
