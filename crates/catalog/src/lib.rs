//! The closed set of games behind one door, for everybody who talks in text: records and their proof, the engine
//! protocol, and the rules to read. JSON is made and read here and nowhere further in.

mod check;
mod describe;
mod driver;
mod engine;
mod fault;
mod game_id;
mod matches;
mod proof;
mod record;
mod shared;
mod strict;

pub use check::{Proved, RecordFault, check};
pub use describe::describe;
pub use driver::{Driver, Keep, OptionList};
pub use engine::Engine;
pub use fault::{Code, Fault};
pub use game_id::{GameId, UnknownGame};
pub use matches::{AdviceThought, Match, Setup, Thought, fresh_secret, fresh_seed, open};
pub use proof::{Proof, ProofFault, commitment_of};
pub use shared::SharedView;
