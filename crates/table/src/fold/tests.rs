//! Entries at chosen times: clocks, absence, and who may sit where.

use cards::{Seat, to_hex};

use super::*;
use crate::clock::Pace;
use crate::protocol::{AwayReason, Chair, ToServer};
use crate::request::{Answer, Asker, answer};

const SECOND: Time = 1000;
const DAY: Time = 24 * 3600 * SECOND;

fn hex(byte: u8) -> String {
    to_hex(&[byte; 32])
}

/// Two people at a table of Koi-Koi whose game began at that time.
fn playing(clock: Pace, time: Time) -> Table {
    let setting = Setting {
        game: "koi-koi".into(),
        seats: 2,
        options: std::collections::BTreeMap::new(),
        clock,
        public: false,
        hints: false,
    };
    let first = Entry::Opened { setting, opener: "aki".into(), secret: hex(1) };
    let mut table = Table::open("abcdefghijkm", 0, &first).unwrap();
    for (seat, guest) in ["aki", "bo"].into_iter().enumerate() {
        let (guest, name) = (guest.to_owned(), guest.to_owned());
        table.apply(0, &Entry::Sat { seat: seat as u8, guest, name, entropy: None }).unwrap();
    }
    table.apply(time, &Entry::Started { next: hex(2) }).unwrap();
    table
}

fn to_act(table: &Table) -> Seat {
    table.in_play.as_ref().unwrap().game.to_act().first().unwrap()
}

/// Makes the first legal move of the seat that is to act.
fn play_on(table: &mut Table, time: Time) {
    let seat = to_act(table);
    let chosen = table.in_play.as_ref().unwrap().game.legal(seat).unwrap()[0].clone();
    table.apply(time, &Entry::Moved { seat: seat.0, chosen, id: None, bot: false }).unwrap();
}

fn wants(table: &Table) -> Vec<Want> {
    table.wants().collect()
}

fn is_thought(wants: &[Want], of: Seat) -> bool {
    matches!(wants, [Want::BotMove { seat, .. }] if *seat == of)
}

#[test]
fn a_deadline_is_the_time_of_the_move_and_what_is_left_in_reserve() {
    let mut table = playing(Pace::Fast, 1000 * SECOND);
    let seat = to_act(&table);
    assert_eq!(wants(&table), [Want::Deadline { seat, since: 1000 * SECOND, allowed: 70 * SECOND }]);
    // Thirty seconds cost twenty of the reserve, for this seat alone.
    play_on(&mut table, 1030 * SECOND);
    let reserves: Vec<Time> =
        table.in_play.as_ref().unwrap().clocks.iter().map(|clock| clock.reserve).collect();
    assert_eq!(reserves[seat.index()], 40 * SECOND);
    assert_eq!(reserves[1 - seat.index()], 60 * SECOND);
    let next = to_act(&table);
    let left = reserves[next.index()];
    assert_eq!(
        wants(&table),
        [Want::Deadline { seat: next, since: 1030 * SECOND, allowed: 10 * SECOND + left }]
    );
}

#[test]
fn a_bot_plays_once_the_time_is_up_until_the_person_is_back() {
    let mut table = playing(Pace::Fast, 0);
    let seat = to_act(&table);
    table.apply(70 * SECOND, &Entry::Away { seat: seat.0, reason: AwayReason::Time }).unwrap();
    assert!(is_thought(&wants(&table), seat));
    assert_eq!(table.in_play.as_ref().unwrap().clocks[seat.index()].reserve, 0);
    // A bot's time is not counted: however long it takes, nobody's is up.
    play_on(&mut table, 5000 * SECOND);
    while to_act(&table) != seat {
        play_on(&mut table, 5000 * SECOND);
    }
    assert!(is_thought(&wants(&table), seat));
    table.apply(6000 * SECOND, &Entry::Back { seat: seat.0 }).unwrap();
    let left = Want::Deadline { seat, since: 6000 * SECOND, allowed: 10 * SECOND };
    assert_eq!(wants(&table), [left], "the reserve is used up");
    assert!(table.apply(6000 * SECOND, &Entry::Back { seat: seat.0 }).is_err());
}

