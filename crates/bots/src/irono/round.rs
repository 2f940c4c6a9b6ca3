//! One round with the mark fixed: a zero-sum game with a closed solution.
//!
//! The active player hides a colour and the guesser names three. Only the colour matters and whether it was hit. Let
//! `miss` and `hit` be what a colour is worth to the active player in either case, and `q` the probability that the
//! guesser names it (each at most 1, together 3). Hiding the colour is worth `miss − q · (miss − hit)`. To hold every
//! colour at `v` or less, the guesser needs `q ≥ (miss − v) / (miss − hit)` where a hit costs the active player
//! something; where a hit helps, the same quotient bounds `q` from above. The value of the round is the least `v`,
//! not below any colour's worse outcome, for which the lower bounds sum to at most 3 and the upper bounds to at
//! least 3.

use super::board::{ALL, COLOURS};

pub type ByColour = [f32; COLOURS];

const GUESSED: f32 = 3.0;
/// Smaller differences are rounding.
const NOTHING: f32 = 1e-6;
/// The worth of a colour that has left the game.
const GONE: f32 = -1e9;

/// What each colour is worth to the active player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoffs {
    /// The colours in the game, one bit each.
    pub colours: u8,
    pub miss: ByColour,
    pub hit: ByColour,
}

impl Payoffs {
    pub fn in_game(&self) -> impl Iterator<Item = usize> + use<> {
        let colours = self.colours;
        (0..COLOURS).filter(move |colour| colours >> colour & 1 != 0)
    }

    /// Numbers for the colours in the game, each in its place.
    pub fn by_colour(&self, numbers: &[f32]) -> ByColour {
        let mut all = [0.0; COLOURS];
        self.in_game().zip(numbers).for_each(|(colour, &number)| all[colour] = number);
        all
    }

    /// All guesses, as bits.
    pub fn guesses(&self) -> impl Iterator<Item = u8> + use<> {
        let colours = self.colours;
        (0..=ALL).filter(move |three| three.count_ones() == 3 && three & !colours == 0)
    }

    /// What a hit costs the active player.
    pub fn swing(&self, colour: usize) -> f32 {
        let swing = self.miss[colour] - self.hit[colour];
        if swing.abs() < NOTHING { 0.0 } else { swing }
    }

    /// What hiding a colour is worth if it is guessed with this probability.
    pub fn worth(&self, colour: usize, guessed: f32) -> f32 {
        self.miss[colour] - guessed * (self.miss[colour] - self.hit[colour])
    }

    /// The value of the round for the active player.
    pub fn value(&self) -> f32 {
        values(self.miss.map(|worth| [worth]), self.hit.map(|worth| [worth]), &[self.colours])[0]
    }

    /// How the active player hides in solved play, given the value.
    pub fn hide(&self, value: f32) -> ByColour {
        let worse = |colour: &usize| self.miss[*colour].min(self.hit[*colour]);
        let safest = self.in_game().max_by(|one, other| worse(one).total_cmp(&worse(other))).unwrap_or(0);
        // Which bounds hold the guesser back? The colours that they come from make the guesser indifferent.
        let by_lower = self.bounds(value).0.iter().sum::<f32>() > GUESSED - 1e-3;
        let weight = |colour: usize| {
            let (swing, above) = (self.swing(colour), self.miss[colour] - value);
            let mixed = if by_lower {
                swing > 0.0 && above > 0.0
            } else {
                swing < 0.0 && above < 0.0 && self.hit[colour] >= value - NOTHING
            };
            if mixed && self.colours >> colour & 1 != 0 { 1.0 / swing.abs() } else { 0.0 }
        };
        let weights: ByColour = std::array::from_fn(weight);
        let sum: f32 = weights.iter().sum();
        if worse(&safest) >= value - NOTHING || sum == 0.0 {
            return std::array::from_fn(|colour| if colour == safest { 1.0 } else { 0.0 });
        }
        weights.map(|weight| weight / sum)
    }

    /// The least and the greatest probabilities with which the guesser may name each colour to concede no more than
    /// `value`.
    fn bounds(&self, value: f32) -> (ByColour, ByColour) {
        let (mut lower, mut upper) = ([0.0; COLOURS], [0.0; COLOURS]);
        for colour in self.in_game() {
            let swing = self.swing(colour);
            let quotient = ((self.miss[colour] - value) / swing).clamp(0.0, 1.0);
            lower[colour] = if swing > 0.0 { quotient } else { 0.0 };
            upper[colour] = if swing < 0.0 { quotient } else { 1.0 };
        }
        (lower, upper)
    }

    /// How often to name each colour and concede no more than `value`: what that needs, then the colours with the highest
    /// gains. Without a bound (`f32::MAX`) this is the best response to the gains.
    pub fn guess(&self, value: f32, gains: &ByColour) -> ByColour {
        let (mut guess, upper) = self.bounds(value);
        let mut order: Vec<usize> = self.in_game().collect();
        order.sort_by(|&one, &other| gains[other].total_cmp(&gains[one]));
        let mut left = GUESSED - guess.iter().sum::<f32>();
        // The second pass goes beyond the upper bounds, which rounding may have left a little too low.
        for bounds in [upper, [1.0; COLOURS]] {
            for &colour in &order {
                let more = left.min(bounds[colour] - guess[colour]).max(0.0);
                guess[colour] += more;
                left -= more;
            }
        }
        // Rounding may also have left the lower bounds a little too high.
        if left < 0.0 {
            guess.iter_mut().for_each(|chance| *chance *= GUESSED / (GUESSED - left));
        }
        guess
    }

