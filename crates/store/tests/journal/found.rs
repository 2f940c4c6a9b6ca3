//! What is found without reading entries: the index of tables, and finished games.

use store::{Also, Index, Journal, Listed, LobbyQuery, LobbySort, Sqlite, Status, StoredGame};

use crate::{append_also, ended, journal, seated, wait};

fn index(status: Status, public: bool) -> Vec<Also> {
    let summary = format!("{{\"public\":{public}}}");
    vec![Also::Index(Index { public, summary, ..seated(status, &[]) })]
}

fn tables(listed: &[Listed]) -> Vec<&str> {
    listed.iter().map(|line| line.table.as_str()).collect()
}

fn everything() -> LobbyQuery {
    LobbyQuery { most: 100, ..LobbyQuery::default() }
}

/// The ids of the tables that a query finds, and how many there are in all.
fn lobby(journal: &Sqlite, query: LobbyQuery) -> (String, u64) {
    let lobby = wait(journal.lobby(query)).unwrap();
    (tables(&lobby.tables).join(" "), lobby.total)
}

#[test]
fn the_lobby_lists_public_unfinished_tables_newest_first() {
    let (journal, _folder) = journal();
    append_also(&journal, "old", 1, 10, index(Status::Open, true));
    append_also(&journal, "new", 1, 30, index(Status::Playing, true));
    append_also(&journal, "mid", 1, 20, index(Status::Open, true));
    append_also(&journal, "hidden", 1, 40, index(Status::Playing, false));
    append_also(&journal, "over", 1, 50, index(Status::Over, true));
    append_also(&journal, "rows only", 1, 60, Vec::new());
    append_also(&journal, "new", 2, 70, Vec::new());
    assert_eq!(lobby(&journal, everything()), ("new mid old".to_owned(), 3));
    let first = Listed {
        table: "new".to_owned(),
        status: Status::Playing,
        public: true,
        updated: 30,
        summary: "{\"public\":true}".to_owned(),
        opener: String::new(),
        entries: 2,
    };
    assert_eq!(wait(journal.lobby(everything())).unwrap().tables[0], first);
    let all = wait(journal.unfinished(0, usize::MAX)).unwrap();
    assert_eq!(tables(&all), ["hidden", "new", "mid", "old"]);
    assert_eq!(tables(&wait(journal.unfinished(1, 2)).unwrap()), ["new", "mid"]);
    assert_eq!(wait(journal.unfinished(0, 0)).unwrap(), []);
}

#[test]
fn the_lobby_filters_sorts_and_pages() {
    let (journal, _folder) = journal();
    let kinds = ["koi-koi", "iroha"];
    // Free seats of a to f, and the kinds by turns.
    for (place, (table, free)) in
        ["a", "b", "c", "d", "e", "f"].into_iter().zip([3, 0, 1, 2, 1, 0]).enumerate()
    {
        let kind = kinds[place % 2].to_owned();
        let line = Index { public: true, kind, free, ..seated(Status::Open, &["ann"]) };
        append_also(&journal, table, 1, 10 * place as i64, vec![Also::Index(line)]);
    }
    let found = |query| lobby(&journal, query);
    let sorted = |sort| LobbyQuery { sort, ..everything() };
    assert_eq!(found(sorted(LobbySort::Newest)), ("f e d c b a".to_owned(), 6));
    assert_eq!(found(sorted(LobbySort::Oldest)), ("a b c d e f".to_owned(), 6));
    assert_eq!(found(sorted(LobbySort::Free)), ("e c d a f b".to_owned(), 6));
    assert_eq!(found(LobbyQuery { free: true, ..everything() }), ("e d c a".to_owned(), 4));
    let iroha = LobbyQuery { kind: Some("iroha".to_owned()), ..everything() };
    assert_eq!(found(iroha.clone()), ("f d b".to_owned(), 3));
    assert_eq!(found(LobbyQuery { free: true, sort: LobbySort::Free, ..iroha.clone() }), ("d".to_owned(), 1));
    assert_eq!(found(LobbyQuery { skip: 1, most: 1, ..iroha }), ("d".to_owned(), 3));
    assert_eq!(found(LobbyQuery { skip: 4, ..everything() }), ("b a".to_owned(), 6));
    assert_eq!(found(LobbyQuery { skip: 9, ..everything() }), (String::new(), 6));
    assert_eq!(found(LobbyQuery { most: 0, ..everything() }), (String::new(), 6));
    assert_eq!(found(LobbyQuery { kind: Some("none".to_owned()), ..everything() }), (String::new(), 0));
}

#[test]
fn a_guests_tables_in_the_lobby_are_counted() {
    let (journal, _folder) = journal();
    for (table, public, status) in [
        ("a", true, Status::Open),
        ("b", true, Status::Playing),
        ("c", false, Status::Open),
        ("d", true, Status::Over),
    ] {
        append_also(&journal, table, 1, 10, vec![Also::Index(Index { public, ..seated(status, &["ann"]) })]);
    }
    assert_eq!(wait(journal.listed_by("ann")), Ok(2));
    assert_eq!(wait(journal.listed_by("bob")), Ok(0));
    let mut playing = wait(journal.playing()).unwrap();
    playing.sort();
    assert_eq!(playing, ["b"]);
}

#[test]
fn a_table_has_one_line_in_the_index_and_it_is_replaced() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, index(Status::Open, true));
    append_also(&journal, "a", 2, 20, index(Status::Playing, false));
    assert_eq!(lobby(&journal, everything()).1, 0);
    let lines = wait(journal.unfinished(0, 9)).unwrap();
    assert_eq!((lines.len(), lines[0].status, lines[0].updated), (1, Status::Playing, 20));
    append_also(&journal, "a", 3, 30, index(Status::Over, false));
    assert_eq!(wait(journal.unfinished(0, 9)).unwrap(), []);
}

