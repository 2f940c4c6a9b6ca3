//! Any text is a record that is proved, or refused with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(fault) = catalog::check(text) {
        assert!(!fault.to_string().is_empty());
    }
});
