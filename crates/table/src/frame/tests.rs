//! Two hidden cards change places, and no viewer who may not know them gets another byte: not in a frame, a snapshot, a
//! refusal, or the answer to the question whether a move is legal. The two tables have the same entries; their games
//! differ in the deal.

use bots::Bot;
use cards::{Quick, Random, Seat, Seed};
use catalog::{GameId, OptionList, Setup};
use serde_json::{Value, json};

use super::{News, explained, refused, write_snapshot};
use crate::clock::Pace;
use crate::entry::Entry;
use crate::fold::Table;
use crate::protocol::Setting;
use crate::refusal::Refusal;

/// Games of each kind and number of seats.
const GAMES: u64 = 150;

/// The words before a card in all kinds of moves, and moves without a card.
const BEFORE: [&str; 6] = ["", "play ", "take ", "leave ", "refuse ", "wild 11K1 "];
const PLAIN: [&str; 9] = [
    "keep",
    "koi",
    "stop",
    "split 3",
    "mark a1",
    "hide red",
    "guess red blue grey",
    "pass b1 b2",
    "nonsense",
];

/// What a game is played with here. The wild gaji is the one move of which others decide what comes of it.
fn options(game: GameId) -> OptionList {
    if game == GameId::KoiKoi { vec![("gaji".into(), true.into())] } else { Vec::new() }
}

/// A table at which a game with this deal has just begun.
fn table(game: GameId, seats: u8, seed: Seed, deals: Vec<Value>) -> Option<Table> {
    let hex = |byte: u8| cards::to_hex(&[byte; 32]);
    let setting = Setting {
        game: game.to_string(),
        seats,
        options: std::collections::BTreeMap::new(),
        clock: Pace::None,
        public: false,
        hints: false,
    };
    let first = Entry::Opened { setting, opener: "0".into(), secret: hex(1) };
    let mut table = Table::open("abcdefghijkm", 0, &first).unwrap();
    for seat in 0..seats {
        let sat = Entry::Sat { seat, guest: seat.to_string(), name: format!("guest {seat}"), entropy: None };
        table.apply(1, &sat).unwrap();
    }
    table.apply(2, &Entry::Started { next: hex(2) }).unwrap();
    let setup = Setup { game, seats, options: options(game), seed, deals };
    let in_play = table.in_play.as_mut().unwrap();
    in_play.game = catalog::open(&setup).ok()?;
    // The clocks follow whose turn it is in this game.
    for seat in 0..seats {
        let awaited = in_play.game.to_act().contains(Seat(seat));
        in_play.clocks[usize::from(seat)].since = awaited.then_some(2);
    }
    Some(table)
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> Result<(), Refusal>) -> String {
    let mut out = Vec::new();
    write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn snapshot(table: &Table, viewer: Option<u8>) -> String {
    written(|out| write_snapshot(table, viewer, &[], 0, out))
}

/// All that a viewer is told of these moves, and what is announced to everybody; nothing if one cannot be made.
fn told(
    mut table: Table,
    moves: &[(Seat, String)],
    viewer: Option<u8>,
    cards: &[String],
) -> Option<(Vec<String>, Vec<String>)> {
    let mut frames = vec![snapshot(&table, viewer)];
    let mut events = Vec::new();
    for (at, (seat, chosen)) in moves.iter().enumerate() {
        let entry =
            Entry::Moved { seat: seat.0, chosen: chosen.clone(), id: Some(format!("{at}")), bot: false };
        let change = table.apply(3 + at as i64, &entry).ok()?;
        events.push(change.events.as_ref().unwrap().get().to_owned());
        let mut news = News::new(&table, &entry, &change).unwrap();
        frames.push(written(|out| news.write(viewer, out)));
        // The shared beginning is what this viewer alone would have got.
        let mut alone = Vec::new();
        news.begin(viewer, &mut alone).unwrap();
        assert!(frames.last().unwrap().as_bytes().starts_with(&alone));
    }
    frames.push(snapshot(&table, viewer));
    frames.push(answers(&table, viewer, cards));
    // What others could do, tried by the viewer, is refused in the same words.
    let in_play = table.in_play.as_ref().unwrap();
    let legal = |seat: u8| in_play.game.legal(Seat(seat)).unwrap();
    let own = viewer.map(legal).unwrap_or_default();
    let mut tried: Vec<String> = moves.iter().map(|(_, chosen)| chosen.clone()).collect();
    tried.retain(|chosen| !own.contains(chosen));
    if let Some(seat) = viewer {
        for chosen in tried {
            let entry = Entry::Moved { seat, chosen, id: None, bot: false };
            let refusal = table.apply(1000, &entry).err().unwrap();
            frames.push(serde_json::to_string(&refused(None, &refusal)).unwrap());
        }
    }
    Some((frames, events))
}

/// The answers to a viewer who asks of every card in every way whether it can be played.
fn answers(table: &Table, viewer: Option<u8>, cards: &[String]) -> String {
    let Some(seat) = viewer else { return String::new() };
    let of_cards = BEFORE.iter().flat_map(|before| cards.iter().map(move |card| format!("{before}{card}")));
    let moves = of_cards.chain(PLAIN.iter().map(|&plain| plain.to_owned()));
    let answer = |chosen: String| {
        let legal = table.check(seat, &chosen).unwrap();
        serde_json::to_string(&explained("w", &chosen, legal.err().as_ref())).unwrap()
    };
    moves.map(answer).collect()
}

fn texts_in(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, texts)),
        Value::Object(fields) => fields.values().for_each(|item| texts_in(item, texts)),
        _ => {}
    }
}

