//! What each seat knows, and what samples honour.

use super::*;
use crate::Sample;

/// IY-24
#[test]
fn a_seat_sees_its_own_cards_and_everybodys_numbers() {
    let mut game = table(&MIXED);
    play_all(&mut game, "r1 *b6 r7 r8 r2 r4");
    let own = view(&game, Some(1));
    assert_eq!(own["normal"], json!(["k4", "k5", "r5", "b4", "b5", "g4", "g5"]));
    assert_eq!(own["refuse"], json!(["k6", "r6", "g6"]));
    let open = view(&game, None);
    assert_eq!((&open["hand"], &open["normal"], &open["refuse"]), (&json!([]), &json!([]), &json!([])));
    assert_eq!(open["declared"], json!([4, 4, 4]));
    assert_eq!(open["normal-sizes"], json!([6, 7, 6]));
    assert_eq!(open["refuse-sizes"], json!([4, 3, 4]));
    assert_eq!(open["hand-sizes"], json!([10, 10, 10]));
    assert_eq!(open["tricks"], json!([0, 0, 2]));
    assert_eq!(open["last-trick"]["cards"][1], json!({"seat": 0, "card": "r2", "refused": false}));
    assert!(!own.to_string().contains("\"k1\"") && !own.to_string().contains("\"k3\""));
}

/// IY-24: an off-colour normal card means no normal card of the lead colour.
#[test]
fn samples_honour_voids() {
    let mut game = table(&VOID);
    play_all(&mut game, "r1 b5");
    let knowledge = game.knows(Some(Seat(2)));
    let mut random = Quick::new(5);
    let mut red_refusals = 0;
    for _ in 0..300 {
        let [normal, refuse] = Iyadosu::sample(&knowledge, &mut random).hidden.sides[1];
        assert_eq!((normal.len(), refuse.len()), (7, 4));
        assert!(normal.is_disjoint(Colour::Red.cards()), "{normal:?}");
        red_refusals += u32::from(!refuse.is_disjoint(Colour::Red.cards()));
    }
    assert!(red_refusals > 100, "refusal cards may be red: {red_refusals}");
}

/// IY-24: a refusal means a normal card of the lead colour, still held after the play.
#[test]
fn samples_honour_refusals_until_such_a_card_is_played() {
    let reds_of = |game: &Iyadosu, viewer: Option<Seat>| -> Vec<u8> {
        let knowledge = game.knows(viewer);
        let mut random = Quick::new(5);
        let reds = |sample: Iyadosu| (sample.hidden.sides[1][NORMAL] & Colour::Red.cards()).len();
        (0..2000).map(|_| reds(Iyadosu::sample(&knowledge, &mut random))).collect()
    };
    let mut game = table(&MIXED);
    play_all(&mut game, "r1");
    assert!(reds_of(&game, None).contains(&0), "nothing is proved yet");
    play_all(&mut game, "*b6 r7");
    for viewer in [None, Some(Seat(0)), Some(Seat(2))] {
        let reds = reds_of(&game, viewer);
        assert!(!reds.contains(&0), "{viewer:?}");
        assert!(reds.contains(&1) && reds.contains(&2), "one is sure, more may be");
    }
    play_all(&mut game, "r8 r2 r4");
    assert!(reds_of(&game, Some(Seat(2))).contains(&0), "that card may be the one played since");
}

/// IY-24: after an elimination all that is left are refusal cards.
#[test]
fn samples_give_the_eliminated_refuse_cards_only() {
    let mut game = table(&SPENT);
    play_all(&mut game, &SPENT_TRICKS.join(" "));
    for number in 0..50 {
        let sample = Iyadosu::sample(&game.knows(Some(Seat(1))), &mut Quick::new(number));
        assert_eq!(sample.hidden.sides[0][NORMAL], Set::EMPTY);
        assert_eq!(sample.hidden.sides[0][REFUSE].len(), 7);
    }
}

/// IY-24: the order of hands that are not split is known to their holders alone.
#[test]
fn samples_invent_the_order_of_hands_not_split_yet() {
    let mut game = new(3, 0);
    game.deal(&deal(0, &MIXED), &mut ()).unwrap();
    play(&mut game, 2, "split 4");
    let knowledge = game.knows(Some(Seat(0)));
    let samples: Vec<Iyadosu> =
        (0..40).map(|number| Iyadosu::sample(&knowledge, &mut Quick::new(number))).collect();
    for sample in &samples {
        assert_eq!(sample.hidden.dealt[0], game.hidden.dealt[0]);
        assert_eq!(sample.hidden.dealt[2], NO_HAND);
        assert!(!sample.hidden.dealt[1].is_sorted(), "an order at random");
    }
}
