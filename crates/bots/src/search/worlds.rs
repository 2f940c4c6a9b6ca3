//! The worlds a search looks at: states that its seat could be in, the likelier ones more often.

use cards::{Quick, Seat};
use games::{Game, Moves};

use crate::Insight;

/// Worlds are imagined so many at a time.
const BATCH: usize = 64;
/// And no more than this are kept.
const MOST: usize = 4096;
/// Each world is looked at about so often before more are imagined.
const LOOKS: u64 = 2;
/// Nobody plays by our lights alone: so often a move says nothing about why it was chosen.
const ERRATIC: f64 = 0.2;

/// Where worlds come from.
pub enum Source<'a, G: Game> {
    /// What a seat knows.
    Knowledge(&'a G::Knowledge),
    /// The one true world: only for a bot that may see everything.
    Truth(&'a G),
    /// The true hands, and a pile in any order: to measure what the others' hands would tell.
    #[cfg(test)]
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
    trust: f64,
    pool: Vec<World<G>>,
    /// The sums of the weights up to each world.
    sums: Vec<f64>,
    drawn: u64,
}

struct World<G> {
    state: G,
    /// The logarithm of how likely the play that was seen was.
    likelihood: f64,
}

impl<'a, G: Insight> Worlds<'a, G> {
    /// Worlds for a seat, weighted by how likely the others' play was in them as far as that is trusted.
    pub fn new(source: Source<'a, G>, seat: Seat, trust: f64) -> Worlds<'a, G> {
        Worlds { source, seat, trust, pool: Vec::new(), sums: Vec::new(), drawn: 0 }
    }

    /// Another world.
    #[inline]
    pub fn next(&mut self, random: &mut Quick) -> G {
        match self.source {
            Source::Truth(state) => *state,
            #[cfg(test)]
            Source::Hands(state) => {
                let mut state = *state;
                state.refresh(random);
                state
            }
            Source::Knowledge(knowledge) if self.trust == 0.0 => G::sample(knowledge, random),
            Source::Knowledge(knowledge) => self.draw(knowledge, random),
        }
    }

    fn draw(&mut self, knowledge: &G::Knowledge, random: &mut Quick) -> G {
        if self.drawn >= LOOKS * self.pool.len() as u64 && self.pool.len() < MOST {
            self.imagine(knowledge, random);
        }
        self.drawn += 1;
        let sum = self.sums.last().copied().unwrap_or_default();
        let point = sum * super::fraction(random);
        let at = self.sums.partition_point(|&sum| sum <= point);
        let mut state = self.pool[at.min(self.pool.len() - 1)].state;
        state.refresh(random);
        state
    }

    fn imagine(&mut self, knowledge: &G::Knowledge, random: &mut Quick) {
        for _ in 0..BATCH {
            let state = G::sample(knowledge, random);
            self.pool.push(World { state, likelihood: self.trust * likelihood(&state, self.seat) });
        }
        let most = self.pool.iter().map(|world| world.likelihood).fold(f64::MIN, f64::max);
        self.sums.clear();
        let mut sum = 0.0;
        for world in &self.pool {
            sum += (world.likelihood - most).exp();
            self.sums.push(sum);
        }
    }

    /// How many equally likely worlds would tell as much as those imagined.
    pub fn effective(&self) -> f64 {
        let most = self.pool.iter().map(|world| world.likelihood).fold(f64::MIN, f64::max);
        let weights = self.pool.iter().map(|world| (world.likelihood - most).exp());
        let (sum, squares) = weights.fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
        if squares > 0.0 { sum * sum / squares } else { self.drawn as f64 }
    }
}

/// The logarithm of how likely the others' play in this round was, in this world.
fn likelihood<G: Insight>(world: &G, viewer: Seat) -> f64 {
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

/// How likely somebody who rates moves like this is to choose one of them.
fn probability(rates: &[f32], at: usize) -> f64 {
    let highest = rates.iter().copied().fold(f32::MIN, f32::max);
    let sum: f64 = rates.iter().map(|&rate| f64::from(rate - highest).exp()).sum();
    let likely = f64::from(rates[at] - highest).exp() / sum;
    (1.0 - ERRATIC) * likely + ERRATIC / rates.len() as f64
}

#[cfg(test)]
mod tests {
    use games::iroha::Iroha;
    use games::iyadosu::Iyadosu;
    use games::koi_koi::KoiKoi;
    use games::wild_rawz::WildRawz;

    use super::*;
    use crate::{Bot, Level, Limit, Skill, Thinking};

    #[test]
    fn a_move_rated_higher_is_likelier_and_none_is_impossible() {
        let rates = [0.0, 1.0, -30.0];
        let all: Vec<f64> = (0..3).map(|at| probability(&rates, at)).collect();
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(all[1] > all[0] && all[0] > all[2] && all[2] >= ERRATIC / 3.0);
    }

    /// Worlds in which the play that was seen is odd weigh less: the effective number of worlds is below the number
    /// imagined, and is that number where nothing is concluded.
    #[test]
    fn conclusions_cost_worlds() {
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
        let effective = |trust| {
            let mut worlds = Worlds::<Iroha>::new(Source::Knowledge(&knowledge), seat, trust);
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

    /// How much conclusions tell a seat of the true world when bots of a level play: by how many nats it weighs more
    /// than worlds do in the mean.
    fn told<G: Insight>(seats: u8, options: G::Options, level: Level) -> f64 {
        let (mut sum, mut positions) = (0.0, 0);
        let thinking = Thinking::within(Limit::Iterations(300));
        let (viewer, mut minds) = (Seat(0), Quick::new(5));
        let trust = Skill::STRONG.trust;
        crate::walk::play::<G>(seats, options, &mut Quick::new(6), |game, seat, moves, random| {
            let knowledge = game.knows(Some(seat));
            if seat == viewer && moves.len() > 1 {
                let weight = |world: &G| (trust * likelihood(world, viewer)).exp();
                let imagined: f64 = (0..BATCH).map(|_| weight(&G::sample(&knowledge, &mut minds))).sum();
                // The true world is one of those that could be.
                let mean = (weight(game) + imagined) / (BATCH + 1) as f64;
                sum += (weight(game) / mean).ln();
                positions += 1;
            }
            Bot::of(level).choose::<G>(&knowledge, seat, moves, &thinking, random)
        });
        sum / f64::from(positions)
    }

    /// In every game, and of those who do not go by the ratings alone.
    #[test]
    fn conclusions_favour_the_truth() {
        for level in [Level::Normal, Level::Ismcts] {
            let told = [
                told::<Iroha>(4, Default::default(), level),
                told::<Iyadosu>(4, Default::default(), level),
                told::<WildRawz>(4, Default::default(), level),
                told::<KoiKoi>(2, Default::default(), level),
            ];
            println!("{level:?}: {told:.3?}");
            assert!(told.iter().all(|&nats| nats > 0.02), "{level:?}: {told:?}");
        }
    }

    /// The card that is turned next is not always the same in a world that is looked at again.
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
                (hand, Insight::outcome(&world))
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
