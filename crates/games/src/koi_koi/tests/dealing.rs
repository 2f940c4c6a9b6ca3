//! From the draw for the oya to the first card (`KK-1` to `KK-7`).

use cards::{Quick, Random, Seats};
use serde_json::json;

use super::super::DealStep;
use super::super::card::PACK;
use super::super::event::RoundEnd;
use super::super::state::DRAWS;
use super::*;
use crate::{DealFault, Notation, Sample, Text, Texts, Turn};

fn play_out(game: &mut KoiKoi, random: &mut Quick) {
    let mut moves = Moves::new();
    while game.turn() != Turn::Over {
        match game.to_act().first() {
            None => game.deal(&game.draw(random), &mut ()).unwrap(),
            Some(seat) => {
                game.legal(seat, &mut moves);
                game.play(seat, random.pick(&moves), &mut ()).unwrap();
            }
        }
    }
}

fn read(game: &KoiKoi, step: Value) -> Result<Deal, String> {
    let step: DealStep = serde_json::from_value(step).map_err(|fault| fault.to_string())?;
    game.read_deal(&step).map_err(|fault| fault.to_string())
}

fn step(game: &KoiKoi, deal: &Deal) -> Value {
    serde_json::to_value(game.deal_step(deal)).unwrap()
}

fn with_draws(deal: &Deal, pairs: &[(&str, &str)]) -> Deal {
    let draws = pairs.iter().map(|(first, second)| (card(first), card(second))).collect();
    Deal { draws, ..*deal }
}

/// KK-1
#[test]
fn a_game_is_six_or_twelve_rounds() {
    for rounds in [6, 12] {
        let mut game = KoiKoi::new(2, Options { rounds, ..options() });
        play_out(&mut game, &mut Quick::new(1));
        assert_eq!(game.rounds(), usize::from(rounds));
        assert_eq!(view(&game, None)["round"], rounds);
    }
    assert_eq!(Options::default().rounds, 12);
}

/// KK-2
#[test]
fn the_earlier_month_deals() {
    let mut game = KoiKoi::new(2, Options::default());
    let first = with_draws(&deal(HANDS, BA, ""), &[("5R", "1K1")]);
    let mut events = Vec::new();
    game.deal(&Deal { oya: Seat(1), ..first }, &mut events).unwrap();
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(0))), "seat 0 is the oya's opponent");
    let Event::Dealt { oya, draws, .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!((*oya, draws), (1, &vec![["5R".into(), "1K1".into()]]));
    assert_eq!(view(&game, None)["draws"], json!([[5, 1]]), "the cards themselves may lie anywhere now");
}

/// KK-2
#[test]
fn equal_months_draw_again() {
    let game = KoiKoi::new(2, Options::default());
    let (mut again, mut seat_one) = (0, 0);
    for start in 0..500 {
        let deal = game.draw(&mut Quick::new(start));
        // The draws, told once more in the plainest way.
        let mut random = Quick::new(start);
        for &(first, second) in &*deal.draws {
            let a = random.below(48);
            let b = random.below(47);
            let b = if b >= a { b + 1 } else { b };
            assert_eq!([first, second].map(|card| u32::from(cards::Card::index(card))), [a, b]);
        }
        let (last, others) = deal.draws.split_last().unwrap();
        assert_ne!(last.0.month(), last.1.month());
        assert_eq!(deal.oya == Seat(1), last.1.month() < last.0.month());
        assert!(others.iter().all(|(first, second)| first.month() == second.month()));
        again += others.len();
        seat_one += usize::from(deal.oya == Seat(1));
    }
    assert!((10..60).contains(&again), "{again}, expected about 500 * 3 / 44");
    assert!((200..300).contains(&seat_one), "{seat_one}");
}

