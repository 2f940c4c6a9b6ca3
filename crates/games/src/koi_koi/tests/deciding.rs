//! Yaku, decisions, scores and the end (`KK-12` to `KK-20`).

use cards::{Quick, Random, Seats};
use serde_json::json;

use super::super::event::{Part, PartPoints, RoundEnd, yaku_in};
use super::super::score::Stop;
use super::super::state::Phase;
use super::super::yaku::{Yaku, yaku_points};
use super::*;
use crate::{Sample, Sheet, Text, Turn, Written};

/// Nine plain cards that lie nowhere else at the plain table.
const NINE_PLAINS: &str = "1K2 3K2 4K2 5K2 6K2 7K2 8K2 9K2 10K1";

/// Seat 0 has just made Kasu.
fn kasu(options: Options) -> KoiKoi {
    let mut game = plain_table(options);
    game.public.round.captured[0] = cards(NINE_PLAINS);
    play(&mut game, 0, "play 1B");
    game
}

fn points(captured: &str) -> u8 {
    yaku_points(cards(captured), true)
}

fn names(captured: &str) -> Vec<(&'static str, u8)> {
    yaku_in(cards(captured), true).iter().map(|form| (form.name.0.text(), form.points)).collect()
}

/// KK-12
#[test]
fn every_yaku_has_its_points() {
    for (captured, name, worth) in [
        ("1K1 1K2 2K1 2K2 3K1 3K2 4K1 4K2 5K1 11K1", "kasu", 1),
        ("1K1 1K2 2K1 2K2 3K1 3K2 4K1 4K2 5K1 5K2 12K1 12K3", "kasu", 3),
        ("2A 4A 5A 8A 10A", "tane", 1),
        ("2A 4A 5A 8A 10A 11A", "tane", 2),
        ("1R 4R 5R 7R 11R", "tan", 1),
        ("1R 4R 5R 7R 11R 2R 6R", "tan", 3),
        ("6R 9R 10R", "aotan", 5),
        ("6R 9R 10R 1R", "aotan", 6),
        ("1R 2R 3R", "akatan", 5),
        ("1R 2R 3R 11R", "akatan", 6),
        ("6A 7A 10A", "inoshikachou", 5),
        ("6A 7A 10A 9A", "inoshikachou", 6),
        ("8B 9A", "tsukimi", 5),
        ("3B 9A", "hanami", 5),
        ("1B 3B 8B", "sankou", 5),
        ("1B 3B 11B", "sankou", 5),
        ("1B 3B 8B 11B", "ame-shikou", 7),
        ("1B 3B 8B 12B", "shikou", 8),
        ("1B 3B 8B 11B 12B", "gokou", 10),
    ] {
        assert_eq!(names(captured), [(name, worth)], "{captured}");
    }
    for nothing in
        ["", "1K1 1K2 2K1 2K2 3K1 3K2 4K1 4K2 5K1", "2A 4A 5A 8A", "1R 4R 5R 7R", "6R 9R 1R", "1B 3B"]
    {
        assert_eq!(points(nothing), 0, "{nothing}");
    }
}

/// KK-12
#[test]
fn yaku_add_up_but_of_the_brights_only_the_best_counts() {
    assert_eq!(names("6R 9R 10R 1R 4R"), [("tan", 1), ("aotan", 7)]);
    assert_eq!(names("6A 7A 10A 2A 5A"), [("tane", 1), ("inoshikachou", 7)]);
    assert_eq!(points("1B 3B 8B 9A"), 15);
    assert_eq!(names("1R 2R 3R 6R 9R 10R"), [("tan", 2), ("aotan", 8), ("akatan", 8)]);
    let everything = PACK.texts().join(" ");
    assert_eq!(points(&everything), 15 + 5 + 6 + 12 + 12 + 11 + 5 + 5 + 10);
}

