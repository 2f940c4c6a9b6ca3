use crate::run::{irori, tables};

#[test]
fn the_rules_of_every_game_fit_a_terminal() {
    for (game, _) in tables() {
        let ran = irori(&["rules", game], b"");
        assert_eq!(ran.code, 0);
        assert!(ran.out.lines().count() > 80, "{game}");
        assert!(!ran.out.contains('\x1b'), "no escape codes in a pipe");
        for heading in ["In short", "Setting up", "Scoring", "Options", "How to write moves"] {
            assert!(ran.out.lines().any(|line| line == heading), "{game}: {heading}");
        }
        assert!(!ran.out.contains("**") && !ran.out.contains('`'), "{game}: marks are laid out");
    }
}
