//! Tests of the solver, of the opponent model and of the bot that plays by them.

use cards::{Card, Quick, Random, Seat};
use games::irono::{Irono, Knowledge, Move, Options};
use games::{Game, Moves};

use super::board::{Board, CELLS, COLOURS};
use super::model::Model;
use super::round::{Payoffs, guesses, values};
use super::solve::{Budget, Lookahead};
use super::value::Values;
use crate::{Bot, Level, Limit, Strategy, Thinking, walk};

const FEW: Thinking = Thinking::within(Limit::Iterations(3_000));

/// Random payoffs, some of them with hits that help the active player.
fn any_payoffs(random: &mut Quick) -> Payoffs {
    let unit = |random: &mut Quick| random.below(2001) as f32 / 1000.0 - 1.0;
    let all: Vec<u8> = (0..1 << COLOURS).filter(|colours: &u8| colours.count_ones() >= 3).collect();
    let colours = random.pick(&all);
    let (coarse, odd) = (random.below(3) == 0, random.below(4));
    let mut payoffs = Payoffs { colours, miss: [0.0; COLOURS], hit: [0.0; COLOURS] };
    for colour in 0..COLOURS {
        let (mut one, mut other) = (unit(random), unit(random));
        if coarse {
            (one, other) = (one.round(), other.round());
        }
        let swapped = odd > 0 && random.below(4) < odd;
        let ends = if (one > other) != swapped { (one, other) } else { (other, one) };
        (payoffs.miss[colour], payoffs.hit[colour]) = ends;
    }
    payoffs
}