#[test]
fn by_correspondence_each_move_has_its_days() {
    for (pace, days) in [(Pace::Days1, 1), (Pace::Days3, 3), (Pace::Days7, 7)] {
        let mut table = playing(pace, 0);
        let seat = to_act(&table);
        assert_eq!(wants(&table), [Want::Deadline { seat, since: 0, allowed: days * DAY }]);
        play_on(&mut table, DAY / 2);
        let seat = to_act(&table);
        assert_eq!(wants(&table), [Want::Deadline { seat, since: DAY / 2, allowed: days * DAY }]);
    }
}

#[test]
fn without_a_clock_nothing_is_due_of_persons() {
    let mut table = playing(Pace::None, 0);
    let seat = to_act(&table);
    assert_eq!(wants(&table), [Want::Person { seat }]);
    table.apply(1, &Entry::Away { seat: seat.0, reason: AwayReason::Gone }).unwrap();
    assert!(is_thought(&wants(&table), seat));
}

/// While a game is in progress, the table waits for somebody: a person, with a deadline if there is a clock, or a bot.
#[test]
fn a_table_never_hangs() {
    for pace in [Pace::None, Pace::Fast, Pace::Days1] {
        let mut table = playing(pace, 0);
        let mut time = 0;
        let away = Seat(1);
        table.apply(1, &Entry::Away { seat: away.0, reason: AwayReason::Left }).unwrap();
        while table.phase == TablePhase::Playing {
            let seat = to_act(&table);
            let wants = wants(&table);
            match (seat == away, pace) {
                (true, _) => assert!(is_thought(&wants, seat)),
                (false, Pace::None) => assert_eq!(wants, [Want::Person { seat }]),
                (false, _) => assert!(matches!(wants[..], [Want::Deadline { seat: of, .. }] if of == seat)),
            }
            time += SECOND;
            play_on(&mut table, time);
        }
        assert_eq!(wants(&table), []);
        // A person who left has no seat any more, and does not block another game once the seat is taken.
        assert_eq!((table.seat_of("aki"), table.seat_of("bo")), (Some(0), None));
        assert!(table.not_ready().unwrap().contains("one seat is empty"));
        table.apply(time, &Entry::Filled { seat: 1, bot: "random".into() }).unwrap();
        table.apply(time, &Entry::Ready { seat: 0, entropy: None }).unwrap();
        table.apply(time, &Entry::Started { next: hex(3) }).unwrap();
        assert_eq!((table.seat_of("aki"), table.games), (Some(1), 2));
    }
}

#[test]
fn time_does_not_run_backwards() {
    let mut table = playing(Pace::Fast, 1000 * SECOND);
    play_on(&mut table, 10 * SECOND);
    assert_eq!(table.time, 1000 * SECOND);
}

#[test]
fn an_impossible_entry_changes_nothing() {
    let mut table = playing(Pace::Fast, 0);
    let before = (table.number, table.time, serde_json::to_string(&table.info()).unwrap());
    let waiting = 1 - to_act(&table).0;
    for entry in [
        Entry::Moved { seat: waiting, chosen: "keep".into(), id: None, bot: false },
        Entry::Moved { seat: 9, chosen: "keep".into(), id: None, bot: false },
        Entry::Moved { seat: to_act(&table).0, chosen: "nonsense".into(), id: None, bot: false },
        Entry::Started { next: hex(3) },
        Entry::Stood { seat: 0 },
        Entry::Filled { seat: 0, bot: "random".into() },
        Entry::Ready { seat: 0, entropy: None },
        Entry::Away { seat: 9, reason: AwayReason::Time },
        Entry::Back { seat: 0 },
        Entry::Said { seat: 9, text: "hello".into() },
    ] {
        assert!(table.apply(99, &entry).is_err(), "{entry:?}");
        assert_eq!(
            (table.number, table.time, serde_json::to_string(&table.info()).unwrap()),
            before,
            "{entry:?}"
        );
    }
}