/// A text in which two words have changed places.
fn swapped(text: &str, one: &str, other: &str) -> String {
    let swap = |word| match word {
        word if word == one => other,
        word if word == other => one,
        word => word,
    };
    text.split(' ').map(swap).collect::<Vec<_>>().join(" ")
}

fn swapped_in(value: &Value, one: &str, other: &str) -> Value {
    match value {
        Value::String(text) => json!(swapped(text, one, other)),
        Value::Array(items) => items.iter().map(|item| swapped_in(item, one, other)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, item)| (key.clone(), swapped_in(item, one, other)));
            fields.collect::<serde_json::Map<_, _>>().into()
        }
        plain => plain.clone(),
    }
}

/// Some random moves of a game within its first deal.
fn some_moves(game: GameId, seats: u8, seed: Seed, random: &mut Quick) -> (Vec<(Seat, String)>, Value) {
    let setup = Setup { game, seats, options: options(game), seed, deals: vec![] };
    let mut play = catalog::open(&setup).unwrap();
    let record: Value = serde_json::from_str(&play.record()).unwrap();
    let deal = record["steps"][0]["deal"].clone();
    let most = random.below(if game == GameId::Irono { 40 } else { 12 * u32::from(seats) });
    let mut moves = Vec::new();
    for _ in 0..most {
        let to_act: Vec<Seat> = play.to_act().iter().collect();
        if to_act.is_empty() {
            break;
        }
        let seat = to_act[random.below(to_act.len() as u32) as usize];
        let chosen = play.choose(seat, Bot::of(bots::Level::Random), None, random).unwrap();
        let events = play.play_told(seat, &chosen).unwrap();
        if events.get().contains(r#""dealt""#) || events.get().contains(r#""scored""#) {
            break;
        }
        moves.push((seat, chosen));
    }
    (moves, deal)
}

/// The cards of a deal that a viewer has looked at, or everybody.
fn looked_at(
    game: GameId,
    deal: &Value,
    moves: &[(Seat, String)],
    seats: u8,
    viewer: Option<u8>,
) -> Vec<String> {
    let mut seen = Vec::new();
    for public in ["ba", "up", "draws"] {
        texts_in(&deal[public], &mut seen);
    }
    // There the cards that nobody gets are laid open; elsewhere they are nobody's to see.
    if game == GameId::WildRawz {
        texts_in(&deal["aside"], &mut seen);
    }
    let Some(seat) = viewer else { return seen };
    let hand = match (game, moves.first().map(|(_, chosen)| chosen.as_str())) {
        (GameId::KoiKoi, None) => return seen,
        (GameId::KoiKoi, Some("swap")) => 1 - seat,
        _ => seat,
    };
    texts_in(&deal["hands"][usize::from(hand)], &mut seen);
    for (giver, chosen) in moves {
        // Passed cards go to the left neighbour.
        if let Some(cards) = chosen.strip_prefix("pass ")
            && (giver.0 + 1) % seats == seat
        {
            seen.extend(cards.split(' ').map(str::to_owned));
        }
    }
    seen
}

