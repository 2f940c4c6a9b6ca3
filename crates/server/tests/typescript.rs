//! The types of the protocol for programs in TypeScript, in one file that is made from those of Rust. After a change of
//! the protocol, `make golden` writes it again.

// A test may stop where it fails.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use catalog::rules::{Block, Inline};
use catalog::typescript::{declared, is_fresh};
use catalog::{AdviceInfo, CandidateInfo, GameInfo, OptionInfo};
use games::{Difficulty, OptionValue};
use server::protocol::{
    AwayReason, Chair, ClaimCode, ClockInfo, DeviceCode, ErrorAnswer, ErrorInfo, Event, GameList,
    GameSummary, GuestInfo, KeepGame, MutedList, MutedPerson, MyTable, MyTableList, NewName, OpenedTable,
    PageLimits, PastGame, PastGameList, PlayInfo, ReplayStep, ReplayedMove, RuleInfo, RulesAnswer, Setting,
    TableAnswer, TableInfo, TableList, TablePhase, Talk, ToClient, ToServer, VERSION,
};
use server::{Pace, RefusalCode};

const HEADER: &str =
    "// Generated from crates/table, crates/server and crates/catalog by `make golden`; do not edit.\n";

fn protocol() -> String {
    let types = [
        declared::<ToServer>(),
        declared::<ToClient<'_>>(),
        declared::<Event<'_>>(),
        declared::<Setting>(),
        declared::<Pace>(),
        declared::<TableInfo>(),
        declared::<MyTable>(),
        declared::<TablePhase>(),
        declared::<Chair>(),
        declared::<PlayInfo<'_>>(),
        declared::<ClockInfo>(),
        declared::<Talk<'_>>(),
        declared::<AwayReason>(),
        declared::<RuleInfo<'_>>(),
        declared::<AdviceInfo>(),
        declared::<CandidateInfo>(),
        declared::<RefusalCode>(),
        declared::<ErrorAnswer>(),
        declared::<ErrorInfo>(),
        declared::<NewName>(),
        declared::<GuestInfo>(),
        declared::<DeviceCode>(),
        declared::<ClaimCode>(),
        declared::<GameList>(),
        declared::<PageLimits>(),
        declared::<GameInfo>(),
        declared::<OptionInfo>(),
        declared::<Difficulty>(),
        declared::<OptionValue>(),
        declared::<TableList>(),
        declared::<TableAnswer>(),
        declared::<OpenedTable>(),
        declared::<MyTableList>(),
        declared::<PastGameList>(),
        declared::<PastGame>(),
        declared::<GameSummary>(),
        declared::<KeepGame>(),
        declared::<MutedList>(),
        declared::<MutedPerson>(),
        declared::<ReplayStep>(),
        declared::<ReplayedMove>(),
        declared::<RulesAnswer>(),
        declared::<Block>(),
        declared::<Inline>(),
    ];
    let version = format!("\n/** The version of the protocol. */\nexport const VERSION = {VERSION};\n");
    format!("{HEADER}{version}{}", types.concat())
}

#[test]
fn the_types_for_the_page_are_those_of_the_server() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol.ts");
    let fresh = is_fresh(&path, &protocol()).unwrap();
    assert!(fresh, "web/src/protocol.ts is missing or stale; `make golden` writes it");
}
