//! What a seat knows, what it is shown, and what is announced (`IR-13`).

use cards::{Seat, Set};
use serde::Serialize;

use super::card::{Card, Colour, pack};
use super::state::{HAND, Iroha, Phase, Public};
use crate::text::{Text, Texts};

/// All that a seat or a spectator can know, with perfect memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub(super) viewer: Option<Seat>,
    pub(super) table: Public,
    /// The viewer's hand.
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

    /// Who knows this; nobody for a spectator.
    #[inline]
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// How many play.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.table.seats
    }

    /// The viewer's hand.
    #[inline]
    pub fn hand(&self) -> Set<Card> {
        self.hand
    }

    /// The cards of the trick on the table.
    #[inline]
    pub fn trick(&self) -> Set<Card> {
        self.table.trick
    }

    /// The card that wins the trick as things stand, and its player. Meaningless before the lead.
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

/// What everybody sees, for those who weigh a state and not what a seat knows.
impl Iroha {
    /// How many decisions are left in the deal under way; none between deals.
    #[inline]
    pub fn decisions_left(&self) -> u32 {
        let table = &self.public;
        let passes = u32::from(table.seats - table.chosen.len());
        let plays = u32::from(table.seats * HAND) - table.plays.len() as u32;
        match table.phase {
            Phase::Pass => passes + plays,
            Phase::Play => plays,
            Phase::Deal | Phase::Star | Phase::Over => 0,
        }
    }
}

/// What is shown. Older tricks lie face down and are left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The viewer; nobody for a spectator.
    seat: Option<u8>,
    seats: u8,
    /// What is going on: `deal`, `pass`, `play`, `star` or `over`.
    phase: &'static str,
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
    lowest: Option<Vec<Vec<Text<Card>>>>,
    scores: Vec<Vec<i16>>,
    totals: Vec<i32>,
    winners: Vec<u8>,
}

/// A trick under way or completed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Trick {
    leader: u8,
    /// In the order played.
    cards: Vec<Played>,
    /// The colour under the trump marker.
    trump: Option<&'static str>,
    /// Who wins, or would as things stand.
    winner: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Played {
    seat: u8,
    card: Text<Card>,
}

/// What of a view is the viewer's own; the rest is the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    seat: Option<u8>,
    hand: Texts<Card>,
    passed: Texts<Card>,
    received: Texts<Card>,
}

impl Own {
    pub(super) fn of(knowledge: &Knowledge) -> Own {
        Own {
            seat: knowledge.viewer.map(|seat| seat.0),
            hand: Texts(knowledge.hand),
            passed: Texts(knowledge.passed),
            received: Texts(knowledge.received),
        }
    }
}

impl View {
    pub(super) fn of(knowledge: &Knowledge) -> View {
        let Own { seat, hand, passed, received } = Own::of(knowledge);
        let table = &knowledge.table;
        let seats = usize::from(table.seats);
        let complete = table.plays.len() / seats;
        let playing = matches!(table.phase, Phase::Pass | Phase::Play);
        let held = |seat| if playing { HAND - table.played_by(seat).len() } else { 0 };
        View {
            seat,
            seats: table.seats,
            phase: table.phase.name(),
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
    fn of(table: &Public, number: usize) -> Trick {
        let seats = usize::from(table.seats);
        let plays: Vec<(Seat, Card)> = table.plays().skip(number * seats).take(seats).collect();
        let mut follow = Set::EMPTY;
        let mut best: Option<(Seat, Card)> = None;
        for &(seat, card) in &plays {
            let beats = |best: Card| best.colour() == card.colour() && best < card;
            if !follow.contains(card) || best.is_some_and(|(_, best)| beats(best)) {
                best = Some((seat, card));
            }
            follow |= card.suit();
        }
        Trick {
            leader: table.leaders[number].0,
            cards: plays.iter().map(|(seat, card)| Played { seat: seat.0, card: Text(*card) }).collect(),
            trump: best.map(|(_, card)| card.colour().name()),
            winner: best.map(|(seat, _)| seat.0),
        }
    }
}

/// The lowest captured card of each colour.
fn lowest(captured: Set<Card>) -> Vec<Text<Card>> {
    let lowest_of = |colour: Colour| (captured & colour.cards()).lowest();
    Colour::ALL.into_iter().filter_map(lowest_of).map(Text).collect()
}

/// What is announced to all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// Cards were dealt.
    Dealt {
        /// Who dealt.
        dealer: u8,
    },
    /// A seat has chosen what to pass; what it is stays hidden.
    Chosen {
        /// Who chose.
        seat: u8,
    },
    /// All have chosen, and the cards have changed hands.
    Passed {
        /// Who leads the first trick.
        leader: u8,
    },
    /// A card was played.
    Played {
        /// Who played.
        seat: u8,
        /// The card.
        card: String,
        /// Whether the trump marker went to it.
        marker: bool,
    },
    /// A trick was won.
    Trick {
        /// Who took it.
        winner: u8,
    },
    /// A deal was scored.
    Scored {
        /// The points of each seat.
        points: Vec<i16>,
    },
    /// A tie was broken.
    Star {
        /// Who found the first star.
        seat: u8,
    },
}
