//! What a table and its clients say to each other. `web/src/protocol.ts` is generated from these types.

mod message;
mod past;
mod request;
mod table;

pub use message::{AwayReason, ClockInfo, Event, PlayInfo, RuleInfo, Talk, ToClient};
pub use past::{GameSummary, ReplayStep, ReplayedMove};
pub use request::ToServer;
pub use table::{Chair, MyTable, Setting, TableInfo, TablePhase};

/// The version of the protocol, which is part of the socket's address.
pub const VERSION: u32 = 1;
