use crate::run::{TABLES, irori};

#[test]
fn the_rules_of_every_game_fit_a_terminal() {
    for (game, _) in TABLES {
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

#[test]
fn a_game_is_played_to_its_end_in_the_terminal() {
    for (game, seats) in TABLES {
        // Moves are tried in turn until one fits; what does not fit is explained and asked again.
        let ran = irori(&["play", game, "--seats", &seats.to_string(), "--seed", "cli"], b"?\nnonsense\nq\n");
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("That cannot be played: found \"nonsense\""), "{game}: {}", ran.out);
        assert!(ran.out.contains("Left with the totals at "));
    }
}
