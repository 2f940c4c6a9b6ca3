//! Every frame to everybody over whole games: it shows what the viewer may see, and names no card the viewer cannot know.

use std::collections::{BTreeSet, HashMap, VecDeque};

use cards::{Quick, Random, Seat};
use catalog::{AnyGame, Setup};
use client::Player;
use serde_json::{Value, json};

use crate::house::{House, plain, soon};

/// Games of each kind, one after the other at the same table.
const GAMES: u32 = 3;

/// Cards that sentences name as examples of a move, whatever was dealt.
const EXAMPLES: [&str; 9] = ["b5", "f6", "k12", "r5", "1R", "1B", "3B", "8B", "11K1"];

/// Plays a game and now and then tries an illegal move. Everything that was sent is kept by its id.
async fn play_game(player: &mut Player, sent: &mut HashMap<String, String>, seed: u64) {
    let mut random = Quick::new(seed);
    let mut tries = 0;
    let known =
        ["b5", "play 1B", "pass b1 b2", "take 3B", "refuse k12", "guess red blue grey", "hide red", "koi"];
    while player.phase() != "over" {
        if random.below(4) == 0 {
            tries += 1;
            let chosen = known[random.below(known.len() as u32) as usize];
            // With a number that is too high, so that it is refused in any case.
            let (id, at) = (format!("try-{seed}-{tries}"), player.number + 1000);
            let at = if player.legal().is_empty() { player.number } else { at };
            sent.insert(id.clone(), chosen.to_owned());
            player.ask(&json!({ "type": "move", "id": id, "at": at, "move": chosen })).await.unwrap();
        }
        if random.below(4) == 0 {
            tries += 1;
            let (id, chosen) =
                (format!("why-{seed}-{tries}"), known[random.below(known.len() as u32) as usize]);
            sent.insert(id.clone(), chosen.to_owned());
            player.ask(&json!({ "type": "why", "id": id, "move": chosen })).await.unwrap();
        }
        if random.below(20) == 0 {
            player.ask(&json!({ "type": "say", "text": "hm" })).await.unwrap();
        }
        player.move_if_due(|legal| random.below(legal.len() as u32) as usize).await.unwrap();
        player.read().await.unwrap();
    }
}

/// All words in the texts of a value.
fn words(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
            found.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, found)),
        Value::Object(fields) => fields.values().for_each(|item| words(item, found)),
        _ => {}
    }
}

fn words_of(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    words(value, &mut found);
    found
}

/// What everybody may know at a moment of a game, from its record alone, without a view or the server.
struct Oracle {
    game: Box<dyn AnyGame>,
    seats: u8,
    deals: VecDeque<Value>,
    deal: Value,
    /// The moves of each seat that are still to come. Simultaneous ones stand in another order in the record.
    moves: Vec<VecDeque<String>>,
    /// All cards of the game.
    cards: BTreeSet<String>,
    /// For each seat, and last for spectators: the cards they know.
    known: Vec<BTreeSet<String>>,
    passed: Vec<String>,
    kind: String,
}

impl Oracle {
    fn new(record: &str) -> Oracle {
        let record: Value = serde_json::from_str(record).unwrap();
        let game = catalog::open(&Setup::of_record(&record).unwrap()).unwrap();
        let seats = game.seats();
        let steps = record["steps"].as_array().unwrap();
        let mut moves = vec![VecDeque::new(); seats.into()];
        for step in steps.iter().filter(|step| step.get("move").is_some()) {
            let seat = step["seat"].as_u64().unwrap() as usize;
            moves[seat].push_back(step["move"].as_str().unwrap().to_owned());
        }
        let deals: VecDeque<Value> = steps.iter().filter_map(|step| step.get("deal").cloned()).collect();
        let cards = deals.iter().flat_map(words_of).collect();
        let mut oracle = Oracle {
            game,
            seats,
            deals,
            deal: Value::Null,
            moves,
            cards,
            known: vec![BTreeSet::new(); usize::from(seats) + 1],
            passed: vec![String::new(); seats.into()],
            kind: record["game"].as_str().unwrap().to_owned(),
        };
        oracle.dealt();
        oracle
    }

