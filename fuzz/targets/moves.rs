//! Any text is a move in its one text form, or refused: never a panic, never a second form.
#![no_main]

use catalog::{GameId, for_game};
use games::Game;
use libfuzzer_sys::fuzz_target;

fn reads_back<G: Game>(text: &str) {
    if let Ok(chosen) = text.parse::<G::Move>() {
        assert_eq!(chosen.to_string(), text);
    }
}

fuzz_target!(|text: &str| {
    for game in GameId::ALL {
        for_game!(game, G => reads_back::<G>(text));
    }
});
