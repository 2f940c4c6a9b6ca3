//! Small helpers that the text forms of all games share.

use std::str::FromStr;

use cards::{Card, Seat, Set};
use serde::{Serialize, Serializer};

use crate::{DealFault, TextFault};

/// Something with one of a few texts, all of which are known: they are written often enough that putting them together
/// each time would show.
pub(crate) trait Written: Copy {
    /// The text form, the same as that of `Display`.
    fn text(self) -> &'static str;
}

/// The texts of a whole pack: every letter with every rank.
macro_rules! texts {
    ([$($letter:literal)*] $ranks:tt) => { [$($crate::text::texts!($letter $ranks)),*] };
    ($letter:literal [$($rank:literal)*]) => { [$(concat!($letter, $rank)),*] };
}
pub(crate) use texts;

/// What stands in a view by its text form, without a text of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Text<T>(pub T);

impl<T: Written> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.text())
    }
}

/// The cards of a set, likewise, in pack order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Texts<C: Card>(pub Set<C>);

impl<C: Card + Written> Serialize for Texts<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Text))
    }
}

/// Reads a number without sign or leading zeros.
pub(crate) fn number(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Reads cards that may each stand only once.
pub(crate) fn card_set<C>(texts: &[String]) -> Result<Set<C>, DealFault>
where
    C: Card + FromStr<Err = TextFault>,
{
    let mut set = Set::EMPTY;
    for text in texts {
        let card: C = text.parse()?;
        if set.contains(card) {
            return Err(DealFault::Cards(format!("{card} stands twice")));
        }
        set.insert(card);
    }
    Ok(set)
}

/// Checks how many hands a deal tells.
pub(crate) fn check_hands(hands: usize, seats: u8) -> Result<(), DealFault> {
    if hands == usize::from(seats) {
        Ok(())
    } else {
        Err(DealFault::Cards(format!("found {hands} hands, expected {seats}")))
    }
}

/// Reads the seat of a dealer or start player.
pub(crate) fn starter(number: u8, seats: u8) -> Result<Seat, DealFault> {
    if number < seats {
        Ok(Seat(number))
    } else {
        Err(DealFault::Cards(format!("there is no seat {number}; the seats are 0 to {}", seats - 1)))
    }
}

impl From<TextFault> for DealFault {
    fn from(fault: TextFault) -> DealFault {
        DealFault::Cards(fault.to_string())
    }
}
