//! Deleting a guest: what goes, what stays, and what is replaced.

use store::{Also, Journal, NewEntry, Rewrite, Sqlite, Status};

use crate::{append, append_also, ended, entry, guest, journal, seated, wait};

fn texts(journal: &Sqlite, table: &str) -> Vec<String> {
    wait(journal.entries(table, 0)).unwrap().into_iter().map(|entry| entry.text).collect()
}

#[test]
fn a_deleted_guest_leaves_games_to_others_and_nothing_else() {
    let (journal, _folder) = journal();
    for (id, token) in [("ann", 1), ("bob", 2), ("cid", 3)] {
        wait(journal.add_guest(guest(id), [token; 32], 10)).unwrap();
    }
    wait(journal.add_code("ann", [4; 32], 1000)).unwrap();
    wait(journal.mute("ann", "bob", "Bob")).unwrap();
    wait(journal.mute("bob", "ann", "Ann")).unwrap();
    wait(journal.mute("bob", "cid", "Cid")).unwrap();
    let index = Also::Index(seated(Status::Playing, &["ann", "bob"]));
    append_also(&journal, "a", 1, 10, vec![index, ended(1, &[(0, "ann"), (1, "bob")])]);
    assert_eq!(wait(journal.erase("ann")), Ok(true));
    assert_eq!(wait(journal.guest_of([1; 32], 20)).unwrap(), None);
    assert_eq!(wait(journal.take_code([4; 32], 20)).unwrap(), None);
    assert_eq!(wait(journal.muted_by("ann")).unwrap(), []);
    assert_eq!(wait(journal.past_games("ann", None, 9)).unwrap(), []);
    assert_eq!(wait(journal.tables_of("ann", 9)).unwrap(), [""; 0]);
    assert_eq!(wait(journal.traces_of("ann")).unwrap(), [""; 0]);
    let others = wait(journal.muted_by("bob")).unwrap();
    assert_eq!(others.iter().map(|muted| muted.other.as_str()).collect::<Vec<_>>(), ["cid"]);
    assert_eq!(wait(journal.past_games("bob", None, 9)).unwrap().len(), 1);
    assert_eq!(wait(journal.tables_of("bob", 9)).unwrap(), ["a"]);
    assert_eq!(wait(journal.record("a", 1)).unwrap().as_deref(), Some("record 1"));
    assert_eq!(wait(journal.guest_of([2; 32], 20)).unwrap(), Some(guest("bob")));
    assert_eq!(wait(journal.erase("ann")), Ok(false));
}

/// A table with five entries, a finished game and a checkpoint, and another table between them.
fn with_table() -> (Sqlite, tempfile::TempDir) {
    let (journal, folder) = journal();
    for number in 1..=5 {
        append(&journal, entry("b", number)).unwrap();
        let also = match number {
            3 => vec![Also::Index(seated(Status::Over, &["ann"])), ended(1, &[]), ended(2, &[])],
            4 => vec![Also::Checkpoint("with names".to_owned())],
            _ => Vec::new(),
        };
        append(&journal, NewEntry { also, ..entry("a", number) }).unwrap();
    }
    (journal, folder)
}

fn rewrite(entries: &[u64], games: &[u32]) -> Rewrite {
    Rewrite {
        table: "a".to_owned(),
        entries: entries.iter().map(|number| (*number, format!("new {number}"))).collect(),
        summary: Some("new".to_owned()),
        games: games.iter().map(|game| (*game, format!("new {game}"))).collect(),
    }
}

#[test]
fn texts_of_a_table_are_replaced_where_they_stand() {
    let (journal, _folder) = with_table();
    wait(journal.rewrite(rewrite(&[4, 2], &[2]))).unwrap();
    assert_eq!(texts(&journal, "a"), ["a 1", "new 2", "a 3", "new 4", "a 5"]);
    assert_eq!(texts(&journal, "b"), ["b 1", "b 2", "b 3", "b 4", "b 5"]);
    assert_eq!(wait(journal.entries("a", 3)).unwrap()[0].time, 1004, "the time stays");
    let games = [(1, "{\"game\":1}".to_owned()), (2, "new 2".to_owned())];
    assert_eq!(wait(journal.games_at("a")).unwrap(), games);
    assert_eq!(wait(journal.checkpoint("a")).unwrap(), None);
    append(&journal, entry("a", 6)).unwrap();
    assert_eq!(texts(&journal, "a").len(), 6);
}

#[test]
fn of_texts_to_be_replaced_all_are_or_none() {
    let (journal, _folder) = with_table();
    for (entries, games) in [(&[1, 6][..], &[1][..]), (&[0], &[]), (&[1], &[1, 3])] {
        let failure = wait(journal.rewrite(rewrite(entries, games))).unwrap_err().to_string();
        assert!(failure.contains("has no"), "{failure}");
    }
    assert_eq!(texts(&journal, "a"), ["a 1", "a 2", "a 3", "a 4", "a 5"]);
    assert_eq!(wait(journal.games_at("a")).unwrap()[0].1, "{\"game\":1}");
    assert!(wait(journal.checkpoint("a")).unwrap().is_some());
    let elsewhere = Rewrite { table: "none".to_owned(), ..rewrite(&[1], &[]) };
    assert!(wait(journal.rewrite(elsewhere)).is_err());
    // A table without a line in the index has no summary to replace.
    let unlisted = Rewrite { table: "b".to_owned(), ..rewrite(&[5], &[]) };
    wait(journal.rewrite(unlisted)).unwrap();
    assert_eq!(texts(&journal, "b")[4], "new 5");
}

#[test]
fn a_rewritten_line_of_the_index_has_its_new_summary() {
    let (journal, _folder) = journal();
    append_also(&journal, "a", 1, 10, vec![Also::Index(seated(Status::Open, &["ann"]))]);
    wait(journal.rewrite(rewrite(&[], &[]))).unwrap();
    let line = wait(journal.unfinished(0, 1)).unwrap().remove(0);
    assert_eq!((line.summary.as_str(), line.updated, line.entries), ("new", 10, 1));
}

/// Another process cannot read in the file what a guest had deleted.
#[test]
fn a_replaced_text_is_gone_from_the_file() {
    let (_folder, path) = crate::place();
    let journal = Sqlite::open(&path).unwrap();
    let said = "something that nobody should read";
    append(&journal, NewEntry { text: said.to_owned(), ..entry("a", 1) }).unwrap();
    append(&journal, entry("a", 2)).unwrap();
    wait(journal.rewrite(rewrite(&[1], &[]))).unwrap();
    wait(journal.close()).unwrap();
    let file = std::fs::read(&path).unwrap();
    assert!(!file.windows(said.len()).any(|bytes| bytes == said.as_bytes()));
}
