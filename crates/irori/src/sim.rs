//! `irori sim`: plays many games between bots on all cores. The results do not depend on the number of cores.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use bots::{Bot, Strategy, Thinking};
use cards::{Quick, Seat, Seed};
use catalog::{Code, Driver, Fault, Keep, OptionList, for_game};
use games::{Game, Moves, Notation};
use serde_json::json;

use crate::cli::SimArgs;
use crate::interrupt;
use crate::out::{plural, print};
use crate::progress::ProgressBar;
use crate::records::Records;

/// How many games a core plays before it reports.
const CHUNK: u64 = 32;

pub fn run(args: &SimArgs) -> anyhow::Result<ExitCode> {
    let seats = args.seats.unwrap_or(args.game.usual_seats());
    for_game!(args.game, G => {
        check_setup::<G>(seats, &args.options)?;
        simulate::<G>(args, seats, &seat_bots(&args.bots, seats)?)
    })
}

/// Checks seats and options before any game is played.
pub fn check_setup<G: Notation>(seats: u8, options: &OptionList) -> Result<(), Fault> {
    Driver::<G>::open(seats, options, Seed::from_bytes([0; 32]), &[], Keep::Nothing).map(drop)
}

fn seat_bots(bots: &[Bot], seats: u8) -> Result<Vec<Bot>, Fault> {
    let count = usize::from(seats);
    match bots {
        [one] => Ok(vec![*one; count]),
        all if all.len() == count => Ok(all.to_vec()),
        [first, others] => Ok((0..count).map(|seat| if seat == 0 { *first } else { *others }).collect()),
        _ => {
            let message =
                format!("{} bots for {seats} seats; name one, two, or one for each seat", bots.len());
            Err(Fault::new(Code::BadSeats, message))
        }
    }
}

#[derive(Clone, Default)]
struct SimResults {
    games: u64,
    moves: u64,
    seats: Vec<SeatResults>,
    records: Vec<String>,
}

#[derive(Clone, Copy)]
struct SeatResults {
    sum: i64,
    squares: i64,
    least: i32,
    most: i32,
    /// Games won, shared ones included.
    wins: u64,
    /// Games won, shared ones split.
    share: f64,
}

fn simulate<G: Strategy + Notation>(args: &SimArgs, seats: u8, bots: &[Bot]) -> anyhow::Result<ExitCode> {
    interrupt::listen()?;
    let mut output = args.records.as_deref().map(Records::open).transpose()?;
    let mut progress = ProgressBar::new(args.games, "games");
    let mut all = SimResults::new(seats);
    let play = |chunk: u64| {
        let first = chunk * CHUNK;
        play_chunk::<G>(args, seats, bots, first..(first + CHUNK).min(args.games))
    };
    let played = lab::in_order(
        args.games.div_ceil(CHUNK),
        &interrupt::interrupted,
        |chunk, _| Some(play(chunk)),
        |results| -> anyhow::Result<_> {
            output.as_mut().map_or(Ok(()), |output| output.write(&results.records))?;
            all.add(&results);
            progress.update(all.games);
            Ok(ControlFlow::Continue(()))
        },
    );
    progress.finish();
    played?;
    if let Some(output) = &mut output {
        output.finish()?;
    }
    if interrupt::interrupted() {
        eprintln!("irori: interrupted after {} of {} games", all.games, args.games);
    }
    if args.records.as_deref() != Some("-") {
        print(&all.report(args, bots))?;
    }
    Ok(interrupt::exit_code())
}

