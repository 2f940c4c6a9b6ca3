//! The win probability by lead, rounds left and dealer.
//!
//! How one round between equals ends comes from a table made by self-play; the whole game follows by working backwards
//! from its end. The winner of a round deals the next one (`KK-19`), and the dealer has a small advantage.

use crate::data;

/// The most rounds of a game.
const MOST_ROUNDS: usize = 12;
/// Greater leads are taken for this one.
const MOST_LEAD: i32 = 400;
const LEADS: usize = 2 * MOST_LEAD as usize + 1;

/// One way in which a round can end, and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndingOdds {
    /// The oya's points less the other's.
    pub swing: i32,
    /// Whether the oya deals again.
    pub stays: bool,
    pub probability: f32,
}

/// Reads the endings of a table: lines with the winner (`oya`, `other`, `nobody`), the points and the probability.
pub fn endings(text: &str) -> Option<Vec<EndingOdds>> {
    let is_ending = |line: &&str| ["oya ", "other ", "nobody "].iter().any(|winner| line.starts_with(winner));
    data::lines(text).filter(is_ending).map(ending).collect()
}

fn ending(line: &str) -> Option<EndingOdds> {
    let mut words = line.split_whitespace();
    let winner = words.next()?;
    let points: i32 = words.next()?.parse().ok()?;
    let probability = words.next()?.parse().ok()?;
    match winner {
        "oya" => Some(EndingOdds { swing: points, stays: true, probability }),
        "other" => Some(EndingOdds { swing: -points, stays: false, probability }),
        "nobody" => Some(EndingOdds { swing: 0, stays: true, probability }),
        _ => None,
    }
}

/// The oya's win probability, by rounds left and lead.
#[derive(Clone)]
pub struct WinTable(Box<[[f32; LEADS]; MOST_ROUNDS + 1]>);

impl WinTable {
    /// Computes whole games from how one round ends.
    pub fn of(endings: &[EndingOdds]) -> WinTable {
        let mut win_table = WinTable(Box::new([[0.0; LEADS]; MOST_ROUNDS + 1]));
        for (lead, probability) in (-MOST_LEAD..=MOST_LEAD).zip(&mut win_table.0[0]) {
            *probability = match lead {
                0 => 0.5,
                _ if lead > 0 => 1.0,
                _ => 0.0,
            };
        }
        for rounds in 1..=MOST_ROUNDS {
            for lead in -MOST_LEAD..=MOST_LEAD {
                let after = |ending: &EndingOdds| {
                    let lead = lead + ending.swing;
                    let after = if ending.stays {
                        win_table.oya(lead, rounds - 1)
                    } else {
                        1.0 - win_table.oya(-lead, rounds - 1)
                    };
                    ending.probability * after
                };
                win_table.0[rounds][place(lead)] = endings.iter().map(after).sum();
            }
        }
        win_table
    }

    /// A seat's win probability with this lead and this many rounds to come, by whether it deals the next.
    #[inline]
    pub fn win_probability(&self, lead: i32, rounds: usize, deals: bool) -> f32 {
        let rounds = rounds.min(MOST_ROUNDS);
        if deals { self.oya(lead, rounds) } else { 1.0 - self.oya(-lead, rounds) }
    }

    #[inline]
    fn oya(&self, lead: i32, rounds: usize) -> f32 {
        self.0[rounds][place(lead)]
    }
}

#[inline]
fn place(lead: i32) -> usize {
    (lead.clamp(-MOST_LEAD, MOST_LEAD) + MOST_LEAD) as usize
}
