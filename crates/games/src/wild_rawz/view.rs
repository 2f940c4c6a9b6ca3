//! What a seat knows and what it is shown (`WR-14`).

use std::cmp::Reverse;

use cards::{Seat, Set};
use serde::Serialize;
use ts_rs::TS;

use super::card::{Card, Colour, TrumpRank, pack};
use super::pile::Pile;
use super::score::target;
use super::state::{Phase, PlayedCard, Public, TAKES, WildRawz, by_seat};
use crate::{PublicState, ScoreSheet, Show, Text};

/// Everything that a seat or a spectator can know, with perfect memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub(super) viewer: Option<Seat>,
    pub(super) table: Public,
    pub(super) hand: Pile,
}

impl Knowledge {
    /// Built up from what is public and what the viewer holds. A seat beyond the table is a spectator.
    pub(super) fn of(game: &WildRawz, viewer: Option<Seat>) -> Knowledge {
        let table = game.public;
        let viewer = viewer.filter(|seat| seat.0 < table.seats);
        let hand = viewer.map_or(Pile::EMPTY, |seat| game.hidden.hands[seat.index()]);
        Knowledge { viewer, table, hand }
    }

    /// Nobody for a spectator.
    #[inline]
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    #[inline]
    pub fn seats(&self) -> u8 {
        self.table.seats
    }

    #[inline]
    pub fn hand(&self) -> Pile {
        self.hand
    }

    /// The face-up cards that nobody has taken; after the draft, the trump card alone.
    #[inline]
    pub fn up(&self) -> Pile {
        self.table.up
    }

    /// The last face-up card. Meaningless before the end of the draft.
    #[inline]
    pub fn trump(&self) -> Card {
        self.table.trump
    }

    /// The cards in other hands.
    #[inline]
    pub fn elsewhere(&self) -> Pile {
        let table = &self.table;
        let played: Pile = table.plays.iter().copied().collect();
        pack(table.seats) - table.up - table.aside - played - self.hand
    }

    /// Every card of the lead colour; none before the lead.
    #[inline]
    pub fn follow(&self) -> Set<Card> {
        self.table.follow
    }

    /// Whether a card played now would be winning the trick.
    #[inline]
    pub fn would_win(&self, card: Card) -> bool {
        let follow = if self.table.follow.is_empty() { card.suit() } else { self.table.follow };
        card.strength(self.table.trump, follow) >= self.table.best.0
    }

    /// The seat that sits out the trick.
    #[inline]
    pub fn leaver(&self) -> Option<Seat> {
        self.table.leaver
    }

    /// How many seats have put down a card in the trick under way.
    #[inline]
    pub fn put_down(&self) -> u8 {
        (self.table.plays.len() % usize::from(self.table.seats)) as u8
    }

    /// How many more wins would meet a seat's target; negative when it is exceeded.
    #[inline]
    pub fn missing(&self, seat: Seat) -> i8 {
        self.table.tallies[seat.index()].missing(target(self.table.seats))
    }
}

impl WildRawz {
    /// How many cards are still to be taken, played or used to sit out in the round under way, or in the next one while a
    /// deal is awaited.
    #[inline]
    pub fn cards_left(&self) -> u32 {
        let table = &self.public;
        let all = u32::from(table.seats) * u32::from(TAKES + table.tricks());
        match table.phase {
            Phase::Draft | Phase::Play => all - (table.taken.len() + table.plays.len()) as u32,
            Phase::Deal => all,
            Phase::Over => 0,
        }
    }
}

