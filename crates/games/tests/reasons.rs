//! Every reason to refuse a move names its rule with a code and facts, and `docs/formats.md` lists them.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use cards::{Card, Seat, Set};
use games::{Reason, Refusal, Rule, TextFault, iroha, irono, iyadosu, koi_koi, wild_rawz};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/formats.md");

/// The cards of these texts.
fn set<C: Card + std::str::FromStr<Err = TextFault>>(texts: &str) -> Set<C> {
    texts.split(' ').map(|text| text.parse::<C>().unwrap()).collect()
}

fn card<C: std::str::FromStr<Err = TextFault>>(text: &str) -> C {
    text.parse().unwrap()
}

/// `NotInHand(b5)` as `not-in-hand`.
fn code_of(variant: &str) -> String {
    let name = variant.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap();
    let mut code = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !code.is_empty() {
            code.push('-');
        }
        code.push(letter.to_ascii_lowercase());
    }
    code
}

/// The reasons that a source defines.
fn defined(source: &str) -> BTreeSet<String> {
    let body = source.split("pub enum Why {").nth(1).unwrap().split("\n}").next().unwrap();
    let variants = body.lines().filter_map(|line| line.strip_prefix("    "));
    variants.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase())).map(code_of).collect()
}

/// The codes and facts that the page lists for a game.
fn documented(game: &str, code: &str) -> String {
    let section = PAGE.split(&format!("\n### {game}\n")).nth(1).unwrap().split("\n### ").next().unwrap();
    let table = section.split("\n| refusal |").nth(1).unwrap();
    let row = table.lines().find(|row| row.split('|').nth(1).unwrap_or("").contains(&format!("`{code}`")));
    row.unwrap_or_else(|| panic!("{game}: {code} is not documented")).to_owned()
}

/// All reasons of a game, each with the facts it tells.
fn check<W: Reason>(game: &str, source: &str, reasons: &[(W, Value)]) {
    let mut told = BTreeSet::new();
    for (why, facts) in reasons {
        let Rule { code, .. } = why.rule();
        assert_eq!(code, code_of(&format!("{why:?}")));
        assert_eq!(serde_json::to_value(why.rule()).unwrap(), json!({ "code": code, "facts": facts }));
        let row = documented(game, code);
        for name in facts.as_object().unwrap().keys() {
            assert!(row.contains(&format!("`{name}`")), "{game}: {code} has an undocumented fact {name}");
        }
        told.insert(code.to_owned());
    }
    assert_eq!(told, defined(source), "{game}: every reason stands here");
}

#[test]
fn every_reason_of_iroha_tells_its_rule() {
    use iroha::{Colour, Why};
    let follow = Colour::Moon.cards() | Colour::Wave.cards();
    check(
        "iroha",
        include_str!("../src/iroha/rules.rs"),
        &[
            (Why::MustPass, json!({})),
            (Why::MustPlay, json!({})),
            (Why::NotInHand(card("b5")), json!({ "card": "b5" })),
            (Why::PassOrder, json!({})),
            (Why::MustFollow(follow), json!({ "colours": ["moon", "wave"] })),
        ],
    );
}

#[test]
fn every_reason_of_irono_tells_its_rule() {
    use irono::Why;
    check(
        "irono",
        include_str!("../src/irono/rules.rs"),
        &[
            (Why::MustMark, json!({})),
            (Why::MustHide, json!({})),
            (Why::MustGuess, json!({})),
            (
                Why::Filled { cell: card("b3"), empty: set("a1 d4") },
                json!({ "cell": "b3", "empty": ["a1", "d4"] }),
            ),
            (
                Why::SoldOut { colours: set("red"), left: set("yellow blue grey") },
                json!({ "colours": ["red"], "left": ["yellow", "blue", "grey"] }),
            ),
        ],
    );
}

#[test]
fn every_reason_of_iyadosu_tells_its_rule() {
    use iyadosu::{Colour, Why};
    check(
        "iyadosu",
        include_str!("../src/iyadosu/rules.rs"),
        &[
            (Why::MustSplit, json!({})),
            (Why::MustPlay, json!({})),
            (Why::SplitNumber(9), json!({ "number": 9, "most": 7 })),
            (Why::NotInHand(card("k12")), json!({ "card": "k12" })),
            (Why::IsRefuse(card("k12")), json!({ "card": "k12" })),
            (Why::IsNormal(card("r1")), json!({ "card": "r1" })),
            (Why::LeadsRefuse, json!({})),
            (Why::MustFollow(Colour::Black), json!({ "colour": "black" })),
            (Why::NothingToRefuse(Colour::Red), json!({ "colour": "red" })),
        ],
    );
}

#[test]
fn every_reason_of_wild_rawz_tells_its_rule() {
    use wild_rawz::{Colour, Why};
    check(
        "wild-rawz",
        include_str!("../src/wild_rawz/rules.rs"),
        &[
            (Why::MustTake, json!({})),
            (Why::DraftIsOver, json!({})),
            (Why::NotFaceUp(card("r7")), json!({ "card": "r7" })),
            (Why::NotInHand(card("bs")), json!({ "card": "bs" })),
            (Why::MustFollow(Colour::Yellow), json!({ "colour": "yellow" })),
            (Why::LeaderCannotLeave, json!({})),
            (Why::AlreadyLeft(Seat(2)), json!({ "seat": 2 })),
        ],
    );
}

#[test]
fn every_reason_of_koi_koi_tells_its_rule() {
    use koi_koi::Why;
    check(
        "koi-koi",
        include_str!("../src/koi_koi/why.rs"),
        &[
            (Why::MustChooseHand, json!({})),
            (Why::MustPlay, json!({})),
            (
                Why::MustTake { turned: card("3R"), among: set("3B 3K1") },
                json!({ "turned": "3R", "among": ["3B", "3K1"] }),
            ),
            (Why::MustDecide, json!({})),
            (Why::NotInHand(card("1B")), json!({ "card": "1B" })),
            (
                Why::MustCapture { card: card("1B"), capturing: set("2R 12K3") },
                json!({ "card": "1B", "capturing": ["2R", "12K3"] }),
            ),
            (
                Why::NameOne { card: card("3R"), among: set("3B 3K1") },
                json!({ "card": "3R", "among": ["3B", "3K1"] }),
            ),
            (Why::NoChoice(card("9A")), json!({ "card": "9A" })),
            (Why::NotWild, json!({})),
            (Why::WillowPlayed, json!({})),
            (Why::NotInBa(card("8B")), json!({ "card": "8B" })),
            (Why::OrdinaryGaji(card("11R")), json!({ "card": "11R" })),
            (Why::Barred(card("8B")), json!({ "card": "8B", "month": 8 })),
            (Why::MustStop, json!({})),
        ],
    );
}

#[test]
fn out_of_turn_and_unreadable_are_rules_of_every_game() {
    let refusal: Refusal<iroha::Why> =
        Refusal::NotToAct { seat: Seat(0), to_act: [Seat(1), Seat(2)].into_iter().collect() };
    let told = serde_json::to_value(refusal.rule()).unwrap();
    assert_eq!(told, json!({ "code": "not-to-act", "facts": { "awaited": [1, 2] } }));
    let fault = "b99".parse::<iroha::Move>().unwrap_err();
    let told = serde_json::to_value(fault.rule()).unwrap();
    assert_eq!(told, json!({ "code": "bad-move", "facts": { "found": "b99" } }));
    assert!(["`not-to-act`", "`bad-move`"].iter().all(|code| PAGE.contains(code)));
}
