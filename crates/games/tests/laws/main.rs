//! The laws that every game must keep, checked by random play over all seat counts and option combinations.
//!
//! `IRORI_LAW_GAMES=100000 cargo test --release -p irori-games --test laws` plays that many games of each game.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

mod harness;

use games::Game;

fn games() -> u64 {
    match std::env::var("IRORI_LAW_GAMES") {
        Ok(number) => number.parse().expect("IRORI_LAW_GAMES must be a number of games"),
        Err(_) => 400,
    }
}

fn keeps_the_laws<G: Game>() {
    let checked = harness::check::<G>(games());
    println!("{}: {checked}", G::ID);
    assert!(checked.spots > games(), "a law that is not asked proves nothing");
    // Irono Ofubi deals no cards.
    assert!(checked.swaps > games() || G::ID == "irono", "hidden cards were hardly ever swapped");
}

#[test]
fn iroha_keeps_the_laws() {
    keeps_the_laws::<games::iroha::Iroha>();
}

#[test]
fn irono_keeps_the_laws() {
    keeps_the_laws::<games::irono::Irono>();
}

#[test]
fn iyadosu_keeps_the_laws() {
    keeps_the_laws::<games::iyadosu::Iyadosu>();
}

#[test]
fn wild_rawz_keeps_the_laws() {
    keeps_the_laws::<games::wild_rawz::WildRawz>();
}

#[test]
fn koi_koi_keeps_the_laws() {
    keeps_the_laws::<games::koi_koi::KoiKoi>();
}
