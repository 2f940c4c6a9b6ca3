//! Samples what a viewer cannot see: hands and the order of the pile, consistent with all that play has proved
//! (`KK-24`).
//!
//! These are certain: the viewer's hand, every card played and turned, the cards declared against the wild gaji and the
//! gaji itself, and what a hand has been proved to lack. Also, once a round is played, neither dealt hand can have won at
//! once. That ties a hand's hidden cards to those it has played.

use cards::{Random, Seat, Set};

use super::card::{Card, PACK, is_lucky};
use super::state::{
    DECK, Deal, Draws, HAND, Hidden, KoiKoi, Move, Phase, Public, SEATS, TurnTaken, opponent,
};
use super::view::Knowledge;
use crate::{Game, Place, Sample, Story, deal_out};

impl Sample for KoiKoi {
    fn sample(knowledge: &Knowledge, random: &mut impl Random) -> KoiKoi {
        let table = knowledge.table;
        let hidden = match table.round.phase {
            Phase::Hands | Phase::Play | Phase::Take | Phase::Decide => invent(knowledge, random),
            Phase::Deal | Phase::Over => Hidden::NOTHING,
        };
        KoiKoi { public: table, hidden }
    }

    /// The dealt hands are found by taking back what was played and swapped, the
    /// dealt ba by taking away what came to it.
    fn story(&self) -> Option<Story<KoiKoi>> {
        let (table, hidden) = (&self.public, &self.hidden);
        let round = &table.round;
        if matches!(round.phase, Phase::Deal | Phase::Over) {
            return None;
        }
        let (opening, draws) = if round.drawn {
            (KoiKoi::new(SEATS as u8, table.options), table.draws)
        } else {
            let public = Public::before_deal(table.options, table.sheet, table.draws, table.oya);
            (KoiKoi { public, hidden: Hidden::NOTHING }, Draws::new())
        };
        let mut hands = [hidden.hands[0] | round.played[0], hidden.hands[1] | round.played[1]];
        if round.swapped == Some(true) {
            hands.swap(0, 1);
        }
        let deal = Deal { oya: table.oya, draws, hands, ba: round.dealt_ba(), deck: hidden.deck };
        Some(Story { opening, deal, moves: moves(table) })
    }
}

/// How often random hands are tried before a search settles the matter. A hand that would have won is rare.
const TRIES: usize = 100;

fn invent(knowledge: &Knowledge, random: &mut impl Random) -> Hidden {
    let table = &knowledge.table;
    let round = &table.round;
    let unseen = Unseen::of(knowledge);
    let hands = if round.phase == Phase::Hands {
        // Nobody has looked at the hands, so they may still be anything.
        unseen.deal(random)
    } else {
        (0..TRIES)
            .map(|_| unseen.deal(random))
            .find(|&hands| unseen.nobody_won(hands))
            .unwrap_or_else(|| unseen.search())
    };

    let turned = round.turns.len();
    let mut deck = [Card::default(); DECK];
    for (place, card) in deck.iter_mut().zip(round.turned()) {
        *place = card;
    }
    let pile = unseen.cards - hands[0] - hands[1];
    for (place, card) in deck[turned..].iter_mut().zip(pile) {
        *place = card;
    }
    random.shuffle(&mut deck[turned..]);
    Hidden { hands, deck }
}

impl KoiKoi {
    /// Puts what is left of the pile into another order. Nobody can tell one from the other.
    pub fn shuffle_pile(&mut self, random: &mut impl Random) {
        let turned = self.public.round.turns.len();
        random.shuffle(&mut self.hidden.deck[turned..]);
    }
}

/// What must be sampled: some cards of each hand; the pile takes the rest.
pub(super) struct Unseen {
    /// All cards that may lie in a hand or in the pile.
    pub cards: Set<Card>,
    /// The cards each hand is known to hold.
    pub known: [Set<Card>; SEATS],
    /// The cards each hand has played.
    pub played: [Set<Card>; SEATS],
    /// The cards each hand cannot hold.
    pub lacks: [Set<Card>; SEATS],
}