fn with(status: Status, guests: &[&str]) -> Vec<Also> {
    vec![Also::Index(seated(status, guests))]
}

#[test]
fn a_guests_tables_come_by_what_happened_last_and_go_when_they_are_over() {
    let (journal, _folder) = journal();
    let tables_of = |guest, most| wait(journal.tables_of(guest, most)).unwrap().join(" ");
    append_also(&journal, "a", 1, 10, with(Status::Open, &["ann"]));
    append_also(&journal, "b", 1, 20, with(Status::Playing, &["ann", "bob"]));
    append_also(&journal, "c", 1, 30, with(Status::Open, &["bob"]));
    assert_eq!(tables_of("ann", 9), "b a");
    assert_eq!(tables_of("bob", 9), "c b");
    assert_eq!(tables_of("cid", 9), "");
    // An entry without a line in the index is something that happens as well.
    append_also(&journal, "a", 2, 40, Vec::new());
    assert_eq!(tables_of("ann", 9), "a b");
    assert_eq!(tables_of("ann", 1), "a");
    // A guest who is missing from the next line has left.
    append_also(&journal, "b", 2, 50, with(Status::Open, &["bob"]));
    assert_eq!(tables_of("ann", 9), "a");
    append_also(&journal, "b", 3, 60, with(Status::Over, &["bob"]));
    assert_eq!(tables_of("bob", 9), "c");
}

#[test]
fn a_guest_leaves_a_trace_at_every_table() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, with(Status::Open, &["ann", "bob"]));
    append_also(&journal, "a", 2, 20, with(Status::Open, &["bob"]));
    append_also(&journal, "b", 1, 30, with(Status::Over, &["ann", "ann"]));
    let mut traces = wait(journal.traces_of("ann")).unwrap();
    traces.sort();
    assert_eq!(traces, ["a", "b"]);
    assert_eq!(wait(journal.traces_of("bob")).unwrap(), ["a"]);
    assert_eq!(wait(journal.traces_of("cid")).unwrap(), [""; 0]);
}

fn games(past: &[StoredGame]) -> Vec<(&str, u32, u8)> {
    past.iter().map(|game| (game.table.as_str(), game.game, game.seat)).collect()
}

#[test]
fn a_guests_games_come_newest_first_and_page_by_page() {
    let (journal, _folder) = journal();
    let past = |guest, before, most| wait(journal.past_games(guest, before, most)).unwrap();
    append_also(&journal, "a", 1, 10, vec![ended(1, &[(0, "ann"), (1, "bob")])]);
    append_also(&journal, "a", 2, 20, vec![ended(2, &[(0, "bob"), (1, "ann")])]);
    append_also(&journal, "b", 1, 30, vec![ended(1, &[(0, "ann"), (2, "ann")])]);
    append_also(&journal, "c", 1, 40, vec![ended(1, &[(3, "bob")])]);
    let all = past("ann", None, 9);
    assert_eq!(games(&all), [("b", 1, 0), ("b", 1, 2), ("a", 2, 1), ("a", 1, 0)]);
    let (table, kind, summary) = ("a".to_owned(), "iroha".to_owned(), "{\"game\":2}".to_owned());
    assert_eq!(all[2], StoredGame { table, game: 2, kind, ended: 20, summary, seat: 1, keep: false });
    assert_eq!(games(&past("ann", Some(30), 1)), [("a", 2, 1)]);
    assert_eq!(games(&past("ann", Some(20), 1)), [("a", 1, 0)]);
    assert_eq!(past("ann", Some(10), 1), []);
    assert_eq!(past("ann", None, 0), []);
    assert_eq!(past("cid", None, 9), []);
    // The second seat ended with the first, and asking for what ended before would miss it.
    assert_eq!(games(&past("ann", None, 1)), [("b", 1, 0), ("b", 1, 2)]);
}

#[test]
fn a_guest_keeps_their_own_games_only() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, vec![ended(1, &[(0, "ann"), (1, "bob")])]);
    append_also(&journal, "a", 2, 20, vec![ended(2, &[(0, "ann")])]);
    assert_eq!(wait(journal.keep_game("ann", "a", 1, true)), Ok(true));
    assert_eq!(wait(journal.keep_game("ann", "a", 3, true)), Ok(false));
    assert_eq!(wait(journal.keep_game("bob", "a", 2, true)), Ok(false));
    let kept = |guest| -> Vec<bool> {
        wait(journal.past_games(guest, None, 9)).unwrap().iter().map(|game| game.keep).collect()
    };
    assert_eq!((kept("ann"), kept("bob")), (vec![false, true], vec![false]));
    assert_eq!(wait(journal.keep_game("ann", "a", 1, false)), Ok(true));
    assert_eq!(kept("ann"), [false, false]);
}

#[test]
fn records_are_found_by_table_and_game() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, vec![ended(1, &[])]);
    append_also(&journal, "a", 2, 10, vec![ended(2, &[])]);
    assert_eq!(wait(journal.record("a", 2)).unwrap().as_deref(), Some("record 2"));
    assert_eq!(wait(journal.record("a", 3)).unwrap(), None);
    assert_eq!(wait(journal.record("b", 1)).unwrap(), None);
    let all = [(1, "{\"game\":1}".to_owned()), (2, "{\"game\":2}".to_owned())];
    assert_eq!(wait(journal.games_at("a")).unwrap(), all);
    assert_eq!(wait(journal.games_at("b")).unwrap(), []);
}