/// KK-12: whether there is any yaku is asked in a quicker way, which must agree.
#[test]
fn the_quick_question_for_a_yaku_agrees_with_the_table() {
    let mut random = Quick::new(8);
    let mut without = 0;
    for _ in 0..20_000 {
        let size = random.below(25);
        let pile: Set<Card> = (0..size).map(|_| cards::Card::from_index(random.below(48) as u8)).collect();
        let rain_man = random.below(2) == 0;
        let points: u8 = yaku_in(pile, rain_man).iter().map(|form| form.points).sum();
        assert_eq!(yaku_points(pile, rain_man), points, "{pile:?}");
        without += u32::from(points == 0);
    }
    assert!((5_000..15_000).contains(&without), "{without}");
    for index in 0..48 {
        let all_but_one = PACK - Set::one(cards::Card::from_index(index));
        let points: u8 = yaku_in(all_but_one, true).iter().map(|form| form.points).sum();
        assert_eq!(yaku_points(all_but_one, true), points);
    }
}

/// KK-13
#[test]
fn the_rain_man_counts_for_sankou_unless_ruled_out() {
    assert_eq!(yaku_points(cards("1B 3B 11B"), true), 5);
    assert_eq!(yaku_points(cards("1B 3B 11B"), false), 0);
    assert_eq!(yaku_points(cards("1B 3B 12B"), false), 5);
    assert_eq!(yaku_points(cards("1B 3B 12B 11B"), false), 7);
    assert_eq!(yaku_points(cards("1B 3B 8B 11B 12B"), false), 10);
    assert!(Options::default().sankou_rain_man);
    let strict = standing(Options { sankou_rain_man: false, ..options() }, ["1B 3B 11B", ""]);
    assert_eq!(Stop::of(&strict, Seat(0)).base, 0);
}

