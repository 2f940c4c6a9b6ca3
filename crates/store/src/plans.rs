//! How SQLite carries out our statements. A server must not read a whole table while people play, however large it grows.

use rusqlite::Connection;

use crate::{LobbyQuery, LobbySort, find, migrations};

/// Tables that grow with the age of a server.
const LARGE: [&str; 10] =
    ["rows", "heads", "tables", "games", "players", "guests", "tokens", "traces", "seated", "checkpoints"];

/// What may be read as a whole: the index of the lobby has the tables of the lobby only. The operator's search for a name
/// has to look at all guests.
const ALLOWED: [&str; 3] = [
    "SCAN tables USING INDEX lobby",
    "SCAN tables USING COVERING INDEX lobby",
    "SCAN guests USING INDEX guests_by_time",
];

fn database() -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    migrations::migrate(&connection).unwrap();
    connection
}

fn plan(connection: &Connection, statement: &str) -> Vec<String> {
    let mut explain = connection.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).unwrap();
    let mut rows = explain.raw_query();
    let mut lines = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        lines.push(row.get(3).unwrap());
    }
    lines
}

fn reads_a_large_table(line: &str) -> bool {
    let mut words = line.split(' ');
    let scan = words.next() == Some("SCAN") && words.next().is_some_and(|table| LARGE.contains(&table));
    scan && !ALLOWED.contains(&line)
}

/// Every statement that is written down in this crate, found in its sources so that none is forgotten.
fn statements() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut statements = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if !path.is_file() || path.ends_with("plans.rs") {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        for constant in source.split(": &str =").skip(1) {
            let Some((_, text)) = constant.split_once('"') else { continue };
            let text = text.split_once('"').unwrap().0.trim();
            if ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE"].iter().any(|verb| text.starts_with(verb)) {
                statements.push(text.to_owned());
            }
        }
    }
    assert!(statements.len() > 60, "{} statements", statements.len());
    statements
}

#[test]
fn no_statement_reads_a_large_table_as_a_whole() {
    let connection = database();
    for statement in statements() {
        for line in plan(&connection, &statement) {
            assert!(!reads_a_large_table(&line), "{line}\n{statement}");
        }
    }
}

#[test]
fn the_lobby_is_read_from_its_index_and_sorted_by_it() {
    let connection = database();
    for kind in [None, Some("koi-koi".to_owned())] {
        for free in [false, true] {
            for sort in [LobbySort::Newest, LobbySort::Oldest, LobbySort::Free] {
                let query = LobbyQuery { kind: kind.clone(), free, sort, skip: 0, most: 50 };
                let [count, list] =
                    find::lobby_statements(&query).map(|statement| plan(&connection, &statement));
                assert_eq!(count, ["SCAN tables USING COVERING INDEX lobby"]);
                assert!(!list.iter().any(|line| reads_a_large_table(line)), "{list:?}");
                let sorts = list.iter().any(|line| line.contains("TEMP B-TREE"));
                assert_eq!(sorts, sort == LobbySort::Free, "{list:?}");
            }
        }
    }
}
