//! Matches between bots, their ratings, and the page drawn from them.

use serde_json::Value;

use crate::run::{Ran, irori, tables};

fn arena(args: &str) -> Ran {
    let args: Vec<&str> = std::iter::once("arena").chain(args.split(' ')).collect();
    irori(&args, b"")
}

/// The one JSON object that a command prints.
fn json(ran: &Ran) -> Value {
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    serde_json::from_str(&ran.out).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// What scripts outside rely on.
#[test]
fn figures_come_as_json() {
    let result = json(&arena("iroha --seats 4 --bots greedy,random --deals 12 --seed a --json"));
    assert_eq!(
        (&result["game"], &result["seats"], &result["deals"]),
        (&"iroha".into(), &4.into(), &12.into())
    );
    assert_eq!((&result["games"], &result["even"]), (&48.into(), &0.25.into()));
    let rows = result["bots"].as_array().unwrap();
    let names: Vec<&Value> = rows.iter().map(|row| &row["bot"]).collect();
    assert_eq!(names, ["greedy", "random"]);
    for row in rows {
        for figure in ["mean", "share"] {
            let [low, value, high] = [format!("{figure}_low"), figure.to_owned(), format!("{figure}_high")]
                .map(|key| number(&row[key]));
            assert!(low <= value && value <= high, "{row}");
        }
        assert!((0.0..=1.0).contains(&number(&row["share_low"])) && number(&row["share_high"]) <= 1.0);
    }
    // One seat of the first and three of the second win every game among them.
    assert!((number(&rows[0]["share"]) + 3.0 * number(&rows[1]["share"]) - 1.0).abs() < 1e-9);
    assert!(result.get("sprt").is_none() && rows[0].get("bonus").is_none());
}

#[test]
fn every_table_has_its_matches() {
    for (game, seats) in tables() {
        let mut names = vec!["random"; seats.into()];
        names[0] = "greedy";
        for bots in ["greedy,random".to_owned(), names.join(",")] {
            let result = json(&arena(&format!("{game} --seats {seats} --bots {bots} --deals 2 --json")));
            let rows = result["bots"].as_array().unwrap().len();
            assert_eq!(rows, bots.split(',').count(), "{game} {seats}");
            assert_eq!(result["games"], 2 * seats);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_figures_and_another_seed_others() {
    for bots in ["greedy,random", "strong:iters=50,easy:iters=50", "omniscient:iters=50,greedy"] {
        let of = |seed| arena(&format!("irono --bots {bots} --deals 6 --seed {seed} --json")).out;
        assert_eq!(of("a"), of("a"), "{bots}");
        assert_ne!(of("a"), of("b"), "{bots}");
    }
}

#[test]
fn equals_share_evenly() {
    let result = json(&arena("iyadosu --seats 4 --bots random,random --deals 200 --json"));
    for row in result["bots"].as_array().unwrap() {
        // Wider than the interval, which misses once in twenty times.
        assert!((number(&row["share"]) - 0.25).abs() < 0.06, "{row}");
    }
    let alone = json(&arena("iyadosu --seats 4 --bots random --deals 20 --json"));
    assert_eq!((&alone["games"], number(&alone["bots"][0]["share"])), (&20.into(), 0.25));
}

#[test]
fn the_table_says_all_that_json_does() {
    let ran = arena("wild-rawz --seats 3 --bots easy,random --deals 3 --ms 1 --option laps=1");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in
        ["3 deals, 9 games", "even win rate is 33.3 %", "bonus", "over the limit", "Elo (", "so few deals"]
    {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
}

#[test]
fn wild_rawz_tells_how_often_the_bonus_is_hit() {
    let result = json(&arena("wild-rawz --bots random,greedy --deals 20 --json"));
    let bonus = &result["bots"][0]["bonus"];
    let (low, share, high) = (number(&bonus["low"]), number(&bonus["share"]), number(&bonus["high"]));
    assert!(0.0 < low && low < share && share < high && high < 1.0, "{bonus}");
}

#[test]
fn time_is_told_of_those_whom_the_clock_bounds() {
    let result = json(&arena("irono --bots easy,normal:iters=20 --deals 1 --ms 1 --json"));
    let [timed, counted] = [&result["bots"][0], &result["bots"][1]];
    assert!(number(&timed["time"]["longest_ms"]) >= number(&timed["time"]["mean_ms"]));
    assert!(timed["time"]["overruns"].is_u64() && counted.get("time").is_none());
    assert!(counted["decisions"].as_u64() > Some(0));
}

#[test]
fn a_sequential_test_stops_when_it_is_sure() {
    let result = json(&arena("iyadosu --bots easy:iters=8,random --deals 500 --sprt 0,20 --json"));
    let test = &result["sprt"];
    assert_eq!((&test["low"], &test["high"], &test["result"]), (&0.0.into(), &20.0.into(), &"high".into()));
    assert!(number(&test["llr"]) >= number(&test["upper"]) && number(&test["lower"]) < 0.0, "{test}");
    assert!(result["deals"].as_u64() < Some(500), "{}", result["deals"]);
    let weaker = arena("iyadosu --bots random,easy:iters=8 --deals 500 --sprt 0,20");
    assert!(weaker.out.contains("accepted: no more than 0 Elo"), "{}", weaker.out);
    let open = json(&arena("irono --bots random,random --deals 5 --sprt 0,20 --json"));
    assert_eq!((&open["sprt"]["result"], &open["deals"]), (&"open".into(), &5.into()));
}

#[test]
fn records_are_proved_and_say_who_sat_where() {
    let ran = arena("koi-koi --bots greedy,random --deals 2 --records - --option rounds=6");
    let sat: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["bots"].clone()).collect();
    let (one, other) = (serde_json::json!(["greedy", "random"]), serde_json::json!(["random", "greedy"]));
    assert_eq!(sat, [one.clone(), other.clone(), one, other]);
    let proved = irori(&["check", "-"], ran.out.as_bytes());
    assert!(proved.out.starts_with("4 games proved"), "{}{}", proved.out, proved.err);
}

#[test]
fn a_ladder_rates_all_bots() {
    let ran = irori(
        &[
            "ladder",
            "iyadosu",
            "--seats",
            "3",
            "--bots",
            "random,greedy,easy:iters=8",
            "--deals",
            "15",
            "--json",
        ],
        b"",
    );
    let result = json(&ran);
    let rating = |number: usize| &result["ratings"][number];
    assert_eq!((&rating(1)["bot"], &rating(1)["rating"]), (&"greedy".into(), &1000.0.into()));
    assert!(number(&rating(2)["low"]) > 1000.0, "{}", rating(2));
    assert!(number(&rating(0)["low"]) < number(&rating(0)["high"]));
    let matches = result["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 6, "every pair, both ways round");
    assert!(matches.iter().all(|each| each["one"] != each["others"] && each["share"].is_f64()));
    let table = irori(&["ladder", "irono", "--bots", "random,greedy", "--deals", "10"], b"");
    assert!(table.out.contains("10 deals in each of 1 pairing") && table.out.contains('±'), "{}", table.out);
}

#[test]
fn the_page_is_drawn_from_saved_results() {
    let folder = tempfile::tempdir().unwrap();
    let (results, page) = (folder.path().join("results.jsonl"), folder.path().join("bots.md"));
    let (results, page) = (results.to_str().unwrap(), page.to_str().unwrap());
    arena(&format!("koi-koi --bots easy:iters=5,greedy --deals 3 --save {results}"));
    irori(
        &["ladder", "irono", "--bots", "random,greedy", "--deals", "10", "--seed", "it's", "--save", results],
        b"",
    );
    arena(&format!("irono --bots greedy,random --deals 4 --seats 2 --sprt 0,20 --save {results}"));
    let report = ["report", "--results", results, "--page", page];
    let ran = irori(&report, b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let text = std::fs::read_to_string(page).unwrap();
    let command = r"irori arena irono --seats 2 --bots greedy,random --deals 10 --seed 'it'\''s' --ms 100";
    for part in ["| `greedy` | 1000 |", "bots/irono.svg", "not measured yet", "not played yet", command] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("--deals 4 "), "a match that stopped early is no fair figure");
    let picture = std::fs::read_to_string(folder.path().join("bots/irono.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.matches("<circle").count() == 2, "{picture}");
    irori(&report, b"");
    assert_eq!(std::fs::read_to_string(page).unwrap(), text, "the same results give the same page");
    let missing = irori(&["report", "--missing", "--results", results], b"");
    assert!(missing.out.lines().count() > 20 && missing.out.contains("--bots omniscient"), "{}", missing.out);
    let of_one = irori(&["report", "iroha", "--missing", "--results", results], b"");
    assert!(of_one.out.lines().all(|line| line.starts_with("irori arena iroha ")), "{}", of_one.out);
}

/// Whoever adds results also runs `irori report`.
#[test]
fn the_page_in_docs_is_fresh() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("bots.md");
    let results = docs.join("bots/results.jsonl");
    let ran =
        irori(&["report", "--results", results.to_str().unwrap(), "--page", page.to_str().unwrap()], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let read = |path: &std::path::Path| std::fs::read_to_string(path).unwrap();
    assert!(read(&page) == read(&docs.join("bots.md")), "run `irori report`");
    for picture in std::fs::read_dir(folder.path().join("bots")).unwrap() {
        let path = picture.unwrap().path();
        assert!(
            read(&path) == read(&docs.join("bots").join(path.file_name().unwrap())),
            "run `irori report`"
        );
    }
}

#[test]
fn wrong_matches_are_one_clear_line() {
    for (args, expected) in [
        ("arena iroha", "--bots <A,B,…>"),
        ("arena iroha --bots oracle,random", "unknown bot \"oracle\"; the bots are random, greedy, easy"),
        ("arena iroha --bots omniscient:iters=0,random", "unknown bot \"omniscient:iters=0\""),
        (
            "arena iroha --bots random,random,random",
            "3 bots for 4 seats; name one, two, or one for each seat",
        ),
        ("arena iroha --bots greedy,random --deals 0", "0 is not in 1..=10000000"),
        ("arena iroha --bots greedy,random --deals -1", "invalid value '-1'"),
        ("arena iroha --bots greedy,random --ms 0", "0 is not in 1..=60000"),
        ("arena iroha --bots greedy,random --seats 2", "iroha is for 3 to 6 players, not 2"),
        ("arena iroha --bots greedy,random --option rounds=6", "unknown option \"rounds\""),
        ("arena iroha --bots greedy,random --sprt 20,0", "such as 0,20"),
        ("arena iroha --bots greedy,random --sprt 0", "such as 0,20"),
        ("arena iroha --bots greedy,random --sprt 0,nan", "such as 0,20"),
        ("arena iroha --bots greedy --sprt 0,20", "--sprt needs two bots"),
        ("arena irono --bots greedy,random --save no/such/folder", "cannot append to \"no/such/folder\""),
        ("ladder iroha --bots greedy,greedy", "a ladder needs at least two bots, all different"),
        ("ladder chess", "unknown game \"chess\""),
        ("report --results nowhere.jsonl", "cannot read \"nowhere.jsonl\""),
        ("play iroha --bot omniscient", "unknown bot \"omniscient\""),
        ("sim iroha --bots omniscient", "unknown bot \"omniscient\""),
    ] {
        let ran = irori(&args.split(' ').collect::<Vec<_>>(), b"");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{args}: {}", ran.err);
        assert!(ran.err.starts_with("irori: ") && ran.err.contains(expected), "{args}: {}", ran.err);
    }
}

#[test]
fn who_sees_all_cards_is_refused_at_a_table() {
    let requests =
        b"{\"new\":{\"game\":\"koi-koi\",\"seats\":2}}\n{\"suggest\":{\"seat\":0,\"bot\":\"omniscient\"}}\n";
    let ran = irori(&["engine"], requests);
    assert!(ran.out.lines().nth(1).unwrap().contains("\"unknown-bot\""), "{}", ran.out);
}
