//! What a best response gains on what `strong` advises and on how it plays, heeding what its opponent has shown, and
//! what it would cost to play so that there is nothing to gain.

use cards::{Quick, Random, Seat};
use games::irono::{Irono, Move, Options};
use games::{Game, Moves, Turn};

use super::advise::{Style, advise};
use super::board::{Board, CELLS};
use super::response::{Gains, Responses, TIME, both, most, reached, solved};
use super::value::worth;
use crate::{Level, Limit, Skill, Thinking};

/// A game after one more move.
fn after(game: &Irono, seat: Seat, chosen: Move) -> Irono {
    let mut game = *game;
    game.play(seat, chosen, &mut ()).expect("a listed move is legal");
    game
}

fn legal(game: &Irono, seat: Seat) -> Moves<Move> {
    let mut moves = Moves::new();
    game.legal(seat, &mut moves);
    moves
}

/// How `strong` would play here if it were careful from so many empty cells on: if it gave up nothing there of what it
/// is sure of, and heeded its opponent only where that is free.
fn strong(game: &Irono, careful: usize) -> Style {
    let mut style = Style::of(&Skill::STRONG);
    if CELLS - game.knows(None).past().count() <= careful {
        style.daring = Some(0.0);
    }
    style
}

/// Which of its mixes is answered.
#[derive(Clone, Copy)]
enum Mix {
    /// What it advises.
    Advised,
    /// What it plays if it is careful from so many empty cells on.
    Played { careful: usize },
}

const CAREFUL: Mix = Mix::Played { careful: CELLS };
const DARING: Mix = Mix::Played { careful: 0 };

/// How often each move is chosen, where `strong` can look to the end of the game. Those that never are are left out.
fn shares(game: &Irono, seat: Seat, mix: Mix) -> Vec<(Move, f64)> {
    let moves = legal(game, seat);
    if moves.len() == 1 {
        return vec![(moves[0], 1.0)];
    }
    let thinking = Thinking { limit: Limit::Iterations(u32::MAX), threads: 1, settles: true };
    let careful = if let Mix::Played { careful } = mix { careful } else { 0 };
    let advice = advise(&game.knows(Some(seat)), seat, &moves, &strong(game, careful), &thinking);
    let shares = advice.candidates.into_iter().map(|one| match mix {
        Mix::Advised => (one.chosen, one.share),
        Mix::Played { .. } => (one.chosen, one.played),
    });
    shares.filter(|(_, share)| *share > 0.0).collect()
}

/// What a seat gets at most against `strong`, which goes on learning from every round: so the same board is not the
/// same position unless it was reached in the same way.
fn best_against_strong(game: &Irono, seat: Seat, mix: Mix) -> f64 {
    if game.turn() == Turn::Over {
        let lead = Board::of(&game.knows(None)).lead();
        return f64::from(worth(if seat == Seat(0) { lead } else { -lead }));
    }
    let strong = Seat(seat.0 ^ 1);
    if game.knows(None).active() == seat {
        let of_mark = |&mark: &Move| {
            let marked = after(game, seat, mark);
            let hides = legal(&marked, seat);
            // It does not know the colour, so it lays alike whichever is hidden.
            let lays = shares(&after(&marked, seat, hides[0]), strong, mix);
            let of_hide = |&hide: &Move| {
                let hidden = after(&marked, seat, hide);
                // It learns nothing from its own three but whether it was right.
                let is_hit = |lay: &Move| match (hide, lay) {
                    (Move::Hide(colour), Move::Guess(three)) => three.contains(colour),
                    _ => false,
                };
                let of_end = |hit: bool| {
                    let lays: Vec<_> = lays.iter().filter(|(lay, _)| is_hit(lay) == hit).collect();
                    let share: f64 = lays.iter().map(|(_, share)| share).sum();
                    match lays.first() {
                        Some((lay, _)) => {
                            share * best_against_strong(&after(&hidden, strong, *lay), seat, mix)
                        }
                        None => 0.0,
                    }
                };
                of_end(true) + of_end(false)
            };
            hides.iter().map(of_hide).fold(f64::MIN, f64::max)
        };
        return legal(game, seat).iter().map(of_mark).fold(f64::MIN, f64::max);
    }
    let marks = shares(game, strong, mix);
    let marked = after(game, strong, marks[0].0);
    let hidden: Vec<_> = shares(&marked, strong, mix)
        .into_iter()
        .map(|(hide, share)| (after(&marked, strong, hide), share))
        .collect();
    let of_lay = |&lay: &Move| -> f64 {
        let end = |(hidden, share): &(Irono, f64)| {
            share * best_against_strong(&after(hidden, seat, lay), seat, mix)
        };
        hidden.iter().map(end).sum()
    };
    legal(&hidden[0].0, seat).iter().map(of_lay).fold(f64::MIN, f64::max)
}