    /// How the guesser guesses in solved play.
    pub fn solved_guess(&self, value: f32) -> ByColour {
        self.guess(value, &std::array::from_fn(|colour| self.swing(colour)))
    }
}

/// The values of `N` rounds at once, written so that the compiler can use vector instructions.
#[inline]
pub fn values<const N: usize>(
    mut miss: [[f32; N]; COLOURS],
    mut hit: [[f32; N]; COLOURS],
    colours: &[u8; N],
) -> [f32; N] {
    let greater = |one: f32, other: f32| if one > other { one } else { other };
    let mut gone = [0.0f32; N];
    if *colours != [ALL; N] {
        for colour in 0..COLOURS {
            for lane in 0..N {
                if colours[lane] >> colour & 1 == 0 {
                    (miss[colour][lane], hit[colour][lane]) = (GONE, GONE);
                    gone[lane] += 1.0;
                }
            }
        }
    }
    let (mut value, mut willing) = ([GONE; N], gone.map(|gone| -gone));
    let mut slopes = [[0.0f32; N]; COLOURS];
    for colour in 0..COLOURS {
        for lane in 0..N {
            let (miss, hit) = (miss[colour][lane], hit[colour][lane]);
            let swing = miss - hit;
            let inverse = 1.0 / swing;
            slopes[colour][lane] = if swing.abs() >= NOTHING { inverse } else { 0.0 };
            willing[lane] += if swing > -NOTHING { 1.0 } else { 0.0 };
            value[lane] = greater(value[lane], if miss < hit { miss } else { hit });
        }
    }
    // The sum of the lower bounds is convex and falls, so Newton's method from the left ends on its root. Each step
    // but the last leaves a colour behind, and three colours never need more than three.
    for _ in 0..4 {
        let (mut sum, mut slope) = ([0.0f32; N], [0.0f32; N]);
        for colour in 0..COLOURS {
            for lane in 0..N {
                let above = miss[colour][lane] - value[lane];
                let inverse = greater(slopes[colour][lane], 0.0);
                sum[lane] += greater(above, 0.0) * inverse;
                slope[lane] += if above > 0.0 { inverse } else { 0.0 };
            }
        }
        for lane in 0..N {
            value[lane] += greater(sum[lane] - GUESSED, 0.0) / greater(slope[lane], NOTHING);
        }
    }
    // Rare: the guesser has to name a colour whose hit helps the active player. The sum of the upper bounds is
    // concave and rises, so Newton's method works from the left here too.
    for lane in (0..N).filter(|&lane| willing[lane] < GUESSED) {
        for _ in 0..=COLOURS {
            let (mut sum, mut slope) = (willing[lane], 0.0);
            for colour in (0..COLOURS).filter(|&colour| slopes[colour][lane] < 0.0) {
                let bound = (miss[colour][lane] - value[lane]) * slopes[colour][lane];
                sum += bound.min(1.0);
                slope += if bound < 1.0 { -slopes[colour][lane] } else { 0.0 };
            }
            value[lane] += greater(GUESSED - sum, 0.0) / greater(slope, NOTHING);
        }
    }
    value
}

/// Partly one and partly another.
pub fn mix(one: &ByColour, other: &ByColour, part: f32) -> ByColour {
    std::array::from_fn(|colour| one[colour] * (1.0 - part) + other[colour] * part)
}

/// Probabilities of guesses are rounded to one part in this many.
const PARTS: f64 = 100_000.0;

/// The probability of each guess, as bits, such that each colour is named as often as `guess` says (systematic
/// sampling: the colours lie end to end, and three points one apart are thrown on them).
pub fn guesses(guess: &ByColour) -> Vec<(u8, f64)> {
    let total: f64 = guess.iter().map(|&chance| f64::from(chance)).sum();
    let mut sum = 0.0;
    let ends = guess.map(|chance| {
        sum += f64::from(chance);
        // Rounding must not let a fourth colour in, and must not make guesses that nobody meant.
        (sum * f64::from(GUESSED) / total * PARTS).round() / PARTS
    });
    let mut starts: Vec<f64> = ends.iter().map(|end| end.fract()).chain([0.0, 1.0]).collect();
    starts.sort_by(f64::total_cmp);
    let mut guesses: Vec<(u8, f64)> = Vec::new();
    for pair in starts.windows(2).filter(|pair| pair[1] - pair[0] >= 0.5 / PARTS) {
        let bits = (0..3).fold(0u8, |bits, point| {
            let point = (pair[0] + pair[1]) / 2.0 + f64::from(point);
            bits | 1 << ends.iter().position(|&end| end > point).unwrap_or(COLOURS - 1)
        });
        match guesses.iter_mut().find(|(three, _)| *three == bits) {
            Some((_, share)) => *share += pair[1] - pair[0],
            None => guesses.push((bits, pair[1] - pair[0])),
        }
    }
    guesses
}
