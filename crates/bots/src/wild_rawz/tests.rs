use cards::Seat;
use games::Game;
use games::wild_rawz::{Move, Options, WildRawz};

use crate::Strategy;
use crate::walk::walk;

#[test]
fn every_move_is_rated_by_a_number() {
    for (seats, hand) in [(3, 11), (4, 11), (4, 12)] {
        for seed in 0..20 {
            walk::<WildRawz>(
                seats,
                Options { hand, ..Options::default() },
                seed % 2 == 0,
                seed,
                |_, knowledge, moves| {
                    let mut rates = vec![f32::NAN; moves.len()];
                    WildRawz::rate(knowledge, moves, &mut rates);
                    assert!(rates.iter().all(|rate| rate.is_finite()), "{moves:?} {rates:?}");
                },
            );
        }
    }
}

#[test]
fn decisions_left_are_those_that_follow() {
    let mut left: Option<u32> = None;
    walk::<WildRawz>(4, Options::default(), false, 1, |game, _, _| {
        // The counter ends at 1 with a round's last decision, and starts again in the next round.
        let expected = left.filter(|&left| left > 1).map_or(4 * (2 + 13), |left| left - 1);
        assert_eq!(game.decisions_left(), expected);
        left = Some(expected);
    });
}

/// With the target met and one more trick to come, the last player does not win if they can lose with another card.
#[test]
fn a_met_target_is_not_spoilt_by_a_win() {
    let mut seen = 0;
    for seed in 0..200 {
        walk::<WildRawz>(4, Options::default(), true, seed, |_, knowledge, moves| {
            let met = knowledge.viewer().map(|seat: Seat| knowledge.missing(seat)) == Some(0);
            let last = knowledge.put_down() == 3 && knowledge.leaver().is_some();
            if !(met && last && knowledge.hand().len() == 2 && moves.len() == 2) {
                return;
            }
            let [Move::Play(one), Move::Play(other)] = *moves else { return };
            let mut rates = [0.0; 2];
            WildRawz::rate(knowledge, moves, &mut rates);
            match (knowledge.would_win(one), knowledge.would_win(other)) {
                (true, false) => assert!(rates[0] < rates[1], "{knowledge:?}"),
                (false, true) => assert!(rates[0] > rates[1], "{knowledge:?}"),
                _ => return,
            }
            seen += 1;
        });
    }
    assert!(seen > 10, "only {seen} such positions were met");
}

#[test]
fn the_target_is_met_in_half_of_the_rounds() {
    let (mut met, mut rounds) = (0, 0);
    for seed in 0..50 {
        walk::<WildRawz>(4, Options::default(), true, seed, |game, _, _| {
            if game.decisions_left() != 1 {
                return;
            }
            // One decision before the end of the round the others have played their last cards.
            let knowledge = game.knows(None);
            let to_act = game.to_act();
            met +=
                Seat::all(4).filter(|&seat| !to_act.contains(seat) && knowledge.missing(seat) == 0).count();
            rounds += 3;
        });
    }
    assert!(met * 100 > rounds * 40, "{met} of {rounds}");
}
