//! What self-play has taught about *Wild Rawz*: how often cards win, and how many points a round still brings.

use std::sync::LazyLock;

use crate::data;

/// Made by `irori train wild-rawz`.
const TEXT: &str = include_str!("../../data/wild-rawz.txt");

/// Threats to a card count up to this.
pub const THREATS: usize = 16;
/// Three kinds of cards: of the trump number, of the trump colour, and the others.
pub const POWERS: usize = 3 * THREATS;
/// Where the cells of cards that are not trump begin, after the trumps.
pub const SIDE: usize = 3 * THREATS;
/// Of cards that are not trump: higher cards of the colour, and pairs of trumps, up to 8 of each.
pub const WINS: usize = SIDE + 3 * 8 * 8;
/// How many steps of a hand's strength there are, and how wide each is.
pub const STEPS: usize = 10;
const WIDTH: f32 = 0.6;
/// Tricks still to come, wins still needed (from -1 for never), low cards, and strength.
const TRICKS: usize = 13;
const NEEDS: usize = 10;
const LOWS: usize = 8;
pub const FURTHER: usize = TRICKS * NEEDS * LOWS * STEPS;

/// The tables for a number of seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// The probability that a card in the hand wins some trick.
    pub power: Vec<f32>,
    /// The probability that the best card of the trick so far wins it.
    pub wins: Vec<f32>,
    /// How many points the rest of a round brings.
    pub further: Vec<f32>,
}

/// The table cell of what is left after a trick, for a hand without strength.
#[inline]
pub fn rest(tricks: usize, need: i8, low: usize) -> usize {
    let need = (need.clamp(-1, 8) + 1) as usize;
    ((tricks.min(TRICKS - 1) * NEEDS + need) * LOWS + low) * STEPS
}

/// The step below a strength, and how far it is on the way to the next one.
#[inline]
pub fn step(strength: f32) -> (usize, f32) {
    let steps = (strength / WIDTH).clamp(0.0, (STEPS - 1) as f32 - 0.001);
    (steps as usize, steps.fract())
}

impl Tables {
    #[inline]
    pub fn of(seats: u8) -> &'static Tables {
        static TABLES: LazyLock<[Tables; 2]> = LazyLock::new(|| {
            let mut numbers = numbers(TEXT);
            [Tables::read(&mut numbers), Tables::read(&mut numbers)]
        });
        &TABLES[usize::from(seats != 3)]
    }

    /// The points that the rest of a round brings.
    #[inline]
    pub fn further(&self, rest: usize, strength: f32) -> f32 {
        let (step, part) = step(strength);
        let below = self.further[rest + step];
        below + part * (self.further[rest + step + 1] - below)
    }

    /// Where learning starts.
    pub fn guess() -> Tables {
        let powers = |of: f32, fall: f32| (0..THREATS).map(move |threats| of * fall.powi(threats as i32));
        let power = powers(1.0, 0.95).chain(powers(1.0, 0.85)).chain(powers(0.5, 0.6)).collect();
        let trump = (0..SIDE).map(|at| (1.0 - 0.06 * (at / THREATS + 1) as f32).powi((at % THREATS) as i32));
        let side = (0..WINS - SIDE).map(|at| (1.0 - 0.13 * (at / 64 + 1) as f32).powi((at / 8 % 8) as i32));
        let further = (0..FURTHER).map(|at| {
            let (tricks, need) = (at / (NEEDS * LOWS * STEPS), at / (LOWS * STEPS) % NEEDS);
            let (low, strength) = (at / STEPS % LOWS, (at % STEPS) as f32 * WIDTH);
            let gap = need as f32 - 1.0 - strength - 0.12 * tricks as f32;
            let bonus = match (tricks, need) {
                (_, 0) => 0.0,
                (0, need) => {
                    if need == 1 {
                        5.0
                    } else {
                        0.0
                    }
                }
                _ => 4.0 / (1.0 + gap * gap),
            };
            if tricks == 0 { bonus } else { bonus + 0.8 * strength + 0.2 * tricks as f32 + 0.1 * low as f32 }
        });
        Tables { power, wins: trump.chain(side).collect(), further: further.collect() }
    }

    fn read(numbers: &mut impl Iterator<Item = f32>) -> Tables {
        let mut next = |count| numbers.by_ref().take(count).collect();
        Tables { power: next(POWERS), wins: next(WINS), further: next(FURTHER) }
    }

    /// Hundredths, a line for each row.
    pub fn text(&self) -> String {
        let rows = |values: &[f32], row: usize| -> String {
            let line = |values: &[f32]| {
                let texts: Vec<String> = values.iter().map(|value| format!("{:.0}", value * 100.0)).collect();
                texts.join(" ") + "\n"
            };
            values.chunks(row).map(line).collect()
        };
        [
            "# The power of cards of the trump number, of the trump colour, and of others, by the number of stronger cards elsewhere.\n",
            &rows(&self.power, THREATS),
            "# The probability that the trick's best card wins, by seats to come and threats; first trumps, then others.\n",
            &rows(&self.wins[..SIDE], THREATS),
            &rows(&self.wins[SIDE..], 8),
            "# Further points by tricks left, wins needed, low cards and strength.\n",
            &rows(&self.further, STEPS),
        ]
        .concat()
    }
}

/// The text holds hundredths.
fn numbers(text: &str) -> impl Iterator<Item = f32> {
    data::numbers(text).map(|number| number / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_holds_both_tables_and_nothing_else() {
        assert_eq!(numbers(TEXT).count(), 2 * (POWERS + WINS + FURTHER));
        assert!(numbers(TEXT).all(f32::is_finite));
    }

    #[test]
    fn after_the_last_trick_only_the_bonus_is_left() {
        for seats in [3, 4] {
            assert_eq!(Tables::of(seats).further(rest(0, 0, 0), 0.0), 5.0);
            assert_eq!(Tables::of(seats).further(rest(0, 1, 0), 0.0), 0.0);
            assert_eq!(Tables::of(seats).further(rest(0, -3, 0), 0.0), 0.0);
        }
    }
}
