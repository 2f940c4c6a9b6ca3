//! Dealing, listing and playing allocate nothing, to the end of a game.

use cards::{Quick, Random};
use games::{Game, GameId, Moves, Turn, for_game};

fn play_game<G: Game>(seats: u8, options: G::Options, start: u64) {
    let mut random = Quick::new(start);
    let mut state = G::new(seats, options);
    let mut moves = Moves::new();
    loop {
        match state.turn() {
            Turn::Deal => assert!(state.deal(&state.draw(&mut random), &mut ()).is_ok()),
            Turn::Move(to_act) => {
                let Some(seat) = to_act.first() else { break };
                state.legal(seat, &mut moves);
                assert!(state.play(seat, random.pick(&moves), &mut ()).is_ok());
            }
            Turn::Over => break,
        }
    }
    assert!(!state.winners().is_empty());
}

fn allocates_nothing<G: Game>() {
    for seats in G::SEATS {
        for options in games::combinations::<G::Options>(seats) {
            let counted = allocation_counter::measure(|| {
                (0..3).for_each(|start| play_game::<G>(seats, options, start));
            });
            assert_eq!(counted.count_total, 0, "{} with {seats} seats and {options:?}", G::ID);
        }
    }
}

#[test]
fn playing_allocates_nothing() {
    for game in GameId::ALL {
        for_game!(game, G => allocates_nothing::<G>());
    }
}
