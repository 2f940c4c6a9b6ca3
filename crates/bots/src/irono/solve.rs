//! Backward induction: every way to fill some of the empty cells, solved from the last round to the first.
//!
//! A layer holds the positions with the same number of cells filled, one array for each set of cells. A position's
//! index in its array has a digit to the base 12 for each of these cells: the stone on it, the lowest cell last. The
//! order in which the cells were filled does not matter. The number of filled cells says who is active, and the stones
//! say which colours are sold out. Indices that no play can reach hold numbers that nobody reads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use super::board::{Board, COLOURS, STONES};
use super::round::{Payoffs, values};
use super::value::{Values, worth};

/// Rounds that are solved at once.
const LANES: usize = 12;

/// How long solving may take, and on how many cores.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub end: Option<Instant>,
    pub threads: usize,
}

impl Budget {
    pub const UNLIMITED: Budget = Budget { end: None, threads: 1 };

    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Nanoseconds to score the end of a game, to judge another position and to solve a round. Builds for tests are slower.
const COSTS: [f64; 3] = if cfg!(debug_assertions) { [15.0, 65.0, 30.0] } else { [10.0, 45.0, 18.0] };

/// A look ahead over `depth` rounds.
pub struct Lookahead<'a> {
    board: &'a Board,
    /// The empty cells. A set of them has a bit for each, in this order.
    empties: Vec<u8>,
    /// The set of the marked cell, or the empty set.
    marked: u32,
    depth: usize,
    values: &'a Values,
}

