//! Learns the tables of *Wild Rawz* by self-play.

use bots::data::head;
use bots::wild_rawz::rating::{Situation, rate};
use bots::wild_rawz::tables::{Tables, step};
use cards::{Quick, Random, Seat, Seed};
use games::wild_rawz::{Event, Knowledge, Move, Options, WildRawz};
use games::{Game, Moves, Turn};

use crate::Progress;

/// How often the tables are made from games played with the last ones.
const GENERATIONS: u32 = 12;
/// Moves are drawn with probabilities proportional to exp(sharpness × rating): first to see much, later to play almost
/// as well as possible.
const FIRST_SHARPNESS: f32 = 1.0;
const SHARPNESS: f32 = 3.0;

/// The text of `data/wild-rawz.txt`, from this many games for each number of seats.
pub fn learn(seed: &str, games: u32, progress: &mut Progress) -> String {
    let what =
        "What self-play has taught about Wild Rawz, in hundredths; first for three seats, then for four.";
    let mut text = head(&[what], WildRawz::ID, games, seed);
    let each = games.div_ceil(GENERATIONS).max(1);
    let total = u64::from(2 * GENERATIONS * each);
    for seats in [3, 4] {
        let random = &mut Quick::for_seed(&Seed::from_text(seed), "train");
        let before = u64::from(seats - 3) * total / 2;
        text += &learn_tables(seats, each, &mut |done| progress(before + done, total), random).text();
    }
    text
}

fn learn_tables(seats: u8, each: u32, progress: &mut dyn FnMut(u64), random: &mut Quick) -> Tables {
    let mut tables = Tables::guess();
    for generation in 0..GENERATIONS {
        let sharpness = if generation < GENERATIONS / 4 { FIRST_SHARPNESS } else { SHARPNESS };
        let mut lessons = Lessons::new(&tables);
        for game in 0..each {
            progress(u64::from(generation * each + game));
            lessons.play_game(seats, &tables, sharpness, random);
        }
        // The power of cards stays as guessed until the first generations have learned what it is good for.
        let power = if generation < GENERATIONS / 4 { tables.power } else { means(&lessons.power) };
        tables = Tables { power, wins: means(&lessons.wins), further: means(&lessons.further) };
    }
    tables
}

/// Sums and counts, for each cell of the tables.
struct Lessons {
    power: Vec<(f32, f32)>,
    wins: Vec<(f32, f32)>,
    further: Vec<(f32, f32)>,
}

/// A move whose trick is not over yet.
struct MoveInTrick {
    seat: usize,
    /// The table cell of what is left after losing or sitting out the trick, and after winning it.
    lost: usize,
    won: usize,
    strength: f32,
    win_cell: Option<usize>,
}

fn means(cells: &[(f32, f32)]) -> Vec<f32> {
    cells.iter().map(|(sum, count)| sum / count).collect()
}

fn add(cell: &mut (f32, f32), value: f32, weight: f32) {
    cell.0 += weight * value;
    cell.1 += weight;
}

impl Lessons {
    /// The old tables count as much as some games, so that cells which never occur keep their values.
    fn new(tables: &Tables) -> Lessons {
        let start = |values: &[f32]| values.iter().map(|value| (value * 20.0, 20.0)).collect();
        Lessons { power: start(&tables.power), wins: start(&tables.wins), further: start(&tables.further) }
    }

    /// Plays a game of one lap and learns from it.
    fn play_game(&mut self, seats: u8, tables: &Tables, sharpness: f32, random: &mut Quick) {
        let mut game = WildRawz::new(seats, Options { laps: 1, ..Options::default() });
        let mut moves = Moves::new();
        let mut events = Vec::new();
        let mut round = RoundSoFar::default();
        loop {
            match game.turn() {
                Turn::Over => return,
                Turn::Deal => {
                    let deal = game.draw(random);
                    game.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
                    round = RoundSoFar::default();
                }
                Turn::Move(to_act) => {
                    let Some(seat) = to_act.first() else { return };
                    game.legal(seat, &mut moves);
                    let knowledge = game.knows(Some(seat));
                    let chosen = choose(tables, &knowledge, &moves, sharpness, random);
                    round.note(tables, &knowledge, seat, chosen);
                    game.play(seat, chosen, &mut events).expect("a listed move is legal");
                    for event in events.drain(..) {
                        match event {
                            Event::Trick { winner, .. } => round.end_trick(usize::from(winner), self),
                            Event::Scored { points, .. } => round.end(&points, self),
                            _ => {}
                        }
                    }
                }
            }
        }
    }
}

