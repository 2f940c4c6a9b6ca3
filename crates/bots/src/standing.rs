//! From points to the chance of winning the game.
//!
//! The rounds still to come are taken to be noise: each seat's further points are spread about the same mean with a
//! standard deviation of `spread · √rounds`. With that noise taken from the Gumbel distribution, whose shape is
//! close to the normal one, the chance to end highest has a closed form, the softmax of the totals; with no rounds
//! left it is the share of the victory. A seat's worth is that chance, blended with a small part of its lead in
//! points, so that play stays sensible where the game is won or lost.

use cards::Seats;
use games::Game;

/// The most seats of any game.
pub const SEATS: usize = 6;

/// A number for each seat; those of seats that are not at the table are 0.
pub type Chances = [f32; SEATS];

/// How much of a seat's worth is its lead in points.
const LEAD: f32 = 0.1;

/// Each seat's chance to win with these points, where a round has just ended or the game is over.
pub fn chances<G: crate::Insight>(state: &G, totals: &Chances, spread: f32) -> Chances {
    let winners = state.winners();
    if !winners.is_empty() {
        return shares(winners);
    }
    let seats = usize::from(state.seats());
    let highest = totals[..seats].iter().copied().fold(f32::MIN, f32::max);
    let rounds = state.rounds_left();
    let mut chances = [0.0; SEATS];
    // The standard deviation of a Gumbel variable is π/√6 times its scale. With no rounds left only equals remain.
    let scale = (rounds as f32).sqrt() * spread * 0.78 + 1e-3;
    let mut sum = 0.0;
    for (chance, total) in chances.iter_mut().zip(&totals[..seats]) {
        *chance = ((total - highest) / scale).exp();
        sum += *chance;
    }
    for chance in &mut chances {
        *chance /= sum;
    }
    chances
}

/// What each seat plays for: its chance to win, and a little of its lead.
pub fn worths(chances: &Chances, totals: &Chances, seats: u8, spread: f32) -> Chances {
    let mean = totals[..seats.into()].iter().sum::<f32>() / f32::from(seats);
    let mut worths = *chances;
    for (worth, total) in worths.iter_mut().zip(&totals[..seats.into()]) {
        let lead = (total - mean) / (2.0 * spread);
        // A logistic curve without its exponential: from 0 to 1, and steepest where nobody leads.
        let ahead = 0.5 + 0.5 * lead / (1.0 + lead.abs());
        *worth = (1.0 - LEAD) * *worth + LEAD * ahead;
    }
    worths
}

/// Each seat's part of a victory.
pub fn shares(winners: Seats) -> Chances {
    let mut shares = [0.0; SEATS];
    for seat in winners.iter() {
        shares[seat.index()] = 1.0 / f32::from(winners.len());
    }
    shares
}

/// The points so far, without the allocation of [`Game::totals`].
pub(crate) fn totals<G: Game>(state: &G) -> Chances {
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
        let chances = chances(&game, &totals(&game), 2.5);
        assert!(chances[..4].iter().all(|chance| (chance - 0.25).abs() < 1e-6));
        assert_eq!(chances[4..], [0.0, 0.0]);
    }

    #[test]
    fn a_lead_counts_with_the_chance_to_win_and_little_by_itself() {
        let chances = [0.5, 0.5, 0.0, 0.0, 0.0, 0.0];
        let level = worths(&chances, &[10.0, 10.0, 0.0, 0.0, 0.0, 0.0], 2, 5.0);
        assert_eq!(level[0], level[1]);
        let ahead = worths(&chances, &[20.0, 10.0, 0.0, 0.0, 0.0, 0.0], 2, 5.0);
        assert!(ahead[0] > level[0] && ahead[0] < level[0] + LEAD);
        let winning = worths(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0], &[10.0, 90.0, 0.0, 0.0, 0.0, 0.0], 2, 5.0);
        assert!(winning[0] > winning[1], "the chance to win outweighs any lead");
    }

    #[test]
    fn a_shared_victory_is_split() {
        let winners = [cards::Seat(0), cards::Seat(2)].into_iter().collect();
        assert_eq!(shares(winners), [0.5, 0.0, 0.5, 0.0, 0.0, 0.0]);
    }
}