impl Unseen {
    fn of(knowledge: &Knowledge) -> Unseen {
        let round = &knowledge.table.round;
        let mut known = [round.shown(Seat(0)), round.shown(Seat(1))];
        if let (Some(seat), true) = (knowledge.viewer, round.phase != Phase::Hands) {
            known[seat.index()] = knowledge.hand;
        }
        let turned: Set<Card> = round.turned().collect();
        let open = round.ba | round.captured[0] | round.captured[1] | turned;
        Unseen { cards: PACK - open - known[0] - known[1], known, played: round.played, lacks: round.lacks }
    }

    fn room(&self, seat: usize) -> u8 {
        HAND - self.played[seat].len() - self.known[seat].len()
    }

    /// Random hands that hold what they are known to and nothing that they lack.
    fn deal(&self, random: &mut impl Random) -> [Set<Card>; SEATS] {
        let hand = |seat: usize| Place { room: self.room(seat), allowed: !self.lacks[seat].bits() };
        let pile = Place { room: self.cards.len() - self.room(0) - self.room(1), allowed: !0 };
        let [first, second, _] = deal_out(self.cards.bits(), &[hand(0), hand(1), pile], random)
            .expect("what a viewer knows is true of at least one state, the real one");
        [self.known[0] | Set::from_bits(first), self.known[1] | Set::from_bits(second)]
    }

    /// Whether neither hand as it was dealt won at once (`KK-5`).
    pub fn nobody_won(&self, hands: [Set<Card>; SEATS]) -> bool {
        !is_lucky(hands[0] | self.played[0]) && !is_lucky(hands[1] | self.played[1])
    }

    /// The first fitting hands in pack order. That there are some is certain, the real ones.
    pub fn search(&self) -> [Set<Card>; SEATS] {
        self.fill(0, self.known, self.cards).expect("the real hands fit")
    }

    /// Fills up the hands from `seat` on with `left` cards, of which `seat` has passed over all lower ones.
    fn fill(&self, seat: usize, hands: [Set<Card>; SEATS], left: Set<Card>) -> Option<[Set<Card>; SEATS]> {
        if seat == SEATS {
            return Some(hands);
        }
        if hands[seat].len() + self.played[seat].len() == HAND {
            let won = is_lucky(hands[seat] | self.played[seat]);
            let taken = hands[0] | hands[1];
            return if won { None } else { self.fill(seat + 1, hands, self.cards - taken) };
        }
        let mut rest = left - self.lacks[seat];
        while let Some(card) = rest.lowest() {
            rest.remove(card);
            let mut hands = hands;
            hands[seat].insert(card);
            if let Some(found) = self.fill(seat, hands, rest) {
                return Some(found);
            }
        }
        None
    }
}

/// The moves of the round under way.
fn moves(table: &Public) -> Vec<(Seat, Move)> {
    let round = &table.round;
    let mut moves = Vec::new();
    if let Some(swapped) = round.swapped {
        moves.push((opponent(table.oya), if swapped { Move::Swap } else { Move::Keep }));
    }
    for turn in 0..=round.turns.len() {
        let seat = round.seat_of(turn);
        let undone = round.undone.iter().filter(|attempt| usize::from(attempt.turn) == turn);
        moves.extend(undone.map(|attempt| (seat, Move::Wild(attempt.on))));
        let Some(TurnTaken { hand, pile }) = round.turns.get(turn) else { break };
        let wild = !hand.card.mates().contains(hand.on);
        moves.push((seat, if wild { Move::Wild(hand.on) } else { Move::Play(hand.card, hand.on) }));
        if pile.on != pile.card {
            moves.push((seat, Move::Take(pile.on)));
        }
        if round.koi >> turn & 1 != 0 {
            moves.push((seat, Move::Koi));
        }
    }
    moves
}
