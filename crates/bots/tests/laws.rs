//! The laws of bots, over positions of random play with all seat counts and options: choices are legal, hidden cards
//! make no difference, the same seed gives the same answer, and no bot thinks longer than it may.

// A test that cannot continue should panic.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bots::{Bot, Level, Limit, Strategy, Thinking};
use cards::{Quick, Random, Seat};
use games::{Moves, Turn};

/// A position where a seat has a choice.
struct Position<G> {
    state: G,
    seat: Seat,
}

impl<G: Strategy> Position<G> {
    fn moves(&self) -> Moves<G::Move> {
        let mut moves = Moves::new();
        self.state.legal(self.seat, &mut moves);
        moves
    }

    fn choose(&self, bot: Bot, thinking: &Thinking, seed: u64) -> G::Move {
        let knowledge = self.state.knows(Some(self.seat));
        bot.choose::<G>(&knowledge, self.seat, &self.moves(), thinking, &mut Quick::new(seed))
    }
}

/// Positions of random play; one in `rarity` is taken.
fn positions<G: Strategy>(count: usize, rarity: u32) -> Vec<Position<G>> {
    let setups = games::setups::<G>();
    let mut random = Quick::new(7);
    let mut positions = Vec::new();
    let mut moves = Moves::new();
    while positions.len() < count {
        let (seats, options) = random.pick(&setups);
        let mut state = G::new(seats, options);
        loop {
            match state.turn() {
                Turn::Over => break,
                Turn::Deal => {
                    let deal = state.draw(&mut random);
                    state.deal(&deal, &mut ()).unwrap();
                }
                Turn::Move(to_act) => {
                    let to_act: Vec<Seat> = to_act.iter().collect();
                    let seat = random.pick(&to_act);
                    state.legal(seat, &mut moves);
                    if moves.len() > 1 && random.below(rarity) == 0 {
                        positions.push(Position { state, seat });
                    }
                    state.play(seat, random.pick(&moves), &mut ()).unwrap();
                }
            }
        }
    }
    positions.truncate(count);
    positions
}

/// Law: a bot chooses a legal move, the same seed gives the same one, and it stays the same when the cards that the bot
/// cannot know lie elsewhere.
fn answers_follow_from_knowledge<G: Strategy>() {
    let mut random = Quick::new(3);
    for position in positions::<G>(24, 10) {
        let moves = position.moves();
        let knowledge = position.state.knows(Some(position.seat));
        let twin = Position { state: G::sample(&knowledge, &mut random), seat: position.seat };
        for level in Level::ALL {
            let bot = Bot { level, limit: level.thinks().then_some(Limit::Iterations(200)) };
            let thinking = Thinking::within(bot.limit(None));
            let chosen = position.choose(bot, &thinking, 5);
            assert!(moves.contains(&chosen), "{}: {bot} chose {chosen}, legal: {moves:?}", G::ID);
            assert_eq!(position.choose(bot, &thinking, 5), chosen, "{}: {bot} again", G::ID);
            assert_eq!(twin.choose(bot, &thinking, 5), chosen, "{}: {bot} peeks", G::ID);
        }
    }
}

/// Law: the figures of an advice make sense, and each legal move has them.
fn advice_covers_every_move<G: Strategy>() {
    for position in positions::<G>(12, 10) {
        let moves = position.moves();
        let knowledge = position.state.knows(Some(position.seat));
        for level in Level::ALL {
            let bot = Bot { level, limit: None };
            let thinking = Thinking { limit: Limit::Iterations(2000), threads: 1, stops_early: false };
            let advice = bot.advise::<G>(&knowledge, position.seat, &moves, &thinking, &mut Quick::new(1));
            let named: Vec<G::Move> = advice.candidates.iter().map(|candidate| candidate.chosen).collect();
            assert_eq!(named, &moves[..], "{}: {bot}", G::ID);
            let shares: f64 = advice.candidates.iter().map(|candidate| candidate.share).sum();
            assert!((shares - 1.0).abs() < 1e-6, "{}: {bot}: shares add up to {shares}", G::ID);
            for candidate in &advice.candidates {
                let place = format!("{}: {bot}: {candidate:?}", G::ID);
                assert!(candidate.value.is_finite() && candidate.error.is_finite(), "{place}");
                assert!(candidate.error >= 0.0 && candidate.worlds > 0, "{place}");
                assert!((-1e-6..=1.0 + 1e-6).contains(&candidate.win), "{place}");
            }
        }
    }
}

/// The time this thread has spent on a core.
fn core_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split(' ').next().unwrap().parse().unwrap())
}

/// Law: no bot takes more than 20 % and 20 ms beyond its time. The time on a core counts, since a busy machine may keep
/// any thread waiting.
fn nobody_overruns<G: Strategy>() {
    for position in positions::<G>(6, 40) {
        for level in [Level::Easy, Level::Normal, Level::Strong, Level::Ismcts] {
            for ms in [1, 10, 50] {
                let time = Duration::from_millis(ms);
                let before = core_time();
                position.choose(Bot::of(level), &Thinking::within(Limit::Time(time)), 1);
                let took = core_time() - before;
                let most = time.mul_f64(1.2) + Duration::from_millis(20);
                assert!(took <= most, "{}: {} took {took:?} of {time:?}", G::ID, level.name());
            }
        }
    }
}

macro_rules! laws {
    ($($game:ident $Game:ident $id:literal),+) => {
        $(mod $game {
            #[test]
            fn answers_follow_from_knowledge() {
                super::answers_follow_from_knowledge::<games::$game::$Game>();
            }

            #[test]
            fn advice_covers_every_move() {
                super::advice_covers_every_move::<games::$game::$Game>();
            }

            #[test]
            #[cfg(target_os = "linux")]
            fn nobody_overruns() {
                super::nobody_overruns::<games::$game::$Game>();
            }
        })+
    };
}

games::each_game!(laws);
