//! Rows at chosen times: clocks, absence, and who may sit where.

use super::*;
use crate::clock::Pace;

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
    let first = Happening::Opened { setting, opener: "aki".into(), secret: hex(1) };
    let mut table = Table::open("abcdefghijkm", 0, &first).unwrap();
    for (seat, guest) in ["aki", "bo"].into_iter().enumerate() {
        let (guest, name) = (guest.to_owned(), guest.to_owned());
        table.apply(0, &Happening::Sat { seat: seat as u8, guest, name, entropy: None }).unwrap();
    }
    table.apply(time, &Happening::Started { next: hex(2) }).unwrap();
    table
}

fn to_act(table: &Table) -> Seat {
    table.play.as_ref().unwrap().game.to_act().first().unwrap()
}

/// The first legal move of who is to act.
fn play_on(table: &mut Table, time: Time) {
    let seat = to_act(table);
    let chosen = table.play.as_ref().unwrap().game.legal(seat).unwrap()[0].clone();
    table.apply(time, &Happening::Moved { seat: seat.0, chosen, id: None, bot: false }).unwrap();
}

fn wants(table: &Table) -> Vec<Want> {
    table.wants().collect()
}

fn is_thought(wants: &[Want], of: Seat) -> bool {
    matches!(wants, [Want::Thought { seat, .. }] if *seat == of)
}

#[test]
fn a_deadline_is_the_time_of_the_move_and_what_is_left_in_reserve() {
    let mut table = playing(Pace::Fast, 1000 * SECOND);
    let seat = to_act(&table);
    assert_eq!(wants(&table), [Want::Deadline { seat, at: 1070 * SECOND }]);
    // Thirty seconds cost twenty of the reserve, for this seat alone.
    play_on(&mut table, 1030 * SECOND);
    let reserves: Vec<Time> = table.play.as_ref().unwrap().clocks.iter().map(|clock| clock.reserve).collect();
    assert_eq!(reserves[seat.index()], 40 * SECOND);
    assert_eq!(reserves[1 - seat.index()], 60 * SECOND);
    let next = to_act(&table);
    let left = reserves[next.index()];
    assert_eq!(wants(&table), [Want::Deadline { seat: next, at: 1040 * SECOND + left }]);
}

#[test]
fn whose_time_is_up_is_played_for_until_he_is_back() {
    let mut table = playing(Pace::Fast, 0);
    let seat = to_act(&table);
    table.apply(70 * SECOND, &Happening::Away { seat: seat.0, why: Why::Time }).unwrap();
    assert!(is_thought(&wants(&table), seat));
    assert_eq!(table.play.as_ref().unwrap().clocks[seat.index()].reserve, 0);
    // A bot's time is not counted: however long it takes, nobody's is up.
    play_on(&mut table, 5000 * SECOND);
    while to_act(&table) != seat {
        play_on(&mut table, 5000 * SECOND);
    }
    assert!(is_thought(&wants(&table), seat));
    table.apply(6000 * SECOND, &Happening::Back { seat: seat.0 }).unwrap();
    assert_eq!(wants(&table), [Want::Deadline { seat, at: 6010 * SECOND }], "the reserve is used up");
    assert!(table.apply(6000 * SECOND, &Happening::Back { seat: seat.0 }).is_err());
}

#[test]
fn by_correspondence_each_move_has_its_days() {
    for (pace, days) in [(Pace::Days1, 1), (Pace::Days3, 3), (Pace::Days7, 7)] {
        let mut table = playing(pace, 0);
        let seat = to_act(&table);
        assert_eq!(wants(&table), [Want::Deadline { seat, at: days * DAY }]);
        play_on(&mut table, DAY / 2);
        let seat = to_act(&table);
        assert_eq!(wants(&table), [Want::Deadline { seat, at: DAY / 2 + days * DAY }]);
    }
}

#[test]
fn without_a_clock_nothing_is_due_of_persons() {
    let mut table = playing(Pace::None, 0);
    assert_eq!(wants(&table), []);
    let seat = to_act(&table);
    table.apply(1, &Happening::Away { seat: seat.0, why: Why::Gone }).unwrap();
    assert!(is_thought(&wants(&table), seat));
}

/// As long as a game is under way somebody is awaited: a person, with a deadline if there is a clock, or a bot.
#[test]
fn a_table_never_hangs() {
    for pace in [Pace::None, Pace::Fast, Pace::Days1] {
        let mut table = playing(pace, 0);
        let mut time = 0;
        let away = Seat(1);
        table.apply(1, &Happening::Away { seat: away.0, why: Why::Left }).unwrap();
        while table.phase == Phase::Playing {
            let seat = to_act(&table);
            let wants = wants(&table);
            match (seat == away, pace) {
                (true, _) => assert!(is_thought(&wants, seat)),
                (false, Pace::None) => assert_eq!(wants, []),
                (false, _) => assert!(matches!(wants[..], [Want::Deadline { seat: of, .. }] if of == seat)),
            }
            time += SECOND;
            play_on(&mut table, time);
        }
        assert_eq!(wants(&table), []);
        // Who left is no longer seated and keeps nobody from another game, once his seat is taken.
        assert_eq!((table.seat_of("aki"), table.seat_of("bo")), (Some(0), None));
        assert!(table.not_ready().unwrap().contains("one seat is empty"));
        table.apply(time, &Happening::Filled { seat: 1, bot: "random".into() }).unwrap();
        table.apply(time, &Happening::Ready { seat: 0, entropy: None }).unwrap();
        table.apply(time, &Happening::Started { next: hex(3) }).unwrap();
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
fn a_row_that_cannot_be_changes_nothing() {
    let mut table = playing(Pace::Fast, 0);
    let before = (table.number, table.time, serde_json::to_string(&table.info()).unwrap());
    let waiting = 1 - to_act(&table).0;
    for row in [
        Happening::Moved { seat: waiting, chosen: "keep".into(), id: None, bot: false },
        Happening::Moved { seat: 9, chosen: "keep".into(), id: None, bot: false },
        Happening::Moved { seat: to_act(&table).0, chosen: "nonsense".into(), id: None, bot: false },
        Happening::Started { next: hex(3) },
        Happening::Stood { seat: 0 },
        Happening::Filled { seat: 0, bot: "random".into() },
        Happening::Ready { seat: 0, entropy: None },
        Happening::Away { seat: 9, why: Why::Time },
        Happening::Back { seat: 0 },
        Happening::Said { seat: 9, text: "hello".into() },
        Happening::Muted { seat: 0, whom: 9, on: true },
    ] {
        assert!(table.apply(99, &row).is_err(), "{row:?}");
        assert_eq!(
            (table.number, table.time, serde_json::to_string(&table.info()).unwrap()),
            before,
            "{row:?}"
        );
    }
}