/// KK-14
#[test]
fn only_more_points_than_at_the_last_decision_make_a_yaku() {
    let mut game = kasu(Options { must_capture: false, ..options() });
    assert_eq!(round(&game).phase, Phase::Decide);
    play(&mut game, 0, "koi");
    play(&mut game, 1, "play 8A");
    assert_eq!(round(&game).phase, Phase::Play);
    let events = play(&mut game, 0, "play 3K1");
    assert!(!events.iter().any(|event| matches!(event, Event::Yaku { .. })), "still ten plain cards");
    play(&mut game, 1, "play 1R");
    let events = play(&mut game, 0, "play 11K1");
    let Some(Event::Yaku { yaku, points, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!((yaku[0].name.0.text(), *points), ("kasu", 2), "a further card on an old yaku");
}

/// KK-15
#[test]
fn who_made_a_yaku_stops_or_plays_on() {
    let game = kasu(options());
    assert_eq!((legal(&game, 0), legal(&game, 1)), (vec!["koi".into(), "stop".into()], vec![]));
    assert_eq!(refused(&game, 0, "play 2R 2K1"), Illegal::MustDecide {});
    let mut on = game;
    assert_eq!(play(&mut on, 0, "koi"), [Event::Koi { seat: 0, calls: 1 }]);
    assert_eq!(on.turn(), Turn::Move(Seats::one(Seat(1))));
    assert_eq!(refused(&on, 1, "stop"), Illegal::MustPlay {});
    let mut over = game;
    let events = play(&mut over, 0, "stop");
    let scored = Event::Scored {
        points: vec![1, 0],
        winner: Some(0),
        end: Text(RoundEnd::Stop),
        base: Some(1),
        multiplier: Some(1),
        parts: vec![PartPoints { name: Text(Part::Yaku(Yaku::Kasu)), points: 1 }],
    };
    assert_eq!(events, [Event::Stopped { seat: 0 }, scored]);
    assert_eq!((over.turn(), over.score(0)), (Turn::Deal, &[1, 0][..]));
    assert!(over.story().is_none());
    assert_eq!(over.hidden.hands, [Set::EMPTY; 2]);
}

/// KK-15
#[test]
fn without_a_card_in_hand_there_is_only_stop() {
    let mut game = plain_table(options());
    game.public.round.captured[0] = cards(NINE_PLAINS);
    game.hidden.hands[0] = cards("1B");
    game.public.round.played[0] = cards(HANDS[0]) - cards("1B");
    play(&mut game, 0, "play 1B");
    assert_eq!(legal(&game, 0), ["stop"]);
    let shown = view(&game, None);
    assert_eq!((&shown["koi"], &shown["no-koi"]["code"]), (&Value::Null, &json!("must-stop")));
    assert_eq!(refused(&game, 0, "koi"), Illegal::MustStop {});
    play(&mut game, 0, "stop");
    assert_eq!(game.score(0), [1, 0]);
}

/// KK-16
#[test]
fn the_base_is_multiplied_by_calls_counter_and_seven_points() {
    const KASU: &str = "1K1 1K2 2K1 2K2 3K1 3K2 4K1 4K2 5K1 5K2";
    for (captured, calls, countered, base, multiplier) in [
        ("8B 9A".to_owned(), 0, false, 5, 1),
        (format!("{KASU} 1R 4R 5R 7R 11R"), 1, false, 2, 2),
        (format!("{KASU} 6K1 1R 4R 5R 7R 11R"), 2, false, 3, 3),
        ("1R 2R 3R".to_owned(), 0, true, 5, 2),
        ("1R 2R 3R 4R".to_owned(), 0, false, 6, 1),
        ("1B 3B 8B 11B".to_owned(), 0, false, 7, 2),
        ("1B 3B 8B 11B".to_owned(), 0, true, 7, 4),
        ("3B 8B 9A".to_owned(), 1, true, 10, 8),
        ("3B 8B 9A".to_owned(), 3, true, 10, 16),
    ] {
        let mut table = standing(options(), [&captured, ""]);
        table.round.calls = [calls, 0];
        table.round.countered = if countered { Seats::one(Seat(0)) } else { Seats::NONE };
        let stop = Stop::of(&table, Seat(0));
        assert_eq!(
            (stop.base, stop.multiplier()),
            (base, multiplier),
            "{captured}, {calls} calls, countered {countered}"
        );
        assert_eq!(stop.points(), i16::from(base) * i16::from(multiplier));
    }
    let mut game = kasu(options());
    game.public.round.captured[0] |= cards("8B 9A 3B");
    game.public.round.calls[0] = 1;
    assert_eq!(
        view(&game, Some(1))["stop"],
        json!({
            "base": 16, "multiplier": 4, "points": 64, "factors": {"calls": 2, "counter": 1, "base": 2},
            "parts": [
                {"name": "kasu", "points": 1},
                {"name": "tsukimi", "points": 5},
                {"name": "hanami", "points": 5},
                {"name": "sankou", "points": 5},
            ],
        })
    );
    play(&mut game, 0, "stop");
    assert_eq!(game.score(0), [64, 0], "kasu, tsukimi, hanami and sankou after one call");
}

/// KK-17
#[test]
fn a_counter_takes_the_opponents_calls_and_doubles() {
    let mut game = kasu(options());
    play(&mut game, 0, "koi");
    game.public.round.captured[1] = cards("8B");
    let events = play(&mut game, 1, "play 9K1");
    assert!(matches!(events.last(), Some(Event::Yaku { seat: 1, points: 5, counter: true, .. })));
    let shown = view(&game, None);
    assert_eq!((&shown["calls"], &shown["countered"]), (&json!([0, 0]), &json!([false, true])));
    assert_eq!(
        shown["stop"],
        json!({
            "base": 5, "multiplier": 2, "points": 10, "factors": {"calls": 1, "counter": 2, "base": 1},
            "parts": [{"name": "tsukimi", "points": 5}],
        })
    );
    play(&mut game, 1, "koi");
    assert_eq!(view(&game, None)["multipliers"], json!([1, 4]), "doubled also after their own call");

    // Countered in turn: seat 0's eleventh plain card takes seat 1's call and counter.
    let events = play(&mut game, 0, "play 11K1");
    assert!(matches!(events.last(), Some(Event::Yaku { seat: 0, points: 2, counter: true, .. })));
    let shown = view(&game, None);
    assert_eq!((&shown["calls"], &shown["countered"]), (&json!([0, 0]), &json!([true, false])));
    assert_eq!(
        shown["stop"],
        json!({
            "base": 2, "multiplier": 2, "points": 4, "factors": {"calls": 1, "counter": 2, "base": 1},
            "parts": [{"name": "kasu", "points": 2}],
        })
    );
    play(&mut game, 0, "stop");
    assert_eq!(game.score(0), [4, 0]);
}

/// KK-17
#[test]
fn the_countered_player_keeps_old_yaku_but_needs_a_new_one() {
    let mut game = kasu(Options { must_capture: false, ..options() });
    play(&mut game, 0, "koi");
    game.public.round.captured[1] = cards("8B");
    play(&mut game, 1, "play 9K1");
    play(&mut game, 1, "koi");
    play(&mut game, 0, "play 3K1");
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(1))), "no decision for old points");
    assert_eq!(view(&game, None)["points"], json!([1, 5]));
    assert_eq!(view(&game, None)["calls"], json!([0, 1]));
}

