//! What a seat knows and what it is shown (`IR-13`).

use cards::{Seat, Set};
use serde::Serialize;
use ts_rs::TS;

use super::card::{Card, Colour, colours_of, pack};
use super::state::{HAND, Iroha, Phase, Public};
use crate::{PublicState, ScoreSheet, Show, Text, Texts};

/// Everything that a seat or a spectator can know, with perfect memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub(super) viewer: Option<Seat>,
    pub(super) table: Public,
    pub(super) hand: Set<Card>,
    /// What the viewer passed on, or has chosen to.
    pub(super) passed: Set<Card>,
    /// What the viewer received, once all have chosen.
    pub(super) received: Set<Card>,
}

impl Knowledge {
    /// Built up from what is public and what the viewer holds. A seat beyond the table is a spectator.
    pub(super) fn of(game: &Iroha, viewer: Option<Seat>) -> Knowledge {
        let table = game.public;
        let viewer = viewer.filter(|seat| seat.0 < table.seats);
        let mut knowledge =
            Knowledge { viewer, table, hand: Set::EMPTY, passed: Set::EMPTY, received: Set::EMPTY };
        if let Some(seat) = viewer {
            knowledge.hand = game.hidden.hands[seat.index()];
            knowledge.passed = game.hidden.passes[seat.index()];
            if table.phase == Phase::Play {
                knowledge.received = game.hidden.passes[seat.right(table.seats).index()];
            }
        }
        knowledge
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
    pub fn hand(&self) -> Set<Card> {
        self.hand
    }

    /// The cards of the trick on the table.
    #[inline]
    pub fn trick(&self) -> Set<Card> {
        self.table.trick
    }

    /// The card that is winning the trick, and its player. Meaningless before the lead.
    #[inline]
    pub fn best(&self) -> (Card, Seat) {
        self.table.best
    }

    /// Every card of the colours that must be followed; none before the lead.
    #[inline]
    pub fn follow(&self) -> Set<Card> {
        self.table.follow
    }

    /// The cards that a seat captured in this deal.
    #[inline]
    pub fn captured(&self, seat: Seat) -> Set<Card> {
        self.table.captured[seat.index()]
    }

    /// The cards that the viewer has not seen in play and does not hold. What it passed on is among them.
    #[inline]
    pub fn unseen(&self) -> Set<Card> {
        let captured = self.table.captured.iter().fold(Set::EMPTY, |all, &pile| all | pile);
        pack(self.table.seats) - (captured | self.table.trick | self.hand)
    }
}

/// Public facts, for code that evaluates a state.
impl Iroha {
    /// How many seats have still to pass in the deal under way.
    #[inline]
    pub fn passes_left(&self) -> u8 {
        let table = &self.public;
        if table.phase == Phase::Pass { table.seats - table.chosen.len() } else { 0 }
    }

    /// How many cards are still to be played in the deal under way; none between deals.
    #[inline]
    pub fn plays_left(&self) -> u8 {
        let table = &self.public;
        match table.phase {
            Phase::Pass | Phase::Play => table.seats * HAND - table.plays.len() as u8,
            Phase::Deal | Phase::Star | Phase::Over => 0,
        }
    }
}

/// What is shown. Older tricks lie face down and are left out.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The viewer; nobody for a spectator.
    seat: Option<u8>,
    seats: u8,
    phase: Text<Phase>,
    /// The deal's number, from 1, of `rounds`.
    round: usize,
    rounds: u8,
    dealer: u8,
    to_act: Vec<u8>,
    hand: Texts<Card>,
    hand_sizes: Vec<u8>,
    /// Who has chosen what to pass, until all have.
    chosen: Vec<u8>,
    passed: Texts<Card>,
    received: Texts<Card>,
    trick: Option<Trick>,
    last_trick: Option<Trick>,
    /// How many tricks each seat has captured in this deal, and how many cards.
    tricks: Vec<u8>,
    captured: Vec<u8>,
    /// With `open-lowest`: each seat's lowest captured card of each colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    lowest: Option<Vec<Vec<Text<Card>>>>,
    scores: Vec<Vec<i16>>,
    totals: Vec<i32>,
    winners: Vec<u8>,
}

