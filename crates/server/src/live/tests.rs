//! Races at a table, each forced to happen: entries that are not durable yet, tables that are loaded again, rests.

use std::net::IpAddr;
use std::path::Path;
use std::task::{Context, Waker};

use serde_json::{Value, json};
use store::Sqlite;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::config::Config;
use crate::net::Source;
use crate::net::listener::Who;

/// A hall over a database of its own, with one table.
struct House {
    hall: Arc<Hall>,
    live: Arc<Live>,
    folder: tempfile::TempDir,
}

const DATABASE: &str = "irori.sqlite";

impl House {
    async fn open() -> House {
        let folder = tempfile::tempdir().unwrap();
        let journal = Sqlite::open(&folder.path().join(DATABASE)).unwrap();
        let hall =
            Hall::new(Arc::new(journal), Config { pause: Duration::from_millis(1), ..Config::default() });
        let setting = json!({ "game": "koi-koi", "seats": 2, "options": { "rounds": 6 } });
        let live = hall.open(serde_json::from_value(setting).unwrap(), "aki").await.unwrap();
        let house = House { hall, live, folder };
        house.append(sat(0, "aki"));
        house.append(sat(1, "bo"));
        house.live.settled().await;
        house
    }

    fn append(&self, entry: Entry) {
        self.live.append_for_operator(entry).unwrap();
    }

    fn say(&self) {
        self.append(Entry::Said { seat: 0, text: "hm".into() });
    }

    /// A move of whoever is to act; nothing if the game is over.
    fn first_legal_move(&self) -> Option<Entry> {
        let mut inner = self.live.lock();
        let game = &inner.table().unwrap().in_play.as_ref()?.game;
        let seat = game.to_act().first()?;
        let chosen = game.legal(seat).unwrap()[0].clone();
        Some(Entry::Moved { seat: seat.0, chosen, id: None, bot: false })
    }

    /// Keeps the journal from writing until the returned connection is dropped.
    fn hold_writing(&self) -> rusqlite::Connection {
        let path: &Path = &self.folder.path().join(DATABASE);
        let lock = rusqlite::Connection::open(path).unwrap();
        lock.execute_batch("BEGIN IMMEDIATE").unwrap();
        lock
    }

    fn number(&self) -> u64 {
        self.live.lock().table().unwrap().number
    }
}

fn sat(seat: u8, guest: &str) -> Entry {
    Entry::Sat { seat, guest: guest.into(), name: guest.into(), entropy: None }
}

/// A client, and the other end of its connection.
struct Ear {
    listener: Arc<Listener>,
    line: TcpStream,
}

impl Ear {
    async fn of(house: &House, guest: &str) -> Ear {
        let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let line = TcpStream::connect(door.local_addr().unwrap()).await.unwrap();
        let (_, sender) = door.accept().await.unwrap().0.into_split();
        let services = &house.hall.services;
        let mutes = services.mutes_of(guest).await.unwrap();
        let who = Some(Who { guest: guest.to_owned(), mutes });
        let source = Source::from(IpAddr::from([127, 0, 0, 1]));
        let metrics = services.metrics.clone();
        Ear { listener: Arc::new(Listener::new(services.next_key(), source, who, sender, metrics)), line }
    }

    async fn listening(house: &House, guest: &str) -> Ear {
        let ear = Ear::of(house, guest).await;
        house.live.listen(&ear.listener, None).await.unwrap();
        ear
    }

    async fn next(&mut self) -> Value {
        let read = async {
            self.line.read_u8().await.unwrap();
            let length = match self.line.read_u8().await.unwrap() {
                126 => usize::from(self.line.read_u16().await.unwrap()),
                length => usize::from(length),
            };
            let mut text = vec![0; length];
            self.line.read_exact(&mut text).await.unwrap();
            serde_json::from_slice(&text).unwrap()
        };
        tokio::time::timeout(Duration::from_secs(20), read).await.expect("a frame comes")
    }

    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == kind {
                return frame;
            }
        }
    }
}

/// A client that connects while an entry is on its way gets a snapshot when that is durable. If it never is, because
/// another process was faster, the client must not hear of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_never_written_is_not_told_while_the_table_is_loaded_again() {
    let house = House::open().await;
    let durable = house.number();
    let holding = house.hold_writing();
    house.say();
    let mut newcomer = Ear::listening(&house, "bo").await;
    {
        let mut inner = house.live.lock();
        house.live.is_refused(&mut inner, &Refused::Taken);
        // Somebody else's frames are ready at this moment.
        inner.made(u64::MAX, Vec::new());
    }
    assert_eq!(newcomer.until("snapshot").await["number"], durable);
    drop(holding);
}