/// KK-17: without a standing call there is nothing to counter.
#[test]
fn a_yaku_without_a_call_before_it_is_no_counter() {
    let mut game = plain_table(options());
    game.public.round.captured[1] = cards("8B");
    play(&mut game, 0, "play 1B");
    let events = play(&mut game, 1, "play 9K1");
    assert!(matches!(events.last(), Some(Event::Yaku { seat: 1, counter: false, .. })));
    assert_eq!(view(&game, None)["stop"]["points"], 5);
}

/// KK-18
#[test]
fn a_round_without_a_stop_is_a_draw() {
    let mut random = Quick::new(3);
    let mut moves = Moves::new();
    let mut draws = 0;
    for _ in 0..60 {
        let mut game = KoiKoi::new(2, options());
        game.deal(&game.draw(&mut random), &mut ()).unwrap();
        let mut events = Vec::new();
        let mut plays = 0;
        while let Some(seat) = game.to_act().first() {
            game.legal(seat, &mut moves);
            let chosen = if moves.contains(&Move::Koi) { Move::Koi } else { random.pick(&moves) };
            plays += usize::from(matches!(chosen, Move::Play(..)));
            game.play(seat, chosen, &mut events).unwrap();
        }
        let stopped = events.iter().any(|event| matches!(event, Event::Stopped { .. }));
        if plays == 0 || stopped {
            continue;
        }
        draws += 1;
        assert_eq!(plays, 16, "both hands are empty");
        assert_eq!(events.last(), Some(&unmultiplied([0, 0], None, Text(RoundEnd::Draw))));
        assert_eq!((game.rounds(), game.score(0), game.public.oya), (1, &[0, 0][..], Seat(0)));
    }
    assert!(draws >= 5, "{draws}");
}

/// A game whose last of six rounds is won by a lucky hand of seat 1.
fn last_round(sheet: Sheet<2, 12>) -> KoiKoi {
    let mut game = KoiKoi::new(2, Options { rounds: 6, ..options() });
    game.public.sheet = sheet;
    let hands = ["6A 7A 8A 9A 10A 11A 12B 2K1", "1B 1R 1K1 1K2 2A 3B 4A 5A"];
    game.deal(&deal(hands, "6R 7R 8K1 9R 10R 11R 12K1 3K1", ""), &mut ()).unwrap();
    play(&mut game, 1, "keep");
    game
}

/// KK-19
#[test]
fn the_winner_of_a_round_is_the_next_oya() {
    let mut game = plain_table(options());
    game.public.round.captured[1] = cards("8B");
    play(&mut game, 0, "play 1B");
    play(&mut game, 1, "play 9K1");
    play(&mut game, 1, "stop");
    assert_eq!((game.public.oya, game.score(0)), (Seat(1), &[0, 5][..]));
    assert_eq!(view(&game, None)["last-turn"]["seat"], 1, "the turns are still those of the old oya");
    let mut next = deal(HANDS, BA, "");
    let fault = crate::DealFault::Starter { expected: Seat(1), found: Seat(0) };
    assert_eq!(game.deal(&next, &mut ()), Err(fault));
    next.oya = Seat(1);
    game.deal(&next, &mut ()).unwrap();
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(0))));
}

