//! All games behind one text interface: drivers, records and their proof, the engine protocol, and the rules texts. JSON is
//! made and read here, and nowhere further in.

mod advice;
mod any_game;
mod check;
mod driver;
mod engine;
mod fault;
mod info;
mod proof;
mod record;
pub mod rules;
mod shared;
mod strict;
pub mod typescript;

pub use advice::{AdviceInfo, CandidateInfo};
pub use any_game::{AdviceThought, AnyGame, Setup, Thought, fresh_secret, fresh_seed, open};
pub use check::{Proved, RecordFault, check};
pub use driver::{Driver, Keep, OptionList};
pub use engine::Engine;
pub use fault::{Code, Fault, Reason};
pub use games::{GameId, UnknownGame, each_game, for_game};
pub use info::{GameInfo, OptionInfo};
pub use proof::{Proof, ProofFault, commitment_of};
pub use record::AtTable;
pub use shared::SharedView;
