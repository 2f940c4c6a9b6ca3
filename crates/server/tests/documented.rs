//! What programs outside can meet is written down: every code of a refusal in `docs/protocol.md`, every route in
//! `openapi.json`.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

const PAGE: &str = include_str!("../../../docs/protocol.md");
const OPENAPI: &str = include_str!("../openapi.json");
const ROUTES: &str = include_str!("../src/http.rs");
const FAULTS: &str = include_str!("../../catalog/src/fault.rs");

/// Codes of the games' own that no request to a server can lead to.
const ELSEWHERE: [&str; 2] = ["bad-deal", "no-game"];

/// The texts in quotes that stand right after a mark, but for white space.
fn quoted_after<'a>(source: &'a str, mark: &str) -> impl Iterator<Item = &'a str> {
    let after = source.split(mark).skip(1);
    after.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
}

#[test]
fn every_code_of_a_refusal_is_documented_and_none_that_does_not_exist() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let sources = files.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap());
    let mut codes: BTreeSet<String> = BTreeSet::new();
    for source in sources {
        codes.extend(quoted_after(&source, "Refusal::new(").map(str::to_owned));
    }
    assert!(codes.len() > 20, "{codes:?}");
    codes.extend(quoted_after(FAULTS, " =>").filter(|code| !ELSEWHERE.contains(code)).map(str::to_owned));
    let table = PAGE.split("\n| code |").nth(1).unwrap().split("\n\n").next().unwrap();
    let told: Vec<String> = table
        .lines()
        .filter_map(|row| Some(row.strip_prefix("| `")?.split('`').next()?.to_owned()))
        .collect();
    assert_eq!(told, codes.into_iter().collect::<Vec<_>>(), "the table has every code once, in order");
}

#[test]
fn the_description_for_programs_has_exactly_the_routes_of_the_server() {
    let described: Value = serde_json::from_str(OPENAPI).unwrap();
    let methods = ["get", "post", "put", "patch", "delete"];
    let mut told = BTreeSet::new();
    for (path, item) in described["paths"].as_object().unwrap() {
        let of_path = item.as_object().unwrap().keys().filter(|key| methods.contains(&key.as_str()));
        told.extend(of_path.map(|method| format!("{method} {path}")));
    }
    let mut served = BTreeSet::new();
    for route in ROUTES.split(".route(\"").skip(1) {
        let (path, rest) = route.split_once('"').unwrap();
        let handlers = rest.lines().next().unwrap();
        let of_path = methods.iter().filter(|method| handlers.contains(&format!("{method}(")));
        served.extend(of_path.map(|method| format!("{method} {path}")));
    }
    assert!(served.len() > 10, "{served:?}");
    assert_eq!(told, served);
}

#[test]
fn the_description_refers_to_nothing_that_it_lacks() {
    let described: Value = serde_json::from_str(OPENAPI).unwrap();
    let references: Vec<&str> = quoted_after(OPENAPI, "\"$ref\":").collect();
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(described.pointer(pointer).is_some(), "{reference}");
    }
}
