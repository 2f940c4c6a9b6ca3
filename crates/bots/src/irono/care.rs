//! What a best response gains on what `strong` advises and on how it plays, heeding what its opponent has shown, and
//! what it would cost never to leave anything to gain.

use std::time::Instant;

use cards::{Quick, Random, Seat};
use games::irono::{Irono, Move, Options};
use games::{Game, Moves, Turn};

use super::advise::{Style, advise, advise_knowing};
use super::board::{Board, CELLS};
use super::model::{LAST, Model};
use super::response::{Gains, TIME, both, mean, most, reached, solved};
use super::value::{Values, worth};
use crate::{Level, Limit, Skill, Thinking, walk};

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

/// Rounding, of shares too, may leave so much of a worth.
const NOTHING: f64 = 1e-4;

/// Which of its mixes is answered.
#[derive(Clone, Copy)]
enum Mix {
    /// What it advises.
    Advised,
    /// What it plays.
    Played,
}

/// How often each move is chosen, where `strong` can look to the end of the game, by what it believed of its opponent
/// before the last rounds and what was played since. Those that never are are left out.
fn shares(game: &Irono, seat: Seat, met: &Model, mix: Mix) -> Vec<(Move, f64)> {
    let moves = legal(game, seat);
    if moves.len() == 1 {
        return vec![(moves[0], 1.0)];
    }
    let thinking = Thinking { limit: Limit::Iterations(u32::MAX), threads: 1, settles: true };
    let (knowledge, mut model) = (game.knows(Some(seat)), met.clone());
    model.go_on(&knowledge, 1 - seat.index(), Values::fitted());
    let style = Style::of(&Skill::STRONG);
    let advice = advise_knowing(&knowledge, seat, &moves, &style, &thinking, Some(model), Instant::now());
    let shares = advice.candidates.into_iter().map(|one| match mix {
        Mix::Advised => (one.chosen, one.share),
        Mix::Played => (one.chosen, one.played),
    });
    shares.filter(|(_, share)| *share > 0.0).collect()
}

/// What a seat gets at most against `strong`, which goes on learning from every round: so the same board is not the
/// same position unless it was reached in the same way.
fn best_against_strong(game: &Irono, seat: Seat, met: &Model, mix: Mix) -> f64 {
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
            let lays = shares(&after(&marked, seat, hides[0]), strong, met, mix);
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
                            share * best_against_strong(&after(&hidden, strong, *lay), seat, met, mix)
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
    let marks = shares(game, strong, met, mix);
    let marked = after(game, strong, marks[0].0);
    let hidden: Vec<_> = shares(&marked, strong, met, mix)
        .into_iter()
        .map(|(hide, share)| (after(&marked, strong, hide), share))
        .collect();
    let of_lay = |&lay: &Move| -> f64 {
        let end = |(hidden, share): &(Irono, f64)| {
            share * best_against_strong(&after(hidden, seat, lay), seat, met, mix)
        };
        hidden.iter().map(end).sum()
    };
    legal(&hidden[0].0, seat).iter().map(of_lay).fold(f64::MIN, f64::max)
}

/// What a best response gains on what `strong` advises and on how it plays, in games with an opponent so many empty
/// cells before the end.
fn gains(opponent: Level, empty: usize, games: u64, limit: Limit) -> [Gains; 2] {
    let mut gains = [(); 2].map(|()| Gains::default());
    for game in reached(opponent, empty, games, limit) {
        let board = Board::of(&game.knows(None));
        let value = both(&board, solved(&board))[1];
        let met = Model::of(&game.knows(None), 1, Values::fitted());
        for (gains, mix) in gains.iter_mut().zip([Mix::Advised, Mix::Played]) {
            gains.add(empty, best_against_strong(&game, Seat(1), &met, mix), value);
        }
    }
    let [advised, played] = &gains;
    advised.tell(&format!("strong v {opponent:?}, {empty} empty cells, as advised"));
    played.tell(&format!("strong v {opponent:?}, {empty} empty cells, as played"));
    gains
}

/// With four empty cells what `strong` advises leaves nothing to a best response. Neither does how it plays against
/// those who look at the board. Against one who plays by chance it gives up some of what it is sure of, and one who
/// knew how, and had played by chance until then, would gain by it.
#[test]
#[ignore = "takes a quarter of an hour of a release build"]
fn over_the_last_four_cells_only_play_by_chance_is_met_with_daring() {
    for (opponent, games) in [(Level::Strong, 10), (Level::Normal, 10), (Level::Random, 10)] {
        let [advised, played] = gains(opponent, LAST, games, Limit::Time(TIME));
        assert!(advised.worths.iter().all(|gain| gain.abs() < NOTHING));
        assert!(played.worths.iter().all(|&gain| gain > -NOTHING));
        assert!(opponent == Level::Random || mean(&played.points) <= 0.1);
    }
}

/// The same with two empty cells.
#[test]
fn over_the_last_two_cells_only_play_by_chance_is_met_with_daring() {
    for opponent in [Level::Normal, Level::Strong, Level::Random] {
        let [advised, played] = gains(opponent, 2, 6, Limit::Iterations(3_000));
        assert!(advised.worths.iter().all(|gain| gain.abs() < NOTHING), "{:?}", advised.worths);
        if opponent == Level::Random {
            assert!(most(&played.worths) > 0.01, "{:?}", played.worths);
        } else {
            assert!(played.worths.iter().all(|gain| gain.abs() < NOTHING), "{:?}", played.worths);
        }
    }
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
            let (random, seat) = (&mut Quick::new(number), Seat((number % 2) as u8));
            let end = walk::play::<Irono>(2, Options::default(), random, |game, mover, moves, random| {
                if mover != seat {
                    return random.pick(moves);
                }
                let style = strong(game, careful);
                advise(&game.knows(Some(seat)), seat, moves, &style, &thinking).choose(random)
            });
            won += walk::won(&end, seat);
        }
        won / games as f64
    };
    let shares = [16, 6, 4, 0].map(|careful| (careful, share(careful)));
    println!("careful from so many empty cells on, and share of games won: {shares:?}");
    assert!(shares.is_sorted_by(|one, other| one.1 < other.1));
    assert!((shares[0].1 - 0.5).abs() < 0.05);
}