    /// The next deal: everybody sees their own hand, and the open cards.
    fn dealt(&mut self) {
        self.deal = self.deals.pop_front().unwrap();
        let open: &[&str] = match self.kind.as_str() {
            "wild-rawz" => &["up", "aside"],
            _ => &["ba", "draws"],
        };
        let open: BTreeSet<String> = open.iter().flat_map(|part| words_of(&self.deal[part])).collect();
        for (seat, known) in self.known.iter_mut().enumerate() {
            known.clone_from(&open);
            if self.kind != "koi-koi" && seat < usize::from(self.seats) {
                known.extend(words_of(&self.deal["hands"][seat]));
            }
        }
    }

    /// The next move of a seat. Returns what is announced.
    fn moved(&mut self, seat: usize) -> Value {
        let chosen = self.moves[seat].pop_front().unwrap();
        let events = Value::from(self.game.play(Seat(seat as u8), &chosen).unwrap());
        let kinds: Vec<&str> =
            events.as_array().unwrap().iter().filter_map(|event| event["type"].as_str()).collect();
        let announced = words_of(&events);
        for known in &mut self.known {
            known.extend(announced.iter().cloned());
        }
        if chosen.starts_with("pass ") {
            self.passed[seat] = chosen.clone();
        }
        if kinds.contains(&"passed") {
            for (giver, cards) in self.passed.iter().enumerate() {
                let taker = (giver + 1) % usize::from(self.seats);
                self.known[taker].extend(words_of(&json!(cards)));
            }
        }
        if kinds.contains(&"hands") {
            for seat in 0..2 {
                let hand = if chosen == "swap" { 1 - seat } else { seat };
                let hand = words_of(&self.deal["hands"][hand]);
                self.known[seat].extend(hand);
            }
        }
        let is_dealt = kinds.contains(&"dealt");
        if is_dealt {
            let before = self.known.clone();
            self.dealt();
            // The frame that tells of the new deal also tells how the old one ended.
            for (known, before) in self.known.iter_mut().zip(before) {
                known.extend(before.intersection(&announced).cloned());
            }
        }
        events
    }

