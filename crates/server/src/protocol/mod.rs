//! The protocol between a client and the server: messages over a table's socket, and the answers of the HTTP API.
//! `web/src/protocol.ts` is generated from these types.

mod http;
mod message;
mod request;
mod table;

pub use http::{
    ClaimCode, DeviceCode, ErrorAnswer, ErrorInfo, GameList, GameSummary, GuestInfo, MyTableList, NewName,
    OpenedTable, PageLimits, PastGame, PastGameList, ReplayStep, ReplayedMove, RulesAnswer, TableAnswer,
    TableList,
};
pub use message::{AwayReason, ClockInfo, Event, PlayInfo, RuleInfo, Talk, ToClient};
pub use request::ToServer;
pub use table::{Chair, MyTable, Setting, TableInfo, TablePhase};

/// The version of the protocol, which is part of the socket's address.
pub const VERSION: u32 = 1;
