//! Samples what a viewer cannot see: the other hands, consistent with all that play has proved.
//!
//! These are certain: the viewer's hand, every card that lies or lay open, the cards each seat took face up and still
//! holds, and the colours each seat could not follow (`WR-8`). Hands only shrink after the draft, so such a colour never
//! comes back. Sitting out proves nothing.

use cards::{Random, Seat, Set};

use super::card::{Card, FACES, pack};
use super::pile::Pile;
use super::state::{Deal, Hidden, Move, Phase, Public, SEATS, WildRawz, by_seat};
use super::view::Knowledge;
use crate::{Game, Place, Sample, ScoreSheet, Story, deal_out};

impl Sample for WildRawz {
    fn sample(knowledge: &Knowledge, random: &mut impl Random) -> WildRawz {
        let hidden = match knowledge.table.phase {
            Phase::Draft | Phase::Play => invent(knowledge, random),
            Phase::Deal | Phase::Over => Hidden::NOTHING,
        };
        WildRawz { public: knowledge.table, hidden }
    }

    /// A dealt hand is found by undoing what its seat played and took.
    fn story(&self) -> Option<Story<WildRawz>> {
        let (table, hidden) = (&self.public, &self.hidden);
        if !matches!(table.phase, Phase::Draft | Phase::Play) {
            return None;
        }
        let opening = if table.sheet.is_empty() {
            WildRawz::new(table.seats, table.options)
        } else {
            let public = Public::before_deal(table.seats, table.options, table.sheet, table.start);
            WildRawz { public, hidden: Hidden::NOTHING }
        };
        let taken = by_seat(table.takes());
        let played = by_seat(table.plays().map(|play| (play.seat, play.card)));
        let mut hands = hidden.hands;
        for at in 0..SEATS {
            hands[at] = hands[at] + played[at] - taken[at];
        }
        let up = table.takes().fold(table.up, |up, (_, card)| up + Pile::from_iter([card]));
        let takes = table.takes().map(|(seat, card)| (seat, Move::Take(card)));
        let plays = table.plays().map(|play| {
            let chosen = if play.leaves { Move::Leave(play.card) } else { Move::Play(play.card) };
            (play.seat, chosen)
        });
        let deal = Deal { start: table.start, up, hands, aside: table.aside };
        Some(Story { opening, deal, moves: takes.chain(plays).collect() })
    }
}

fn invent(knowledge: &Knowledge, random: &mut impl Random) -> Hidden {
    let table = &knowledge.table;
    let taken = by_seat(table.takes());
    let played = by_seat(table.plays().map(|play| (play.seat, play.card)));
    let lacking = lacking(table);
    let mut known = [Pile::EMPTY; SEATS];
    let mut places = [Place::default(); SEATS];
    let mut unseen = pack(table.seats) - table.up - table.aside;
    for seat in Seat::all(table.seats) {
        let at = seat.index();
        // A card taken face up is in the hand until as many of its face have left it.
        known[at] = if knowledge.viewer == Some(seat) { knowledge.hand } else { taken[at] - played[at] };
        unseen = unseen - played[at] - known[at];
        let held = table.options.hand + taken[at].len() - played[at].len();
        places[at] = Place { room: held - known[at].len(), allowed: !lacking[at] };
    }
    let dealt = deal_out(spread(unseen, table.seats), &places, random)
        .expect("what a viewer knows is true of at least one state, the real one");
    let mut hidden = Hidden { hands: known };
    for (hand, bits) in hidden.hands.iter_mut().zip(dealt) {
        *hand = *hand + gather(bits, table.seats);
    }
    hidden
}

/// The cards each seat cannot hold, because it did not follow their colours: all sixteen places of a colour.
fn lacking(table: &Public) -> [u64; SEATS] {
    let mut lacking = [0; SEATS];
    let mut lead = Card::default();
    for play in table.plays() {
        if play.leads {
            lead = play.card;
        }
        if !play.leaves && play.card.colour() != lead.colour() {
            lacking[play.seat.index()] |= 0xffff << (16 * lead.colour() as u8);
        }
    }
    lacking
}

/// How far from the first card of a face the second one lies when each card has a bit of its own. The faces that
/// exist twice, 7 with three players and 1 to 6 with four, so reach the places 10 to 15 of their colour, which no
/// face uses.
const fn twin_distance(seats: u8) -> u8 {
    if seats == 3 { 3 } else { 9 }
}

/// One bit for every card of a pile.
fn spread(pile: Pile, seats: u8) -> u64 {
    pile.faces().bits() | pile.doubles().bits() << twin_distance(seats)
}

/// The pile that has these cards, one bit each.
fn gather(bits: u64, seats: u8) -> Pile {
    let firsts = bits & FACES.bits();
    let seconds = (bits & !FACES.bits()) >> twin_distance(seats);
    Pile::from_faces(Set::from_bits(firsts), Set::from_bits(seconds))
}
