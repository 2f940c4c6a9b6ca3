//! Sampled worlds: states that the searching seat could be in, the likelier ones more often.

use cards::{Quick, Seat};
use games::{Game, Moves};

use crate::Strategy;

/// This many worlds are sampled at a time.
const BATCH: usize = 64;
/// No more than this are kept.
const MOST: usize = 4096;
/// How often each world is visited, about, before more are sampled.
const LOOKS: u64 = 2;
/// Nobody plays by our ratings alone: this fraction of moves says nothing about the player's cards.
const ERRATIC: f64 = 0.2;

/// Where worlds come from.
pub enum Source<'a, G: Game> {
    /// What a seat knows.
    Knowledge(&'a G::Knowledge),
    /// The true world: only for the ceiling that sees everything.
    Truth(&'a G),
    /// The true hands, and a shuffled pile: to measure what seeing the hands is worth.
    Hands(&'a G),
}

impl<G: Game> Clone for Source<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Source<'_, G> {}

/// A supply of worlds.
pub struct Worlds<'a, G: Game> {
    source: Source<'a, G>,
    seat: Seat,
    inference: f64,
    pool: Vec<World<G>>,
    /// The cumulative weights.
    sums: Vec<f64>,
    drawn: u64,
}

struct World<G> {
    state: G,
    /// The logarithm of the likelihood of the play seen so far.
    likelihood: f64,
}

impl<'a, G: Strategy> Worlds<'a, G> {
    /// Worlds for a seat, weighted by the likelihood of the others' play in them, to the power of `inference`.
    pub fn new(source: Source<'a, G>, seat: Seat, inference: f64) -> Worlds<'a, G> {
        Worlds { source, seat, inference, pool: Vec::new(), sums: Vec::new(), drawn: 0 }
    }

    #[inline]
    pub fn next(&mut self, random: &mut Quick) -> G {
        match self.source {
            Source::Truth(state) => *state,
            Source::Hands(state) => {
                let mut state = *state;
                state.reshuffle(random);
                state
            }
            Source::Knowledge(knowledge) if self.inference == 0.0 => G::sample(knowledge, random),
            Source::Knowledge(knowledge) => self.draw(knowledge, random),
        }
    }

    fn draw(&mut self, knowledge: &G::Knowledge, random: &mut Quick) -> G {
        if self.drawn >= LOOKS * self.pool.len() as u64 && self.pool.len() < MOST {
            self.sample_more(knowledge, random);
        }
        self.drawn += 1;
        let sum = self.sums.last().copied().unwrap_or_default();
        let point = sum * super::fraction(random);
        let at = self.sums.partition_point(|&sum| sum <= point);
        let mut state = self.pool[at.min(self.pool.len() - 1)].state;
        state.reshuffle(random);
        state
    }

    fn sample_more(&mut self, knowledge: &G::Knowledge, random: &mut Quick) {
        for _ in 0..BATCH {
            let state = G::sample(knowledge, random);
            self.pool.push(World { state, likelihood: self.inference * likelihood(&state, self.seat) });
        }
        let most = self.pool.iter().map(|world| world.likelihood).fold(f64::MIN, f64::max);
        self.sums.clear();
        let mut sum = 0.0;
        for world in &self.pool {
            sum += (world.likelihood - most).exp();
            self.sums.push(sum);
        }
    }

    /// The effective sample size.
    pub fn effective(&self) -> f64 {
        let most = self.pool.iter().map(|world| world.likelihood).fold(f64::MIN, f64::max);
        let weights = self.pool.iter().map(|world| (world.likelihood - most).exp());
        let (sum, squares) = weights.fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
        if squares > 0.0 { sum * sum / squares } else { self.drawn as f64 }
    }
}

/// The logarithm of the likelihood of the others' play in this round, in this world.
fn likelihood<G: Strategy>(world: &G, viewer: Seat) -> f64 {
    let Some(story) = world.story() else { return 0.0 };
    let mut state = story.opening;
    if state.deal(&story.deal, &mut ()).is_err() {
        return 0.0;
    }
    let mut moves = Moves::new();
    let mut rates = [0.0; 64];
    let mut sum = 0.0;
    for (seat, chosen) in story.moves {
        if seat != viewer {
            state.legal(seat, &mut moves);
            if moves.len() > 1
                && let Some(at) = moves.iter().position(|&legal| legal == chosen)
            {
                let rates = &mut rates[..moves.len()];
                G::rate(&state.knows(Some(seat)), &moves, rates);
                sum += probability(rates, at).ln();
            }
        }
        if state.play(seat, chosen, &mut ()).is_err() {
            return sum;
        }
    }
    sum
}

/// The probability that a player with these ratings chooses the move at this position.
fn probability(rates: &[f32], at: usize) -> f64 {
    let highest = rates.iter().copied().fold(f32::MIN, f32::max);
    let sum: f64 = rates.iter().map(|&rate| f64::from(rate - highest).exp()).sum();
    let likely = f64::from(rates[at] - highest).exp() / sum;
    (1.0 - ERRATIC) * likely + ERRATIC / rates.len() as f64
}

#[cfg(test)]
mod tests {
    use games::iroha::Iroha;
    use games::koi_koi::KoiKoi;

    use super::*;
    use crate::{Bot, Level, Limit, Skill, Thinking};

    #[test]
    fn a_move_rated_higher_is_likelier_and_none_is_impossible() {
        let rates = [0.0, 1.0, -30.0];
        let all: Vec<f64> = (0..3).map(|at| probability(&rates, at)).collect();
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(all[1] > all[0] && all[0] > all[2] && all[2] >= ERRATIC / 3.0);
    }

    /// Worlds in which the play is odd weigh less. So the effective sample size is below the number of worlds, and equal
    /// to it without inference.
    #[test]
    fn inference_costs_worlds() {
        let mut random = Quick::new(4);
        let mut game = Iroha::new(4, Default::default());
        let deal = game.draw(&mut random);
        game.deal(&deal, &mut ()).unwrap();
        let mut moves = Moves::new();
        for _ in 0..12 {
            let seat = game.to_act().first().unwrap();
            game.legal(seat, &mut moves);
            let chosen = crate::best_rated::<Iroha>(&game.knows(Some(seat)), &moves, &mut random);
            game.play(seat, chosen, &mut ()).unwrap();
        }
        let seat = game.to_act().first().unwrap();
        let knowledge = game.knows(Some(seat));
        let effective = |inference| {
            let mut worlds = Worlds::<Iroha>::new(Source::Knowledge(&knowledge), seat, inference);
            let mut random = Quick::new(1);
            for _ in 0..BATCH {
                worlds.next(&mut random);
            }
            worlds.effective()
        };
        assert!((effective(1e-9) - BATCH as f64).abs() < 1e-3);
        assert!(effective(1.0) < 0.95 * BATCH as f64);
        assert!(effective(1.0) > 1.0);
    }

    /// How much inference tells a seat when bots of a level play: by how many nats the true world weighs more than the
    /// mean of sampled worlds.
    fn told<G: Strategy>(seats: u8, options: G::Options, level: Level) -> f64 {
        let (mut sum, mut positions) = (0.0, 0);
        let thinking = Thinking::within(Limit::Iterations(300));
        let (viewer, mut minds) = (Seat(0), Quick::new(5));
        let inference = Skill::STRONG.inference;
        crate::walk::play_game::<G>(seats, options, &mut Quick::new(6), |game, seat, moves, random| {
            let knowledge = game.knows(Some(seat));
            if seat == viewer && moves.len() > 1 {
                let weight = |world: &G| (inference * likelihood(world, viewer)).exp();
                let sampled: f64 = (0..BATCH).map(|_| weight(&G::sample(&knowledge, &mut minds))).sum();
                // The true world is one of the possible ones.
                let mean = (weight(game) + sampled) / (BATCH + 1) as f64;
                sum += (weight(game) / mean).ln();
                positions += 1;
            }
            Bot::of(level).choose::<G>(&knowledge, seat, moves, &thinking, random)
        });
        sum / f64::from(positions)
    }

    /// Whether every decision of a round is searched to its end. So little play tells next to nothing.
    fn is_short<G: Strategy>(seats: u8) -> bool {
        let mut game = G::new(seats, Default::default());
        let deal = game.draw(&mut Quick::new(7));
        game.deal(&deal, &mut ()).unwrap();
        game.decisions_left() <= G::EXACT_AT_ROOT
    }

    /// In every searched game, also where the players do not follow the ratings.
    #[test]
    fn inference_favours_the_truth() {
        for level in [Level::Normal, Level::Ismcts] {
            for game in games::GameId::ALL {
                games::for_game!(game, G => if G::SEARCHED && !is_short::<G>(game.usual_seats()) {
                    let nats = told::<G>(game.usual_seats(), Default::default(), level);
                    println!("{game}, {level:?}: {nats:.3}");
                    assert!(nats > 0.02, "{game}, {level:?}: {nats}");
                });
            }
        }
    }

    /// A world that is visited again does not always turn the same card.
    #[test]
    fn no_pile_is_learned_by_heart() {
        use games::koi_koi::Move;
        let mut first = None;
        crate::walk::walk::<KoiKoi>(2, Default::default(), true, 1, |_, knowledge, moves| {
            if let (None, [chosen @ Move::Play(..), ..]) = (&first, moves) {
                first = Some((knowledge.clone(), *chosen));
            }
        });
        let (knowledge, chosen) = first.unwrap();
        let seat = knowledge.viewer().unwrap();
        let mut random = Quick::new(3);
        let mut worlds = Worlds::<KoiKoi>::new(Source::Knowledge(&knowledge), seat, 1.0);
        let seen: Vec<_> = (0..LOOKS * BATCH as u64)
            .map(|_| {
                let mut world = worlds.next(&mut random);
                let hand = world.knows(Some(Seat(seat.0 ^ 1))).hand();
                world.play(seat, chosen, &mut ()).unwrap();
                (hand, Strategy::visible_outcome(&world))
            })
            .collect();
        assert_eq!(worlds.pool.len(), BATCH);
        let again = |&(hand, outcome): &(_, u64)| {
            let same_hand = seen.iter().filter(|(other, _)| *other == hand);
            same_hand.map(|(_, other)| *other).any(|other| other != outcome)
        };
        assert!(seen.iter().any(again));
    }
}