/// KK-2
#[test]
fn draws_stand_in_the_first_deal_only_and_must_fit() {
    let mut game = KoiKoi::new(2, Options::default());
    let given = KoiKoi::new(2, options());
    let plain = deal(HANDS, BA, "");
    let fault = |pairs: &[(&str, &str)]| read(&game, step(&game, &with_draws(&plain, pairs))).unwrap_err();
    assert_eq!(fault(&[("3R", "3B")]), "3R and 3B do not decide who is oya");
    assert_eq!(fault(&[("3R", "4R"), ("3R", "4R")]), "after 3R and 4R nothing more is drawn");
    assert_eq!(fault(&[("3R", "3R"), ("3R", "4R")]), "both seats drew 3R");
    assert_eq!(fault(&[("5R", "1K1")]), "the deal names seat 0 as its starter, expected seat 1");
    let good = with_draws(&plain, &[("3R", "3B"), ("3R", "4R")]);
    assert_eq!(read(&game, step(&game, &good)), Ok(good));
    let mut none = step(&game, &good);
    none["deal"]["draws"] = json!([]);
    assert_eq!(read(&game, none).unwrap_err(), "found 0 draws, expected 1 to 16");
    let mut many = step(&game, &good);
    many["deal"]["draws"] = json!(vec![["3R", "3B"]; DRAWS + 1]);
    assert_eq!(read(&game, many).unwrap_err(), "found 17 draws, expected 1 to 16");
    let mut null = step(&game, &good);
    null["deal"]["draws"] = json!(null);
    assert!(read(&game, null).is_err());
    assert_eq!(read(&given, step(&given, &good)).unwrap_err(), "the first oya is given, so nothing is drawn");

    let missing = game.deal(&plain, &mut ()).unwrap_err();
    assert_eq!(missing, DealFault::Cards("the first deal must tell the draws for the oya".into()));
    let unfit = game.deal(&Deal { oya: Seat(1), ..good }, &mut ()).unwrap_err();
    assert_eq!(unfit, DealFault::Starter { expected: Seat(0), found: Seat(1) });
    let void = Deal { draws: good.draws, ..deal(FOUR_IN_BA.0, FOUR_IN_BA.1, "") };
    game.deal(&void, &mut ()).unwrap();
    play(&mut game, 1, "keep");
    assert_eq!(game.turn(), Turn::Deal, "void");
    let twice = game.deal(&good, &mut ()).unwrap_err();
    assert_eq!(twice, DealFault::Cards("only the first deal tells draws for the oya".into()));
    game.deal(&plain, &mut ()).unwrap();
}

/// KK-2: an endless draw cannot be told, and does not happen.
#[test]
fn draws_come_to_an_end() {
    struct AlwaysLowest;
    impl Random for AlwaysLowest {
        fn word(&mut self) -> u32 {
            1
        }
    }
    let game = KoiKoi::new(2, Options::default());
    let deal = game.draw(&mut AlwaysLowest);
    assert_eq!(deal.draws.len(), DRAWS);
    assert_eq!(deal.draws[DRAWS - 2], (card("1B"), card("1R")));
    assert_eq!(deal.draws[DRAWS - 1], (card("1B"), card("2R")));
    assert!({ game }.deal(&deal, &mut ()).is_ok());
}

/// KK-3
#[test]
fn cards_are_dealt_in_fours_to_opponent_oya_and_ba() {
    for (oya, opponent) in [(0, 1), (1, 0)] {
        let game = KoiKoi::new(2, Options { first: First::Seat(Seat(oya)), ..options() });
        let deal = game.draw(&mut Quick::new(9));
        let mut pack: Vec<Card> = PACK.iter().collect();
        Quick::new(9).shuffle(&mut pack);
        let packets: Vec<Set<Card>> = pack.chunks(4).map(|packet| packet.iter().copied().collect()).collect();
        assert_eq!(deal.oya, Seat(oya));
        assert_eq!(deal.hands[opponent], packets[0] | packets[3]);
        assert_eq!(deal.hands[usize::from(oya)], packets[1] | packets[4]);
        assert_eq!(deal.ba, packets[2] | packets[5]);
        assert_eq!(deal.deck[..], pack[24..]);
    }
}

/// KK-3
#[test]
fn a_deal_is_a_whole_pack() {
    let game = KoiKoi::new(2, options());
    let good = step(&game, &deal(HANDS, BA, ""));
    assert!(read(&game, good.clone()).is_ok());
    let fault = |change: &dyn Fn(&mut Value)| {
        let mut step = good.clone();
        change(&mut step["deal"]);
        read(&game, step).unwrap_err()
    };
    assert_eq!(fault(&|deal| deal["hands"][0][0] = json!("1R")), CARDS_FAULT);
    assert_eq!(fault(&|deal| deal["hands"][0][0] = json!("2R")), "2R stands twice");
    assert_eq!(fault(&|deal| deal["hands"] = json!([[], [], []])), "found 3 hands, expected 2");
    assert_eq!(fault(&|deal| deal["deck"] = json!(["1R"])), "found 1 cards in the deck, expected 24");
    assert_eq!(fault(&|deal| deal["deck"][3] = deal["deck"][4].clone()), CARDS_FAULT);
    assert!(fault(&|deal| deal["ba"][0] = json!("1X")).starts_with("found \"1X\", expected a card"));
    assert!(fault(&|deal| deal["more"] = json!(1)).contains("unknown field"));
    let mut short = deal(HANDS, BA, "");
    short.hands[0].remove(card("1B"));
    assert_eq!({ game }.deal(&short, &mut ()), Err(DealFault::Cards(CARDS_FAULT.into())));
}

