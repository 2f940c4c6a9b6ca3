//! What the README shows is what the program does.

use crate::run::irori;

#[test]
fn the_engine_session_is_true() {
    let readme = include_str!("../../../../README.md");
    let lines = |mark: &str| readme.lines().filter_map(|line| line.strip_prefix(mark)).collect::<Vec<_>>();
    let (requests, answers) = (lines("> {"), lines("< "));
    assert!(requests.len() > 2 && requests.len() == answers.len());
    let input: String = requests.iter().map(|request| format!("{{{request}\n")).collect();
    let ran = irori(&["engine"], input.as_bytes());
    for (answer, shown) in ran.out.lines().zip(answers) {
        assert_eq!(answer, shown);
    }
}
