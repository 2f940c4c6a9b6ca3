//! Looking ahead: every way to fill some of the empty cells, and backward induction over them.
//!
//! A layer holds the positions in which the same number of cells has been filled, an array for each choice of cells.
//! Within an array a position's place has a digit to the base 12 for each of these cells, the lowest cell's digit
//! last: the stone that lies there. In which order the cells were filled does not matter, nor who marked them, which
//! follows from the number. Colours that are sold out follow from the stones. Places that no play can reach hold
//! numbers that nobody asks for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use super::board::{Board, COLOURS, STONES};
use super::chance::Chance;
use super::fill::{fill, fill_colours, fill_ends};
use super::lanes::{LANES, values, values_by_chance};
use super::stage::Stakes;
use super::value::Values;

/// How long a look ahead may take, and on how many cores.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// When to give up.
    pub end: Option<Instant>,
    /// How many cores to use.
    pub threads: usize,
}

impl Means {
    /// As long as it takes, on one core.
    pub const ENOUGH: Means = Means { end: None, threads: 1 };

    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Nanoseconds that parts of a look take.
struct Costs {
    /// To judge the end of a game, and another position.
    end: f64,
    position: f64,
    /// To solve a round, and one against chance.
    round: f64,
    round_by_chance: f64,
}

/// Programs built for tests take half as long again.
const COSTS: Costs = if cfg!(debug_assertions) {
    Costs { end: 9.0, position: 65.0, round: 30.0, round_by_chance: 20.0 }
} else {
    Costs { end: 6.0, position: 45.0, round: 18.0, round_by_chance: 8.0 }
};

/// A look ahead from a board, as many rounds as `depth`.
pub struct Look<'a> {
    board: &'a Board,
    /// The empty cells; a set of them has a bit for each, in this order.
    empties: Vec<u8>,
    /// The marked cell's bit, or none.
    marked: u32,
    depth: usize,
    judge: Judge<'a>,
}

