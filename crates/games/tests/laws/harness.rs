//! Plays random games and asks of every position whether the laws hold there.

use std::fmt;

use cards::{Quick, Random, Seat, Seed, Stream};
use games::{Game, Log, Moves, Notation, Options, PlayError, Sample, Show, Story, Turn};

/// No game of ours takes this many moves.
const LONGEST_GAME: u64 = 3_000;
/// One position in so many is checked against the expensive laws, for one viewer and a few moves.
const SPOT_CHECK: u32 = 4;
/// How many moves that were legal elsewhere are tried in a position.
const FOREIGN: u32 = 40;

/// A game with everything that the laws speak of.
pub trait Lawful: Show + Notation + Sample {}

impl<G: Show + Notation + Sample> Lawful for G {}

/// What a run has checked.
#[derive(Default)]
pub struct Checked {
    games: u64,
    moves: u64,
    /// Positions checked against the expensive laws.
    pub spots: u64,
    /// Hidden cards that changed places unnoticed.
    pub swaps: u64,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked { games, moves, spots, swaps } = self;
        write!(f, "{games} games, {moves} moves, {spots} positions in depth, {swaps} swaps of hidden cards")
    }
}

/// Plays `games` random games, going through all seat counts and option combinations in turn.
pub fn check<G: Lawful>(games: u64) -> Checked {
    let setups = games::setups::<G>();
    let mut checked = Checked::default();
    // Moves that were legal somewhere: tried everywhere else, they must be refused unless listed.
    let mut foreign: Vec<G::Move> = Vec::new();
    for number in 0..games {
        let (seats, options) = setups[(number % setups.len() as u64) as usize];
        let place = format!("{} game {number}, {seats} seats, {options:?}", G::ID);
        options_read_back::<G>(seats, &options);
        Run::<G> {
            place,
            state: G::new(seats, options),
            seed: Seed::of_game("laws", number),
            random: Quick::new(number),
            events: Vec::new(),
            foreign: &mut foreign,
            checked: &mut checked,
        }
        .play_game();
        checked.games += 1;
    }
    checked
}

struct Run<'a, G: Lawful> {
    place: String,
    state: G,
    seed: Seed,
    random: Quick,
    /// What was announced since the last deal.
    events: Vec<G::Event>,
    foreign: &'a mut Vec<G::Move>,
    checked: &'a mut Checked,
}

