//! Samples what a viewer cannot see: hands, passes and the cards laid aside, consistent with all that play has proved.
//!
//! These are certain: the viewer's hand and what they passed and received, every card played, and the colours each seat
//! could not follow (`IR-8`). Hands only shrink, so such a colour never comes back.

use cards::{Random, Seat, Set};

use super::card::{Card, pack};
use super::state::{Deal, HAND, Hidden, Iroha, Move, Phase, Public, SEATS};
use super::view::Knowledge;
use crate::{Game, Place, Sample, ScoreSheet, Story, deal_out};

impl Sample for Iroha {
    fn sample(knowledge: &Knowledge, random: &mut impl Random) -> Iroha {
        let table = knowledge.table;
        let hidden = match table.phase {
            Phase::Pass | Phase::Play => invent(knowledge, random),
            Phase::Deal | Phase::Star | Phase::Over => Hidden::NOTHING,
        };
        Iroha { public: table, hidden }
    }

    /// The dealt hands are found by undoing the pass.
    fn story(&self) -> Option<Story<Iroha>> {
        let (table, hidden) = (&self.public, &self.hidden);
        if !matches!(table.phase, Phase::Pass | Phase::Play) {
            return None;
        }
        let opening = if table.sheet.is_empty() {
            Iroha::new(table.seats, table.options)
        } else {
            let public = Public::before_deal(table.seats, table.options, table.sheet, table.dealer);
            Iroha { public, hidden: Hidden::NOTHING }
        };
        let played = played(table);
        let mut hands = hidden.hands;
        let mut moves = Vec::new();
        for seat in Seat::all(table.seats) {
            let at = seat.index();
            if table.phase == Phase::Play {
                let received = hidden.passes[seat.right(table.seats).index()];
                hands[at] = ((hands[at] | played[at]) - received) | hidden.passes[at];
            }
            if let (Some(first), Some(second)) = (hidden.passes[at].lowest(), hidden.passes[at].highest()) {
                moves.push((seat, Move::pass(first, second)));
            }
        }
        moves.extend(table.plays().map(|(seat, card)| (seat, Move::play(card))));
        Some(Story { opening, deal: Deal::Hands { dealer: table.dealer, hands, aside: hidden.aside }, moves })
    }
}

fn invent(knowledge: &Knowledge, random: &mut impl Random) -> Hidden {
    let table = &knowledge.table;
    let played: [Set<Card>; SEATS] = played(table);
    let lacking = lacking(table);
    let mut known = [Set::EMPTY; SEATS];
    if let Some(seat) = knowledge.viewer {
        known[seat.index()] = knowledge.hand;
        if table.phase == Phase::Play {
            let left = seat.left(table.seats).index();
            known[left] = knowledge.passed - played[left];
        }
    }

    let mut places = [Place::default(); SEATS + 1];
    let mut unseen = pack(table.seats);
    for seat in 0..usize::from(table.seats) {
        unseen -= played[seat] | known[seat];
        places[seat] =
            Place { room: HAND - played[seat].len() - known[seat].len(), allowed: !lacking[seat].bits() };
    }
    places[SEATS] = Place { room: table.seats, allowed: !0 };
    let held = deal_out(unseen.bits(), &places, random)
        .expect("what a viewer knows is true of at least one state, the real one");

    let mut hidden = Hidden { aside: Set::from_bits(held[SEATS]), ..Hidden::NOTHING };
    for seat in 0..SEATS {
        hidden.hands[seat] = known[seat] | Set::from_bits(held[seat]);
    }
    for seat in table.chosen.iter() {
        let left = seat.left(table.seats);
        hidden.passes[seat.index()] = if knowledge.viewer == Some(seat) {
            knowledge.passed
        } else if table.phase == Phase::Pass {
            two_of(hidden.hands[seat.index()], random)
        } else if knowledge.viewer == Some(left) {
            knowledge.received
        } else {
            // Any two of the nine cards that the left neighbour went into the tricks with.
            two_of(hidden.hands[left.index()] | played[left.index()], random)
        };
    }
    hidden
}

/// The cards each seat has played in this deal.
fn played(table: &Public) -> [Set<Card>; SEATS] {
    let mut played = [Set::EMPTY; SEATS];
    for (seat, card) in table.plays() {
        played[seat.index()].insert(card);
    }
    played
}

/// The cards each seat cannot hold, because it did not follow their colours.
fn lacking(table: &Public) -> [Set<Card>; SEATS] {
    let mut lacking = [Set::EMPTY; SEATS];
    let mut follow = Set::EMPTY;
    for (at, (seat, card)) in table.plays().enumerate() {
        if at % usize::from(table.seats) == 0 {
            follow = Set::EMPTY;
        }
        if !follow.contains(card) {
            lacking[seat.index()] |= follow;
        }
        follow |= card.suit();
    }
    lacking
}

fn two_of(cards: Set<Card>, random: &mut impl Random) -> Set<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    random.shuffle(&mut cards);
    cards.into_iter().take(2).collect()
}
