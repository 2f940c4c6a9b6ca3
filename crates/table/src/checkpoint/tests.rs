//! A restored table is the same table: whatever happens next, everybody is told the same, byte for byte.

use std::collections::BTreeMap;

use cards::{Quick, Random};
use catalog::GameId;

use super::*;
use crate::clock::Pace;
use crate::frame::{News, write_snapshot};

fn hex(byte: u8) -> String {
    to_hex(&[byte; 32])
}

/// The entries of a table with two games, talk, a bot, and a person who is away for a while.
fn entries(game: GameId, random: &mut Quick) -> Vec<Entry> {
    let seats = *game.seats().start();
    let setting = Setting {
        game: game.to_string(),
        seats,
        options: BTreeMap::new(),
        clock: Pace::Fast,
        public: true,
        hints: false,
    };
    let first = Entry::Opened { setting, opener: "guest 0".into(), secret: hex(1) };
    let mut table = Table::open("abcdefghijkm", 0, &first).unwrap();
    let mut entries = vec![first];
    let mut append = |table: &mut Table, entry: Entry| {
        table.apply(1000 * table.number as Time, &entry).unwrap();
        entries.push(entry);
    };
    for seat in 0..seats - 1 {
        let (guest, name) = (format!("guest {seat}"), format!("name {seat}"));
        append(&mut table, Entry::Sat { seat, guest, name, entropy: (seat == 0).then(|| hex(7)) });
    }
    append(&mut table, Entry::Filled { seat: seats - 1, bot: "easy".into() });
    append(&mut table, Entry::Muted { seat: 0, other: 0, on: true });
    for number in 2..4 {
        append(&mut table, Entry::Started { next: hex(number) });
        while table.phase == TablePhase::Playing {
            let person = table.chairs.iter().position(|chair| chair.person().is_some()).unwrap() as u8;
            match random.below(12) {
                0 => append(&mut table, Entry::Said { seat: person, text: "hello".into() }),
                1 if table.person(person).is_some_and(|person| person.away.is_none()) => {
                    append(&mut table, Entry::Away { seat: person, reason: AwayReason::Time });
                }
                1 => append(&mut table, Entry::Back { seat: person }),
                _ => {
                    let game = &table.in_play.as_ref().unwrap().game;
                    let to_act: Vec<Seat> = game.to_act().iter().collect();
                    let seat = to_act[random.below(to_act.len() as u32) as usize];
                    let legal = game.legal(seat).unwrap();
                    let chosen = legal[random.below(legal.len() as u32) as usize].clone();
                    let id = Some(format!("m{}", table.number));
                    append(&mut table, Entry::Moved { seat: seat.0, chosen, id, bot: false });
                }
            }
        }
        for seat in 0..seats {
            if table.person(seat).is_some() {
                append(&mut table, Entry::Ready { seat, entropy: None });
            }
        }
    }
    append(&mut table, Entry::Closed {});
    entries
}

/// What all viewers are told of an entry.
fn told(table: &mut Table, entry: &Entry) -> Vec<u8> {
    let change = table.apply(1000 * table.number as Time, entry).unwrap();
    let mut out = Vec::new();
    let mut news = News::new(table, entry, &change).unwrap();
    for viewer in (0..table.setting.seats).map(Some).chain([None]) {
        news.write(viewer, &mut out).unwrap();
    }
    out
}

fn snapshot(table: &Table) -> Vec<u8> {
    let mut out = Vec::new();
    for viewer in (0..table.setting.seats).map(Some).chain([None]) {
        write_snapshot(table, viewer, &[], 0, &mut out).unwrap();
    }
    out
}

#[test]
fn a_restored_table_goes_on_as_the_one_it_was_made_of() {
    for (number, game) in GameId::ALL.into_iter().enumerate() {
        let mut random = Quick::new(number as u64);
        let entries = entries(game, &mut random);
        let first = || Table::open("abcdefghijkm", 0, &entries[0]).unwrap();
        let mut table = first();
        let frames: Vec<Vec<u8>> = entries[1..].iter().map(|entry| told(&mut table, entry)).collect();
        let mut table = first();
        for (at, entry) in entries[1..].iter().enumerate() {
            if at < 20 || at + 20 > frames.len() || at % 23 == 0 {
                let text = serde_json::to_string(&table.checkpoint()).unwrap();
                let kept: Checkpoint = serde_json::from_str(&text).unwrap();
                let mut restored = Table::restore(&table.id, &kept).unwrap();
                assert_eq!(snapshot(&restored), snapshot(&table), "{game} at {at}");
                for (later, entry) in entries[1..].iter().enumerate().skip(at).take(30) {
                    assert_eq!(told(&mut restored, entry), frames[later], "{game} from {at}, at {later}");
                }
            }
            table.apply(1000 * table.number as Time, entry).unwrap();
        }
    }
}

#[test]
fn a_broken_checkpoint_is_refused() {
    let mut random = Quick::new(1);
    let entries = entries(GameId::KoiKoi, &mut random);
    let mut table = Table::open("abcdefghijkm", 0, &entries[0]).unwrap();
    for entry in &entries[1..8] {
        table.apply(0, entry).unwrap();
    }
    let mut kept = table.checkpoint();
    kept.in_play.as_mut().unwrap().clocks.pop();
    assert!(Table::restore("abcdefghijkm", &kept).is_err());
    let mut kept = table.checkpoint();
    kept.in_play.as_mut().unwrap().moves.push((9, "nonsense".into()));
    assert!(Table::restore("abcdefghijkm", &kept).is_err());
}
