//! Wrong usage ends with exit 2 and one clear line.

use crate::run::irori;

#[test]
fn wrong_usage_is_one_clear_line() {
    for (args, expected) in [
        (&["sim", "chess"][..], "unknown game \"chess\"; the games are iroha, irono"),
        (&["sim", "iroha", "--seats", "7"], "iroha is for 3 to 6 players, not 7"),
        (&["sim", "irono", "--seats", "3"], "irono is for 2 players, not 3"),
        (&["sim", "iroha", "--seats", "many"], "invalid value 'many' for '--seats <N>'"),
        (&["sim", "iroha", "--seats", "300"], "300 is not in 0..=255"),
        (&["sim", "iroha", "--games", "-1"], "invalid value '-1' for '--games <K>'"),
        (&["sim", "iroha", "--option", "first=00"], "option first cannot be \"00\"; it can be random, 0, 1"),
        (&["sim", "iroha", "--bots", "oracle"], "unknown bot \"oracle\"; the bots are random"),
        (&["sim", "iroha", "--seats", "4", "--bots", "random,random,random"], "3 bots for 4 seats"),
        (&["sim", "iroha", "--option", "rounds=6"], "unknown option \"rounds\"; iroha has: first"),
        (&["sim", "iroha", "--option", "first=9"], "option first cannot be 9; it can be random, 0, 1, 2, 3"),
        (&["sim", "iroha", "--option", "first"], "expected KEY=VALUE, such as rounds=6"),
        (
            &["sim", "wild-rawz", "--seats", "3", "--option", "hand=12"],
            "option hand cannot be 12; it can be 11",
        ),
        (&["sim", "iroha", "--legal"], "--records <FILE>"),
        (&["sim"], "required arguments were not provided: <GAME>"),
        (&["rules", "go"], "unknown game \"go\""),
        (&["rules", "iroha", "--lang", "xx"], "unknown language \"xx\"; the rules are in: en"),
        (&["bench", "iroha", "--seats", "9"], "iroha is for 3 to 6 players, not 9"),
        (&["play", "iroha", "--seat", "4"], "there is no seat 4; the seats are 0 to 3"),
        (&["admin", "dance"], "unrecognized subcommand 'dance'"),
        (&["admin", "close"], "required arguments were not provided: <ID>"),
        (&["admin", "close", "../guests"], "an id has letters and digits only"),
        (&["admin", "tables", "--database", "irori.sqlite"], "--database must be sqlite:PATH"),
        (&["backup"], "required arguments were not provided: <FILE>"),
        (&["restore"], "required arguments were not provided: <FILE>"),
        (&["backup", "/no/such/folder/file"], "there is no folder /no/such/folder; create it first"),
        (&["backup", "x", "--database", "irori.sqlite"], "--database must be sqlite:PATH"),
        (&["restore", "/no/such/file"], "there is no file /no/such/file"),
        (&["health", "here"], "expected an IP address and a port"),
        (&["dance"], "unrecognized subcommand 'dance'"),
    ] {
        let ran = irori(args, b"");
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{args:?}: {}", ran.err);
        assert!(ran.err.starts_with("irori: ") && ran.err.contains(expected), "{args:?}: {}", ran.err);
        assert_eq!(ran.out, "", "{args:?}");
    }
}

#[test]
fn every_command_has_help() {
    for command in [
        "sim", "arena", "ladder", "report", "check", "engine", "bench", "rules", "play", "serve", "games",
        "admin", "health", "backup", "restore",
    ] {
        let ran = irori(&[command, "--help"], b"");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command}");
        assert!(ran.out.contains("Usage: irori"), "{}", ran.out);
    }
    assert!(irori(&["--version"], b"").out.starts_with("irori "));
}

#[test]
fn any_text_is_a_seed() {
    for seed in ["-5", "--", "", "種"] {
        let ran = irori(&["sim", "irono", "--games", "1", "--seed", seed], b"");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{seed:?}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let ran = irori(&["check", "nowhere.jsonl"], b"");
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("irori: cannot open nowhere.jsonl: "), "{}", ran.err);
    let ran = irori(&["sim", "irono", "--games", "1", "--records", "no/such/folder"], b"");
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("irori: cannot create \"no/such/folder\": "), "{}", ran.err);
}