/// What hiding so secures is what guessing so concedes: then both are optimal.
#[test]
fn the_solved_mixes_of_a_round_meet_in_its_value() {
    let random = &mut Quick::new(7);
    for _ in 0..20_000 {
        let payoffs = any_payoffs(random);
        let value = payoffs.value();
        let (hide, guess) = (payoffs.hide(value), payoffs.solved_guess(value));
        assert!((hide.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{payoffs:?} {hide:?}");
        assert!((guess.iter().sum::<f32>() - 3.0).abs() < 1e-4, "{payoffs:?} {guess:?}");
        assert!(guess.iter().all(|chance| (-1e-5..=1.0 + 1e-5).contains(chance)), "{payoffs:?} {guess:?}");
        let of_guess = |three: u8| -> f32 {
            payoffs
                .in_game()
                .map(|colour| hide[colour] * payoffs.worth(colour, f32::from(three >> colour & 1)))
                .sum()
        };
        let secured = payoffs.guesses().map(of_guess).fold(f32::MAX, f32::min);
        let conceded =
            payoffs.in_game().map(|colour| payoffs.worth(colour, guess[colour])).fold(f32::MIN, f32::max);
        assert!((secured - value).abs() < 2e-4, "{payoffs:?} {value} {hide:?}");
        assert!((conceded - value).abs() < 2e-4, "{payoffs:?} {value} {guess:?}");
    }
}

#[test]
fn rounds_solved_together_have_the_values_of_rounds_solved_alone() {
    let random = &mut Quick::new(8);
    for _ in 0..2_000 {
        let all: [Payoffs; 12] = std::array::from_fn(|_| any_payoffs(random));
        let miss = std::array::from_fn(|colour| all.map(|payoffs| payoffs.miss[colour]));
        let hit = std::array::from_fn(|colour| all.map(|payoffs| payoffs.hit[colour]));
        let values = values(miss, hit, &all.map(|payoffs| payoffs.colours));
        assert_eq!(values, all.map(|payoffs| payoffs.value()));
    }
}

#[test]
fn guesses_name_each_colour_with_its_probability() {
    let random = &mut Quick::new(9);
    for _ in 0..2_000 {
        let payoffs = any_payoffs(random);
        let guess = payoffs.solved_guess(payoffs.value());
        let guesses = guesses(&guess);
        assert!((guesses.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-6);
        for colour in 0..COLOURS {
            let named = guesses.iter().filter(|(three, _)| three >> colour & 1 != 0);
            let named: f64 = named.map(|(_, share)| share).sum();
            assert!((named - f64::from(guess[colour])).abs() < 1e-4, "{guess:?} {guesses:?}");
        }
        assert!(guesses.iter().all(|(three, _)| payoffs.guesses().any(|legal| legal == *three)));
    }
}

/// A board with this many empty cells after random rounds.
fn any_board(empty: usize, random: &mut Quick) -> Board {
    (empty..CELLS).fold(Board::empty(random.below(2) as usize), |board, _| board.after_random_round(random))
}

fn payoffs(board: &Board, mark: Option<usize>, depth: usize, threads: usize) -> Vec<(usize, Payoffs)> {
    let budget = Budget { end: None, threads };
    Lookahead::new(board, mark, depth, Values::fitted()).payoffs(&budget).expect("there is no limit")
}

/// Two looks of different depth agree where both reach the end.
#[test]
fn a_round_solved_by_hand_agrees_with_the_layers() {
    let random = &mut Quick::new(12);
    for _ in 0..5 {
        let board = any_board(4, random);
        for (cell, deep) in payoffs(&board, None, 4, 1) {
            for colour in deep.in_game() {
                let behind = payoffs(&board.after(cell, board.active, colour), None, 3, 1);
                let value = behind.iter().map(|(_, payoffs)| payoffs.value()).fold(f32::MIN, f32::max);
                assert!((deep.miss[colour] + value).abs() < 1e-4);
            }
        }
    }
}

#[test]
fn two_cores_find_what_one_finds_and_a_mark_is_seen_as_among_all() {
    let board = any_board(5, &mut Quick::new(13));
    let all = payoffs(&board, None, 5, 1);
    assert_eq!(all, payoffs(&board, None, 5, 2));
    for (cell, one) in &all {
        assert_eq!(payoffs(&board, Some(*cell), 5, 1), [(*cell, *one)]);
    }
}

/// Plays a game between two levels and shows every decision.
fn play_game(levels: [Level; 2], seed: u64, thinking: &Thinking, mut see: impl FnMut(&Irono, Seat, &[Move])) {
    walk::play_game::<Irono>(2, Options::default(), &mut Quick::new(seed), |game, seat, moves, random| {
        see(game, seat, moves);
        let bot = Bot::of(levels[seat.index()]);
        bot.choose::<Irono>(&game.knows(Some(seat)), seat, moves, thinking, random)
    });
}

/// Goes by what is left if it is guessed, as plain search does.
fn wary(knowledge: &Knowledge, moves: &[Move]) -> Move {
    let mark = knowledge.mark().map(|cell| usize::from(cell.index()));
    let all = payoffs(&Board::of(knowledge), mark, 1, 1);
    let if_hit = |at: usize| all[at].1.in_game().map(|colour| all[at].1.hit[colour]).fold(f32::MIN, f32::max);
    let worth = |at: usize| match moves[at] {
        Move::Mark(_) => if_hit(at),
        Move::Hide(colour) => all[0].1.hit[colour as usize],
        Move::Guess(three) => three.colours().iter().map(|colour| all[0].1.swing(colour as usize)).sum(),
    };
    moves[(0..moves.len()).max_by(|&one, &other| worth(one).total_cmp(&worth(other))).unwrap()]
}

/// How often what an opponent hides in the second half of a game is among the three colours the model expects most.
fn foresight(opponent: impl Fn(&Knowledge, &[Move], &mut Quick) -> Move) -> f64 {
    let (mut foreseen, mut hidden) = (0, 0);
    for seed in 0..8 {
        walk::play_game::<Irono>(
            2,
            Options::default(),
            &mut Quick::new(seed),
            |game, seat, moves, random| {
                let knowledge = game.knows(Some(seat));
                if seat == Seat(0) {
                    return Bot::of(Level::Normal).choose::<Irono>(&knowledge, seat, moves, &FEW, random);
                }
                let chosen = opponent(&knowledge, moves, random);
                if let (Move::Hide(colour), 8..) = (chosen, knowledge.past().count()) {
                    let mark = knowledge.mark().map(|cell| usize::from(cell.index()));
                    let round = payoffs(&Board::of(&knowledge), mark, 1, 1)[0].1;
                    let expected = Model::of(&knowledge, 1, Values::fitted(), 1.0).expect_hidden(&round).0;
                    let above = expected.iter().filter(|&&chance| chance > expected[colour as usize]);
                    hidden += 1;
                    foreseen += i32::from(above.count() < 3);
                }
                chosen
            },
        );
    }
    f64::from(foreseen) / f64::from(hidden)
}

#[test]
fn the_model_foresees_a_wary_opponent_but_not_a_random_one() {
    let seen_through = foresight(|knowledge, moves, _| wary(knowledge, moves));
    let random = foresight(|_, moves, random| random.pick(moves));
    assert!(seen_through > 0.8, "{seen_through}");
    assert!(random < 0.7, "{random}");
}

fn advise(
    level: Level,
    game: &Irono,
    seat: Seat,
    moves: &[Move],
    thinking: &Thinking,
) -> crate::Advice<Move> {
    Bot::of(level).advise::<Irono>(&game.knows(Some(seat)), seat, moves, thinking, &mut Quick::new(1))
}

#[test]
fn every_move_has_a_rate_a_share_and_a_win_probability() {
    for level in [Level::Easy, Level::Normal, Level::Strong] {
        play_game([level, Level::Greedy], 2, &FEW, |game, seat, moves| {
            let mut rates = vec![f32::NAN; moves.len()];
            Irono::rate(&game.knows(Some(seat)), moves, &mut rates);
            assert!(rates.iter().all(|rate| rate.is_finite()));
            let all = advise(level, game, seat, moves, &FEW).candidates;
            assert_eq!(all.len(), moves.len());
            for shares in
                [all.iter().map(|one| one.share).sum::<f64>(), all.iter().map(|one| one.played).sum()]
            {
                assert!((shares - 1.0).abs() < 1e-4);
            }
            assert!(all.iter().all(|one| one.share >= 0.0 && one.played >= 0.0));
            assert!(all.iter().all(|one| (0.0..=1.0).contains(&one.win) && one.value.is_finite()));
        });
    }
}

/// The guesser's advice is the same whatever colour is hidden, and the same when asked again.
#[test]
fn what_is_hidden_and_when_it_is_asked_does_not_matter() {
    play_game([Level::Greedy, Level::Random], 2, &FEW, |game, seat, moves| {
        let strong = |game: &Irono, seat, moves: &[Move]| advise(Level::Strong, game, seat, moves, &FEW);
        assert_eq!(strong(game, seat, moves), strong(game, seat, moves));
        if !matches!(moves[0], Move::Hide(_)) {
            return;
        }
        let answers: Vec<_> = moves
            .iter()
            .map(|&hide| {
                let (mut game, mut guesses) = (*game, Moves::new());
                game.play(seat, hide, &mut ()).expect("a listed move is legal");
                game.legal(Seat(seat.0 ^ 1), &mut guesses);
                strong(&game, Seat(seat.0 ^ 1), &guesses)
            })
            .collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]));
    });
}