const CARDS_FAULT: &str =
    "a deal gives eight cards to each hand and to the ba and 24 to the deck, each card once";

/// KK-4
#[test]
fn the_opponent_chooses_a_hand_before_anybody_looks() {
    let mut game = KoiKoi::new(2, options());
    game.deal(&deal(HANDS, BA, ""), &mut ()).unwrap();
    assert_eq!((legal(&game, 0), legal(&game, 1)), (vec![], vec!["keep".to_owned(), "swap".to_owned()]));
    for seat in [None, Some(0), Some(1)] {
        let shown = view(&game, seat);
        assert_eq!((&shown["hand"], &shown["hand-sizes"]), (&json!([]), &json!([8, 8])));
        assert_eq!(shown["swapped"], json!(null));
        assert_eq!(shown["ba"], json!(BA.split(' ').collect::<Vec<_>>()));
    }
    assert_eq!(refused(&game, 1, "play 1R"), Illegal::MustChooseHand {});
    let mut swapped = game;
    let events = play(&mut swapped, 1, "swap");
    assert_eq!(events, [Event::Hands { seat: 1, swapped: true }]);
    assert_eq!(view(&swapped, Some(0))["hand"], json!(cards(HANDS[1]).texts()));
    assert_eq!(view(&swapped, Some(1))["hand"], json!(cards(HANDS[0]).texts()));
    play(&mut game, 1, "keep");
    assert_eq!(view(&game, Some(0))["hand"], json!(cards(HANDS[0]).texts()));
}

const TESHI: &str = "1B 1R 1K1 1K2 2A 3B 4A 5A";
const KUTTSUKI: &str = "2A 2R 3B 3R 4A 4R 5A 5R";

/// KK-5
#[test]
fn four_of_a_month_or_four_pairs_win_at_once() {
    for (lucky, teshi) in [(TESHI, true), (KUTTSUKI, false)] {
        let mut game = KoiKoi::new(2, options());
        game.deal(
            &deal(["6A 7A 8A 9A 10A 11A 12B 2K1", lucky], "6R 7R 8K1 9R 10R 11R 12K1 3K1", ""),
            &mut (),
        )
        .unwrap();
        let events = play(&mut game, 1, "keep");
        let cards = cards(lucky);
        let revealed = Event::Revealed { seat: 1, cards: Texts(cards), teshi, kuttsuki: !teshi, wins: true };
        assert_eq!(events[1], revealed);
        let end = Text(if teshi { RoundEnd::Teshi } else { RoundEnd::Kuttsuki });
        assert_eq!(events[2], unmultiplied([0, 6], Some(1), end));
        assert_eq!((game.turn(), game.score(0), game.public.oya), (Turn::Deal, &[0, 6][..], Seat(1)));
        assert_eq!(view(&game, None)["shown"], json!([[], cards.texts()]));
        assert!(game.story().is_none());
    }
}

/// KK-5
#[test]
fn a_lucky_hand_wins_for_whoever_holds_it_after_the_swap() {
    let mut game = KoiKoi::new(2, options());
    game.deal(&deal(["6A 7A 8A 9A 10A 11A 12B 2K1", TESHI], "6R 7R 8K1 9R 10R 11R 12K1 3K1", ""), &mut ())
        .unwrap();
    play(&mut game, 1, "swap");
    assert_eq!((game.score(0), game.public.oya), (&[6, 0][..], Seat(0)));
}

/// KK-5
#[test]
fn a_hand_that_is_lucky_twice_still_scores_six() {
    let mut game = KoiKoi::new(2, options());
    let hands = ["1B 1R 1K1 1K2 2A 2R 2K1 2K2", "6A 7A 8A 9A 10A 11A 12B 3K1"];
    game.deal(&deal(hands, "6R 7R 8K1 9R 10R 11R 12K1 3K2", ""), &mut ()).unwrap();
    play(&mut game, 1, "keep");
    assert_eq!(game.score(0), [6, 0]);
}

/// KK-5
#[test]
fn three_pairs_and_a_triplet_are_not_lucky() {
    let game = table(
        options(),
        ["2A 2R 3B 3R 4A 4R 5A 6A", "7A 7R 8B 8A 9A 9R 9K1 10A"],
        "1B 1R 6R 8K1 10R 11A 12B 5R",
        "",
    );
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(0))));
}