impl<G: Lawful> Run<'_, G> {
    /// Law: every game ends.
    fn play_game(mut self) {
        let mut chance = 0;
        let mut moves = 0;
        loop {
            match self.state.turn() {
                Turn::Deal => {
                    self.deal(chance);
                    chance += 1;
                }
                Turn::Move(_) => {
                    assert!(moves < LONGEST_GAME, "{}: does not end", self.place);
                    self.decide();
                    moves += 1;
                }
                Turn::Over => break,
            }
        }
        self.checked.moves += moves;
        let seats = self.state.seats();
        assert!(!self.state.winners().is_empty(), "{}: nobody won", self.place);
        assert!(self.state.winners().iter().all(|seat| seat.0 < seats), "{}", self.place);
        assert_eq!(self.state.totals().len(), usize::from(seats), "{}", self.place);
        self.samples_agree();
        self.view_is_shared();
    }

    fn deal(&mut self, chance: u64) {
        let deal = self.state.draw(&mut Stream::new(&self.seed, chance));
        assert_eq!(
            deal,
            self.state.draw(&mut Stream::new(&self.seed, chance)),
            "{}: a deal follows from its seed",
            self.place
        );
        let json = serde_json::to_string(&self.state.deal_step(&deal)).unwrap();
        let step: G::DealStep = serde_json::from_str(&json).unwrap();
        assert_eq!(self.state.read_deal(&step).as_ref(), Ok(&deal), "{}: {json} reads back", self.place);
        self.events.clear();
        self.state
            .deal(&deal, &mut self.events)
            .unwrap_or_else(|fault| panic!("{}: refused its own deal: {fault}", self.place));
        if self.state.turn() != Turn::Deal {
            let before = self.state;
            assert!(self.state.deal(&deal, &mut ()).is_err(), "{}: dealt twice", self.place);
            assert_eq!(self.state, before, "{}: a refused deal changed the state", self.place);
        }
    }

    /// One seat's decision, with the laws checked before it.
    fn decide(&mut self) {
        self.legal_is_what_play_accepts();
        if self.random.below(SPOT_CHECK) == 0 {
            self.checked.spots += 1;
            self.foreign_moves_are_refused();
            self.story_leads_here();
            self.samples_agree();
            self.view_is_shared();
            self.simultaneous_choices_commute();
            self.others_know_only_what_is_announced();
            self.hidden_cards_can_be_swapped();
        }
        let to_act: Vec<Seat> = self.state.to_act().iter().collect();
        let seat = self.random.pick(&to_act);
        let moves = self.legal(seat);
        let chosen = self.random.pick(&moves);
        if self.foreign.len() < 400 {
            self.foreign.push(chosen);
        } else {
            let at = self.random.below(400) as usize;
            self.foreign[at] = chosen;
        }
        let rounds = self.state.rounds();
        self.state.play(seat, chosen, &mut self.events).expect("a listed move is accepted");
        assert!(self.state.rounds() <= rounds + 1, "{}: a move ends one round at most", self.place);
    }

    /// Some of the moves that were legal elsewhere.
    fn foreign_moves(&mut self) -> Vec<G::Move> {
        let count = if self.foreign.is_empty() { 0 } else { FOREIGN };
        let mut moves: Vec<G::Move> = (0..count).map(|_| self.random.pick(self.foreign)).collect();
        moves.extend((0..count / 4).filter_map(|_| self.mixed_move()));
        moves
    }

    /// A move made of the words of others, if that is one: most such moves are legal nowhere.
    fn mixed_move(&mut self) -> Option<G::Move> {
        let texts: Vec<String> = (0..3).map(|_| self.random.pick(self.foreign).to_string()).collect();
        let mut words: Vec<&str> = texts.iter().flat_map(|text| text.split(' ')).collect();
        self.random.shuffle(&mut words);
        let first = texts[0].split(' ').next()?;
        let count = texts[0].split(' ').count();
        let rest = words.iter().filter(|word| **word != first).take(count - 1).copied();
        std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" ").parse().ok()
    }

    fn legal(&self, seat: Seat) -> Moves<G::Move> {
        let mut moves = Moves::new();
        self.state.legal(seat, &mut moves);
        moves
    }

    /// Laws: what `legal` lists is accepted, each move once and with a text of its own; a seat that is not to act
    /// has no move, and one that is has at least one.
    fn legal_is_what_play_accepts(&self) {
        let to_act = self.state.to_act();
        for seat in Seat::all(self.state.seats()) {
            let moves = self.legal(seat);
            assert_eq!(
                moves.is_empty(),
                !to_act.contains(seat),
                "{}: seat {seat} {:?}",
                self.place,
                self.state
            );
            let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
            for (chosen, text) in moves.iter().zip(&texts) {
                assert_eq!(text.parse().as_ref(), Ok(chosen), "{}: {text} reads back", self.place);
                let mut after = self.state;
                let result = after.play(seat, *chosen, &mut ());
                assert!(result.is_ok(), "{}: {text} is listed but refused: {result:?}", self.place);
                assert_ne!(after, self.state, "{}: {text} changes nothing", self.place);
            }
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), moves.len(), "{}: a move is listed twice: {moves:?}", self.place);
        }
    }

    /// Laws: what `legal` does not list is refused, and a refused move changes nothing.
    fn foreign_moves_are_refused(&mut self) {
        for seat in Seat::all(self.state.seats() + 1) {
            let moves = if seat.0 < self.state.seats() { self.legal(seat) } else { Moves::new() };
            for foreign in self.foreign_moves().into_iter().filter(|foreign| !moves.contains(foreign)) {
                let mut after = self.state;
                let mut events = Vec::new();
                let result = after.play(seat, foreign, &mut events);
                assert!(result.is_err(), "{}: seat {seat}: {foreign} is not listed but accepted", self.place);
                assert_eq!(after, self.state, "{}: refused {foreign} changed the state", self.place);
                assert!(events.is_empty(), "{}: refused {foreign} was announced", self.place);
                let out_of_turn = matches!(result, Err(PlayError::NotToAct { .. }));
                assert_eq!(out_of_turn, !self.state.to_act().contains(seat), "{}: {result:?}", self.place);
            }
        }
    }

    /// Laws: a round's story leads to the present state; so no card is lost or doubled, for the deal in it is
    /// checked to be a whole pack.
    fn story_leads_here(&self) {
        if let Some(story) = self.state.story() {
            assert_eq!(replay(&story, &mut ()).as_ref(), Some(&self.state), "{}: {story:?}", self.place);
        }
    }

    /// Laws: in a sampled state the viewer knows exactly the same. So they are shown the same, byte for byte, have the same
    /// legal moves and get the same refusals. The public history is legal in it and announces the same.
    fn samples_agree(&mut self) {
        let viewer = self.some_viewer();
        let knowledge = self.state.knows(viewer);
        let sample = G::sample(&knowledge, &mut self.random);
        let place = format!("{}: viewer {viewer:?}", self.place);
        assert_eq!(sample.knows(viewer), knowledge, "{place}");
        assert_eq!(shown(&sample, viewer), shown(&self.state, viewer), "{place}");
        assert_eq!(sample.turn(), self.state.turn(), "{place}");
        assert_eq!(sample.story().is_some(), self.state.story().is_some(), "{place}");
        if let Some(story) = sample.story() {
            let mut events = Vec::new();
            assert_eq!(replay(&story, &mut events).as_ref(), Some(&sample), "{place}: the sample's story");
            // What was announced follows from what the viewer knows, so no event can reveal more.
            let (told, heard) = (sorted(&events), sorted(&self.events));
            assert_eq!(told, heard, "{place}: an event tells a hidden card");
        }
        if let Some(seat) = viewer {
            self.answers_agree(seat, &sample);
        }
    }

    /// Law: a viewer is shown, byte for byte, what a spectator is shown, with their own part in its place.
    fn view_is_shared(&mut self) {
        let viewer = self.some_viewer();
        let mut shared = serde_json::to_value(G::view(&self.state.knows(None))).unwrap();
        let own = serde_json::to_value(G::own(&self.state.knows(viewer))).unwrap();
        for (key, value) in own.as_object().unwrap() {
            shared[key] = value.clone();
        }
        assert_eq!(shared.to_string(), shown(&self.state, viewer), "{}: viewer {viewer:?}", self.place);
    }

    /// The seat's list of legal moves and its refusals follow from what it knows.
    fn answers_agree(&mut self, seat: Seat, other: &G) {
        let mut moves = Moves::new();
        other.legal(seat, &mut moves);
        assert_eq!(moves, self.legal(seat), "{}: legal moves of {seat} tell a hidden card", self.place);
        for foreign in self.foreign_moves() {
            let here = { self.state }.play(seat, foreign, &mut ()).err();
            let there = { *other }.play(seat, foreign, &mut ()).err();
            assert_eq!(here, there, "{}: the refusal of {foreign} tells a hidden card", self.place);
        }
    }

    /// A seat or a spectator.
    fn some_viewer(&mut self) -> Option<Seat> {
        let viewers: Vec<Option<Seat>> = viewers(self.state.seats()).collect();
        self.random.pick(&viewers)
    }

    /// Law: simultaneous choices give the same state in whatever order they come.
    fn simultaneous_choices_commute(&mut self) {
        let mut seats: Vec<Seat> = self.state.to_act().iter().collect();
        if seats.len() < 2 {
            return;
        }
        let choices: Vec<_> = seats.iter().map(|&seat| (seat, self.random.pick(&self.legal(seat)))).collect();
        let in_order = |seats: &[Seat]| {
            let mut state = self.state;
            for &seat in seats {
                let (_, chosen) = choices.iter().find(|(chooser, _)| *chooser == seat).unwrap();
                state.play(seat, *chosen, &mut ()).expect("a simultaneous choice stays legal");
            }
            state
        };
        let ascending = in_order(&seats);
        self.random.shuffle(&mut seats);
        assert_eq!(in_order(&seats), ascending, "{}: order of {choices:?}", self.place);
    }

    /// Law: two moves that are announced alike leave everybody but the mover knowing the same. Only the last pass
    /// of Iroha ni Oedo tells its receiver more than is announced.
    fn others_know_only_what_is_announced(&self) {
        let Some(seat) = self.state.to_act().first() else { return };
        let mut outcomes: Vec<(Vec<G::Event>, G)> = Vec::new();
        for &chosen in &*self.legal(seat) {
            let mut after = self.state;
            let mut events = Vec::new();
            after.play(seat, chosen, &mut events).unwrap();
            let Some((_, twin)) = outcomes.iter().find(|(told, _)| *told == events) else {
                outcomes.push((events, after));
                continue;
            };
            let place = format!("{}: seat {seat} chose {chosen}", self.place);
            let unannounced = chosen.to_string().starts_with("pass") && self.state.to_act().len() == 1;
            let others = viewers(self.state.seats()).filter(|&viewer| viewer != Some(seat));
            for viewer in others.filter(|viewer| viewer.is_none() || !unannounced) {
                assert_eq!(after.knows(viewer), twin.knows(viewer), "{place}, seen by {viewer:?}");
            }
        }
    }

    /// Law: two cards that were never announced and not dealt to the viewer can change places in the deal unnoticed, if the
    /// same moves stay legal and announce the same. This does not trust `knows` or `sample`:
    /// the cards are exchanged in the text of the deal.
    fn hidden_cards_can_be_swapped(&mut self) {
        let Some(story) = self.state.story() else { return };
        let step = serde_json::to_value(self.state.deal_step(&story.deal)).unwrap();
        let announced = serde_json::to_string(&self.events).unwrap();
        let mut cards = Vec::new();
        texts_in(&step, &mut cards);
        cards.retain(|card| !announced.contains(&format!("\"{card}\"")));
        if cards.len() < 2 {
            return;
        }
        let one = &cards[self.random.below(cards.len() as u32) as usize];
        let other = &cards[self.random.below(cards.len() as u32) as usize];
        let swapped = swap_texts(&step, one, other);
        let Ok(form) = serde_json::from_value::<G::DealStep>(swapped.clone()) else { return };
        let Ok(deal) = self.state.read_deal(&form) else { return };
        let mut twin = story.opening;
        let mut events = Vec::new();
        let same = one != other
            && twin.deal(&deal, &mut events).is_ok()
            && story.moves.iter().all(|&(seat, chosen)| twin.play(seat, chosen, &mut events).is_ok())
            && sorted(&events) == sorted(&self.events);
        let viewer = self.some_viewer();
        let looked = |seat| own_cards(&step, &story, seat) != own_cards(&swapped, &story, seat);
        if !same || viewer.is_some_and(looked) {
            return;
        }
        self.checked.swaps += 1;
        let place = format!("{}: viewer {viewer:?}, {one} and {other} swapped", self.place);
        assert_eq!(shown(&twin, viewer), shown(&self.state, viewer), "{place}");
        assert_eq!(twin.knows(viewer), self.state.knows(viewer), "{place}");
        if let Some(seat) = viewer {
            self.answers_agree(seat, &twin);
        }
    }
}

