//! Points of a round, and who wins.

use super::*;

/// A table at the end of a round: declared and won numbers, and the stack from the bottom.
fn end_of_round(declared: &[u8], won: &[u8], stack: &[u8], eliminated: &[u8]) -> Public {
    let seats = declared.len() as u8;
    let mut table = Public::before_deal(seats, Options::default(), Sheet::new(seats), Seat(0));
    table.declared[..declared.len()].copy_from_slice(declared);
    table.won[..won.len()].copy_from_slice(won);
    table.stack.extend(stack.iter().copied().map(Seat));
    table.alive = table.alive.minus(eliminated.iter().copied().map(Seat).collect());
    table
}

/// IY-19
#[test]
fn perseverance_and_domination_less_the_difference() {
    let table = end_of_round(&[4, 3, 5, 2], &[3, 3, 1, 5], &[3, 2, 0, 1], &[2]);
    assert_eq!(points(&table)[..4], [2, 4, 0, 0], "2 + 1 - 1, 3 + 1, eliminated, and no less than nothing");
    let table = end_of_round(&[7, 7, 1], &[0, 6, 1], &[0, 1, 2], &[]);
    assert_eq!(points(&table)[..3], [0, 0, 2]);
    let table = end_of_round(&[1, 2, 3], &[3, 2, 7], &[2, 1, 0], &[]);
    assert_eq!(points(&table)[..3], [0, 1, 0], "too many tricks count like too few");
}

/// IY-20
#[test]
fn a_sole_survivors_difference_counts_as_nothing() {
    let table = end_of_round(&[5, 4, 7], &[2, 3, 3], &[1, 2], &[1, 2]);
    assert_eq!(points(&table)[..3], [2, 0, 0], "not in the stack");
    let table = end_of_round(&[5, 4, 7], &[2, 3, 3], &[1, 0, 2], &[1, 2]);
    assert_eq!(points(&table)[..3], [3, 0, 0], "one divider below their own");
}

/// A finished game of three with these round scores.
fn finished(rounds: &[[i16; 5]], options: Options) -> Public {
    let mut table = Public::before_deal(3, options, Sheet::new(3), Seat(0));
    rounds.iter().for_each(|&points| table.sheet.push(points));
    table.phase = Phase::Over;
    table
}

fn seats(numbers: &[u8]) -> Seats {
    numbers.iter().copied().map(Seat).collect()
}

/// IY-21
#[test]
fn the_highest_total_wins_then_the_last_round_then_all_share() {
    let winners = |rounds: [[i16; 5]; 3]| winners(&finished(&rounds, Options::default()));
    assert_eq!(winners([[3, 0, 1, 0, 0], [0, 2, 0, 0, 0], [0, 2, 0, 0, 0]]), seats(&[1]));
    assert_eq!(winners([[3, 0, 4, 0, 0], [0, 2, 0, 0, 0], [1, 2, 0, 0, 0]]), seats(&[1]));
    assert_eq!(winners([[3, 0, 3, 0, 0], [0, 2, 0, 0, 0], [1, 2, 1, 0, 0]]), seats(&[1]));
    assert_eq!(winners([[3, 1, 3, 0, 0], [0, 1, 0, 0, 0], [1, 1, 1, 0, 0]]), seats(&[0, 2]));
    let unfinished = Public { phase: Phase::Deal, ..finished(&[[1, 0, 0, 0, 0]], Options::default()) };
    assert_eq!(crate::iyadosu::score::winners(&unfinished), Seats::NONE);
}

/// IY-22
#[test]
fn an_exact_declaration_is_paid_on_top_in_the_last_round() {
    let mut table = end_of_round(&[4, 3, 5, 2], &[3, 3, 1, 5], &[3, 2, 0, 1], &[2]);
    table.options.final_bonus = true;
    assert_eq!(points(&table)[..4], [2, 4, 0, 0], "not in the first round");
    (0..2).for_each(|_| table.sheet.push([0; 5]));
    assert_eq!(points(&table)[..4], [2, 4, 0, 0], "and not in the last but one");
    table.sheet.push([0; 5]);
    assert_eq!(points(&table)[..4], [2, 7, 0, 0]);
    let mut table = end_of_round(&[5, 4, 7], &[2, 4, 7], &[1, 2], &[1, 2]);
    table.options.final_bonus = true;
    (0..2).for_each(|_| table.sheet.push([0; 5]));
    assert_eq!(points(&table)[..3], [7, 0, 0], "a sole survivor is exact, the eliminated get nothing");
}

/// IY-23
#[test]
fn as_many_points_as_players_in_a_round_win_at_once() {
    let options = Options { instant_win: true, ..Options::default() };
    let winners = |rounds: &[[i16; 5]]| winners(&finished(rounds, options));
    assert!(!won_at_once(&finished(&[[2, 0, 1, 0, 0]], options)));
    assert!(!won_at_once(&finished(&[[3, 0, 1, 0, 0]], Options::default())));
    assert!(won_at_once(&finished(&[[3, 0, 1, 0, 0]], options)));
    assert_eq!(
        winners(&[[2, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0, 3, 0, 0, 0]]),
        seats(&[1]),
        "totals do not count"
    );
    assert_eq!(winners(&[[2, 0, 0, 0, 0], [3, 4, 0, 0, 0]]), seats(&[1]), "the higher round score");
    assert_eq!(winners(&[[2, 1, 0, 0, 0], [3, 3, 0, 0, 0]]), seats(&[0]), "then the higher total");
    assert_eq!(winners(&[[1, 1, 2, 0, 0], [3, 3, 0, 0, 0]]), seats(&[0, 1]), "then both");
}

/// IY-23: in play the game stops after such a round; with `stack: submissions` only the final bonus makes it possible.
#[test]
fn an_instant_win_ends_the_game() {
    let mut early = 0;
    for number in 0..200 {
        let mut random = Quick::new(number);
        let options = Options { instant_win: true, ..Options::default() };
        let mut game = Iyadosu::new(3, options);
        finish_game(&mut game, &mut random);
        let last = game.score(game.rounds() - 1);
        if game.rounds() < 3 {
            early += 1;
            assert!(last.iter().any(|&points| points >= 3), "{last:?}");
            assert!(game.winners().iter().all(|seat| last[seat.index()] >= 3));
        }
        let mut game = Iyadosu::new(3, Options { stack: Stack::Submissions, ..options });
        finish_game(&mut game, &mut random);
        assert_eq!(game.rounds(), 3, "a round score is at most players less one");
        assert!((0..3).all(|round| game.score(round).iter().all(|&points| points < 3)));
    }
    assert!(early > 5, "{early}");
}
