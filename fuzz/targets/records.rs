#![no_main]

#[allow(dead_code)]
#[path = "../../crates/catalog/tests/any_text/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| targets::records(text));