/// Law: every option has a value that can be set again.
fn options_read_back<G: Game>(seats: u8, options: &G::Options) {
    let mut again = G::Options::default();
    for key in G::Options::KEYS {
        again.set(key, &options.get(key), seats).unwrap();
    }
    assert_eq!(again, *options);
}

fn replay<G: Game>(story: &Story<G>, log: &mut impl Log<G::Event>) -> Option<G> {
    let mut state = story.opening;
    state.deal(&story.deal, log).ok()?;
    for &(seat, chosen) in &story.moves {
        state.play(seat, chosen, log).ok()?;
    }
    Some(state)
}

fn shown<G: Show>(state: &G, viewer: Option<Seat>) -> String {
    serde_json::to_string(&G::view(&state.knows(viewer))).unwrap()
}

fn viewers(seats: u8) -> impl Iterator<Item = Option<Seat>> {
    std::iter::once(None).chain(Seat::all(seats).map(Some))
}

/// Events as texts. Simultaneous choices are told in the order they came, a story in seat order, so they are sorted.
fn sorted<E: serde::Serialize>(events: &[E]) -> Vec<String> {
    let mut texts: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    texts.sort();
    texts
}

fn texts_in(value: &serde_json::Value, texts: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => texts.push(text.clone()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| texts_in(item, texts)),
        serde_json::Value::Object(fields) => fields.values().for_each(|item| texts_in(item, texts)),
        _ => {}
    }
}

