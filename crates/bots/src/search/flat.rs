//! Flat search: all moves on the same worlds, one move deep, so that luck which every move shares cancels out. The worse
//! half of the moves is dropped again and again, so that the time goes to comparing the good ones.

use cards::{Quick, Seat};

use super::deadline::Deadline;
use super::rollout::{self, Ending};
use super::tally::MoveTally;
use super::worlds::Worlds;
use super::{Skill, exact};
use crate::Strategy;

/// A choice can be settled after this many worlds, if the best move leads by this many standard errors.
const SETTLED_AFTER: u32 = 200;
const SETTLED_BY: f64 = 4.0;

pub fn weigh<G: Strategy>(
    worlds: &mut Worlds<'_, G>,
    seat: Seat,
    moves: &[G::Move],
    skill: &Skill,
    deadline: &Deadline,
    stops_early: bool,
    random: &mut Quick,
) -> Vec<MoveTally> {
    let mut tallies = vec![MoveTally::default(); moves.len()];
    let mut active: Vec<usize> = (0..moves.len()).collect();
    // The stages of halving down to two moves. Bots that look at few worlds keep all moves to the end.
    let halvings = if skill.tree { moves.len().next_power_of_two().trailing_zeros().max(1) } else { 1 };
    let mut stage = 1;
    let (mut iterations, mut looked) = (0, 0u32);
    loop {
        let world = worlds.next(random);
        for &at in &active {
            tallies[at].add(&outcome(world, seat, moves[at], skill, random), seat);
        }
        iterations += active.len() as u64;
        looked += 1;
        let used = deadline.used(iterations);
        if used >= 1.0 || skill.most_worlds.is_some_and(|most| looked >= most) {
            return tallies;
        }
        if stops_early
            && looked >= SETTLED_AFTER
            && looked.is_multiple_of(64)
            && is_settled(&tallies, &active)
        {
            return tallies;
        }
        if active.len() > 2 && used >= f64::from(stage) / f64::from(halvings) {
            active.sort_by(|&one, &other| tallies[other].worth().total_cmp(&tallies[one].worth()));
            active.truncate(active.len().div_ceil(2));
            stage += 1;
        }
    }
}

/// Whether the best move is so far ahead that more worlds would hardly change it.
fn is_settled(tallies: &[MoveTally], active: &[usize]) -> bool {
    let mut order: Vec<&MoveTally> = active.iter().map(|&at| &tallies[at]).collect();
    order.sort_by(|one, other| other.worth().total_cmp(&one.worth()));
    match order[..] {
        [first, second, ..] => {
            first.worth() - second.worth() > SETTLED_BY * first.error().hypot(second.error())
        }
        _ => true,
    }
}

/// How a round ends after a move.
fn outcome<G: Strategy>(
    mut world: G,
    seat: Seat,
    chosen: G::Move,
    skill: &Skill,
    random: &mut Quick,
) -> Ending {
    let round = world.rounds();
    let near = skill.exact && world.decisions_left() <= G::EXACT_AT_ROOT;
    world.play(seat, chosen, &mut ()).expect("a listed move is legal");
    if near { exact::solve(&world, round) } else { rollout::play_out(world, round, skill, random) }
}
