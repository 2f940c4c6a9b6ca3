//! One round with the mark fixed: a zero-sum game in which only the colour matters and whether it is hit.
//!
//! With `miss` and `hit` the active seat's worth of either end for each colour, and `q` the chances with which the
//! guesser lays each colour (each at most 1, together 3), the active seat gets `miss − q · (miss − hit)` for the
//! colour it hides. The guesser wants the greatest of these as small as he can have it. To hold it at `v` he needs
//! `q ≥ (miss − v) / (miss − hit)` where a hit harms the active seat, and `v ≥ hit`. Where a miss harms it instead
//! the same quotient bounds `q` from above, and `v ≥ miss`. So the value is the least `v` above every colour's
//! worse end for which the lower bounds add up to no more than 3 and the upper bounds to no less.

use super::board::COLOURS;

/// Colours a guesser lays.
pub const LAID: f32 = 3.0;
/// Differences below this are none.
pub const NOTHING: f32 = 1e-6;
/// How sharply a player who goes by value prefers the better colour, by the greatest difference of the round.
pub const KEEN: f32 = 3.0;
/// And one who goes by what a colour costs him if it is laid.
const WARY: f32 = 6.0;
/// The worth of a colour that has left the game.
pub const GONE: f32 = -1e9;

/// What is at stake in a round, from the active seat's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// The colours in the game, one bit each.
    pub colours: u8,
    /// The worth if a colour is hidden and not laid.
    pub miss: [f32; COLOURS],
    /// The worth if it is laid.
    pub hit: [f32; COLOURS],
}

impl Stakes {
    /// The colours in the game.
    pub fn in_game(&self) -> impl Iterator<Item = usize> + use<> {
        let colours = self.colours;
        (0..COLOURS).filter(move |colour| colours >> colour & 1 != 0)
    }

    /// What a hit takes from the active seat.
    #[inline]
    pub fn swing(&self, colour: usize) -> f32 {
        let swing = self.miss[colour] - self.hit[colour];
        if swing.abs() < NOTHING { 0.0 } else { swing }
    }

    /// What hiding a colour is worth if it is laid with a chance.
    #[inline]
    pub fn worth(&self, colour: usize, laid: f32) -> f32 {
        self.miss[colour] - laid * (self.miss[colour] - self.hit[colour])
    }

    /// Partly these stakes and partly others.
    pub fn blend(&self, others: &Stakes, part: f32) -> Stakes {
        Stakes {
            colours: self.colours,
            miss: mix(&self.miss, &others.miss, part),
            hit: mix(&self.hit, &others.hit, part),
        }
    }

    /// The value for the active seat.
    pub fn value(&self) -> f32 {
        let mut value =
            self.in_game().map(|colour| self.miss[colour].min(self.hit[colour])).fold(GONE, f32::max);
        // The sum of the lower bounds falls and is convex: Newton's steps from the left end on its root, and each but
        // the last leaves a colour behind.
        for _ in 0..COLOURS {
            let (mut sum, mut slope) = (0.0, 0.0);
            for colour in self.in_game() {
                let swing = self.swing(colour);
                if swing > 0.0 && self.miss[colour] > value {
                    sum += (self.miss[colour] - value) / swing;
                    slope += 1.0 / swing;
                }
            }
            if sum <= LAID || slope == 0.0 {
                break;
            }
            value += (sum - LAID) / slope;
        }
        self.raise(value)
    }

    /// The least value from `value` on at which the upper bounds add up to three.
    fn raise(&self, value: f32) -> f32 {
        let mut ends: Vec<(f32, f32)> = Vec::new();
        let mut room = -LAID;
        for colour in self.in_game() {
            if self.swing(colour) < 0.0 {
                ends.push((self.miss[colour], self.hit[colour]));
            } else {
                room += 1.0;
            }
        }
        let room_at = |value: f32| {
            room + ends.iter().map(|(miss, hit)| ((value - miss) / (hit - miss)).clamp(0.0, 1.0)).sum::<f32>()
        };
        if room_at(value) >= -NOTHING {
            return value;
        }
        // The room grows piecewise evenly between the ends; find the piece on which it reaches zero.
        let mut knots: Vec<f32> =
            ends.iter().flat_map(|&(miss, hit)| [miss, hit]).filter(|&knot| knot > value).collect();
        knots.sort_by(f32::total_cmp);
        let mut from = value;
        for knot in knots {
            let (before, behind) = (room_at(from), room_at(knot));
            if behind >= -NOTHING {
                return if behind - before < NOTHING {
                    knot
                } else {
                    from + (knot - from) * (-before / (behind - before)).min(1.0)
                };
            }
            from = knot;
        }
        from
    }

