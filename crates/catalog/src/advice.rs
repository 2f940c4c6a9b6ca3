//! A bot's advice in text form, as the engine's `suggest` and the server's hints give it.

use bots::Candidate;
use serde::Serialize;
use ts_rs::TS;

/// What a bot would do, and what it thinks of every legal move.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AdviceInfo {
    #[serde(rename = "move")]
    pub chosen: String,
    /// Best first.
    pub candidates: Vec<CandidateInfo>,
    pub iterations: u64,
    /// The effective sample size: how many equally likely worlds would tell as much as the sampled ones, which are
    /// not equally likely. 0 where nothing is hidden.
    pub effective: f64,
}

/// A legal move and what a bot thinks of it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct CandidateInfo {
    #[serde(rename = "move")]
    pub chosen: String,
    /// The expected lead over the average of the others at the end of this round, in points.
    pub value: f64,
    /// How often to choose this move, from 0 to 1.
    pub share: f64,
    /// The win probability.
    pub win: f64,
    /// The standard error of the win probability.
    pub error: f64,
    /// In how many sampled worlds the bot tried it.
    pub worlds: u32,
}

impl<M: ToString> From<&Candidate<M>> for CandidateInfo {
    fn from(candidate: &Candidate<M>) -> CandidateInfo {
        CandidateInfo {
            chosen: candidate.chosen.to_string(),
            value: candidate.value,
            share: candidate.share,
            win: candidate.win,
            error: candidate.error,
            worlds: candidate.worlds,
        }
    }
}