/// With four empty cells neither solved play nor what `strong` advises leaves anything to a best response, nor does
/// heeding the opponent where that is free. To profit from what he has shown, `strong` gives up some of what it is
/// sure of, and one who knew how it does so would gain by it.
#[test]
#[ignore = "takes a quarter of an hour of a release build"]
fn over_the_last_four_cells_only_daring_leaves_something_to_a_best_response() {
    for (opponent, games) in [(Level::Random, 40), (Level::Strong, 20)] {
        let [mut solved_play, mut advised, mut careful, mut daring, mut undecided] =
            [(); 5].map(|()| Gains::default());
        for game in reached(opponent, 4, games, Limit::Time(TIME)) {
            let board = Board::of(&game.knows(None));
            let value = solved(&board);
            solved_play.add_both(&board, Responses::default().to(&board), value);
            let value = both(&board, value)[1];
            advised.add(4, best_against_strong(&game, Seat(1), Mix::Advised), value);
            careful.add(4, best_against_strong(&game, Seat(1), CAREFUL), value);
            let gets = best_against_strong(&game, Seat(1), DARING);
            daring.add(4, gets, value);
            if value.abs() < 0.99 {
                undecided.add(4, gets, value);
            }
        }
        solved_play.tell(&format!("strong v {opponent:?}, solved play"));
        advised.tell(&format!("strong v {opponent:?}, as advised"));
        careful.tell(&format!("strong v {opponent:?}, careful"));
        daring.tell(&format!("strong v {opponent:?}, daring"));
        undecided.tell(&format!("strong v {opponent:?}, daring, games not yet decided"));
        assert!(solved_play.points.iter().all(|&gain| gain < 0.1));
        assert!(advised.worths.iter().chain(&careful.worths).all(|gain| gain.abs() < 1e-5));
        assert!(daring.worths.iter().all(|&gain| gain > -1e-5));
    }
}

/// What `strong` advises over the last cells gives nothing away there, whatever the opponent has shown before, and
/// neither does one who is careful; one who dares does.
#[test]
fn advice_for_the_last_cells_leaves_nothing_to_a_best_response_there() {
    let [mut advised, mut careful, mut daring] = [(); 3].map(|()| Gains::default());
    for game in reached(Level::Random, 2, 6, Limit::Iterations(3_000)) {
        let board = Board::of(&game.knows(None));
        let value = both(&board, solved(&board))[1];
        advised.add(2, best_against_strong(&game, Seat(1), Mix::Advised), value);
        careful.add(2, best_against_strong(&game, Seat(1), CAREFUL), value);
        daring.add(2, best_against_strong(&game, Seat(1), DARING), value);
    }
    assert!(advised.worths.iter().all(|gain| gain.abs() < 1e-5), "{:?}", advised.worths);
    assert!(careful.worths.iter().all(|gain| gain.abs() < 1e-5), "{:?}", careful.worths);
    assert!(most(&daring.worths) > 0.01, "{:?}", daring.worths);
}

/// What `strong` wins of its games with one who plays by chance if it is careful from so many empty cells on. Solved
/// play all the way wins no more than half of them: it makes all one what the other does, so nothing he does is wrong.
#[test]
#[ignore = "takes ten minutes of a release build"]
fn against_chance_care_costs_what_daring_wins() {
    let thinking = Thinking { limit: Limit::Iterations(100_000), threads: 1, settles: true };
    let share = |careful: usize| {
        let games = 1_000;
        let mut won = 0.0;
        for number in 0..games {
            let (mut random, seat) = (Quick::new(number), Seat((number % 2) as u8));
            let mut game = Irono::new(2, Options::default());
            loop {
                match game.turn() {
                    Turn::Deal => {
                        let deal = game.draw(&mut random);
                        game.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
                    }
                    Turn::Move(seats) => {
                        let mover = seats.first().expect("somebody is to act");
                        let moves = legal(&game, mover);
                        let chosen = if mover == seat {
                            let style = strong(&game, careful);
                            let advice = advise(&game.knows(Some(seat)), seat, &moves, &style, &thinking);
                            advice.choose(&mut random)
                        } else {
                            random.pick(&moves)
                        };
                        game = after(&game, mover, chosen);
                    }
                    Turn::Over => break,
                }
            }
            let lead = Board::of(&game.knows(None)).lead();
            won += 0.5 + 0.5 * f64::from(if seat == Seat(0) { lead } else { -lead }.clamp(-1, 1));
        }
        won / games as f64
    };
    let shares = [16, 6, 4, 0].map(|careful| (careful, share(careful)));
    println!("careful from so many empty cells on, and share of games won: {shares:?}");
    assert!(shares.is_sorted_by(|one, other| one.1 < other.1));
    assert!((shares[0].1 - 0.5).abs() < 0.05);
}