fn choose(
    tables: &Tables,
    knowledge: &Knowledge,
    moves: &[Move],
    sharpness: f32,
    random: &mut Quick,
) -> Move {
    let mut rates = [0.0; 64];
    let rates = &mut rates[..moves.len()];
    rate(tables, knowledge, moves, rates);
    let best = rates.iter().copied().fold(f32::MIN, f32::max);
    for rate in rates.iter_mut() {
        *rate = (sharpness * (*rate - best)).exp();
    }
    let mut point = random.word() as f32 / u32::MAX as f32 * rates.iter().sum::<f32>();
    for (&chosen, weight) in moves.iter().zip(&*rates) {
        point -= weight;
        if point <= 0.0 {
            return chosen;
        }
    }
    moves[0]
}

/// What is kept of a round until its end.
#[derive(Default)]
struct RoundSoFar {
    points: [f32; 4],
    trick: Vec<MoveInTrick>,
    /// The moves of completed tricks: seat, table cell of what was left, strength, and points so far.
    past: Vec<(usize, usize, f32, f32)>,
    /// The cards of the trick, and those of every hand when it was led: seat, card, and table cell of its power.
    played: Vec<(usize, u8)>,
    held: Vec<(usize, u8, usize)>,
    winning: [u64; 4],
}

impl RoundSoFar {
    fn note(&mut self, tables: &Tables, knowledge: &Knowledge, seat: Seat, chosen: Move) {
        let (card, leaves) = match chosen {
            Move::Take(_) => return,
            Move::Play(card) => (card, false),
            Move::Leave(card) => (card, true),
        };
        let at = seat.index();
        let situation = Situation::of(tables, knowledge, seat);
        if knowledge.put_down() == 0 {
            let cells = knowledge
                .hand()
                .faces()
                .iter()
                .map(|card| (at, cards::Card::index(card), situation.power_cell(card)));
            self.held.extend(cells);
        }
        let (won, strength) = situation.rest(card, 1);
        if leaves {
            self.points[at] += 1.0;
            let (lost, _) = situation.rest(card, card.value());
            self.trick.push(MoveInTrick { seat: at, lost, won, strength, win_cell: None });
        } else {
            let (lost, _) = situation.rest(card, 0);
            self.played.push((at, cards::Card::index(card)));
            self.trick.push(MoveInTrick {
                seat: at,
                lost,
                won,
                strength,
                win_cell: situation.win_cell(card).ok(),
            });
        }
    }

    fn end_trick(&mut self, winner: usize, lessons: &mut Lessons) {
        self.points[winner] += 1.0;
        for (seat, card) in self.played.drain(..) {
            if seat == winner {
                self.winning[seat] |= 1 << card;
            }
        }
        for MoveInTrick { seat, lost, won, strength, win_cell } in self.trick.drain(..) {
            let wins = seat == winner;
            if let Some(cell) = win_cell {
                add(&mut lessons.wins[cell], f32::from(u8::from(wins)), 1.0);
            }
            self.past.push((seat, if wins { won } else { lost }, strength, self.points[seat]));
        }
    }

    fn end(&mut self, points: &[i16], lessons: &mut Lessons) {
        for &(seat, rest, strength, so_far) in &self.past {
            let further = f32::from(points[seat]) - so_far;
            let (step, part) = step(strength);
            add(&mut lessons.further[rest + step], further, 1.0 - part);
            add(&mut lessons.further[rest + step + 1], further, part);
        }
        for &(seat, card, cell) in &self.held {
            add(&mut lessons.power[cell], f32::from((self.winning[seat] >> card & 1) as u8), 1.0);
        }
    }
}