/// Cards of a game change places; returns how often that could be done.
fn hidden_cards_can_be_swapped(game: GameId, seats: u8) -> u32 {
    let mut swaps = 0;
    for number in 0..GAMES {
        let seed = Seed::of_game("leaks", number);
        let mut random = Quick::new(number);
        let (moves, deal) = some_moves(game, seats, seed, &mut random);
        let mut cards = Vec::new();
        texts_in(&deal, &mut cards);
        cards.sort();
        for viewer in (0..seats).map(Some).chain([None]) {
            let first = table(game, seats, seed, vec![deal.clone()]).unwrap();
            let (frames, events) = told(first, &moves, viewer, &cards).unwrap();
            let seen = looked_at(game, &deal, &moves, seats, viewer);
            let announced = events.concat();
            let hidden: Vec<&String> = cards
                .iter()
                .filter(|card| !seen.contains(card) && !announced.contains(&format!("\"{card}\"")))
                .collect();
            for _ in 0..4 {
                if hidden.len() < 2 {
                    continue;
                }
                let one = hidden[random.below(hidden.len() as u32) as usize];
                let other = hidden[random.below(hidden.len() as u32) as usize];
                if one == other {
                    continue;
                }
                // Moves that name them were not announced, and name the other one now, in the order of the pack.
                let in_order: Vec<(Seat, String)> =
                    moves.iter().map(|(seat, chosen)| (*seat, swapped(chosen, one, other))).collect();
                let turned = |chosen: &str| match chosen.split(' ').collect::<Vec<_>>()[..] {
                    ["pass", one, other] => format!("pass {other} {one}"),
                    _ => chosen.to_owned(),
                };
                let moves_then = in_order.iter().enumerate().map(|(at, (seat, chosen))| {
                    let same = *chosen == moves[at].1;
                    (*seat, if same { chosen.clone() } else { turned(chosen) })
                });
                let swapped_deal = swapped_in(&deal, one, other);
                let twin = |moves: &[(Seat, String)]| {
                    let table = table(game, seats, seed, vec![swapped_deal.clone()])?;
                    told(table, moves, viewer, &cards)
                };
                let Some((frames_then, events_then)) =
                    twin(&in_order).or_else(|| twin(&moves_then.collect::<Vec<_>>()))
                else {
                    continue;
                };
                // By the rules a card may show by what it does; then everybody may know.
                if events_then != events {
                    continue;
                }
                // What the viewer tried in vain is named in its refusal, and was another move then.
                let named = in_order.iter().any(|(_, chosen)| !moves.iter().any(|(_, then)| then == chosen));
                let compared = if named { frames.len().min(moves.len() + 3) } else { frames.len() };
                assert_eq!(
                    frames[..compared],
                    frames_then[..compared],
                    "{game} {number}: viewer {viewer:?}, {one} and {other} swapped"
                );
                swaps += 1;
            }
        }
    }
    swaps
}

macro_rules! swaps_in_all_games {
    ($($module:ident $Game:ident $id:literal),+) => {
        $(mod $module {
            use super::*;

            #[test]
            fn swapped_cards_leave_every_frame_as_it_is() {
                for seats in GameId::$Game.seats().take(2) {
                    let swaps = hidden_cards_can_be_swapped(GameId::$Game, seats);
                    // Irono deals no cards.
                    assert!(swaps > 100 || $id == "irono", "{swaps} swaps with {seats} seats");
                }
            }
        })+
    };
}
catalog::each_game!(swaps_in_all_games);

/// Irono hides colours instead of cards: another one is hidden, and only who hid it is told something else.
#[test]
fn another_hidden_colour_of_irono_leaves_every_frame_of_others_as_it_is() {
    let game = GameId::Irono;
    let mut swaps = 0;
    for number in 0..GAMES {
        let seed = Seed::of_game("leaks", number);
        let mut random = Quick::new(number);
        let (mut moves, _) = some_moves(game, 2, seed, &mut random);
        let Some(last) = moves.iter().rposition(|(_, chosen)| chosen.starts_with("hide ")) else { continue };
        moves.truncate(last + 1);
        let (hider, hidden) = moves[last].clone();
        let mut before = table(game, 2, seed, vec![]).unwrap();
        for (seat, chosen) in &moves[..last] {
            let entry = Entry::Moved { seat: seat.0, chosen: chosen.clone(), id: None, bot: false };
            before.apply(3, &entry).unwrap();
        }
        for other in before.in_play.unwrap().game.legal(hider).unwrap() {
            let mut then = moves.clone();
            then[last].1.clone_from(&other);
            for viewer in [Some(0), Some(1), None] {
                let one = told(table(game, 2, seed, vec![]).unwrap(), &moves, viewer, &[]).unwrap().0;
                let twin = told(table(game, 2, seed, vec![]).unwrap(), &then, viewer, &[]).unwrap().0;
                let compared = moves.len() + 3;
                if viewer != Some(hider.0) {
                    assert_eq!(one[..compared], twin[..compared], "{number}: {hidden} or {other}");
                    swaps += 1;
                } else if hidden != other {
                    assert_ne!(one[..compared], twin[..compared], "who hid it sees it");
                }
            }
        }
    }
    assert!(swaps > 100);
}
