//! Any lines get one line of answer each, and the engine goes on.
#![no_main]

use catalog::Engine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut engine = Engine::new();
    let mut thought = false;
    for line in text.lines().take(60) {
        // Thinking takes its time: once is enough here.
        if line.contains("suggest") && std::mem::replace(&mut thought, true) {
            continue;
        }
        let answer = engine.answer(line);
        assert!(!answer.contains('\n'), "one line for one line");
        assert!(answer.starts_with('{') && answer.ends_with('}'));
    }
});