/// What is shown. Older tricks lie face down and are left out. The cards of a round stay visible until the
/// next deal.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The viewer; nobody for a spectator.
    seat: Option<u8>,
    seats: u8,
    phase: Text<Phase>,
    /// The round's number, from 1, of `rounds`.
    round: usize,
    rounds: u8,
    start: u8,
    to_act: Vec<u8>,
    hand: Vec<Text<Card>>,
    /// What each card of the hand has of the trump, once there is one.
    hand_trumps: Vec<Option<Text<TrumpRank>>>,
    hand_sizes: Vec<u8>,
    /// The face-up cards that can still be taken; none from the end of the draft on.
    up: Vec<Text<Card>>,
    /// The cards each seat has taken face up, in order.
    drafted: Vec<Vec<Text<Card>>>,
    /// The cards laid beside the table.
    aside: Vec<Text<Card>>,
    trump: Option<Trump>,
    /// Which cards beat which, the strongest first; other cards cannot win. Empty until there is a trump.
    strength: Vec<Strength>,
    trick: Option<Trick>,
    last_trick: Option<Trick>,
    /// The number on each seat's target card.
    targets: Vec<u8>,
    /// The cards each seat has used to sit out, in order.
    leaving: Vec<Vec<Text<Card>>>,
    /// The sum of their numbers.
    leaving_sums: Vec<u8>,
    /// How many tricks each seat has won in this round.
    wins: Vec<u8>,
    /// How many more wins would meet each seat's target. 0 is worth five points at the end.
    missing: Vec<i8>,
    scores: Vec<Vec<i16>>,
    totals: Vec<i32>,
    winners: Vec<u8>,
}

/// The last face-up card.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Trump {
    card: Text<Card>,
    colour: Text<Colour>,
    number: u8,
}

/// Cards of the pack that are stronger than all of the next rank: every number in every colour. They are not written as
/// cards, since a view names no card that its viewer cannot know.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Strength {
    kind: StrengthKind,
    /// In pack order; equally strong. None if the lead colour is not known yet.
    colours: Vec<Text<Colour>>,
    /// The strongest first; null for a skip.
    numbers: Vec<Option<u8>>,
}

/// What makes cards strong: the trump's colour and number, its number, its colour, or the lead colour.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
enum StrengthKind {
    Card,
    Number,
    Colour,
    Lead,
}

/// A trick under way or completed.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Trick {
    leader: u8,
    colour: Option<Text<Colour>>,
    /// The cards played, in order, without that of the player who sits out.
    cards: Vec<Played>,
    /// The seat that sits out, and its card.
    leaver: Option<Played>,
    /// Who won it, or is winning it.
    winner: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Played {
    seat: u8,
    card: Text<Card>,
    /// What the card has of the trump.
    trump: Option<Text<TrumpRank>>,
}

/// What is the same in every game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Reference {
    /// In pack order.
    colours: Vec<Text<Colour>>,
}

/// The viewer's own part of a view; the rest is the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Own {
    seat: Option<u8>,
    hand: Vec<Text<Card>>,
    hand_trumps: Vec<Option<Text<TrumpRank>>>,
}

impl Show for WildRawz {
    type View = View;
    type Own = Own;
    type Reference = Reference;

    fn reference() -> Reference {
        Reference { colours: Colour::ALL.map(Text).to_vec() }
    }

    fn own(knowledge: &Knowledge) -> Own {
        let table = &knowledge.table;
        let rank = |card: Card| if table.drafted() { card.trump_rank(table.trump).map(Text) } else { None };
        Own {
            seat: knowledge.viewer.map(|seat| seat.0),
            hand: knowledge.hand.iter().map(Text).collect(),
            hand_trumps: knowledge.hand.iter().map(rank).collect(),
        }
    }

    fn view(knowledge: &Knowledge) -> View {
        let Own { seat, hand, hand_trumps } = WildRawz::own(knowledge);
        let table = &knowledge.table;
        let seats = usize::from(table.seats);
        let complete = table.plays.len() / seats;
        let playing = matches!(table.phase, Phase::Draft | Phase::Play);
        let gone = by_seat(table.plays().map(|play| (play.seat, play.card)));
        let taken = by_seat(table.takes());
        let held = |seat: Seat| {
            if playing {
                table.options.hand + taken[seat.index()].len() - gone[seat.index()].len()
            } else {
                0
            }
        };
        let target = target(table.seats);
        let tallies = &table.tallies[..seats];
        View {
            seat,
            seats: table.seats,
            phase: Text(table.phase),
            round: table.sheet.len() + usize::from(table.phase != Phase::Over),
            rounds: table.rounds(),
            start: table.start.0,
            to_act: table.turn().to_act().numbers(),
            hand,
            hand_trumps,
            hand_sizes: Seat::all(table.seats).map(held).collect(),
            up: if table.phase == Phase::Draft { table.up.iter().map(Text).collect() } else { Vec::new() },
            drafted: texts_by_seat(table.seats, table.takes()),
            aside: table.aside.iter().map(Text).collect(),
            trump: table.drafted().then(|| Trump::of(table.trump)),
            strength: if table.drafted() { Strength::order(table) } else { Vec::new() },
            trick: (table.phase == Phase::Play).then(|| Trick::of(table, complete)),
            last_trick: complete.checked_sub(1).map(|last| Trick::of(table, last)),
            targets: vec![target; seats],
            leaving: texts_by_seat(
                table.seats,
                table.plays().filter(|play| play.leaves).map(|play| (play.seat, play.card)),
            ),
            leaving_sums: tallies.iter().map(|tally| tally.sum).collect(),
            wins: tallies.iter().map(|tally| tally.wins).collect(),
            missing: tallies.iter().map(|tally| tally.missing(target)).collect(),
            scores: table.sheet.rounds(),
            totals: table.sheet.totals()[..seats].to_vec(),
            winners: table.winners().numbers(),
        }
    }
}

