//! Every numbered rule in `docs/rules` has a test that names it, and no test names a rule that does not exist.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use games::GameId;

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
fn the_rules_of_every_game_are_numbered_without_gaps() {
    let mut games: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for rule in defined() {
        let (letters, number) = rule.split_once('-').unwrap();
        games.entry(letters.to_owned()).or_default().insert(number.parse().unwrap());
    }
    assert_eq!(games.len(), GameId::ALL.len());
    for (letters, numbers) in games {
        assert!(numbers.iter().copied().eq(1..=numbers.len()), "{letters} has gaps: {numbers:?}");
        assert!(numbers.len() > 1, "{letters}");
    }
}
