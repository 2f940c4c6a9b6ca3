//! Every rule that forbids a move has a code and facts in JSON, and `docs/formats.md` lists them.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs;
use std::str::FromStr;

use cards::{Card, Set};
use games::{CommonIllegal, GameId, Text, TextFault, Texts, iroha, irono, iyadosu, koi_koi, wild_rawz};
use serde::Serialize;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/formats.md");

fn cards<C: Card + FromStr<Err = TextFault>>(texts: &str) -> Texts<C> {
    Texts(texts.split(' ').map(|text| text.parse::<C>().unwrap()).collect::<Set<C>>())
}

fn card<C: FromStr<Err = TextFault>>(text: &str) -> Text<C> {
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
    for line in body.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        if let Some((variant, _)) = line.split_once(" {") {
            code = code_of(variant);
            defined.entry(code.clone()).or_default();
        } else if let Some((fact, _)) = line.split_once(':') {
            defined.get_mut(&code).unwrap().insert(fact.to_owned());
        }
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
fn check<I: Debug + Serialize>(game: GameId, reasons: &[(I, Value)]) {
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
fn every_reason_of_iroha_in_json() {
    use iroha::{Colour, Illegal};
    let colours = Texts([Colour::Moon, Colour::Wave].into_iter().collect());
    check(
        GameId::Iroha,
        &[
            (Illegal::MustPass {}, json!({})),
            (Illegal::MustPlay {}, json!({})),
            (Illegal::NotInHand { card: card("b5") }, json!({ "card": "b5" })),
            (Illegal::PassOrder {}, json!({})),
            (Illegal::MustFollow { colours }, json!({ "colours": ["moon", "wave"] })),
        ],
    );
}

#[test]
fn every_reason_of_irono_in_json() {
    use irono::Illegal;
    check(
        GameId::Irono,
        &[
            (Illegal::MustMark {}, json!({})),
            (Illegal::MustHide {}, json!({})),
            (Illegal::MustGuess {}, json!({})),
            (
                Illegal::Filled { cell: card("b3"), empty: cards("a1 d4") },
                json!({ "cell": "b3", "empty": ["a1", "d4"] }),
            ),
            (
                Illegal::SoldOut { colours: cards("red"), left: cards("yellow blue grey") },
                json!({ "colours": ["red"], "left": ["yellow", "blue", "grey"] }),
            ),
        ],
    );
}

#[test]
fn every_reason_of_iyadosu_in_json() {
    use iyadosu::{Colour, Illegal};
    check(
        GameId::Iyadosu,
        &[
            (Illegal::MustSplit {}, json!({})),
            (Illegal::MustPlay {}, json!({})),
            (
                Illegal::SplitNumber { number: 9, least: 1, most: 7 },
                json!({ "number": 9, "least": 1, "most": 7 }),
            ),
            (Illegal::NotInHand { card: card("k12") }, json!({ "card": "k12" })),
            (Illegal::IsRefuse { card: card("k12") }, json!({ "card": "k12" })),
            (Illegal::IsNormal { card: card("r1") }, json!({ "card": "r1" })),
            (Illegal::LeadsRefuse {}, json!({})),
            (Illegal::MustFollow { colour: Text(Colour::Black) }, json!({ "colour": "black" })),
            (Illegal::NothingToRefuse { colour: Text(Colour::Red) }, json!({ "colour": "red" })),
        ],
    );
}

#[test]
fn every_reason_of_wild_rawz_in_json() {
    use wild_rawz::{Colour, Illegal};
    check(
        GameId::WildRawz,
        &[
            (Illegal::MustTake {}, json!({})),
            (Illegal::DraftIsOver {}, json!({})),
            (Illegal::NotFaceUp { card: card("r7") }, json!({ "card": "r7" })),
            (Illegal::NotInHand { card: card("bs") }, json!({ "card": "bs" })),
            (Illegal::MustFollow { colour: Text(Colour::Yellow) }, json!({ "colour": "yellow" })),
            (Illegal::LeaderCannotLeave {}, json!({})),
            (Illegal::AlreadyLeft { seat: 2 }, json!({ "seat": 2 })),
        ],
    );
}

#[test]
fn every_reason_of_koi_koi_in_json() {
    use koi_koi::Illegal;
    check(
        GameId::KoiKoi,
        &[
            (Illegal::MustChooseHand {}, json!({})),
            (Illegal::MustPlay {}, json!({})),
            (
                Illegal::MustTake { turned: card("3R"), among: cards("3B 3K1") },
                json!({ "turned": "3R", "among": ["3B", "3K1"] }),
            ),
            (Illegal::MustDecide {}, json!({})),
            (Illegal::NotInHand { card: card("1B") }, json!({ "card": "1B" })),
            (
                Illegal::MustCapture { card: card("1B"), capturing: cards("2R 12K3") },
                json!({ "card": "1B", "capturing": ["2R", "12K3"] }),
            ),
            (
                Illegal::NameOne { card: card("3R"), among: cards("3B 3K1") },
                json!({ "card": "3R", "among": ["3B", "3K1"] }),
            ),
            (Illegal::NoChoice { card: card("9A") }, json!({ "card": "9A" })),
            (Illegal::NotWild {}, json!({})),
            (Illegal::WillowPlayed {}, json!({})),
            (Illegal::NotInBa { card: card("8B") }, json!({ "card": "8B" })),
            (Illegal::OrdinaryGaji { card: card("11R") }, json!({ "card": "11R" })),
            (Illegal::Barred { card: card("8B"), month: 8 }, json!({ "card": "8B", "month": 8 })),
            (Illegal::MustStop {}, json!({})),
        ],
    );
}

#[test]
fn reasons_of_every_game_have_the_same_form() {
    let out_of_turn = serde_json::to_value(CommonIllegal::NotToAct { awaited: vec![1, 2] }).unwrap();
    assert_eq!(out_of_turn, json!({ "code": "not-to-act", "facts": { "awaited": [1, 2] } }));
    let unreadable = serde_json::to_value(CommonIllegal::BadMove { found: "b99".into() }).unwrap();
    assert_eq!(unreadable, json!({ "code": "bad-move", "facts": { "found": "b99" } }));
}
