//! Tests for all games: every rule that forbids a move has a code and facts in JSON, and `docs/formats.md` lists them.
//! Each game's `illegal.rs` calls `check` with its reasons.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs;
use std::str::FromStr;

use cards::{Card, Set};

use serde::Serialize;
use serde_json::{Value, json};

use crate::{CommonIllegal, GameId, Text, TextFault, Texts};

const PAGE: &str = include_str!("../../../docs/formats.md");

pub fn cards<C: Card + FromStr<Err = TextFault>>(texts: &str) -> Texts<C> {
    Texts(texts.split(' ').map(|text| text.parse::<C>().unwrap()).collect::<Set<C>>())
}

pub fn card<C: FromStr<Err = TextFault>>(text: &str) -> Text<C> {
    Text(text.parse().unwrap())
}

/// `NotInHand` as `not-in-hand`.
fn code_of(variant: &str) -> String {
    let mut code = String::new();
    for letter in variant.chars() {
        if letter.is_ascii_uppercase() && !code.is_empty() {
            code.push('-');
        }
        code.push(letter.to_ascii_lowercase());
    }
    code
}

/// The codes that a game's `illegal.rs` defines, each with the names of its facts.
fn defined(game: GameId) -> BTreeMap<String, BTreeSet<String>> {
    let folder = game.id().replace('-', "_");
    let path = format!("{}/src/{folder}/illegal.rs", env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(path).unwrap();
    let body = source.split("pub enum Illegal {").nth(1).unwrap().split("\n}").next().unwrap();
    let mut defined: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut code = String::new();
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let fields = match line.split_once(" {") {
            Some((variant, fields)) => {
                code = code_of(variant);
                defined.entry(code.clone()).or_default();
                fields
            }
            None => line,
        };
        let names = fields.split(", ").filter_map(|field| field.split_once(':'));
        defined.entry(code.clone()).or_default().extend(names.map(|(name, _)| name.trim().to_owned()));
    }
    defined
}

#[test]
fn every_reason_is_documented_with_its_facts() {
    for game in GameId::ALL {
        let section = PAGE.split(&format!("\n### {game}\n")).nth(1).unwrap().split("\n### ").next().unwrap();
        let table = section.split("\n| refusal |").nth(1).unwrap();
        let defined = defined(game);
        assert!(!defined.is_empty(), "{game}");
        for (code, facts) in defined {
            let names = |row: &&str| row.split('|').nth(1).unwrap_or("").contains(&format!("`{code}`"));
            let row = table.lines().find(names);
            let row = row.unwrap_or_else(|| panic!("{game}: {code} is not documented"));
            for fact in facts {
                assert!(row.contains(&format!("`{fact}`")), "{game}: {code} has an undocumented fact {fact}");
            }
        }
    }
    assert!(["`not-to-act`", "`bad-move`"].iter().all(|code| PAGE.contains(code)));
}

/// Checks what reasons look like in JSON. Each reason of the game stands here once.
pub fn check<I: Debug + Serialize>(game: GameId, reasons: &[(I, Value)]) {
    let mut told = BTreeMap::new();
    for (illegal, facts) in reasons {
        let variant = format!("{illegal:?}");
        let code = code_of(variant.split(' ').next().unwrap());
        assert_eq!(serde_json::to_value(illegal).unwrap(), json!({ "code": code, "facts": facts }));
        told.insert(code, facts.as_object().unwrap().keys().cloned().collect());
    }
    assert_eq!(told, defined(game), "{game}");
}

#[test]
fn reasons_of_every_game_have_the_same_form() {
    let out_of_turn = serde_json::to_value(CommonIllegal::NotToAct { awaited: vec![1, 2] }).unwrap();
    assert_eq!(out_of_turn, json!({ "code": "not-to-act", "facts": { "awaited": [1, 2] } }));
    let unreadable = serde_json::to_value(CommonIllegal::BadMove { found: "b99".into() }).unwrap();
    assert_eq!(unreadable, json!({ "code": "bad-move", "facts": { "found": "b99" } }));
}