/// What a newcomer is told besides events survives the snapshot that replaces what they waited for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_at_the_beginning_of_a_rest_learns_who_is_here_and_that_the_table_rests() {
    let house = House::open().await;
    let _holding = house.hold_writing();
    house.say();
    let mut newcomer = Ear::listening(&house, "bo").await;
    house.live.is_refused(&mut house.live.lock(), &Refused::Failed("on purpose".into()));
    let (mut kinds, mut frame) = (Vec::new(), newcomer.next().await);
    assert_eq!(frame["type"], "snapshot");
    while kinds.len() < 2 {
        frame = newcomer.next().await;
        let kind = frame["type"].as_str().unwrap().to_owned();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.sort();
    assert_eq!(kinds, ["presence", "resting"]);
}

/// After a rest everybody gets a snapshot, even if the table has gone on before its turn to wake.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_goes_on_before_it_is_woken_still_sends_snapshots() {
    let house = House::open().await;
    let mut player = Ear::listening(&house, "bo").await;
    player.until("presence").await;
    let holding = house.hold_writing();
    house.live.rest();
    house.say();
    let live = house.live.clone();
    let waking = tokio::spawn(async move { live.wake().await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    drop(holding);
    waking.await.unwrap();
    player.until("resting").await;
    assert_eq!(player.until("snapshot").await["number"], house.number());
}

/// A table may be deleted while it is in memory. The others do not wait for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waking_a_deleted_table_comes_to_an_end() {
    let house = House::open().await;
    house.hold_writing().execute_batch("DELETE FROM heads; COMMIT").unwrap();
    house.live.lock().table = None;
    tokio::time::timeout(Duration::from_secs(20), house.live.wake()).await.expect("it ends");
    assert!(house.live.info().is_none());
}

/// A table whose entries are still on their way is not forgotten when it is loaded again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_loaded_again_however_long_its_last_entries_take() {
    let house = House::open().await;
    let holding = house.hold_writing();
    house.say();
    house.live.load_again(&mut house.live.lock(), Instant::now());
    tokio::time::sleep(Duration::from_millis(500)).await;
    drop(holding);
    for _ in 0..500 {
        if house.live.info().is_some() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the table was not loaded");
}

/// A request for a table may be given up at any moment. It leaves nothing behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_nobody_waits_for_any_more_is_forgotten() {
    let house = House::open().await;
    let before = house.hall.places();
    for id in ["abcdefghijkm", "bbcdefghijkm"] {
        let mut finding = Box::pin(house.hall.find(id));
        let mut context = Context::from_waker(Waker::noop());
        assert!(finding.as_mut().poll(&mut context).is_pending());
        drop(finding);
    }
    house.hall.let_go();
    assert_eq!(house.hall.places(), before);
}

/// Whoever erases a guest writes down nothing of them afterwards, also at a table where entries come all the time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_erased_guest_is_gone_from_a_busy_table() {
    let house = House::open().await;
    house.append(Entry::Started { next: "1".repeat(64) });
    let live = house.live.clone();
    let busy = tokio::spawn(async move {
        loop {
            let _ = live.append_for_operator(Entry::Said { seat: 0, text: "hm".into() });
            // Faster than the disk, so that something is always on its way.
            std::thread::sleep(Duration::from_micros(50));
            tokio::task::yield_now().await;
        }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    house.hall.erase("bo").await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    busy.abort();
    let _ = busy.await;
    house.live.settled().await;
    assert_eq!(house.live.lock().table().unwrap().seat_of("bo"), None);
    assert_eq!(house.hall.services.journal.traces_of("bo").await.unwrap(), Vec::<String>::new());
}

/// A person at a table whose game is over sits in the way of the next game.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_erased_guest_leaves_a_table_whose_game_is_over() {
    let house = House::open().await;
    house.append(Entry::Started { next: "1".repeat(64) });
    while let Some(moved) = house.first_legal_move() {
        house.append(moved);
    }
    house.live.settled().await;
    house.hall.erase("bo").await.unwrap();
    let empty = house
        .live
        .info()
        .unwrap()
        .chairs
        .iter()
        .any(|chair| matches!(chair, table::protocol::Chair::Empty {}));
    assert!(empty, "the seat is free");
}
