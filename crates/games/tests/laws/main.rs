//! The laws that every game must keep, checked by random play over all seat counts and option combinations.
//!
//! `IRORI_LAW_GAMES=100000 cargo test --release -p irori-games --test laws` plays that many games of each game.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

mod harness;

use harness::Lawful;

fn games() -> u64 {
    match std::env::var("IRORI_LAW_GAMES") {
        Ok(number) => number.parse().expect("IRORI_LAW_GAMES must be a number of games"),
        Err(_) => 400,
    }
}

fn keeps_the_laws<G: Lawful>() {
    let checked = harness::check::<G>(games());
    println!("{}: {checked}", G::ID);
    assert!(checked.spots > games(), "a law that is not asked proves nothing");
    // Irono Ofubi deals no cards.
    assert!(checked.swaps > games() || G::ID == "irono", "hidden cards were hardly ever swapped");
}

macro_rules! laws {
    ($($game:ident $Game:ident $id:literal),+) => {$(
        #[test]
        fn $game() {
            keeps_the_laws::<games::$game::$Game>();
        }
    )+};
}
games::each_game!(laws);
