//! How far a yaku is: the same as trying all cards that are left.

use cards::{Quick, Random};
use serde_json::json;

use super::super::card::Kind;
use super::super::near::{near, points};
use super::super::score::Stop;
use super::super::yaku::Yaku;
use super::*;
use crate::Text;

/// KK-12
#[test]
fn every_yaku_can_be_looked_up_with_its_least_points() {
    let reference = serde_json::to_value(KoiKoi::reference()).unwrap();
    let looked_up: Vec<(&str, u64)> = reference["yaku"]
        .as_array()
        .unwrap()
        .iter()
        .map(|yaku| (yaku["name"].as_str().unwrap(), yaku["points"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("kasu", 1),
        ("tane", 1),
        ("tan", 1),
        ("aotan", 5),
        ("akatan", 5),
        ("inoshikachou", 5),
        ("tsukimi", 5),
        ("hanami", 5),
        ("sankou", 5),
        ("ame-shikou", 7),
        ("shikou", 8),
        ("gokou", 10),
    ];
    assert_eq!(looked_up, expected);
    assert_eq!(reference["yaku"][9]["needs"], json!(["11B"]));
}

/// KK-12, KK-13, KK-20
#[test]
fn the_view_lists_what_can_score_under_the_options() {
    let listed = |options| view(&plain_table(options), None)["yaku-list"].as_array().unwrap().clone();
    let usual = listed(options());
    assert_eq!(usual.len(), 12);
    assert_eq!(usual[8], json!({ "name": "sankou", "points": 5 }));
    assert_eq!(usual[10], json!({ "name": "shikou", "points": 8, "without-rain-man": true }));
    let other = listed(Options { sankou_rain_man: false, triad: true, ..options() });
    assert_eq!(other[0], json!({ "name": "triad", "points": 3 }));
    assert_eq!(other[9], json!({ "name": "sankou", "points": 5, "without-rain-man": true }));
    assert_eq!(other[10], json!({ "name": "ame-shikou", "points": 7 }));
}

/// All sets of so many of these cards.
fn choices(from: Set<Card>, count: u8) -> Vec<Set<Card>> {
    if count == 0 {
        return vec![Set::EMPTY];
    }
    let mut found = Vec::new();
    let mut rest = from;
    while let Some(first) = rest.lowest() {
        rest.remove(first);
        found.extend(choices(rest, count - 1).into_iter().map(|others| Set::one(first) | others));
    }
    found
}

/// KK-12, KK-13
#[test]
fn a_yaku_is_as_near_as_the_fewest_cards_that_make_it_or_add_to_it() {
    let mut random = Quick::new(12);
    let mut told = 0;
    for round in 0..400 {
        let rain_man = round % 2 == 0;
        let mut pack: Vec<Card> = PACK.iter().collect();
        random.shuffle(&mut pack);
        // Brights are few: in every other round somebody has most of them.
        pack.sort_by_key(|card| round % 4 > 1 && card.kind() != Kind::Bright);
        let sizes = [random.below(21) as usize, random.below(21) as usize];
        let captured: Set<Card> = pack[..sizes[0]].iter().copied().collect();
        let taken: Set<Card> = pack[sizes[0]..sizes[0] + sizes[1]].iter().copied().collect();
        let left = PACK - captured - taken;
        let forms = near(captured, taken, rain_man);
        for yaku in Yaku::ALL {
            let now = points(yaku, captured, rain_man);
            // Cards that fit no yaku of the kind change nothing, so only those that could are tried.
            let fitting = left & (yaku.cards() | yaku.grows_with());
            let fewest = (1..=3).find_map(|count| {
                let with = |more: &Set<Card>| points(yaku, captured | *more, rain_man);
                let makes: Vec<Set<Card>> =
                    choices(fitting, count).into_iter().filter(|more| with(more) > now).collect();
                let first = *makes.first()?;
                assert!(makes.iter().all(|more| with(more) == with(&first)), "{yaku:?} of {captured:?}");
                Some((count, with(&first)))
            });
            let form = forms.iter().find(|form| form.yaku == Text(yaku));
            let told_as = form.map(|form| (form.missing, form.points));
            assert_eq!(told_as, fewest, "{yaku:?} of {captured:?}, taken {taken:?}");
            told += usize::from(form.is_some());
        }
        assert!(forms.is_sorted_by_key(|form| (form.missing, std::cmp::Reverse(form.points))));
    }
    assert!(told > 1000);
}

#[test]
fn the_view_tells_what_is_near_for_both_seats() {
    let mut game = plain_table(options());
    game.public.round.captured = [cards("1R 2R 4R 5R 8B"), cards("9A 11B 6R 6A")];
    let shown = view(&game, None);
    assert_eq!(
        shown["near"][0],
        json!([
            { "yaku": "akatan", "missing": 1, "points": 7 },
            { "yaku": "tan", "missing": 1, "points": 1 },
            { "yaku": "sankou", "missing": 2, "points": 5 },
            { "yaku": "shikou", "missing": 3, "points": 8 },
        ])
    );
    assert_eq!(
        shown["near"][1],
        json!([
            { "yaku": "hanami", "missing": 1, "points": 5 },
            { "yaku": "inoshikachou", "missing": 2, "points": 6 },
            { "yaku": "aotan", "missing": 2, "points": 5 },
            { "yaku": "sankou", "missing": 2, "points": 5 },
            { "yaku": "ame-shikou", "missing": 3, "points": 7 },
            { "yaku": "tane", "missing": 3, "points": 1 },
        ])
    );
}

/// KK-16, KK-17
#[test]
fn what_a_call_would_do_to_the_multipliers_is_what_it_does() {
    let doubled = |stop: &Value| if stop["base"].as_u64() >= Some(7) { 2 } else { 1 };
    let (mut calls, mut counters) = (0, 0);
    for number in 0..200 {
        let mut random = Quick::new(number);
        let mut game = KoiKoi::new(2, options());
        // What the last call put at risk, and the seat that could profit.
        let mut risk = None;
        while game.turn() != crate::Turn::Over {
            if game.turn() == crate::Turn::Deal {
                let deal = game.draw(&mut random);
                game.deal(&deal, &mut ()).unwrap();
                risk = None;
                continue;
            }
            let seat = game.to_act().first().unwrap();
            let shown = view(&game, None);
            let moves = legal(&game, seat.0);
            assert_eq!(moves.iter().any(|text| text == "koi"), shown["koi"].is_object(), "{shown}");
            assert_eq!(shown["koi"].is_object(), shown["risk"].is_object());
            if let Some((who, expected)) = risk.take_if(|_| shown["phase"] == "decide")
                && who == seat
            {
                // The new yaku has raised the base, which may be doubled now.
                let multiplier = shown["stop"]["multiplier"].as_u64().unwrap();
                assert_eq!(multiplier / doubled(&shown["stop"]), expected, "{shown}");
                counters += 1;
            }
            let chosen = if shown["koi"].is_object() {
                "koi".to_owned()
            } else {
                moves[random.below(moves.len() as u32) as usize].clone()
            };
            play(&mut game, seat.0, &chosen);
            if chosen == "koi" {
                let after = view(&game, None);
                if after["round"] == shown["round"] {
                    assert_eq!(after["multipliers"][seat.index()], shown["koi"]["multiplier"]);
                    calls += 1;
                    let other = Seat(1 - seat.0);
                    let stop = Stop::of(&game.public, other);
                    let before = json!({ "base": stop.base });
                    risk = Some((other, shown["risk"]["multiplier"].as_u64().unwrap() / doubled(&before)));
                }
            }
        }
    }
    assert!(calls > 100 && counters > 20, "{calls} calls, {counters} counters");
}
