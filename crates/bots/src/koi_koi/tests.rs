use cards::{Quick, Seat, Set};
use games::koi_koi::{Card, Deal, Draws, KoiKoi, Move, Options};
use games::{First, Game, Moves, Sample};

use super::decide::Prospects;
use super::learned::{Learned, TEXT};
use super::win_table::endings;
use crate::standing::totals;
use crate::strategy::is_settled;
use crate::walk::walk;
use crate::{Strategy, best_rated};

#[test]
fn every_move_is_rated_by_a_number() {
    for options in 0..16 {
        let is = |bit: u32| options >> bit & 1 != 0;
        let options = Options {
            must_capture: is(0),
            sankou_rain_man: is(1),
            triad: is(2),
            gaji: is(3),
            ..Options::default()
        };
        for seed in 0..6 {
            walk::<KoiKoi>(2, options, seed % 2 == 0, seed, |_, knowledge, moves| {
                let mut rates = vec![f32::NAN; moves.len()];
                KoiKoi::rate(knowledge, moves, &mut rates);
                assert!(rates.iter().all(|rate| rate.is_finite()), "{moves:?} {rates:?}");
            });
        }
    }
}

#[test]
fn no_more_decisions_follow_than_are_left() {
    for seed in 0..20 {
        let mut bounds: Vec<u32> = Vec::new();
        let mut round = 0;
        walk::<KoiKoi>(2, Options { gaji: true, ..Options::default() }, false, seed, |game, _, _| {
            if game.rounds() > round {
                round = game.rounds();
                bounds.clear();
            }
            bounds.push(game.decisions_left());
            for (made, &bound) in bounds.iter().rev().enumerate() {
                assert!((made as u32) < bound);
            }
        });
    }
}

/// In the last round only the victory counts.
#[test]
fn a_winning_stop_ends_the_game_and_a_losing_one_is_not_made() {
    let mut seen = [0; 2];
    for seed in 0..60 {
        walk::<KoiKoi>(
            2,
            Options { rounds: 6, ..Options::default() },
            true,
            seed,
            |game, knowledge, moves| {
                if game.rounds_left() != 1 || moves != [Move::Koi, Move::Stop] {
                    return;
                }
                let seat = game.to_act().first().unwrap();
                let lead = knowledge.lead(seat) + i32::from(knowledge.stop(seat).1);
                let chosen = best_rated::<KoiKoi>(knowledge, moves, &mut Quick::new(seed));
                if lead != 0 {
                    assert_eq!(chosen, if lead > 0 { Move::Stop } else { Move::Koi });
                    seen[usize::from(lead > 0)] += 1;
                }
            },
        );
    }
    assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
}

/// The predicted win probability after a made yaku is about what happens when both play by the ratings.
#[test]
fn after_a_yaku_the_win_probability_is_predicted() {
    let (mut predicted, mut came, mut decisions) = (0.0, 0.0, 0.0);
    for seed in 0..200 {
        let random = &mut Quick::new(seed);
        walk::<KoiKoi>(2, Options::default(), true, seed, |game, knowledge, moves| {
            let seat = game.to_act().first().unwrap();
            if moves != [Move::Koi, Move::Stop] {
                return assert!(!moves.contains(&Move::Koi));
            }
            let prospects = Prospects::of(Learned::checked_in(), knowledge, seat);
            predicted += prospects.koi.max(prospects.stop);
            came += win_probability_in_the_end(*game, seat, random);
            decisions += 1.0;
        });
    }
    assert!(decisions > 1000.0, "{decisions}");
    let (predicted, came) = (predicted / decisions, came / decisions);
    assert!((predicted - came).abs() < 0.02, "{predicted} was predicted, {came} came");
}

/// A seat's win probability when both have played the round to its end by the ratings.
fn win_probability_in_the_end(mut game: KoiKoi, seat: Seat, random: &mut Quick) -> f32 {
    let round = game.rounds();
    let mut moves = Moves::new();
    while !is_settled(&game, round) {
        let mover = game.to_act().first().unwrap();
        game.legal(mover, &mut moves);
        let chosen = best_rated::<KoiKoi>(&game.knows(Some(mover)), &moves, random);
        game.play(mover, chosen, &mut ()).unwrap();
    }
    game.win_probabilities(&totals(&game))[seat.index()]
}

fn cards(texts: &str) -> Set<Card> {
    texts.split_whitespace().map(|text| text.parse::<Card>().unwrap()).collect()
}

/// The first seat has captured the sake cup, and the moon lies in the ba beside other good cards.
fn cup_and_moon() -> KoiKoi {
    let first = cards("9K1 8K1 2K1 4K1 5K1 6K1 7K1 1K1");
    let ba = cards("9A 8B 2A 1R 12K1 10K1 7R 3K1");
    let second = cards("3R 3K2 10R 11R 11K1 6K2 5K2 4K2");
    let deck = cards("12K2 11A");
    let rest: Set<Card> =
        (0..48).map(cards::Card::from_index).collect::<Set<Card>>() - first - ba - second - deck;
    let mut cards = deck.iter().chain(rest);
    let deal = Deal {
        oya: Seat(0),
        draws: Draws::new(),
        hands: [first, second],
        ba,
        deck: std::array::from_fn(|_| cards.next().unwrap()),
    };
    let mut game = KoiKoi::new(2, Options { first: First::Seat(Seat(0)), ..Options::default() });
    game.deal(&deal, &mut ()).unwrap();
    for (seat, text) in [(1, "keep"), (0, "play 9K1"), (1, "play 3R")] {
        game.play(Seat(seat), text.parse().unwrap(), &mut ()).unwrap();
    }
    game
}

#[test]
fn a_card_that_completes_a_yaku_is_taken() {
    let game = cup_and_moon();
    let mut moves = Moves::new();
    game.legal(Seat(0), &mut moves);
    assert!(moves.len() > 2);
    let chosen = best_rated::<KoiKoi>(&game.knows(Some(Seat(0))), &moves, &mut Quick::new(1));
    assert_eq!(chosen, "play 8K1".parse().unwrap());
}

#[test]
fn different_turned_cards_are_different_outcomes() {
    let game = cup_and_moon();
    let knowledge = game.knows(Some(Seat(0)));
    let outcomes: std::collections::HashSet<u64> = (0..50)
        .map(|seed| {
            let mut world = KoiKoi::sample(&knowledge, &mut Quick::new(seed));
            world.play(Seat(0), "play 8K1".parse().unwrap(), &mut ()).unwrap();
            Strategy::visible_outcome(&world)
        })
        .collect();
    assert!(outcomes.len() > 10);
}

#[test]
fn the_table_of_rounds_is_a_distribution() {
    let endings = endings(TEXT).unwrap();
    let sum: f32 = endings.iter().map(|ending| ending.probability).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    assert!(endings.iter().all(|ending| ending.probability > 0.0));
}

#[test]
fn a_greater_lead_is_a_greater_win_probability() {
    let win_table = &Learned::checked_in().win_table;
    let win_probability = |lead, rounds, deals| win_table.win_probability(lead, rounds, deals);
    for rounds in 0..=12 {
        for deals in [false, true] {
            for lead in -450..450 {
                let (less, more) =
                    (win_probability(lead, rounds, deals), win_probability(lead + 1, rounds, deals));
                assert!(less <= more + 1e-6, "{lead} {rounds} {deals}: {less} {more}");
            }
        }
        let equal = win_probability(0, rounds, true);
        assert!((equal - 0.5).abs() < 0.15, "{rounds}: {equal}");
        assert!((equal + win_probability(0, rounds, false) - 1.0).abs() < 1e-6);
    }
}