/// The same deal with two card texts exchanged wherever they stand.
fn swap_texts(value: &serde_json::Value, one: &str, other: &str) -> serde_json::Value {
    let swap = |text: &str| {
        if text == one {
            other
        } else if text == other {
            one
        } else {
            text
        }
        .to_owned()
    };
    match value {
        serde_json::Value::String(text) => serde_json::Value::String(swap(text)),
        serde_json::Value::Array(items) => items.iter().map(|item| swap_texts(item, one, other)).collect(),
        serde_json::Value::Object(fields) => fields
            .iter()
            .map(|(key, item)| (key.clone(), swap_texts(item, one, other)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        plain => plain.clone(),
    }
}

/// The dealt cards that a seat has looked at, in the order they stand in the deal. In Koi-Koi nobody has looked at
/// a hand before the decision whether hands are swapped, and afterwards it may be the other one.
fn own_cards<'a, G: Game>(
    step: &'a serde_json::Value,
    story: &Story<G>,
    seat: Seat,
) -> &'a serde_json::Value {
    let first = story.moves.first().map(|(_, chosen)| chosen.to_string());
    let hand = match first.as_deref() {
        None if G::ID == "koi-koi" => return &serde_json::Value::Null,
        Some("swap") => 1 - seat.index(),
        _ => seat.index(),
    };
    &step["deal"]["hands"][hand]
}
