//! What must hold for any text. The fuzzer in `fuzz/` calls these functions too.

use catalog::{Engine, GameId, for_game};
use games::Game;

/// Every text is either the one text form of a move or an error.
pub fn moves(text: &str) {
    fn reads_back<G: Game>(text: &str) {
        if let Ok(chosen) = text.parse::<G::Move>() {
            assert_eq!(chosen.to_string(), text);
        }
    }
    for game in GameId::ALL {
        for_game!(game, G => reads_back::<G>(text));
    }
}

/// Every text is either a record that can be proved or an error with a message.
pub fn records(text: &str) {
    if let Err(fault) = catalog::check(text) {
        assert!(!fault.to_string().is_empty());
    }
}

/// The engine answers every line, whatever it says, with one line.
pub fn engine(text: &str) {
    let mut engine = Engine::new();
    let mut searched = false;
    for line in text.lines().take(60) {
        // A search takes time, so one per input is enough.
        if line.contains("suggest") && std::mem::replace(&mut searched, true) {
            continue;
        }
        let answer = engine.answer(line);
        assert!(!answer.contains('\n'), "an answer is one line");
        assert!(answer.starts_with('{') && answer.ends_with('}'));
    }
}