fn play_chunk<G: Strategy + Notation>(
    args: &SimArgs,
    seats: u8,
    bots: &[Bot],
    games: std::ops::Range<u64>,
) -> SimResults {
    let mut results = SimResults::new(seats);
    let keep = match (&args.records, args.legal) {
        (None, _) => Keep::Nothing,
        (Some(_), false) => Keep::Steps,
        (Some(_), true) => Keep::Legal,
    };
    // The games already use all cores, so each search uses one.
    let asked = args.ms.map(Duration::from_millis);
    let thinking: Vec<Thinking> = bots.iter().map(|bot| Thinking::within(bot.limit(asked))).collect();
    for number in games {
        let seed = Seed::of_game(&args.seed, number);
        let mut driver = Driver::<G>::open(seats, &args.options, seed, &[], keep)
            .expect("seats and options were checked before the first game");
        let mut random = Quick::for_seed(&seed, "bots");
        let mut moves = Moves::new();
        while let Some(seat) = driver.state().to_act().first() {
            driver.state().legal(seat, &mut moves);
            let knowledge = driver.state().knows(Some(seat));
            let (bot, thinking) = (bots[seat.index()], &thinking[seat.index()]);
            let chosen = bot.choose::<G>(&knowledge, seat, &moves, thinking, &mut random);
            driver.play(seat, chosen, &mut ()).expect("a listed move is legal");
            results.moves += 1;
        }
        results.count(driver.state());
        if args.records.is_some() {
            results.records.push(driver.record());
        }
    }
    results
}

impl SimResults {
    fn new(seats: u8) -> SimResults {
        let nothing =
            SeatResults { sum: 0, squares: 0, least: i32::MAX, most: i32::MIN, wins: 0, share: 0.0 };
        SimResults { seats: vec![nothing; seats.into()], ..SimResults::default() }
    }

    fn count<G: Game>(&mut self, state: &G) {
        self.games += 1;
        let winners = state.winners();
        for (seat, (results, total)) in self.seats.iter_mut().zip(state.totals()).enumerate() {
            results.sum += i64::from(total);
            results.squares += i64::from(total) * i64::from(total);
            results.least = results.least.min(total);
            results.most = results.most.max(total);
            if winners.contains(Seat(seat as u8)) {
                results.wins += 1;
                results.share += 1.0 / f64::from(winners.len());
            }
        }
    }

    fn add(&mut self, other: &SimResults) {
        self.games += other.games;
        self.moves += other.moves;
        for (own, other) in self.seats.iter_mut().zip(&other.seats) {
            own.sum += other.sum;
            own.squares += other.squares;
            own.least = own.least.min(other.least);
            own.most = own.most.max(other.most);
            own.wins += other.wins;
            own.share += other.share;
        }
    }

    fn report(&self, args: &SimArgs, bots: &[Bot]) -> String {
        let games = self.games.max(1) as f64;
        let mean = |seat: &SeatResults| seat.sum as f64 / games;
        let deviation =
            |seat: &SeatResults| (seat.squares as f64 / games - mean(seat) * mean(seat)).max(0.0).sqrt();
        if args.json {
            let rows: Vec<_> = self
                .seats
                .iter()
                .zip(bots)
                .enumerate()
                .map(|(number, (seat, bot))| {
                    json!({
                        "seat": number, "bot": bot.to_string(), "mean": mean(seat), "deviation": deviation(seat),
                        "least": if self.games == 0 { None } else { Some(seat.least) },
                        "most": if self.games == 0 { None } else { Some(seat.most) },
                        "wins": seat.wins, "share": seat.share / games,
                    })
                })
                .collect();
            let result = json!({
                "game": args.game.id(), "seats": self.seats.len(), "games": self.games, "moves": self.moves,
                "seed": args.seed, "results": rows,
            });
            return format!("{result}\n");
        }
        let title = args.game.title();
        let (games_word, moves_word) = (plural(self.games, "game"), plural(self.moves, "move"));
        let mut text = format!("{title}: {games_word}, {moves_word}\n");
        if self.games == 0 {
            return text;
        }
        text.push_str("seat  bot          mean  deviation  least   most    wins  win rate\n");
        for (number, (seat, bot)) in self.seats.iter().zip(bots).enumerate() {
            text.push_str(&format!(
                "{number:>4}  {:<8} {:>8.2}  {:>9.2}  {:>5}  {:>5}  {:>6}  {:>6.1} %\n",
                bot.to_string(),
                mean(seat),
                deviation(seat),
                seat.least,
                seat.most,
                seat.wins,
                100.0 * seat.share / games,
            ));
        }
        text
    }
}
