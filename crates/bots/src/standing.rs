//! From points to win probabilities.
//!
//! The rounds still to come are taken as noise: each seat's further points are spread about the same mean with a
//! standard deviation of `deviation · √rounds`. With noise from the Gumbel distribution, whose shape is close to the
//! normal one, the win probability has a closed form, the softmax of the totals; with no rounds left it is the part of
//! the victory. A seat's worth is that probability, blended with a small part of its lead in points, so that play stays
//! sensible where the game is won or lost.

use cards::Seats;
use games::Game;

/// The most seats of any game.
pub const SEATS: usize = 6;

/// A number for each seat; 0 for seats that are not at the table.
pub type PerSeat = [f32; SEATS];

/// How much of a seat's worth is its lead in points.
const LEAD: f32 = 0.1;

/// Each seat's win probability with these points, where a round has just ended or the game is over.
pub fn win_probabilities<G: crate::Strategy>(state: &G, totals: &PerSeat, deviation: f32) -> PerSeat {
    let winners = state.winners();
    if !winners.is_empty() {
        return shares(winners);
    }
    let seats = usize::from(state.seats());
    let highest = totals[..seats].iter().copied().fold(f32::MIN, f32::max);
    let rounds = state.rounds_left();
    let mut probabilities = [0.0; SEATS];
    // The standard deviation of a Gumbel variable is π/√6 times its scale. With no rounds left only equals remain.
    let scale = (rounds as f32).sqrt() * deviation * 0.78 + 1e-3;
    let mut sum = 0.0;
    for (probability, total) in probabilities.iter_mut().zip(&totals[..seats]) {
        *probability = ((total - highest) / scale).exp();
        sum += *probability;
    }
    for probability in &mut probabilities {
        *probability /= sum;
    }
    probabilities
}

/// What each seat plays for: its win probability, and a little of its lead.
pub fn worths(win_probabilities: &PerSeat, totals: &PerSeat, seats: u8, deviation: f32) -> PerSeat {
    let mean = totals[..seats.into()].iter().sum::<f32>() / f32::from(seats);
    let mut worths = *win_probabilities;
    for (worth, total) in worths.iter_mut().zip(&totals[..seats.into()]) {
        let lead = (total - mean) / (2.0 * deviation);
        // A logistic curve without its exponential: from 0 to 1, and steepest where nobody leads.
        let ahead = 0.5 + 0.5 * lead / (1.0 + lead.abs());
        *worth = (1.0 - LEAD) * *worth + LEAD * ahead;
    }
    worths
}

/// Each seat's part of a victory.
pub fn shares(winners: Seats) -> PerSeat {
    let mut shares = [0.0; SEATS];
    for seat in winners.iter() {
        shares[seat.index()] = 1.0 / f32::from(winners.len());
    }
    shares
}

/// The points so far, without the allocation of [`Game::totals`].
pub(crate) fn totals<G: Game>(state: &G) -> PerSeat {
    let mut totals = [0.0; SEATS];
    for round in 0..state.rounds() {
        for (total, &points) in totals.iter_mut().zip(state.score(round)) {
            *total += f32::from(points);
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::wild_rawz::{Options, WildRawz};

    #[test]
    fn before_the_first_round_all_are_equal() {
        let game = WildRawz::new(4, Options::default());
        let found = win_probabilities(&game, &totals(&game), 2.5);
        assert!(found[..4].iter().all(|probability| (probability - 0.25).abs() < 1e-6));
        assert_eq!(found[4..], [0.0, 0.0]);
    }

    #[test]
    fn a_lead_counts_little_beside_the_win_probability() {
        let even = [0.5, 0.5, 0.0, 0.0, 0.0, 0.0];
        let level = worths(&even, &[10.0, 10.0, 0.0, 0.0, 0.0, 0.0], 2, 5.0);
        assert_eq!(level[0], level[1]);
        let ahead = worths(&even, &[20.0, 10.0, 0.0, 0.0, 0.0, 0.0], 2, 5.0);
        assert!(ahead[0] > level[0] && ahead[0] < level[0] + LEAD);
        let winning = worths(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0], &[10.0, 90.0, 0.0, 0.0, 0.0, 0.0], 2, 5.0);
        assert!(winning[0] > winning[1], "the win probability outweighs any lead");
    }

    #[test]
    fn a_shared_victory_is_split() {
        let winners = [cards::Seat(0), cards::Seat(2)].into_iter().collect();
        assert_eq!(shares(winners), [0.5, 0.0, 0.5, 0.0, 0.0, 0.0]);
    }
}
