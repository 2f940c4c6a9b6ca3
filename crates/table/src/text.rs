//! Names and chat messages: what people may write. Characters that show nothing, or that change the direction of the text
//! around them, are refused: with them a person could look like somebody else.

use crate::refusal::{Refusal, RefusalCode};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;
/// The longest chat message, in characters.
pub const LONGEST_TALK: usize = 300;
/// How many combining marks one letter may have. More would cover the lines above and below.
const MOST_MARKS: usize = 4;

/// A name as tables show it, without odd spaces.
pub fn name(text: &str) -> Result<String, Refusal> {
    let bad = |message: String| Refusal::new(RefusalCode::BadName, message);
    if let Some(hidden) = first_hidden(text) {
        return Err(bad(format!("a name must not contain the invisible character {}", shown(hidden))));
    }
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let name = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.chars().count() {
        1..=LONGEST_NAME => Ok(name),
        length => Err(bad(format!("a name has 1 to {LONGEST_NAME} characters, not {length}"))),
    }
}

/// A chat message without control characters.
pub fn talk(text: &str) -> Result<String, Refusal> {
    let bad = |message: String| Refusal::new(RefusalCode::BadTalk, message);
    if let Some(hidden) = first_hidden(text) {
        return Err(bad(format!("a message must not contain the invisible character {}", shown(hidden))));
    }
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain = plain.trim();
    match plain.chars().count() {
        1..=LONGEST_TALK => Ok(plain.to_owned()),
        length => Err(bad(format!("a chat message has 1 to {LONGEST_TALK} characters, not {length}"))),
    }
}

fn shown(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// The first character that must not be there.
fn first_hidden(text: &str) -> Option<char> {
    let mut before = None;
    let mut marks = 0;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        let stands = match c {
            // The joiner makes one picture of two, as in families. Between letters it shows nothing.
            '\u{200d}' => before.is_some_and(is_picture) && rest.peek().copied().is_some_and(is_picture),
            // The selector chooses between a picture and a plain sign. After a letter it shows nothing.
            '\u{fe0e}' | '\u{fe0f}' => before.is_some_and(|before| {
                let is_key = matches!(before, '0'..='9' | '#' | '*') && rest.peek() == Some(&'\u{20e3}');
                is_key || has_two_forms(before)
            }),
            c => !is_invisible(c),
        };
        if !stands || marks > MOST_MARKS {
            return Some(c);
        }
        before = Some(c);
    }
    None
}

/// Characters that show nothing, or change the direction of others.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Signs that are shown as a picture or as a plain sign.
fn has_two_forms(c: char) -> bool {
    let is_sign = matches!(
        c,
        '\u{a9}'
            | '\u{ae}'
            | '\u{203c}'
            | '\u{2049}'
            | '\u{2122}'
            | '\u{2139}'
            | '\u{3030}'
            | '\u{303d}'
            | '\u{3297}'
            | '\u{3299}'
    );
    is_sign || (is_picture(c) && c != '\u{fe0f}')
}

/// Signs that the joiner may stand between.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{fe0f}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Marks that are drawn over the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(name("  Aki   of\tNara ").as_deref(), Ok("Aki of Nara"));
        assert_eq!(name("囲炉裏").as_deref(), Ok("囲炉裏"));
        assert_eq!(name(" \n ").map_err(|refusal| refusal.code), Err(RefusalCode::BadName));
        assert!(name(&"x".repeat(LONGEST_NAME)).is_ok());
        assert!(name(&"x".repeat(LONGEST_NAME + 1)).is_err());
    }

    #[test]
    fn invisible_and_direction_changing_characters_are_refused() {
        for hidden in [
            "\u{202e}",
            "\u{2066}",
            "\u{200b}",
            "\u{ad}",
            "\u{3164}",
            "\u{feff}",
            "\u{200d}",
            "\u{e0041}",
            "\u{fe0f}",
        ] {
            let text = format!("a{hidden}b");
            assert_eq!(name(&text).map_err(|refusal| refusal.code), Err(RefusalCode::BadName), "{text:?}");
            assert_eq!(talk(&text).map_err(|refusal| refusal.code), Err(RefusalCode::BadTalk), "{text:?}");
        }
        let tower = format!("a{}", "\u{301}".repeat(40));
        assert!(name(&tower).is_err() && talk(&tower).is_err());
    }

    #[test]
    fn pictures_accents_and_other_scripts_stand() {
        for text in ["👨‍👩‍👧", "❤️", "e\u{301}", "Ünal", "שלום", "สวัสดี", "こんにちは", "🏳️‍🌈", "™️", "1️⃣"]
        {
            assert_eq!(name(text).as_deref(), Ok(text));
            assert_eq!(talk(text).as_deref(), Ok(text));
        }
        assert_eq!(talk(" a\tb\n").as_deref(), Ok("a b"));
    }
}