/// KK-19
#[test]
fn the_higher_total_wins_and_equal_totals_are_a_draw() {
    for (first, winners) in
        [([6, 0], Seats::all(2)), ([7, 0], Seats::one(Seat(0))), ([5, 0], Seats::one(Seat(1)))]
    {
        let mut sheet = Sheet::new(2);
        sheet.push(first);
        (0..4).for_each(|_| sheet.push([0, 0]));
        let game = last_round(sheet);
        assert_eq!((game.turn(), game.winners()), (Turn::Over, winners));
        assert_eq!(game.totals(), [i32::from(first[0]), 6]);
    }
}

/// KK-20
#[test]
fn blue_and_poem_ribbons_together_add_three_by_option() {
    let ribbons = "1R 2R 3R 6R 9R 10R";
    let plain = standing(options(), [ribbons, ""]);
    let triad = standing(Options { triad: true, ..options() }, [ribbons, "1R 2R 3R"]);
    assert_eq!(Stop::of(&plain, Seat(0)).base, 18);
    assert_eq!(Stop::of(&triad, Seat(0)).base, 21);
    assert_eq!(Stop::of(&triad, Seat(1)).base, 5, "one of the two is not enough");
    assert_eq!(yaku_points(cards(ribbons), true), 18, "not yaku points: they call for no decision");

    let mut game = kasu(Options { triad: true, ..options() });
    game.public.round.captured[0] |= cards(ribbons);
    let events = play(&mut game, 0, "stop");
    let Some(Event::Scored { base: Some(22), parts, .. }) = events.last() else { panic!("{events:?}") };
    let parts: Vec<_> = parts.iter().map(|part| (part.name.0.text(), part.points)).collect();
    assert_eq!(parts, [("kasu", 1), ("tan", 2), ("aotan", 8), ("akatan", 8), ("triad", 3)]);
}

/// KK-16, KK-20, KK-22
#[test]
fn the_parts_of_a_stop_add_up_to_its_base() {
    let sum = |parts: &Value| -> u64 {
        parts.as_array().unwrap().iter().map(|part| part["points"].as_u64().unwrap()).sum()
    };
    let (mut stops, mut received) = (0, 0);
    for number in 0..300 {
        let mut random = Quick::new(number);
        let options = Options {
            sankou_rain_man: number % 2 == 0,
            triad: true,
            gaji: number % 3 > 0,
            must_capture: number % 5 > 0,
            ..options()
        };
        let mut game = KoiKoi::new(2, options);
        while game.turn() != Turn::Over {
            let Some(seat) = game.to_act().first() else {
                let deal = game.draw(&mut random);
                game.deal(&deal, &mut ()).unwrap();
                continue;
            };
            let shown = view(&game, None);
            let moves = legal(&game, seat.0);
            let wild = moves.iter().find(|text| text.starts_with("wild"));
            let chosen = wild.unwrap_or(&moves[random.below(moves.len() as u32) as usize]).clone();
            let events = play(&mut game, seat.0, &chosen);
            if chosen != "stop" {
                continue;
            }
            let scored = serde_json::to_value(events.last().unwrap()).unwrap();
            assert_eq!(sum(&scored["parts"]), scored["base"].as_u64().unwrap(), "{scored}");
            assert_eq!(scored["parts"], shown["stop"]["parts"], "as it was shown before");
            assert_eq!(scored["winner"], seat.0);
            stops += 1;
            let grew = scored["base"].as_u64() > shown["points"][seat.index()].as_u64();
            received += u32::from(grew && events.iter().any(|event| matches!(event, Event::Received { .. })));
        }
    }
    assert!(stops > 500 && received > 5, "{stops} stops, {received} with more cards at the end");
}