/// KK-5
#[test]
fn two_lucky_hands_cancel_out_but_the_round_counts() {
    let mut game = KoiKoi::new(2, options());
    let hands = ["6A 6R 7A 7R 9A 9R 10A 10R", KUTTSUKI];
    game.deal(&deal(hands, "1B 6K1 7K1 8K1 9K1 10K1 12K1 11A", ""), &mut ()).unwrap();
    let events = play(&mut game, 1, "keep");
    let lost = |event: &&Event| matches!(event, Event::Revealed { wins: false, .. });
    assert_eq!(events.iter().filter(lost).count(), 2, "both are shown, and neither wins");
    assert_eq!(events.last(), Some(&unmultiplied([0, 0], None, Text(RoundEnd::BothHands))));
    assert_eq!((game.rounds(), game.score(0), game.public.oya), (1, &[0, 0][..], Seat(0)));
    assert_eq!(view(&game, None)["shown"][0], json!(cards(hands[0]).texts()));
}

const FOUR_IN_BA: ([&str; 2], &str) =
    (["1B 2R 3K1 4R 5K1 6R 7A 11K1", "1R 2A 3B 4K1 5A 6K1 8A 9K1"], "10A 10R 10K1 10K2 12B 9A 8K1 2K1");

/// KK-6
#[test]
fn four_of_a_month_or_four_pairs_in_the_ba_are_void() {
    for ba in [FOUR_IN_BA.1, "10A 10R 12B 12K1 9A 9R 8K1 8B"] {
        let mut game = KoiKoi::new(2, options());
        let deal = deal(FOUR_IN_BA.0, ba, "");
        let told = step(&game, &deal);
        assert_eq!(told["deal"]["void"], true);
        game.deal(&deal, &mut ()).unwrap();
        assert!(game.story().is_some());
        let events = play(&mut game, 1, "swap");
        assert_eq!(events, [Event::Hands { seat: 1, swapped: true }, Event::Void { oya: 0 }]);
        assert_eq!((game.turn(), game.rounds(), game.public.oya), (Turn::Deal, 0, Seat(0)));
        assert_eq!(game.hidden.hands, [Set::EMPTY; 2]);
        game.deal(&super::deal(HANDS, BA, ""), &mut ()).unwrap();
    }
}

/// KK-6
#[test]
fn hands_are_looked_at_before_the_ba() {
    let mut game = KoiKoi::new(2, options());
    let deal = deal([TESHI, "6A 7A 8A 9A 11A 12B 2K1 3K1"], "10A 10R 10K1 10K2 12K1 9R 8K1 2R", "");
    assert_eq!(step(&game, &deal)["deal"].get("void"), None);
    game.deal(&deal, &mut ()).unwrap();
    play(&mut game, 1, "keep");
    assert_eq!(game.score(0), [6, 0]);
}

/// KK-6
#[test]
fn a_told_void_must_be_right() {
    let game = KoiKoi::new(2, options());
    let void = deal(FOUR_IN_BA.0, FOUR_IN_BA.1, "");
    let plain = deal(HANDS, BA, "");
    let told = |deal: &Deal, void: Value| {
        let mut step = step(&game, deal);
        step["deal"]["void"] = void;
        read(&game, step)
    };
    assert_eq!(told(&void, json!(true)), Ok(void));
    assert_eq!(told(&plain, json!(true)).unwrap_err(), "the deal says that it is void, but it is not");
    for deal in [&void, &plain] {
        let fault = told(deal, json!(false)).unwrap_err();
        assert_eq!(fault, "only a void deal has the key void, and says true");
    }
    assert!(told(&plain, json!(null)).is_err());
    let mut left_out = step(&game, &void);
    left_out["deal"].as_object_mut().unwrap().remove("void");
    assert_eq!(read(&game, left_out), Ok(void));
}

/// KK-7
#[test]
fn the_oya_begins_and_turns_alternate() {
    let mut game = plain_table(options());
    assert_eq!(view(&game, None)["to-act"], json!([0]));
    assert!(matches!(
        game.play(Seat(1), Move::Play(card("1R"), card("1R")), &mut ()),
        Err(PlayError::NotToAct { seat: Seat(1), .. })
    ));
    play(&mut game, 0, "play 1B");
    assert_eq!(view(&game, None)["to-act"], json!([1]));
    play(&mut game, 1, "play 8A");
    assert_eq!(view(&game, None)["to-act"], json!([0]));
}
