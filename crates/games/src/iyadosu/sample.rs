//! Samples what a viewer cannot see: the normal and refusal cards of the others, consistent with all that play has proved,
//! and the order of hands that are not split yet.
//!
//! These are certain: the viewer's own cards, every card played, how many cards lie on each side of each hand, and what
//! `IY-24` names. A seat that played a normal card of another colour than the lead has no normal card of the lead colour.
//! A seat that refused had one, and still has one unless it played such a card later.

use cards::{List, Random, Seat, Set};

use super::card::{Card, Colour, pack};
use super::state::{Deal, HAND, Hidden, Iyadosu, Move, NO_HAND, Phase, PlayedCard, Public, SEATS};
use super::view::Knowledge;
use crate::{Game, Need, Place, Sample, ScoreSheet, Story, deal_out_needing};

impl Sample for Iyadosu {
    fn sample(knowledge: &Knowledge, random: &mut impl Random) -> Iyadosu {
        let table = knowledge.table;
        let hidden = match table.phase {
            Phase::Split | Phase::Play => invent(knowledge, random),
            Phase::Deal | Phase::Over => Hidden::NOTHING,
        };
        Iyadosu { public: table, hidden }
    }

    /// Of hands that are split any order with the same sides will do (`IY-7`).
    fn story(&self) -> Option<Story<Iyadosu>> {
        let (table, hidden) = (&self.public, &self.hidden);
        if !table.in_round() {
            return None;
        }
        let opening = if table.sheet.is_empty() {
            Iyadosu::new(table.seats, table.options)
        } else {
            let public = Public::before_deal(table.seats, table.options, table.sheet, table.start);
            Iyadosu { public, hidden: Hidden::NOTHING }
        };
        let evidence = evidence(table);
        let mut hands = hidden.dealt;
        let mut moves = Vec::new();
        let mut seat = table.start;
        for _ in 0..table.seats {
            seat = seat.right(table.seats);
            let at = seat.index();
            if table.has_split(seat) {
                let [normal, refuse] = hidden.sides[at];
                hands[at] = in_a_row(normal | evidence[at].normal, refuse | evidence[at].refuse);
                moves.push((seat, Move::Split(table.declared[at])));
            }
        }
        moves.extend(table.plays().map(|play| {
            let chosen = if play.refused { Move::Refuse(play.card) } else { Move::Play(play.card) };
            (play.seat, chosen)
        }));
        Some(Story { opening, deal: Deal { start: table.start, hands }, moves })
    }
}

fn invent(knowledge: &Knowledge, random: &mut impl Random) -> Hidden {
    let table = &knowledge.table;
    let evidence = evidence(table);
    let mut hidden = Hidden::NOTHING;
    // Seat s has places 2s, for its normal cards or its whole hand if it is not split yet, and 2s + 1, for its
    // refusal cards.
    let mut places = [Place::default(); 2 * SEATS];
    let mut needs: List<Need, { 4 * SEATS }> = List::new();
    let mut unseen = pack(table.seats);
    for seat in Seat::all(table.seats) {
        let at = seat.index();
        let of_seat = &evidence[at];
        unseen -= of_seat.normal | of_seat.refuse;
        if knowledge.viewer == Some(seat) {
            hidden.dealt[at] = knowledge.dealt;
            hidden.sides[at] = [knowledge.normal, knowledge.refuse];
            unseen -= knowledge.normal | knowledge.refuse;
            if !table.has_split(seat) {
                unseen -= knowledge.dealt.into_iter().collect();
            }
            continue;
        }
        let declared = table.declared[at];
        places[2 * at] =
            Place { room: HAND as u8 - declared - of_seat.normal.len(), allowed: !of_seat.lacking.bits() };
        places[2 * at + 1] = Place { room: declared - of_seat.refuse.len(), allowed: !0 };
        let owed = Colour::ALL.into_iter().filter(|colour| !colour.cards().is_disjoint(of_seat.owed));
        needs.extend(owed.map(|colour| Need { place: 2 * at, cards: colour.cards().bits() }));
    }
    let held = deal_out_needing(unseen.bits(), &places, &needs, random)
        .expect("what a viewer knows is true of at least one state, the real one");

    for seat in Seat::all(table.seats).filter(|&seat| knowledge.viewer != Some(seat)) {
        let at = seat.index();
        let (normal, refuse) = (Set::from_bits(held[2 * at]), Set::from_bits(held[2 * at + 1]));
        if table.has_split(seat) {
            hidden.sides[at] = [normal, refuse];
        } else {
            hidden.dealt[at] = in_a_row(normal, Set::EMPTY);
            random.shuffle(&mut hidden.dealt[at]);
        }
    }
    hidden
}

/// What a seat's plays in this round say of its cards.
#[derive(Clone, Copy, Default)]
struct Evidence {
    /// The normal cards it has played.
    normal: Set<Card>,
    /// The refusal cards it has played.
    refuse: Set<Card>,
    /// The cards that cannot be among its normal cards.
    lacking: Set<Card>,
    /// The colours of which it has a normal card.
    owed: Set<Card>,
}

fn evidence(table: &Public) -> [Evidence; SEATS] {
    let mut evidence = [Evidence::default(); SEATS];
    for trick in &*table.tricks {
        let mut follow = Set::EMPTY;
        for PlayedCard { seat, card, refused } in trick.plays(table.seats) {
            let of_seat = &mut evidence[seat.index()];
            if refused {
                of_seat.refuse.insert(card);
                of_seat.owed |= follow;
            } else {
                of_seat.normal.insert(card);
                // This card was there when the colour was refused before.
                of_seat.owed -= card.suit();
                if !follow.contains(card) {
                    of_seat.lacking |= follow;
                }
            }
            if follow.is_empty() {
                follow = card.suit();
            }
        }
    }
    evidence
}

/// A hand in an order that has these sides.
fn in_a_row(normal: Set<Card>, refuse: Set<Card>) -> [Card; HAND] {
    let mut hand = NO_HAND;
    for (place, card) in hand.iter_mut().zip(normal.iter().chain(refuse)) {
        *place = card;
    }
    hand
}
