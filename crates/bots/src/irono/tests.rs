//! Tests of the solver.

use cards::{Quick, Random};

use super::board::{Board, COLOURS};
use super::look::{Look, Means};
use super::value::Values;

#[test]
fn timing() {
    let mut random = Quick::new(1);
    for (empty, depth) in [(4, 4), (5, 5), (6, 6), (6, 3), (7, 4), (8, 4), (10, 3), (16, 2), (16, 3)] {
        let board = any_board(empty, &mut random);
        let look = Look::new(&board, None, depth, Values::fitted());
        let start = std::time::Instant::now();
        look.stakes(&Means::ENOUGH);
        let t = start.elapsed();
        let (leaves, rounds) = look.size();
        println!("{empty} {depth} {:?} leaves {leaves} rounds {rounds} {:b}", t, board.colours());
    }
}

/// A board with so many empty cells, filled by chance within the rules.
fn any_board(empty: usize, random: &mut Quick) -> Board {
    let mut board = Board::empty(random.below(2) as usize);
    for _ in empty..16 {
        let cell = random.pick(&board.empties());
        let colours: Vec<usize> = (0..COLOURS).filter(|colour| board.colours() >> colour & 1 != 0).collect();
        board = board.after(usize::from(cell), random.below(2) as usize, random.pick(&colours));
    }
    board
}

#[test]
#[ignore = "takes minutes"]
fn fit_now() {
    let start = std::time::Instant::now();
    let count = std::env::var("FIT").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    let text = super::fit_irono("irono", count, &mut |done, total| {
        println!("{done}/{total} {:?}", start.elapsed());
    });
    std::fs::write("/tmp/irono-values.txt", text).expect("a file");
}

#[test]
#[ignore = "a match"]
fn match_now() {
    use crate::{Bot, Limit, Thinking};
    use cards::{Seat, Seed};
    use games::irono::{Irono, Options};
    use games::{Game, Moves, Turn};
    let word = |name: &str, usual: &str| std::env::var(name).unwrap_or(usual.to_string());
    let games: u64 = word("GAMES", "400").parse().expect("number");
    let ms: u64 = word("MS", "100").parse().expect("number");
    let bots: Vec<Bot> = word("BOTS", "strong,random").split(',').map(|bot| bot.parse().expect("bot")).collect();
    let total = std::sync::Mutex::new((0.0, 0.0, 0.0, 0.0f64));
    let next = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let seed = Seed::of_game("match", number);
                    let mut random = Quick::for_seed(&seed, "bots");
                    let mut game = Irono::new(2, Options::default());
                    let first = (number % 2) as usize;
                    let mut moves = Moves::new();
                    let mut slowest = 0.0f64;
                    loop {
                        match game.turn() {
                            Turn::Deal => {
                                let deal = game.draw(&mut random);
                                game.deal(&deal, &mut ()).expect("deal");
                            }
                            Turn::Move(seats) => {
                                let seat = seats.first().expect("seat");
                                game.legal(seat, &mut moves);
                                let thinking =
                                    Thinking { limit: Limit::Time(std::time::Duration::from_millis(ms)), threads: 1 };
                                let start = std::time::Instant::now();
                                let chosen = bots[seat.index() ^ first].choose::<Irono>(
                                    &game.knows(Some(seat)), seat, &moves, &thinking, &mut random);
                                slowest = slowest.max(start.elapsed().as_secs_f64());
                                game.play(seat, chosen, &mut ()).expect("legal");
                            }
                            Turn::Over => break,
                        }
                    }
                    let score = game.score(0);
                    let lead = f64::from(score[first] - score[1 - first]);
                    let mut total = total.lock().expect("lock");
                    let share = if lead > 0.0 { 1.0 } else if lead < 0.0 { 0.0 } else { 0.5 };
                    total.0 += share;
                    total.1 += share * share;
                    total.2 += lead;
                    total.3 = total.3.max(slowest);
                    let _ = Seat(0);
                }
            });
        }
    });
    let (sum, squares, lead, slowest) = *total.lock().expect("lock");
    let n = games as f64;
    let mean = sum / n;
    let half = 1.96 * ((squares / n - mean * mean) / n).sqrt();
    println!("RESULT {} {ms} ms {games}: {:.1} % ± {:.1}, lead {:.2}, slowest {:.1} ms", word("BOTS", "strong,random"),
        100.0 * mean, 100.0 * half, lead / n, 1000.0 * slowest);
}
