//! The results of a match, in their JSON form.

use std::time::Duration;

use bots::{Limit, Strategy};
use catalog::{GameId, for_game};
use serde::{Deserialize, Serialize};

use super::{
    ArenaMatch, Contestant, ContestantTally, DealBlock, Estimate, Sprt, ThinkingTime, elo_of, estimate,
    estimate_share,
};

/// The figures of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Figures {
    pub game: String,
    pub seats: u8,
    pub deals: u64,
    pub games: u64,
    pub seed: String,
    pub ms: u64,
    /// The win rate of each seat among equals.
    pub even: f64,
    pub bots: Vec<BotFigures>,
    /// How much stronger the first of two is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Test>,
}

/// The results of one contestant; `share` is its win rate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BotFigures {
    pub bot: String,
    pub mean: f64,
    pub mean_low: f64,
    pub mean_high: f64,
    pub share: f64,
    pub share_low: f64,
    pub share_high: f64,
    /// Moves with a choice.
    pub decisions: u64,
    /// The fraction of its rounds with the game's bonus, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Share>,
    /// Only with a time limit: otherwise the same seed must give the same figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeFigures>,
}

/// A fraction with its interval.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// A difference in strength; null where it is infinite.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Elo {
    pub value: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// The time of a decision.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct TimeFigures {
    pub mean_ms: f64,
    pub longest_ms: f64,
    /// Decisions that took more than a fifth and 20 ms longer than allowed.
    pub overruns: u64,
    /// The mean effective sample size.
    #[serde(default)]
    pub effective_worlds: f64,
}

/// The sequential test.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Test {
    pub low: f64,
    pub high: f64,
    pub llr: f64,
    pub lower: f64,
    pub upper: f64,
    /// Which difference is accepted: `low`, `high`, or `open` for neither.
    pub result: String,
}

impl Figures {
    /// From the blocks of a match, of which there is at least one.
    pub fn new(played: &ArenaMatch, blocks: &[DealBlock], sprt: Option<&Sprt>) -> Figures {
        let seats = usize::from(played.setup.seats);
        let bots: Vec<BotFigures> = played
            .contestants
            .iter()
            .enumerate()
            .map(|(number, &contestant)| BotFigures::new(played, contestant, number, blocks))
            .collect();
        let elo = (bots.len() == 2).then(|| {
            let BotFigures { share: value, share_low: low, share_high: high, .. } = bots[0];
            let Estimate { value, low, high } =
                Estimate { value, low, high }.map(|share| elo_of(share, seats));
            let finite = |elo: f64| elo.is_finite().then_some(elo);
            Elo { value: finite(value), low: finite(low), high: finite(high) }
        });
        Figures {
            game: played.setup.game.id().to_owned(),
            seats: played.setup.seats,
            deals: blocks.len() as u64,
            games: (blocks.len() * played.seating.rotations()) as u64,
            seed: played.setup.seed.clone(),
            ms: played.setup.ms,
            even: 1.0 / seats as f64,
            bots,
            elo,
            sprt: sprt.map(Test::new),
        }
    }
}

impl BotFigures {
    fn new(played: &ArenaMatch, contestant: Contestant, number: usize, blocks: &[DealBlock]) -> BotFigures {
        let tallies: Vec<ContestantTally> = blocks.iter().map(|block| block.tallies[number]).collect();
        let sums =
            |figure: fn(&ContestantTally) -> (f64, f64)| tallies.iter().map(figure).collect::<Vec<_>>();
        let mean = estimate(&sums(|tally| (tally.points, tally.seats)));
        let share = estimate_share(&sums(|tally| (tally.wins, tally.seats)));
        let bonus = has_bonus(played.setup.game).then(|| {
            let Estimate { value, low, high } = estimate_share(&sums(|tally| (tally.bonuses, tally.rounds)));
            Share { share: value, low, high }
        });
        let mut time = ThinkingTime::default();
        for tally in &tallies {
            time.add(&tally.time);
        }
        let limit = contestant.limit(Duration::from_millis(played.setup.ms));
        let by_clock = contestant.thinks() && matches!(limit, Limit::Time(_));
        BotFigures {
            bot: contestant.to_string(),
            mean: mean.value,
            mean_low: mean.low,
            mean_high: mean.high,
            share: share.value,
            share_low: share.low,
            share_high: share.high,
            decisions: time.decisions,
            bonus,
            time: by_clock.then(|| TimeFigures {
                mean_ms: 1e3 * time.mean().as_secs_f64(),
                longest_ms: 1e3 * time.longest.as_secs_f64(),
                overruns: time.overruns,
                effective_worlds: time.mean_worlds(),
            }),
        }
    }
}

impl Test {
    fn new(sprt: &Sprt) -> Test {
        let Sprt { low, high, .. } = *sprt;
        let (lower, upper) = (Sprt::lower(), Sprt::upper());
        Test { low, high, llr: sprt.llr(), lower, upper, result: sprt.verdict().name().to_owned() }
    }
}

/// Whether a round of a game may give a bonus.
fn has_bonus(game: GameId) -> bool {
    fn of<G: Strategy>() -> bool {
        G::HAS_BONUS
    }
    for_game!(game, G => of::<G>())
}
