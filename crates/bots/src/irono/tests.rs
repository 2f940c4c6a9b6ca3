//! Tests of the solver and of the bot that plays by it.

use std::time::Duration;

use cards::{Card, Quick, Random, Seat};
use games::irono::{Irono, Knowledge, Move, Options};
use games::{Game, Moves};

use super::board::{Board, COLOURS};
use super::look::{Judge, Look, Means};
use super::stage::{Stakes, threes};
use super::value::Values;
use crate::{Bot, Insight, Level, Limit, Thinking, walk};

/// Stakes by chance, those of some rounds with hits that the active seat would like.
fn any_stakes(random: &mut Quick) -> Stakes {
    let unit = |random: &mut Quick| random.below(2001) as f32 / 1000.0 - 1.0;
    let colours = loop {
        let colours = random.below(1 << COLOURS) as u8;
        if colours.count_ones() >= 3 {
            break colours;
        }
    };
    let coarse = random.below(3) == 0;
    let odd = random.below(4);
    let mut stakes = Stakes { colours, miss: [0.0; COLOURS], hit: [0.0; COLOURS] };
    for colour in 0..COLOURS {
        let (mut one, mut other) = (unit(random), unit(random));
        if coarse {
            (one, other) = (one.round(), other.round());
        }
        let swapped = odd > 0 && random.below(4) < odd;
        (stakes.miss[colour], stakes.hit[colour]) =
            if (one > other) != swapped { (one, other) } else { (other, one) };
    }
    stakes
}