impl<'a> Lookahead<'a> {
    /// Looks `depth` rounds ahead, but not beyond the end of the game.
    pub fn new(board: &'a Board, mark: Option<usize>, depth: usize, values: &'a Values) -> Lookahead<'a> {
        let empties = board.empties();
        let at = mark.and_then(|mark| empties.iter().position(|&cell| usize::from(cell) == mark));
        let depth = depth.clamp(1, empties.len());
        Lookahead { board, empties, marked: at.map_or(0, |at| 1 << at), depth, values }
    }

    fn is_exact(&self) -> bool {
        self.depth == self.empties.len()
    }

    /// Whether it can be expected to finish in time.
    pub fn fits(&self, budget: &Budget) -> bool {
        let Some(end) = budget.end else { return true };
        let [end_cost, judge_cost, round_cost] = COSTS;
        let judging = self.judged() as f64 * if self.is_exact() { end_cost } else { judge_cost };
        let solving = (self.size() - self.judged()) as f64 * round_cost;
        let seconds = 1e-9 * (judging + solving) / budget.threads.max(1) as f64;
        seconds <= end.saturating_duration_since(Instant::now()).as_secs_f64()
    }

    /// How many positions have this many cells filled.
    fn positions(&self, filled: usize) -> u64 {
        let fixed = self.marked.count_ones() as usize;
        choose(self.empties.len() - fixed, filled - fixed) * (STONES as u64).pow(filled as u32)
    }

    fn judged(&self) -> u64 {
        self.positions(self.depth)
    }

    /// How many positions are judged and rounds solved.
    pub fn size(&self) -> u64 {
        let rounds = |filled| self.positions(filled) * (self.empties.len() - filled) as u64;
        self.judged() + (1..self.depth).map(rounds).sum::<u64>()
    }

    /// The payoffs for each cell that may be marked, or nothing if time was up before.
    pub fn payoffs(&self, budget: &Budget) -> Option<Vec<(usize, Payoffs)>> {
        let mut next = self.layer(self.depth, budget, |set| self.judge(set, budget))?;
        for filled in (1..self.depth).rev() {
            next = self.layer(filled, budget, |set| self.solve(set, &next, budget))?;
        }
        let (active, colours) = (self.board.active, self.board.colours());
        let worths =
            |at: usize, owner: usize| std::array::from_fn(|colour| -next[1 << at][owner * COLOURS + colour]);
        let marks = (0..self.empties.len()).filter(|&at| self.marked == 0 || self.marked == 1 << at);
        let payoffs = |at| Payoffs { colours, miss: worths(at, active), hit: worths(at, 1 - active) };
        Some(marks.map(|at| (usize::from(self.empties[at]), payoffs(at))).collect())
    }

    /// Works out an array for each set of this many cells.
    fn layer(
        &self,
        filled: usize,
        budget: &Budget,
        work: impl Fn(u32) -> Option<Vec<f32>> + Sync,
    ) -> Option<Vec<Vec<f32>>> {
        let sets: Vec<u32> = (0..1u32 << self.empties.len())
            .filter(|set| set.count_ones() as usize == filled && set & self.marked == self.marked)
            .collect();
        let arrays = on_cores(&sets, budget.threads, |&set| if budget.is_over() { None } else { work(set) });
        let mut layer = vec![Vec::new(); 1 << self.empties.len()];
        for (set, array) in sets.into_iter().zip(arrays) {
            layer[set as usize] = array?;
        }
        Some(layer)
    }

    fn cells(&self, set: u32) -> Vec<u8> {
        self.empties.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0).map(|(_, &cell)| cell).collect()
    }

    /// The board with the player active who is so after this many rounds.
    fn board_after(&self, filled: usize) -> Board {
        Board { active: self.board.active ^ (filled & 1), ..*self.board }
    }

    /// The worth of all positions of a set where the look ends, to the player active there.
    fn judge(&self, set: u32, budget: &Budget) -> Option<Vec<f32>> {
        let cells = self.cells(set);
        let mut board = self.board_after(cells.len());
        let mut out = vec![0.0; STONES.pow(cells.len() as u32)];
        let (&last, others) = cells.split_last()?;
        let part = out.len() / STONES;
        let layer = self.values.layer(self.empties.len() - self.depth);
        for (digit, out) in out.chunks_exact_mut(part).enumerate() {
            // Long arrays are abandoned when time is up.
            if part > 10_000 && budget.is_over() {
                return None;
            }
            board.put(usize::from(last), digit as u8 + 1);
            if self.is_exact() {
                fill(&mut board, others, out, &|board| worth(board.active_lead()));
            } else {
                fill(&mut board, others, out, &|board| layer.worth(board));
            }
            board.take(usize::from(last));
        }
        Some(out)
    }

    /// The worth of all positions of a set, with the best mark in each, from those with one more cell filled.
    fn solve(&self, set: u32, next: &[Vec<f32>], budget: &Budget) -> Option<Vec<f32>> {
        let filled = set.count_ones() as usize;
        let mut board = self.board_after(filled);
        let (own, others) = (board.active * COLOURS, (1 - board.active) * COLOURS);
        let length = STONES.pow(filled as u32);
        let mut colours = vec![0; length];
        fill(&mut board, &self.cells(set), &mut colours, &Board::colours);
        let mut out = vec![f32::MIN; length];
        for cell in (0..self.empties.len()).filter(|cell| set >> cell & 1 == 0) {
            if budget.is_over() {
                return None;
            }
            let child = &next[(set | 1 << cell) as usize];
            // The digit of a stone on this cell comes between those of the higher and of the lower cells.
            let stride = STONES.pow((set & ((1 << cell) - 1)).count_ones());
            for from in (0..length).step_by(LANES) {
                let (high, low) = (from / stride, from % stride);
                let gather = |stone: usize| -> [f32; LANES] {
                    if stride == 1 {
                        return std::array::from_fn(|lane| -child[(from + lane) * STONES + stone]);
                    }
                    let worths = &child[(high * STONES + stone) * stride + low..][..LANES];
                    std::array::from_fn(|lane| -worths[lane])
                };
                let miss = std::array::from_fn(|colour| gather(own + colour));
                let hit = std::array::from_fn(|colour| gather(others + colour));
                let lanes = std::array::from_fn(|lane| colours[from + lane]);
                for (best, value) in out[from..].iter_mut().zip(values::<LANES>(miss, hit, &lanes)) {
                    *best = best.max(value);
                }
            }
        }
        Some(out)
    }
}

/// Judges every way to fill the cells.
fn fill<T>(board: &mut Board, cells: &[u8], out: &mut [T], judge: &impl Fn(&Board) -> T) {
    let Some((&last, others)) = cells.split_last() else {
        out[0] = judge(board);
        return;
    };
    let part = out.len() / STONES;
    for (digit, out) in out.chunks_exact_mut(part).enumerate() {
        board.put(usize::from(last), digit as u8 + 1);
        fill(board, others, out, judge);
        board.take(usize::from(last));
    }
}

/// How many sets of `few` there are among `many`.
fn choose(many: usize, few: usize) -> u64 {
    (0..few).fold(1, |product, at| product * (many - at) as u64 / (at as u64 + 1))
}

/// Works on all items on several cores and returns the results in order.
pub fn on_cores<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if threads <= 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let worker = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let taken = numbers.map_while(|at| items.get(at).map(|item| (at, work(item))));
        taken.collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
