//! Sensible choices and finite ratings in all positions that come up.

use cards::{Quick, Random, Seat};
use games::iyadosu::{Iyadosu, Knowledge, Move, Options};
use games::{Game, Moves, Turn};

use super::survival::{SURVIVAL, survival};
use crate::{Strategy, best_rated};

/// Plays games by `choose`, and shows every decision to `check`.
fn play_games(
    games: u32,
    mut choose: impl FnMut(&Knowledge, &[Move], &mut Quick) -> Move,
    mut check: impl FnMut(&Iyadosu, Seat, &[Move], Move),
) {
    let mut random = Quick::new(5);
    let mut moves = Moves::new();
    for number in 0..games {
        let options = Options { instant_win: number % 2 == 0, ..Options::default() };
        let mut game = Iyadosu::new(3 + (number % 3) as u8, options);
        while game.turn() != Turn::Over {
            let Some(seat) = game.to_act().first() else {
                let deal = game.draw(&mut random);
                game.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
                continue;
            };
            game.legal(seat, &mut moves);
            let chosen = choose(&game.knows(Some(seat)), &moves, &mut random);
            check(&game, seat, &moves, chosen);
            let (left, rounds) = (game.decisions_left(), game.rounds());
            game.play(seat, chosen, &mut ()).expect("a listed move is legal");
            assert!(game.rounds() > rounds || game.decisions_left() < left);
        }
        assert_eq!(game.rounds_left(), 0);
    }
}

fn by_rating(knowledge: &Knowledge, moves: &[Move], random: &mut Quick) -> Move {
    best_rated::<Iyadosu>(knowledge, moves, random)
}

#[test]
fn a_split_leaves_normal_cards_to_refuse_with() {
    play_games(60, by_rating, |game, seat, _, chosen| {
        if let Move::Split(number) = chosen {
            let hand = *game.knows(Some(seat)).dealt();
            let normal = hand[..hand.len() - usize::from(number)].iter().copied().collect();
            assert!(survival(normal, number) > 0.4, "{number} of {hand:?}");
        }
    });
}

#[test]
fn the_last_normal_card_is_kept_while_there_are_refuse_cards() {
    play_games(60, by_rating, |game, seat, moves, chosen| {
        let can_refuse = moves.iter().any(|chosen| matches!(chosen, Move::Refuse(_)));
        if can_refuse && game.knows(Some(seat)).normal().len() == 1 {
            assert!(matches!(chosen, Move::Refuse(_)), "{:?}", game.knows(Some(seat)));
        }
    });
}

#[test]
fn every_move_of_every_position_has_a_finite_rate() {
    let choose = |_: &Knowledge, moves: &[Move], random: &mut Quick| random.pick(moves);
    play_games(30, choose, |game, seat, moves, chosen| {
        let mut rates = [f32::NAN; 64];
        Iyadosu::rate(&game.knows(Some(seat)), moves, &mut rates[..moves.len()]);
        assert!(rates[..moves.len()].iter().all(|rate| rate.is_finite()));
        assert_eq!(Iyadosu::is_flat(moves), matches!(chosen, Move::Split(_)));
    });
}

#[test]
fn colours_to_refuse_with_make_survival_likely() {
    let covers = [0, 1, 2, 3, 7];
    for pair in covers.windows(2) {
        assert!(SURVIVAL[8][4][pair[0]] < SURVIVAL[8][4][pair[1]]);
    }
    assert_eq!(SURVIVAL[0][1][0], 0.0);
    assert_eq!(SURVIVAL[5][0][2], 1.0);
}