/// A trick under way or completed.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub struct Trick {
    leader: u8,
    /// In the order played.
    cards: Vec<Played>,
    /// The colours that must be followed.
    colours: Texts<Colour>,
    /// The colour under the trump marker, and the card that brought the marker there.
    trump: Option<Text<Colour>>,
    marked: Option<Text<Card>>,
    /// Who won it, or is winning it.
    winner: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Played {
    seat: u8,
    card: Text<Card>,
}

/// What is the same in every game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Reference {
    /// In pack order.
    colours: Vec<Text<Colour>>,
}

/// The viewer's own part of a view; the rest is the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    seat: Option<u8>,
    hand: Texts<Card>,
    passed: Texts<Card>,
    received: Texts<Card>,
}

impl Show for Iroha {
    type View = View;
    type Own = Own;
    type Reference = Reference;

    fn reference() -> Reference {
        Reference { colours: Colour::ALL.map(Text).to_vec() }
    }

    fn own(knowledge: &Knowledge) -> Own {
        Own {
            seat: knowledge.viewer.map(|seat| seat.0),
            hand: Texts(knowledge.hand),
            passed: Texts(knowledge.passed),
            received: Texts(knowledge.received),
        }
    }

    fn view(knowledge: &Knowledge) -> View {
        let Own { seat, hand, passed, received } = Iroha::own(knowledge);
        let table = &knowledge.table;
        let seats = usize::from(table.seats);
        let complete = table.plays.len() / seats;
        let playing = matches!(table.phase, Phase::Pass | Phase::Play);
        let held = |seat| if playing { HAND - table.played_by(seat).len() } else { 0 };
        View {
            seat,
            seats: table.seats,
            phase: Text(table.phase),
            round: table.sheet.len() + usize::from(playing || table.phase == Phase::Deal),
            rounds: table.seats,
            dealer: table.dealer.0,
            to_act: table.turn().to_act().numbers(),
            hand,
            hand_sizes: Seat::all(table.seats).map(held).collect(),
            chosen: if table.phase == Phase::Pass { table.chosen.numbers() } else { Vec::new() },
            passed,
            received,
            trick: (table.phase == Phase::Play).then(|| Trick::of(table, complete)),
            last_trick: complete.checked_sub(1).map(|last| Trick::of(table, last)),
            tricks: table.tricks[..seats].to_vec(),
            captured: table.captured[..seats].iter().map(|cards| cards.len()).collect(),
            lowest: table
                .options
                .open_lowest
                .then(|| table.captured[..seats].iter().map(|&cards| lowest(cards)).collect()),
            scores: table.sheet.rounds(),
            totals: table.sheet.totals()[..seats].to_vec(),
            winners: table.winners().numbers(),
        }
    }
}

impl Trick {
    /// Trick number `number` (from 0) of the deal.
    pub(super) fn of(table: &Public, number: usize) -> Trick {
        let seats = usize::from(table.seats);
        let plays: Vec<(Seat, Card)> = table.plays().skip(number * seats).take(seats).collect();
        let mut follow = Set::EMPTY;
        let mut best: Option<(Seat, Card)> = None;
        let mut marked = None;
        for &(seat, card) in &plays {
            let beats = |best: Card| best.colour() == card.colour() && best < card;
            let moves_marker = !follow.contains(card);
            if moves_marker {
                marked = Some(Text(card));
            }
            if moves_marker || best.is_some_and(|(_, best)| beats(best)) {
                best = Some((seat, card));
            }
            follow |= card.suit();
        }
        Trick {
            leader: table.leaders[number].0,
            cards: plays.iter().map(|(seat, card)| Played { seat: seat.0, card: Text(*card) }).collect(),
            colours: Texts(colours_of(follow)),
            trump: best.map(|(_, card)| Text(card.colour())),
            marked,
            winner: best.map(|(seat, _)| seat.0),
        }
    }
}

/// The lowest captured card of each colour.
fn lowest(captured: Set<Card>) -> Vec<Text<Card>> {
    let lowest_of = |colour: Colour| (captured & colour.cards()).lowest();
    Colour::ALL.into_iter().filter_map(lowest_of).map(Text).collect()
}
