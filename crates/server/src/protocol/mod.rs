//! The protocol between a client and the server: messages over a table's socket (`table::protocol`), and the bodies and
//! answers of the HTTP API. `web/src/protocol.ts` is generated from these types.

mod http;

pub use http::{
    ClaimCode, DeviceCode, ErrorAnswer, ErrorInfo, GameList, GuestInfo, KeepGame, MutedList, MutedPerson,
    MyTableList, NewName, OpenedTable, PageLimits, PastGame, PastGameList, RulesAnswer, TableAnswer,
    TableList,
};
pub use table::protocol::*;
