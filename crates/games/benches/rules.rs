//! What one call costs, in the middle of a round: `cargo bench -p irori-games`.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use cards::{Quick, Random, Seat, Seed, Stream};
use criterion::{Criterion, criterion_group, criterion_main};
use games::{Game, GameId, Moves, Sample, Show, for_game};

/// A position about halfway through the first round, and whose turn it is.
fn middle<G: Game>(seats: u8) -> (G, Seat) {
    let mut random = Quick::new(7);
    let mut state = G::new(seats, G::Options::default());
    let mut path = vec![state];
    let mut chance = 0;
    while state.rounds() == 0 {
        match state.to_act().first() {
            None => {
                let deal = state.draw(&mut Stream::new(&Seed::from_text("bench"), chance));
                state.deal(&deal, &mut ()).unwrap();
                chance += 1;
            }
            Some(seat) => {
                let mut moves = Moves::new();
                state.legal(seat, &mut moves);
                state.play(seat, random.pick(&moves), &mut ()).unwrap_or_else(|_| unreachable!());
            }
        }
        if !state.to_act().is_empty() {
            path.push(state);
        }
    }
    let state = path[path.len() / 2];
    (state, state.to_act().first().unwrap())
}

fn bench<G: Show + Sample>(criterion: &mut Criterion, seats: u8) {
    let (state, seat) = middle::<G>(seats);
    let mut group = criterion.benchmark_group(G::ID);
    let mut moves = Moves::new();
    group.bench_function("legal", |bencher| {
        bencher.iter(|| black_box(&state).legal(seat, black_box(&mut moves)));
    });
    state.legal(seat, &mut moves);
    let chosen = moves[0];
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            let mut after = black_box(state);
            assert!(after.play(seat, black_box(chosen), &mut ()).is_ok());
            after
        });
    });
    group.bench_function("knows", |bencher| bencher.iter(|| black_box(&state).knows(Some(seat))));
    let knowledge = state.knows(Some(seat));
    group.bench_function("view", |bencher| bencher.iter(|| G::view(black_box(&knowledge))));
    let mut random = Quick::new(1);
    group.bench_function("sample", |bencher| bencher.iter(|| G::sample(black_box(&knowledge), &mut random)));
    group.finish();
}

fn all(criterion: &mut Criterion) {
    for game in GameId::ALL {
        for_game!(game, G => bench::<G>(criterion, game.usual_seats()));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