/// How positions at the edge of a look are judged, and rounds solved.
#[derive(Clone, Copy)]
pub enum Judge<'a> {
    /// Both play as well as can be.
    Fair(&'a Values),
    /// This seat plays as well as can be against one who plays by chance.
    Chance(&'a Chance, usize),
}

impl<'a> Look<'a> {
    /// Looks `depth` rounds ahead, and no further than the board allows.
    pub fn new(board: &'a Board, mark: Option<usize>, depth: usize, judge: Judge<'a>) -> Look<'a> {
        let empties = board.empties();
        let marked = match mark {
            Some(mark) => empties.iter().position(|&cell| usize::from(cell) == mark).map_or(0, |at| 1 << at),
            None => 0,
        };
        let depth = depth.clamp(1, empties.len());
        Look { board, empties, marked, depth, judge }
    }

    /// Whether the look reaches the end of the game.
    pub fn is_exact(&self) -> bool {
        self.depth == self.empties.len()
    }

    /// Whether it will be done in time, by what it takes on an ordinary machine.
    pub fn fits(&self, means: &Means) -> bool {
        let Some(end) = means.end else { return true };
        let (judged, solved) = self.size();
        let judging = if self.is_exact() { COSTS.end } else { COSTS.position };
        let solving = if matches!(self.judge, Judge::Fair(_)) { COSTS.round } else { COSTS.round_by_chance };
        let seconds =
            1e-9 * (judged as f64 * judging + solved as f64 * solving) / means.threads.max(1) as f64;
        seconds <= end.saturating_duration_since(Instant::now()).as_secs_f64()
    }

    /// How many positions are judged and how many rounds solved.
    pub fn size(&self) -> (u64, u64) {
        let (free, fixed) = match self.marked {
            0 => (self.empties.len() as u64, 0),
            _ => (self.empties.len() as u64 - 1, 1),
        };
        let layer = |filled: u64| choose(free, filled - fixed) * (STONES as u64).pow(filled as u32);
        let depth = self.depth as u64;
        let rounds = (1..depth).map(|filled| layer(filled) * (self.empties.len() as u64 - filled)).sum();
        (layer(depth), rounds)
    }

    /// What is at stake for each cell that may be marked; nothing if time was up before that was known.
    pub fn stakes(&self, means: &Means) -> Option<Vec<(usize, Stakes)>> {
        let next = self.worths(1, means)?;
        let active = self.board.active;
        let worths = |cell: usize, owner: usize| -> [f32; COLOURS] {
            std::array::from_fn(|colour| -next[1 << cell][owner * COLOURS + colour])
        };
        let colours = self.board.colours();
        let marks = (0..self.empties.len()).filter(|&cell| self.marked == 0 || self.marked == 1 << cell);
        let stakes = |cell| Stakes { colours, miss: worths(cell, active), hit: worths(cell, 1 - active) };
        Some(marks.map(|cell| (usize::from(self.empties[cell]), stakes(cell))).collect())
    }

    /// The layer after so many rounds, by the sets of cells: what its positions are worth to the seat active then.
    pub fn worths(&self, rounds: usize, means: &Means) -> Option<Vec<Vec<f32>>> {
        let mut next = self.layer(self.depth, means, |cells| self.judge(cells, means))?;
        for filled in (rounds..self.depth).rev() {
            next = self.layer(filled, means, |cells| self.solve(cells, &next, means))?;
        }
        Some(next)
    }

    /// Works out an array for each set of so many cells.
    fn layer(
        &self,
        filled: usize,
        means: &Means,
        work: impl Fn(u32) -> Option<Vec<f32>> + Sync,
    ) -> Option<Vec<Vec<f32>>> {
        let sets: Vec<u32> = (0..1u32 << self.empties.len())
            .filter(|set| set.count_ones() as usize == filled && set & self.marked == self.marked)
            .collect();
        let mut layer = vec![Vec::new(); 1 << self.empties.len()];
        if means.threads <= 1 || sets.len() == 1 {
            for set in sets {
                layer[set as usize] = work(set)?;
            }
            return Some(layer);
        }
        let failed = AtomicBool::new(false);
        let (work, failed_too) = (&work, &failed);
        let parts: Vec<Vec<(u32, Vec<f32>)>> = thread::scope(|scope| {
            let part = |first: usize| {
                let own: Vec<u32> = sets.iter().copied().skip(first).step_by(means.threads).collect();
                scope.spawn(move || {
                    let mut done = Vec::new();
                    for set in own {
                        match work(set) {
                            Some(array) if !failed_too.load(Ordering::Relaxed) => done.push((set, array)),
                            _ => {
                                failed_too.store(true, Ordering::Relaxed);
                                break;
                            }
                        }
                    }
                    done
                })
            };
            let workers: Vec<_> = (0..means.threads).map(part).collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect()
        });
        if failed.load(Ordering::Relaxed) {
            return None;
        }
        for (set, array) in parts.into_iter().flatten() {
            layer[set as usize] = array;
        }
        Some(layer)
    }

    /// The cells of a set, ascending.
    fn cells(&self, set: u32) -> Vec<u8> {
        self.empties.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0).map(|(_, &cell)| cell).collect()
    }

    /// The board on which the active seat is the one after so many rounds.
    fn board_after(&self, filled: usize) -> Board {
        Board { active: self.board.active ^ (filled & 1), ..*self.board }
    }

    /// The worth of all positions of a set at the edge of the look, for the seat that is active then.
    fn judge(&self, set: u32, means: &Means) -> Option<Vec<f32>> {
        if means.is_over() {
            return None;
        }
        let cells = self.cells(set);
        let mut board = self.board_after(cells.len());
        let mut out = vec![0.0; STONES.pow(cells.len() as u32)];
        let (&last, others) = cells.split_last()?;
        let part = out.len() / STONES;
        for (digit, out) in out.chunks_exact_mut(part).enumerate() {
            // Long arrays are left in the middle when time is up.
            if part > 10_000 && means.is_over() {
                return None;
            }
            board.put(usize::from(last), digit as u8 + 1);
            if self.is_exact() {
                fill_ends(&mut board, others, out);
            } else {
                let values = match self.judge {
                    Judge::Fair(values) => values,
                    Judge::Chance(chance, seat) if seat == board.active => &chance.knowing,
                    Judge::Chance(chance, _) => &chance.blind,
                };
                let layer = values.layer(self.empties.len() - self.depth);
                fill(&mut board, others, out, &|board| layer.worth(board));
            }
            board.take(usize::from(last));
        }
        Some(out)
    }

    /// The worth of all positions of a set, by the best mark in each, from those with one more cell filled.
    fn solve(&self, set: u32, next: &[Vec<f32>], means: &Means) -> Option<Vec<f32>> {
        let filled = set.count_ones() as usize;
        let mut board = self.board_after(filled);
        let (own, others) = (board.active * COLOURS, (1 - board.active) * COLOURS);
        let length = STONES.pow(filled as u32);
        let mut colours = vec![0; length];
        fill_colours(&mut board, &self.cells(set), &mut colours);
        let knowing = match self.judge {
            Judge::Fair(_) => None,
            Judge::Chance(_, seat) => Some(seat == board.active),
        };
        // One who plays by chance marks any cell, others the best.
        let marks = (self.empties.len() - filled) as f32;
        let mut out = vec![if knowing == Some(false) { 0.0 } else { f32::MIN }; length];
        for cell in (0..self.empties.len()).filter(|cell| set >> cell & 1 == 0) {
            if means.is_over() {
                return None;
            }
            let child = &next[(set | 1 << cell) as usize];
            let stride = STONES.pow((set & ((1 << cell) - 1)).count_ones());
            // A stone on this cell comes between the digits of the higher and of the lower cells.
            for from in (0..length).step_by(LANES) {
                let (high, low) = (from / stride, from % stride);
                let mut miss = [[0.0; LANES]; COLOURS];
                let mut hit = [[0.0; LANES]; COLOURS];
                for colour in 0..COLOURS {
                    if stride == 1 {
                        for lane in 0..LANES {
                            miss[colour][lane] = -child[(from + lane) * STONES + own + colour];
                            hit[colour][lane] = -child[(from + lane) * STONES + others + colour];
                        }
                    } else {
                        let a = &child[(high * STONES + own + colour) * stride + low..][..LANES];
                        let g = &child[(high * STONES + others + colour) * stride + low..][..LANES];
                        for lane in 0..LANES {
                            miss[colour][lane] = -a[lane];
                            hit[colour][lane] = -g[lane];
                        }
                    }
                }
                let mut lanes = [0; LANES];
                lanes.copy_from_slice(&colours[from..from + LANES]);
                let values = match knowing {
                    None => values(&mut miss, &mut hit, &lanes),
                    Some(knowing) => values_by_chance(&miss, &hit, &lanes, knowing),
                };
                for (best, value) in out[from..from + LANES].iter_mut().zip(values) {
                    *best = if knowing == Some(false) { *best + value / marks } else { best.max(value) };
                }
            }
        }
        Some(out)
    }
}

/// How many sets of `few` there are among `many`.
fn choose(many: u64, few: u64) -> u64 {
    (0..few).fold(1, |product, at| product * (many - at) / (at + 1))
}