    /// A part of a frame names no card that the viewer cannot know.
    fn check(&self, viewer: Option<u8>, part: &Value, but: &BTreeSet<String>, frame: &Value) {
        let known = &self.known[viewer.map_or(usize::from(self.seats), usize::from)];
        let named = words_of(part);
        let leaked: Vec<_> = named
            .iter()
            .filter(|word| self.cards.contains(*word) && !known.contains(*word) && !but.contains(*word))
            .collect();
        assert!(leaked.is_empty(), "viewer {viewer:?} was told of {leaked:?}: {frame}");
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map(|fields| fields.keys().map(String::as_str).collect()).unwrap_or_default()
}

/// Looks through all that one client was told, from the beginning.
fn look_through(frames: &[String], records: &[String], sent: &HashMap<String, String>) -> u32 {
    let mut next = records.iter();
    let mut oracle: Option<Oracle> = None;
    let mut viewer = None;
    let mut looked = 0;
    let none = BTreeSet::new();
    for text in frames {
        let frame: Value = serde_json::from_str(text).unwrap();
        looked += 1;
        for key in keys(&frame) {
            let expected = [
                "type", "number", "time", "you", "table", "play", "talk", "muted", "id", "event", "code",
                "message", "online", "move", "legal", "facts", "rule", "now",
            ];
            assert!(expected.contains(&key), "{key}: {frame}");
        }
        if frame.get("table").is_some() {
            viewer = frame["you"].as_u64().map(|seat| seat as u8);
            let expected = [
                "id",
                "game",
                "seats",
                "options",
                "clock",
                "public",
                "hints",
                "phase",
                "games",
                "chairs",
                "commitment",
            ];
            assert_eq!(keys(&frame["table"]), expected);
        }
        match frame["event"]["type"].as_str() {
            Some("started") => oracle = Some(Oracle::new(next.next().unwrap())),
            Some("moved") => {
                assert_eq!(keys(&frame["event"]), ["type", "seat", "bot", "events"]);
                let seat = frame["event"]["seat"].as_u64().unwrap() as usize;
                let told = oracle.as_mut().unwrap().moved(seat);
                assert_eq!(frame["event"]["events"], told, "what is announced and no more");
                assert!(
                    frame.get("id").is_none() || viewer == Some(seat as u8),
                    "an id is for its sender alone"
                );
            }
            _ => {}
        }
        let Some(oracle) = &oracle else { continue };
        if let Some(play) = frame.get("play") {
            let is_asked = viewer.is_some_and(|seat| oracle.game.to_act().contains(Seat(seat)));
            let expected: &[&str] = match oracle.game.draw() {
                Some(_) => &["legal", "to_act", "draw", "view"],
                None if is_asked => &["legal", "to_act", "prompt", "view"],
                None => &["legal", "to_act", "view"],
            };
            assert_eq!(keys(play), expected);
            assert_eq!(play.get("draw"), oracle.game.draw().map(Value::from).as_ref());
            if let Some(seat) = viewer.filter(|_| is_asked) {
                assert_eq!(play["prompt"], oracle.game.prompt(Seat(seat)).unwrap().unwrap());
            }
            assert_eq!(play["view"], oracle.game.view(viewer.map(Seat)).unwrap());
            let to_act = oracle.game.to_act();
            let legal = match viewer.map(Seat).filter(|&seat| to_act.contains(seat)) {
                Some(seat) => oracle.game.legal(seat).unwrap(),
                None => vec![],
            };
            assert_eq!(play["legal"], json!(legal));
            assert_eq!(play["to_act"], json!(to_act.numbers()));
        }
        if frame["type"] == "why" {
            let may = oracle.game.check(Seat(viewer.unwrap()), frame["move"].as_str().unwrap());
            assert_eq!(frame["legal"], may.is_ok(), "{frame}");
        }
        let own = frame["id"].as_str().and_then(|id| sent.get(id));
        let own = own.map(|text| words_of(&json!(text))).unwrap_or_default();
        let said: BTreeSet<String> =
            EXAMPLES.iter().map(|&card| card.to_owned()).chain(own.clone()).collect();
        for (part, but) in [
            ("play", &none),
            ("event", &none),
            ("message", &said),
            ("facts", &own),
            ("rule", &own),
            ("talk", &none),
            ("muted", &none),
        ] {
            oracle.check(viewer, &frame[part], but, &frame);
        }
    }
    looked
}

async fn no_frame_tells_too_much(game: &str, seats: u8) {
    let house = House::open().await;
    let (mut one, mut other, _) = house.two_at(&plain(game, seats)).await;
    let mut watching = Player::connect(&house.server, &one.table, None).await.unwrap();
    one.ask(&json!({ "type": "start" })).await.unwrap();
    let mut sent = [HashMap::new(), HashMap::new()];
    let mut records = Vec::new();
    for number in 1..=GAMES {
        for player in [&mut one, &mut other, &mut watching] {
            soon(player.read_until(|player| player.phase() == "playing")).await.unwrap();
        }
        let [first, second] = &mut sent;
        soon(async {
            tokio::join!(
                play_game(&mut one, first, u64::from(number)),
                play_game(&mut other, second, 100 + u64::from(number)),
                async { watching.read_until(|player| player.phase() == "over").await.unwrap() },
            )
        })
        .await;
        records.push(house.record(&one.table, number).await);
        one.ask(&json!({ "type": "ready" })).await.unwrap();
        other.ask(&json!({ "type": "ready" })).await.unwrap();
    }
    assert!(one.refused.len() + other.refused.len() > 10, "much was tried in vain");
    let none = HashMap::new();
    for (player, sent) in [(&one, &sent[0]), (&other, &sent[1]), (&watching, &none)] {
        assert!(look_through(&player.frames, &records, sent) > 50);
    }
}

macro_rules! frames_of_all_games {
    ($($module:ident $Game:ident $id:literal),+) => {
        $(mod $module {
            use catalog::GameId;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn no_frame_tells_too_much() {
                let seats = GameId::$Game.seats();
                super::no_frame_tells_too_much($id, *seats.start()).await;
                if seats.start() != seats.end() {
                    super::no_frame_tells_too_much($id, *seats.end()).await;
                }
            }
        })+
    };
}
catalog::each_game!(frames_of_all_games);