    /// How the active seat hides best, given the value.
    pub fn hide(&self, value: f32) -> [f32; COLOURS] {
        let mut chances = [0.0; COLOURS];
        let weigh = |chances: &mut [f32; COLOURS], wanted: &dyn Fn(usize, f32) -> bool| {
            for colour in self.in_game() {
                let swing = self.swing(colour);
                if swing != 0.0 && wanted(colour, swing) {
                    chances[colour] = 1.0 / swing.abs();
                }
            }
            let sum: f32 = chances.iter().sum();
            chances.iter_mut().for_each(|chance| *chance /= sum.max(f32::MIN_POSITIVE));
        };
        let bounds: f32 = self.lower(value).iter().sum();
        let upper: f32 = self.upper(value).iter().sum();
        let best = |end: &dyn Fn(usize) -> f32| {
            self.in_game().max_by(|&one, &other| end(one).total_cmp(&end(other)))
        };
        let pure = best(&|colour| self.miss[colour].min(self.hit[colour]));
        let at_floor = pure.is_some_and(|colour| self.miss[colour].min(self.hit[colour]) >= value - NOTHING);
        if at_floor || (bounds < LAID - 1e-3 && upper > LAID + 1e-3) {
            chances[pure.unwrap_or(0)] = 1.0;
        } else if upper <= LAID + 1e-3 && bounds < LAID - 1e-3 {
            // The guesser must lay what he would rather not.
            weigh(&mut chances, &|colour, swing| {
                swing < 0.0 && self.miss[colour] < value && self.hit[colour] >= value - NOTHING
            });
        } else {
            weigh(&mut chances, &|colour, swing| swing > 0.0 && self.miss[colour] > value);
        }
        if chances.iter().sum::<f32>() < 0.5 {
            chances = [0.0; COLOURS];
            chances[pure.unwrap_or(0)] = 1.0;
        }
        chances
    }

    /// The least chances with which the guesser must lay each colour to concede no more than `value`.
    pub fn lower(&self, value: f32) -> [f32; COLOURS] {
        std::array::from_fn(|colour| match self.swing(colour) {
            swing if self.colours >> colour & 1 != 0 && swing > 0.0 => {
                ((self.miss[colour] - value) / swing).clamp(0.0, 1.0)
            }
            _ => 0.0,
        })
    }

    /// The greatest such chances.
    pub fn upper(&self, value: f32) -> [f32; COLOURS] {
        std::array::from_fn(|colour| match self.swing(colour) {
            _ if self.colours >> colour & 1 == 0 => 0.0,
            swing if swing < 0.0 => ((self.miss[colour] - value) / swing).clamp(0.0, 1.0),
            _ => 1.0,
        })
    }

    /// How the guesser lays best who concedes no more than `value` and expects the colours to be hidden with these
    /// chances: what he must, and then those that gain most.
    pub fn lay(&self, value: f32, expected: &[f32; COLOURS]) -> [f32; COLOURS] {
        self.lay_for(value, &std::array::from_fn(|colour| expected[colour] * self.swing(colour)))
    }

    /// The same, where what laying each colour gains is known.
    pub fn lay_for(&self, value: f32, gains: &[f32; COLOURS]) -> [f32; COLOURS] {
        let mut chances = self.lower(value);
        let upper = self.upper(value);
        let mut order: Vec<usize> = self.in_game().collect();
        order.sort_by(|&one, &other| gains[other].total_cmp(&gains[one]));
        let mut left = LAID - chances.iter().sum::<f32>();
        // A second time beyond the upper bounds, which rounding may have left a little too low.
        for bounds in [upper, [1.0; COLOURS]] {
            for &colour in &order {
                let more = left.min(bounds[colour] - chances[colour]).max(0.0);
                chances[colour] += more;
                left -= more;
            }
        }
        // Rounding may also have left the lower bounds a little too high.
        if left < 0.0 {
            chances.iter_mut().for_each(|chance| *chance *= LAID / (LAID - left));
        }
        chances
    }

