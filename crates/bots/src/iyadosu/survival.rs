//! The probability not to be eliminated.

use cards::Set;
use games::iyadosu::{Card, Colour};

/// Which colours a set holds, as a number below 8: how many of the three plain ones, and 4 more with black.
#[inline]
fn cover(cards: Set<Card>) -> usize {
    let holds = |colour: Colour| usize::from(!cards.is_disjoint(colour.cards()));
    holds(Colour::Red) + holds(Colour::Blue) + holds(Colour::Green) + 4 * holds(Colour::Black)
}

/// How many colours a cover has.
const COLOURS: [u8; 8] = [0, 1, 2, 3, 1, 2, 3, 4];

/// How many colours a set lacks.
#[inline]
pub fn missing_colours(cards: Set<Card>) -> f32 {
    f32::from(4 - COLOURS[cover(cards)])
}

/// For a seat with these normal cards and this many refusal cards.
#[inline]
pub fn survival(normal: Set<Card>, refuse: u8) -> f32 {
    SURVIVAL[usize::from(normal.len())][usize::from(refuse)][cover(normal)]
}

/// The same if it is the seat's turn to lead.
#[inline]
pub fn survival_as_leader(normal: Set<Card>, refuse: u8) -> f32 {
    let count = usize::from(normal.len());
    if refuse == 0 || count == 0 {
        return survival(normal, refuse);
    }
    SURVIVAL[count - 1][usize::from(refuse)][one_fewer(count, cover(normal))]
}

/// The probability to play all refusal cards in time, by the number of normal cards, of refusal cards, and the cover of
/// the normal ones. In each trick a seat that does not lead, and holds the lead colour, refuses.
pub(super) static SURVIVAL: [[[f32; 8]; 8]; 13] = {
    // Black is led less often than others.
    const BLACK: f32 = 0.6;
    const LEADS: f32 = 0.25;
    let mut table = [[[0.0; 8]; 8]; 13];
    let mut normal = 0;
    while normal < 13 {
        let mut refuse = 0;
        while refuse < 8 {
            let mut cover = 0;
            while cover < 8 {
                table[normal][refuse][cover] = if refuse == 0 {
                    1.0
                } else if normal == 0 {
                    0.0
                } else {
                    let black = if cover < 4 { 0.0 } else { BLACK };
                    let refuses = (1.0 - LEADS) * ((cover % 4) as f32 + black) / (3.0 + BLACK);
                    refuses * table[normal][refuse - 1][cover]
                        + (1.0 - refuses) * table[normal - 1][refuse][one_fewer(normal, cover)]
                };
                cover += 1;
            }
            refuse += 1;
        }
        normal += 1;
    }
    table
};

/// The cover that `normal` cards can keep when one of them is played: a colour is given up only if each card is the
/// only one of its colour, and then black first.
const fn one_fewer(normal: usize, cover: usize) -> usize {
    if normal > COLOURS[cover] as usize {
        cover
    } else if cover >= 4 {
        cover - 4
    } else {
        cover.saturating_sub(1)
    }
}
