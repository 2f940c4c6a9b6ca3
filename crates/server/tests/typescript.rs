//! The types of the protocol for programs in TypeScript, in one file that is made from those of Rust. After a change of
//! the protocol, `make golden` writes it anew.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use server::Pace;
use server::protocol::{
    Chair, ClockInfo, Event, MyTable, Phase, PlayInfo, RuleInfo, Setting, TableInfo, Talk, ToClient,
    ToServer, VERSION, Why,
};
use ts_rs::{Config, TS};

const HEADER: &str = "// Generated from crates/server/src/protocol.rs by `make golden`; do not edit.\n";

/// One type, laid out so that it can be read: each variant and each field on a line of its own.
fn declared<T: TS>() -> String {
    // Times and numbers of events stay far below 2^53, and JSON.parse makes numbers of them.
    let config = Config::new().with_large_int("number");
    let declaration = format!("export {}", T::decl(&config)).replace(" | {", "\n  | {").replace(", }", " }");
    let text = format!("{}{declaration}", T::docs().unwrap_or_default());
    let text = text.replace("/**\n * ", "/** ").replace("\n */\n", " */\n");
    // What follows the head of a type, and is no variant either, is a field or what is said of one.
    let (mut laid_out, mut inside) = (String::new(), false);
    for line in text.lines() {
        let indent = if inside && !line.starts_with("  | ") { "    " } else { "" };
        inside |= line.starts_with("export ");
        laid_out.extend(["\n", indent, line.trim_end()]);
    }
    laid_out + "\n"
}

fn protocol() -> String {
    let types = [
        declared::<ToServer>(),
        declared::<ToClient<'_>>(),
        declared::<Event<'_>>(),
        declared::<Setting>(),
        declared::<Pace>(),
        declared::<TableInfo>(),
        declared::<MyTable>(),
        declared::<Phase>(),
        declared::<Chair>(),
        declared::<PlayInfo<'_>>(),
        declared::<ClockInfo>(),
        declared::<Talk<'_>>(),
        declared::<Why>(),
        declared::<RuleInfo<'_>>(),
    ];
    let version = format!("\n/** The version of the protocol. */\nexport const VERSION = {VERSION};\n");
    format!("{HEADER}{version}{}", types.concat())
}

#[test]
fn the_types_for_the_page_are_those_of_the_server() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol.ts");
    let made = protocol();
    if std::env::var_os("IRORI_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "web/src/protocol.ts is missing or stale; `make golden` writes it anew");
}