    /// How one hides who goes by what each colour brings if it is not laid, and by nothing else.
    pub fn keen(&self) -> [f32; COLOURS] {
        self.drawn_to(&self.miss, KEEN)
    }

    /// How one hides who goes by what is left of each colour if it is laid, and by nothing else.
    pub fn wary(&self) -> [f32; COLOURS] {
        self.drawn_to(&self.hit, WARY)
    }

    /// What the round is worth to one who will surely be seen through.
    pub fn seen_through(&self) -> f32 {
        self.in_game().map(|colour| self.hit[colour]).fold(f32::MIN, f32::max)
    }

    /// How one hides who goes by these worths, and how sharply.
    fn drawn_to(&self, worths: &[f32; COLOURS], keen: f32) -> [f32; COLOURS] {
        let most = self.in_game().map(|colour| worths[colour]).fold(f32::MIN, f32::max);
        let least = self.in_game().map(|colour| worths[colour]).fold(f32::MAX, f32::min);
        let weight = |colour: usize| (keen * (worths[colour] - most) / (most - least).max(1e-4)).exp();
        let sum: f32 = self.in_game().map(weight).sum();
        std::array::from_fn(|colour| if self.colours >> colour & 1 != 0 { weight(colour) / sum } else { 0.0 })
    }

    /// What the active seat is sure of if it hides with these chances.
    pub fn secured(&self, hide: &[f32; COLOURS]) -> f32 {
        let mut takes: Vec<f32> = self.in_game().map(|colour| hide[colour] * self.swing(colour)).collect();
        takes.sort_by(|one, other| other.total_cmp(one));
        let whole: f32 = self.in_game().map(|colour| hide[colour] * self.miss[colour]).sum();
        whole - takes.iter().take(3).sum::<f32>()
    }

    /// What the active seat can get at most if the guesser lays with these chances.
    #[cfg(test)]
    pub fn conceded(&self, lay: &[f32; COLOURS]) -> f32 {
        self.in_game().map(|colour| self.worth(colour, lay[colour])).fold(GONE, f32::max)
    }
}

/// Partly one and partly another, colour by colour.
pub fn mix(one: &[f32; COLOURS], other: &[f32; COLOURS], part: f32) -> [f32; COLOURS] {
    std::array::from_fn(|colour| one[colour] * (1.0 - part) + other[colour] * part)
}

/// Chances of threes are told apart no finer than by one part in so many.
const SLIVERS: f64 = 100_000.0;

/// The chance of each three, given as bits, that lays each colour with its chance: points one apart on the colours
/// laid end to end, the first of them anywhere (systematic sampling).
pub fn threes(chances: &[f32; COLOURS]) -> Vec<(u8, f64)> {
    let mut ends = [0.0f64; COLOURS];
    let mut sum = 0.0;
    for (end, &chance) in ends.iter_mut().zip(chances) {
        sum += f64::from(chance);
        *end = sum;
    }
    // Rounding must neither let a fourth point in nor leave slivers of threes that nobody meant.
    for end in &mut ends {
        let exact = *end * f64::from(LAID) / sum;
        *end = (exact * SLIVERS).round() / SLIVERS;
    }
    let mut starts: Vec<f64> = ends.iter().map(|end| end.fract()).chain([0.0, 1.0]).collect();
    starts.sort_by(f64::total_cmp);
    let mut threes: Vec<(u8, f64)> = Vec::new();
    for pair in starts.windows(2) {
        let (share, middle) = (pair[1] - pair[0], (pair[0] + pair[1]) / 2.0);
        if share < 0.5 / SLIVERS {
            continue;
        }
        let bits = (0..3).fold(0u8, |bits, point| {
            let point = middle + f64::from(point);
            bits | 1 << ends.iter().position(|&end| end > point).unwrap_or(COLOURS - 1)
        });
        match threes.iter_mut().find(|(three, _)| *three == bits) {
            Some((_, sum)) => *sum += share,
            None => threes.push((bits, share)),
        }
    }
    threes
}
