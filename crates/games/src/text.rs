//! Small helpers that the text forms of all games share.

use std::str::FromStr;

use cards::{Card, Seat, Set};

use crate::{DealFault, TextFault};

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
