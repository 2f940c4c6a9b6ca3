//! The chance to win the game from a lead, the rounds left and who deals.
//!
//! One round between equals is taken from a table that was made by self-play; from it the whole game follows by
//! working backwards from its end. The winner of a round deals the next one (`KK-19`), and whoever deals is a
//! little better off.

use crate::data;

/// The most rounds of a game.
const MOST_ROUNDS: usize = 12;
/// Greater leads are taken for this one.
const MOST_LEAD: i32 = 400;
const LEADS: usize = 2 * MOST_LEAD as usize + 1;

/// How one round ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ending {
    /// The oya's points less the other's.
    pub swing: i32,
    /// Whether the oya deals again.
    pub stays: bool,
    /// How likely it is.
    pub chance: f32,
}

/// Reads the endings of a table: lines of who wins (`oya`, `other`, `nobody`), the points and the chance.
pub fn endings(text: &str) -> Option<Vec<Ending>> {
    let is_ending = |line: &&str| ["oya ", "other ", "nobody "].iter().any(|winner| line.starts_with(winner));
    data::lines(text).filter(is_ending).map(ending).collect()
}

fn ending(line: &str) -> Option<Ending> {
    let mut words = line.split_whitespace();
    let winner = words.next()?;
    let points: i32 = words.next()?.parse().ok()?;
    let chance = words.next()?.parse().ok()?;
    match winner {
        "oya" => Some(Ending { swing: points, stays: true, chance }),
        "other" => Some(Ending { swing: -points, stays: false, chance }),
        "nobody" => Some(Ending { swing: 0, stays: true, chance }),
        _ => None,
    }
}

/// The oya's chance to win the game, by rounds left and his lead.
#[derive(Clone)]
pub struct Outlook(Box<[[f32; LEADS]; MOST_ROUNDS + 1]>);

impl Outlook {
    /// What follows for whole games from how one round ends.
    pub fn of(endings: &[Ending]) -> Outlook {
        let mut outlook = Outlook(Box::new([[0.0; LEADS]; MOST_ROUNDS + 1]));
        for (lead, chance) in (-MOST_LEAD..=MOST_LEAD).zip(&mut outlook.0[0]) {
            *chance = match lead {
                0 => 0.5,
                _ if lead > 0 => 1.0,
                _ => 0.0,
            };
        }
        for rounds in 1..=MOST_ROUNDS {
            for lead in -MOST_LEAD..=MOST_LEAD {
                let after = |ending: &Ending| {
                    let lead = lead + ending.swing;
                    let chance = if ending.stays {
                        outlook.oya(lead, rounds - 1)
                    } else {
                        1.0 - outlook.oya(-lead, rounds - 1)
                    };
                    ending.chance * chance
                };
                outlook.0[rounds][place(lead)] = endings.iter().map(after).sum();
            }
        }
        outlook
    }

    /// The chance of a seat to win the game with so many rounds to come, by its lead and whether it deals the next.
    #[inline]
    pub fn win_chance(&self, lead: i32, rounds: usize, deals: bool) -> f32 {
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