/// What the active seat secures by hiding so is what the guesser concedes by laying so: then both are best.
#[test]
fn the_solved_mixes_of_a_round_meet_in_its_value() {
    let mut random = Quick::new(7);
    for _ in 0..20_000 {
        let stakes = any_stakes(&mut random);
        let value = stakes.value();
        let hide = stakes.hide(value);
        let lay = stakes.lay(value, &[1.0; COLOURS]);
        assert!((hide.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{stakes:?} {hide:?}");
        assert!((lay.iter().sum::<f32>() - 3.0).abs() < 1e-4, "{stakes:?} {lay:?}");
        assert!(lay.iter().all(|chance| (-1e-5..=1.0 + 1e-5).contains(chance)), "{stakes:?} {lay:?}");
        assert!((stakes.secured(&hide) - value).abs() < 2e-4, "{stakes:?} {value} {hide:?}");
        assert!((stakes.conceded(&lay) - value).abs() < 2e-4, "{stakes:?} {value} {lay:?}");
    }
}

#[test]
fn rounds_solved_together_have_the_values_of_rounds_solved_alone() {
    let mut random = Quick::new(8);
    for _ in 0..5_000 {
        let all: [Stakes; super::lanes::LANES] = std::array::from_fn(|_| any_stakes(&mut random));
        let mut miss = std::array::from_fn(|colour| all.map(|stakes| stakes.miss[colour]));
        let mut hit = std::array::from_fn(|colour| all.map(|stakes| stakes.hit[colour]));
        let values = super::lanes::values(&mut miss, &mut hit, &all.map(|stakes| stakes.colours));
        for (stakes, value) in all.iter().zip(values) {
            assert!((stakes.value() - value).abs() < 1e-4, "{stakes:?} {value}");
        }
    }
}

#[test]
fn threes_lay_each_colour_with_its_chance() {
    let mut random = Quick::new(9);
    for _ in 0..2_000 {
        let stakes = any_stakes(&mut random);
        let chances = stakes.lay(stakes.value(), &[1.0; COLOURS]);
        let threes = threes(&chances);
        assert!((threes.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-6);
        for colour in 0..COLOURS {
            let laid: f64 =
                threes.iter().filter(|(three, _)| three >> colour & 1 != 0).map(|(_, share)| share).sum();
            assert!((laid - f64::from(chances[colour])).abs() < 1e-4, "{chances:?} {threes:?}");
        }
        assert!(threes.iter().all(|(three, _)| three.count_ones() == 3 && three & !stakes.colours == 0));
    }
}

/// A board with so many empty cells, filled by chance within the rules.
pub fn any_board(empty: usize, random: &mut Quick) -> Board {
    let mut board = Board::empty(random.below(2) as usize);
    for _ in empty..16 {
        let cell = random.pick(&board.empties());
        let colours: Vec<usize> = (0..COLOURS).filter(|colour| board.colours() >> colour & 1 != 0).collect();
        board = board.after(usize::from(cell), random.below(2) as usize, random.pick(&colours));
    }
    board
}

/// Two looks of different depth agree where both reach the end, one of them through the layers of the other.
#[test]
fn a_round_solved_by_hand_agrees_with_the_layers() {
    let mut random = Quick::new(12);
    for _ in 0..5 {
        let board = any_board(4, &mut random);
        let deep = Look::new(&board, None, 4, Judge::Fair(Values::fitted()))
            .stakes(&Means::ENOUGH)
            .expect("no limit");
        for (cell, stakes) in &deep {
            for colour in stakes.in_game() {
                let next = board.after(*cell, board.active, colour);
                let behind = Look::new(&next, None, 3, Judge::Fair(Values::fitted()))
                    .stakes(&Means::ENOUGH)
                    .expect("no limit");
                let value = behind.iter().map(|(_, stakes)| stakes.value()).fold(f32::MIN, f32::max);
                assert!((stakes.miss[colour] + value).abs() < 1e-4);
            }
        }
    }
}

#[test]
fn both_cores_find_what_one_finds_and_a_mark_is_seen_as_among_all() {
    let mut random = Quick::new(13);
    let board = any_board(5, &mut random);
    let look = |mark, threads| {
        let means = Means { end: None, threads };
        Look::new(&board, mark, 5, Judge::Fair(Values::fitted())).stakes(&means).expect("no limit")
    };
    let all = look(None, 1);
    assert_eq!(all, look(None, 2));
    for (cell, stakes) in &all {
        assert_eq!(look(Some(*cell), 1), [(*cell, *stakes)]);
    }
}

/// Plays games between two levels and shows every decision to `see` before it is made.
pub fn play(levels: [Level; 2], games: u64, thinking: &Thinking, mut see: impl FnMut(&Irono, Seat, &[Move])) {
    for number in 0..games {
        let random = &mut Quick::new(number);
        walk::play::<Irono>(2, Options::default(), random, |game, seat, moves, random| {
            see(game, seat, moves);
            Bot::of(levels[seat.index()]).choose::<Irono>(
                &game.knows(Some(seat)),
                seat,
                moves,
                thinking,
                random,
            )
        });
    }
}

const FEW: Thinking = Thinking { limit: Limit::Iterations(3_000), threads: 1, settles: true };

#[test]
fn every_move_has_a_rate_a_share_and_a_chance() {
    for level in [Level::Easy, Level::Normal, Level::Strong] {
        play([level, Level::Greedy], 2, &FEW, |game, seat, moves| {
            let mut rates = vec![f32::NAN; moves.len()];
            Irono::rate(&game.knows(Some(seat)), moves, &mut rates);
            assert!(rates.iter().all(|rate| rate.is_finite()));
            let advice = Bot::of(level).advise::<Irono>(
                &game.knows(Some(seat)),
                seat,
                moves,
                &FEW,
                &mut Quick::new(1),
            );
            assert_eq!(advice.candidates.len(), moves.len());
            assert!((advice.candidates.iter().map(|one| one.share).sum::<f64>() - 1.0).abs() < 1e-4);
            assert!(advice.candidates.iter().all(|one| one.share >= 0.0 && (0.0..=1.0).contains(&one.win)));
            assert!(advice.candidates.iter().all(|one| one.value.is_finite()));
        });
    }
}

/// The guesser's answer is the same whatever colour is hidden, and the same again.
#[test]
fn what_is_hidden_and_when_it_is_asked_does_not_matter() {
    play([Level::Greedy, Level::Random], 2, &FEW, |game, seat, moves| {
        let advise = |game: &Irono, seat, moves: &[Move]| {
            Bot::of(Level::Strong).advise::<Irono>(
                &game.knows(Some(seat)),
                seat,
                moves,
                &FEW,
                &mut Quick::new(1),
            )
        };
        assert_eq!(advise(game, seat, moves), advise(game, seat, moves));
        if !matches!(moves[0], Move::Hide(_)) {
            return;
        }
        let guesser = Seat(seat.0 ^ 1);
        let answers: Vec<_> = moves
            .iter()
            .map(|&hide| {
                let mut game = *game;
                game.play(seat, hide, &mut ()).expect("a listed move is legal");
                let mut guesses = Moves::new();
                game.legal(guesser, &mut guesses);
                advise(&game, guesser, &guesses)
            })
            .collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]));
    });
}