impl Trump {
    fn of(card: Card) -> Trump {
        Trump { card: Text(card), colour: Text(card.colour()), number: card.value() }
    }
}

impl Strength {
    /// All ranks of the trick under way (`WR-10`). The lead colour is no rank of its own if it is the trump colour.
    fn order(table: &Public) -> Vec<Strength> {
        let lead = table.follow.lowest().map(Card::colour);
        let mut faces: Vec<Card> = pack(table.seats).faces().iter().collect();
        faces.sort_by_key(|card| Reverse(card.strength(table.trump, table.follow)));
        let rank = |kind| {
            let of_kind = |card: &&Card| StrengthKind::of(**card, table.trump, lead) == Some(kind);
            let cards = || faces.iter().filter(of_kind);
            let has = |colour: &Colour| cards().any(|card| card.colour() == *colour);
            let mut numbers: Vec<Option<u8>> = cards().map(|card| card.number()).collect();
            numbers.dedup();
            Strength { kind, colours: Colour::ALL.into_iter().filter(has).map(Text).collect(), numbers }
        };
        let mut kinds = vec![StrengthKind::Card, StrengthKind::Number, StrengthKind::Colour];
        if lead != Some(table.trump.colour()) {
            kinds.push(StrengthKind::Lead);
        }
        kinds.into_iter().map(rank).collect()
    }
}

impl StrengthKind {
    fn of(card: Card, trump: Card, lead: Option<Colour>) -> Option<StrengthKind> {
        match card.trump_rank(trump) {
            Some(TrumpRank::Card) => Some(StrengthKind::Card),
            Some(TrumpRank::Number) => Some(StrengthKind::Number),
            Some(TrumpRank::Colour) => Some(StrengthKind::Colour),
            None => (lead == Some(card.colour())).then_some(StrengthKind::Lead),
        }
    }
}

impl Trick {
    /// Trick number `number` (from 0) of the round.
    pub(super) fn of(table: &Public, number: usize) -> Trick {
        let seats = usize::from(table.seats);
        let plays: Vec<PlayedCard> = table.plays().skip(number * seats).take(seats).collect();
        let follow = plays.first().map_or(Set::EMPTY, |lead| lead.card.suit());
        // `max_by_key` gives the last of equals, as the rule does.
        let winner = plays
            .iter()
            .filter(|play| !play.leaves)
            .max_by_key(|play| play.card.strength(table.trump, follow));
        let told = |play: &PlayedCard| Played {
            seat: play.seat.0,
            card: Text(play.card),
            trump: play.card.trump_rank(table.trump).map(Text),
        };
        Trick {
            leader: table.leaders[number].0,
            colour: plays.first().map(|lead| Text(lead.card.colour())),
            cards: plays.iter().filter(|play| !play.leaves).map(told).collect(),
            leaver: plays.iter().find(|play| play.leaves).map(told),
            winner: winner.map(|play| play.seat.0),
        }
    }
}

fn texts_by_seat(seats: u8, cards: impl Iterator<Item = (Seat, Card)>) -> Vec<Vec<Text<Card>>> {
    let mut texts = vec![Vec::new(); seats.into()];
    for (seat, card) in cards {
        texts[seat.index()].push(Text(card));
    }
    texts
}
