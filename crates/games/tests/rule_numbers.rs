//! Every numbered rule in `docs/rules` has a test that names it, and no test names a rule that does not exist.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// `IY-12`: two capitals, a dash, a number.
fn rule_numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').filter(|word| {
        let (letters, digits) = word.split_once('-').unwrap_or_default();
        letters.len() == 2
            && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The numbers that the rules define: each at the beginning of an item.
fn defined() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let texts = files(&folder).into_iter().map(|path| fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| {
            let items = text.lines().filter_map(|line| line.strip_prefix("- "));
            items
                .filter_map(|item| rule_numbers(item.split(' ').next()?).next().map(str::to_owned))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The numbers in the doc lines of tests.
fn tested() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut tested = BTreeSet::new();
    for path in files(&folder).into_iter().filter(|path| path.to_string_lossy().contains("tests")) {
        let text = fs::read_to_string(path).unwrap();
        let mut named: Vec<String> = Vec::new();
        for line in text.lines().map(str::trim) {
            if let Some(doc) = line.strip_prefix("///") {
                named.extend(rule_numbers(doc).map(str::to_owned));
            } else if line == "#[test]" {
                tested.extend(named.drain(..));
            } else if !line.starts_with("#[") {
                named.clear();
            }
        }
    }
    tested
}

#[test]
fn every_numbered_rule_has_a_test() {
    let missing: Vec<String> = defined().difference(&tested()).cloned().collect();
    assert!(missing.is_empty(), "rules without a test: {}", missing.join(" "));
}

#[test]
fn no_test_names_a_rule_that_does_not_exist() {
    let unknown: Vec<String> = tested().difference(&defined()).cloned().collect();
    assert!(unknown.is_empty(), "tests of unknown rules: {}", unknown.join(" "));
}

#[test]
fn all_rules_of_the_five_games_are_listed() {
    let defined = defined();
    for (letters, count) in [("IR", 13), ("IO", 17), ("IY", 24), ("WR", 14), ("KK", 24)] {
        for number in 1..=count {
            assert!(
                defined.contains(&format!("{letters}-{number}")),
                "{letters}-{number} is not in docs/rules"
            );
        }
    }
    assert_eq!(defined.len(), 92);
}