#[test]
fn strong_is_far_above_greedy_even_when_it_thinks_little() {
    let mut points = 0;
    play([Level::Strong, Level::Greedy], 8, &FEW, |game, seat, moves| {
        // The last decision of a game stands for its end.
        if game.knows(Some(seat)).past().count() == 15 && matches!(moves[0], Move::Guess(_)) {
            let board = Board::of(&game.knows(Some(seat)));
            points += board.lead();
        }
    });
    assert!(points > 80, "{points}");
}

/// One who expects to be seen through: he marks the cell, and hides the colour, that leaves him most if he is, and lays
/// what would cost him most.
fn wary(knowledge: &Knowledge, moves: &[Move]) -> Move {
    let board = Board::of(knowledge);
    let mark = knowledge.mark().map(|cell| usize::from(cell.index()));
    let all = Look::new(&board, mark, 1, Judge::Fair(Values::fitted())).stakes(&Means::ENOUGH).unwrap();
    let worth = |chosen: &Move| match chosen {
        Move::Mark(cell) => {
            let at = usize::from(cell.index());
            all.iter().find(|(marked, _)| *marked == at).unwrap().1.seen_through()
        }
        Move::Hide(colour) => all[0].1.hit[*colour as usize],
        Move::Guess(three) => three.colours().iter().map(|colour| all[0].1.swing(colour as usize)).sum(),
    };
    *moves.iter().max_by(|one, other| worth(one).total_cmp(&worth(other))).unwrap()
}

/// So does plain search, which once won most of its games with `strong`: taken for one who plays by chance, it had
/// three colours laid that it never hides.
#[test]
fn one_who_expects_to_be_seen_through_is() {
    let (mut hits, mut rounds) = (0, 0);
    for number in 0..12 {
        let end = walk::play::<Irono>(
            2,
            Options::default(),
            &mut Quick::new(number),
            |game, seat, moves, random| {
                let knowledge = game.knows(Some(seat));
                match seat {
                    Seat(0) => Bot::of(Level::Strong).choose::<Irono>(&knowledge, seat, moves, &FEW, random),
                    _ => wary(&knowledge, moves),
                }
            },
        );
        let end = end.knows(None);
        // The second half of each game, by when he is known.
        for (round, (_, hidden, laid)) in end.past().enumerate().skip(8) {
            if (end.first().index() + round) % 2 == 1 {
                rounds += 1;
                hits += u32::from(laid.contains(hidden));
            }
        }
    }
    assert!(hits * 3 > rounds * 2, "{hits} of {rounds}");
}

#[test]
fn fitting_again_gives_the_same_functions() {
    let mut steps = Vec::new();
    let text = super::fit_irono("a test", 6, &mut |done, total| steps.push((done, total)));
    assert_eq!(text, super::fit_irono("a test", 6, &mut |_, _| {}));
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 45);
    assert_eq!(steps.last(), Some(&(60, 60)));
}

#[test]
fn time_is_not_overrun() {
    let time = Duration::from_millis(15);
    let thinking = Thinking { limit: Limit::Time(time), threads: 1, settles: true };
    let (mut over, mut all) = (0, 0);
    play([Level::Random, Level::Random], 1, &thinking, |game, seat, moves| {
        let start = std::time::Instant::now();
        Bot::of(Level::Strong).advise::<Irono>(
            &game.knows(Some(seat)),
            seat,
            moves,
            &thinking,
            &mut Quick::new(1),
        );
        all += 1;
        over += i32::from(start.elapsed() > time.mul_f64(1.2) + Duration::from_millis(20));
    });
    // A machine with other work may stop this one at any moment, so a few are forgiven.
    assert!(over * 10 <= all, "{over} of {all}");
}
