//! What a match comes to, as it stands in JSON.

use std::time::Duration;

use bots::Limit;
use bots::arena::{Block, Clock, Contestant, Estimate, Sprt, Tally, elo_of, estimate, estimate_share};
use serde::{Deserialize, Serialize};

use super::Bout;

/// The figures of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Figures {
    pub game: String,
    pub seats: u8,
    pub deals: u64,
    pub games: u64,
    pub seed: String,
    pub ms: u64,
    /// The share of each seat among equals.
    pub even: f64,
    /// In the order they were named.
    pub bots: Vec<Row>,
    /// By how much the first is stronger, where there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Test>,
}

/// One contestant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub bot: String,
    pub mean: f64,
    pub mean_low: f64,
    pub mean_high: f64,
    pub share: f64,
    pub share_low: f64,
    pub share_high: f64,
    /// Moves with a choice.
    pub decisions: u64,
    /// The share of its rounds in which it hit the bonus, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Share>,
    /// Where the clock bounds it: otherwise the same seed would not give the same figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// A share with its interval.
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
pub struct Time {
    pub mean_ms: f64,
    pub longest_ms: f64,
    /// Decisions that took more than a fifth and 20 ms longer than allowed.
    pub overruns: u64,
    /// The mean effective number of worlds.
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
    /// Works them out from the blocks of a match, of which there is at least one.
    pub fn new(bout: &Bout<'_>, blocks: &[Block], sprt: Option<&Sprt>) -> Figures {
        let seats = usize::from(bout.seats);
        let rows: Vec<Row> = bout
            .contestants
            .iter()
            .enumerate()
            .map(|(number, &contestant)| Row::new(bout, contestant, number, blocks))
            .collect();
        let elo = (rows.len() == 2).then(|| {
            let Row { share: value, share_low: low, share_high: high, .. } = rows[0];
            let Estimate { value, low, high } =
                Estimate { value, low, high }.map(|share| elo_of(share, seats));
            let finite = |elo: f64| elo.is_finite().then_some(elo);
            Elo { value: finite(value), low: finite(low), high: finite(high) }
        });
        Figures {
            game: bout.args.game.id().to_owned(),
            seats: bout.seats,
            deals: blocks.len() as u64,
            games: (blocks.len() * bout.seating.rotations()) as u64,
            seed: bout.args.seed.clone(),
            ms: bout.args.ms,
            even: 1.0 / seats as f64,
            bots: rows,
            elo,
            sprt: sprt.map(Test::new),
        }
    }
}

impl Row {
    fn new(bout: &Bout<'_>, contestant: Contestant, number: usize, blocks: &[Block]) -> Row {
        let tallies: Vec<Tally> = blocks.iter().map(|block| block.tallies[number]).collect();
        let sums = |figure: fn(&Tally) -> (f64, f64)| tallies.iter().map(figure).collect::<Vec<_>>();
        let mean = estimate(&sums(|tally| (tally.points, tally.seats)));
        let share = estimate_share(&sums(|tally| (tally.wins, tally.seats)));
        let bonus = super::has_bonus(bout.args.game).then(|| {
            let Estimate { value, low, high } = estimate_share(&sums(|tally| (tally.hits, tally.rounds)));
            Share { share: value, low, high }
        });
        let mut clock = Clock::default();
        for tally in &tallies {
            clock.add(&tally.clock);
        }
        let limit = contestant.limit(Duration::from_millis(bout.args.ms));
        let by_clock = contestant.thinks() && matches!(limit, Limit::Time(_));
        Row {
            bot: contestant.to_string(),
            mean: mean.value,
            mean_low: mean.low,
            mean_high: mean.high,
            share: share.value,
            share_low: share.low,
            share_high: share.high,
            decisions: clock.decisions,
            bonus,
            time: by_clock.then(|| Time {
                mean_ms: 1e3 * clock.mean().as_secs_f64(),
                longest_ms: 1e3 * clock.longest.as_secs_f64(),
                overruns: clock.overruns,
                effective_worlds: clock.mean_worlds(),
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
