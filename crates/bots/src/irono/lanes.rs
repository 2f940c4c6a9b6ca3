//! Several rounds solved at once, in a form that a processor works out side by side.

use super::board::{ALL, COLOURS};
use super::stage::{GONE, LAID, NOTHING, Stakes};

/// Rounds that are solved at once.
pub const LANES: usize = 12;

/// The greater of two numbers, without care for those that are none, as the processor does it.
#[inline(always)]
fn greater(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

/// The values of several rounds at once, where `colours` has a bit for each colour in the game.
#[inline]
pub fn values(
    miss: &mut [[f32; LANES]; COLOURS],
    hit: &mut [[f32; LANES]; COLOURS],
    colours: &[u8; LANES],
) -> [f32; LANES] {
    let mut gone = [0.0f32; LANES];
    if *colours != [ALL; LANES] {
        for colour in 0..COLOURS {
            for lane in 0..LANES {
                if colours[lane] >> colour & 1 == 0 {
                    (miss[colour][lane], hit[colour][lane]) = (GONE, GONE);
                    gone[lane] += 1.0;
                }
            }
        }
    }
    let mut ratio = [[0.0f32; LANES]; COLOURS];
    let mut value = [GONE; LANES];
    let mut willing = [0.0f32; LANES];
    for colour in 0..COLOURS {
        for lane in 0..LANES {
            let (a, g) = (miss[colour][lane], hit[colour][lane]);
            let swing = a - g;
            let inverse = 1.0 / swing;
            ratio[colour][lane] = if swing >= NOTHING { inverse } else { 0.0 };
            willing[lane] += if swing > -NOTHING { 1.0 } else { 0.0 };
            value[lane] = greater(value[lane], if a < g { a } else { g });
        }
    }
    // With six colours at most three are left behind before three remain, whose bounds never exceed three.
    for _ in 0..4 {
        let (mut sum, mut slope) = ([0.0f32; LANES], [0.0f32; LANES]);
        for colour in 0..COLOURS {
            for lane in 0..LANES {
                let above = miss[colour][lane] - value[lane];
                sum[lane] += greater(above, 0.0) * ratio[colour][lane];
                slope[lane] += if above > 0.0 { ratio[colour][lane] } else { 0.0 };
            }
        }
        for lane in 0..LANES {
            value[lane] += greater(sum[lane] - LAID, 0.0) / greater(slope[lane], NOTHING);
        }
    }
    for lane in 0..LANES {
        // Rare: the guesser may have to lay what he would rather not.
        if willing[lane] - gone[lane] < LAID {
            let stakes = Stakes {
                colours: colours[lane],
                miss: std::array::from_fn(|colour| miss[colour][lane]),
                hit: std::array::from_fn(|colour| hit[colour][lane]),
            };
            value[lane] = stakes.value();
        }
    }
    value
}

/// The values of several rounds at once against one who plays by chance: to the active seat, which knows it or is the
/// one who does.
#[inline]
pub fn values_by_chance(
    miss: &[[f32; LANES]; COLOURS],
    hit: &[[f32; LANES]; COLOURS],
    colours: &[u8; LANES],
    knowing: bool,
) -> [f32; LANES] {
    let number = colours.map(|colours| colours.count_ones().max(3) as f32);
    let (mut best, mut sum) = ([GONE; LANES], [0.0; LANES]);
    let mut most = [[GONE; LANES]; 3];
    for colour in 0..COLOURS {
        for lane in 0..LANES {
            let there = colours[lane] >> colour & 1 != 0;
            let (a, g) = (miss[colour][lane], hit[colour][lane]);
            best[lane] = best[lane].max(if there { a - (a - g) * (LAID / number[lane]) } else { GONE });
            sum[lane] += if there { a } else { 0.0 };
            // The three greatest swings, in order.
            let mut swing = if there { a - g } else { GONE };
            for most in &mut most {
                (most[lane], swing) = (most[lane].max(swing), most[lane].min(swing));
            }
        }
    }
    if knowing {
        return best;
    }
    std::array::from_fn(|lane| (sum[lane] - most[0][lane] - most[1][lane] - most[2][lane]) / number[lane])
}