/// The level and name of each bot at a table of three, by seat; nothing for a person.
fn bots(table: &Table) -> Vec<Option<(String, String)>> {
    let of = |chair| match chair {
        Chair::Bot { bot, name } => Some((bot, name)),
        Chair::Empty {} | Chair::Person { .. } => None,
    };
    table.info().chairs.into_iter().map(of).collect()
}

/// A regression: the page made the names itself and had none after about two hundred games.
#[test]
fn a_bot_keeps_a_name_of_its_own_through_many_games() {
    let setting = Setting {
        game: "iroha".into(),
        seats: 3,
        options: std::collections::BTreeMap::new(),
        clock: Pace::None,
        public: false,
        hints: false,
    };
    let first = Entry::Opened { setting, opener: "aki".into(), secret: hex(1) };
    let mut table = Table::open("abcdefghijkm", 0, &first).unwrap();
    for (seat, bot) in [(1, "easy"), (2, "strong")] {
        table.apply(0, &Entry::Filled { seat, bot: bot.into() }).unwrap();
    }
    let [_, Some((_, one)), Some((_, other))] = &bots(&table)[..] else { panic!("two bots sit there") };
    let (one, other) = (one.clone(), other.clone());
    assert_ne!(one, other);
    // A person with the name of a bot keeps it, and the bot takes another.
    let sat = Entry::Sat { seat: 0, guest: "aki".into(), name: one.clone(), entropy: None };
    table.apply(0, &sat).unwrap();
    let renamed = bots(&table)[1].clone().unwrap().1;
    assert!(renamed != one && renamed != other);
    // Another level in the same seat is the same bot to those at the table.
    table.apply(0, &Entry::Filled { seat: 1, bot: "normal".into() }).unwrap();
    let mut expected = bots(&table);
    assert_eq!(expected[1], Some(("normal".into(), renamed)));
    for game in 0..300 {
        table.apply(0, &Entry::Started { next: hex(2) }).unwrap();
        assert_eq!(bots(&table), expected, "game {game}");
        expected.rotate_right(1);
        table.phase = TablePhase::Over;
    }
}

/// A rude guest can use up the table's changes. That must not keep others from their seats.
#[test]
fn a_table_full_of_changes_lets_people_come_back_and_be_ready() {
    let mut table = playing(Pace::None, 0);
    let ask = |table: &Table, guest: &str, request| {
        let asker = Asker { guest: guest.into(), name: guest.into() };
        answer(table, &asker, request, || [3; 32]).map_err(|refusal| refusal.code)
    };
    table.apply(0, &Entry::Away { seat: 1, reason: AwayReason::Gone }).unwrap();
    while let Ok(Answer::Append(left)) = ask(&table, "aki", ToServer::Leave {}) {
        table.apply(0, &left).unwrap();
        table.apply(0, &Entry::Back { seat: 0 }).unwrap();
    }
    assert_eq!(ask(&table, "aki", ToServer::Leave {}), Err(RefusalCode::TableLimit));
    let back = Entry::Back { seat: 1 };
    assert_eq!(ask(&table, "bo", ToServer::Back {}), Ok(Answer::Append(back.clone())));
    table.apply(0, &back).unwrap();
    while table.phase == TablePhase::Playing {
        play_on(&mut table, 0);
    }
    for (seat, guest) in [(0, "aki"), (1, "bo")] {
        let ready = Entry::Ready { seat, entropy: None };
        assert_eq!(ask(&table, guest, ToServer::Ready { entropy: None }), Ok(Answer::Append(ready.clone())));
        table.apply(0, &ready).unwrap();
        let again = ask(&table, guest, ToServer::Ready { entropy: None });
        assert_eq!(again, Err(RefusalCode::TableLimit), "once is enough");
    }
}
