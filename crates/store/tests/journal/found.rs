//! What is found without reading entries: the index of tables, and finished games.

use store::{Also, Ended, Index, Journal, Listed, Only, Status, StoredGame};

use crate::{append_also, journal};

fn index(status: Status, public: bool) -> Vec<Also> {
    let summary = format!("{{\"public\":{public}}}");
    vec![Also::Index(Index { status, public, summary, guests: Vec::new() })]
}

fn tables(listed: &[Listed]) -> Vec<&str> {
    listed.iter().map(|line| line.table.as_str()).collect()
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
    let public = journal.listed(Only::Public, 9).unwrap();
    assert_eq!(tables(&public), ["new", "mid", "old"]);
    let summary = "{\"public\":true}".to_owned();
    let table = "new".to_owned();
    assert_eq!(public[0], Listed { table, status: Status::Playing, public: true, updated: 30, summary });
    assert_eq!(tables(&journal.listed(Only::Public, 2).unwrap()), ["new", "mid"]);
    assert_eq!(
        tables(&journal.listed(Only::Unfinished, usize::MAX).unwrap()),
        ["hidden", "new", "mid", "old"]
    );
    assert_eq!(journal.listed(Only::Unfinished, 0).unwrap(), []);
}

#[test]
fn a_table_has_one_line_in_the_index_and_it_is_replaced() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, index(Status::Open, true));
    append_also(&journal, "a", 2, 20, index(Status::Playing, false));
    assert_eq!(journal.listed(Only::Public, 9).unwrap(), []);
    let lines = journal.listed(Only::Unfinished, 9).unwrap();
    assert_eq!((lines.len(), lines[0].status, lines[0].updated), (1, Status::Playing, 20));
    append_also(&journal, "a", 3, 30, index(Status::Over, false));
    assert_eq!(journal.listed(Only::Unfinished, 9).unwrap(), []);
}

fn seated(status: Status, guests: &[&str]) -> Vec<Also> {
    let guests = guests.iter().map(|&guest| guest.to_owned()).collect();
    vec![Also::Index(Index { status, public: false, summary: "{}".to_owned(), guests })]
}

#[test]
fn a_guests_tables_come_by_what_happened_last_and_go_when_they_are_over() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, seated(Status::Open, &["ann"]));
    append_also(&journal, "b", 1, 20, seated(Status::Playing, &["ann", "bob"]));
    append_also(&journal, "c", 1, 30, seated(Status::Open, &["bob"]));
    assert_eq!(journal.tables_of("ann", 9).unwrap(), ["b", "a"]);
    assert_eq!(journal.tables_of("bob", 9).unwrap(), ["c", "b"]);
    assert_eq!(journal.tables_of("cid", 9).unwrap(), [""; 0]);
    // An entry without a line in the index is something that happens as well.
    append_also(&journal, "a", 2, 40, Vec::new());
    assert_eq!(journal.tables_of("ann", 9).unwrap(), ["a", "b"]);
    assert_eq!(journal.tables_of("ann", 1).unwrap(), ["a"]);
    // A guest who is missing from the next line has left.
    append_also(&journal, "b", 2, 50, seated(Status::Open, &["bob"]));
    assert_eq!(journal.tables_of("ann", 9).unwrap(), ["a"]);
    append_also(&journal, "b", 3, 60, seated(Status::Over, &["bob"]));
    assert_eq!(journal.tables_of("bob", 9).unwrap(), ["c"]);
}

fn ended(game: u32, players: &[(u8, &str)]) -> Vec<Also> {
    let players = players.iter().map(|&(seat, guest)| (seat, guest.to_owned())).collect();
    let (kind, record) = ("iroha".to_owned(), format!("record {game}"));
    vec![Also::Ended(Ended { game, kind, record, summary: format!("{{\"game\":{game}}}"), players })]
}

fn games(past: &[StoredGame]) -> Vec<(&str, u32, u8)> {
    past.iter().map(|game| (game.table.as_str(), game.game, game.seat)).collect()
}

#[test]
fn a_guests_games_come_newest_first_and_page_by_page() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, ended(1, &[(0, "ann"), (1, "bob")]));
    append_also(&journal, "a", 2, 20, ended(2, &[(0, "bob"), (1, "ann")]));
    append_also(&journal, "b", 1, 30, ended(1, &[(0, "ann"), (2, "ann")]));
    append_also(&journal, "c", 1, 40, ended(1, &[(3, "bob")]));
    let all = journal.past_games("ann", None, 9).unwrap();
    assert_eq!(games(&all), [("b", 1, 0), ("b", 1, 2), ("a", 2, 1), ("a", 1, 0)]);
    let (table, kind, summary) = ("a".to_owned(), "iroha".to_owned(), "{\"game\":2}".to_owned());
    assert_eq!(all[2], StoredGame { table, game: 2, kind, ended: 20, summary, seat: 1 });
    assert_eq!(games(&journal.past_games("ann", Some(30), 1).unwrap()), [("a", 2, 1)]);
    assert_eq!(games(&journal.past_games("ann", Some(20), 1).unwrap()), [("a", 1, 0)]);
    assert_eq!(journal.past_games("ann", Some(10), 1).unwrap(), []);
    assert_eq!(journal.past_games("ann", None, 0).unwrap(), []);
    assert_eq!(journal.past_games("cid", None, 9).unwrap(), []);
    // The second seat ended with the first, and asking for what ended before would miss it.
    assert_eq!(games(&journal.past_games("ann", None, 1).unwrap()), [("b", 1, 0), ("b", 1, 2)]);
}

#[test]
fn records_are_found_by_table_and_game() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, ended(1, &[]));
    append_also(&journal, "a", 2, 10, ended(2, &[]));
    assert_eq!(journal.record("a", 2).unwrap().as_deref(), Some("record 2"));
    assert_eq!(journal.record("a", 3).unwrap(), None);
    assert_eq!(journal.record("b", 1).unwrap(), None);
}
