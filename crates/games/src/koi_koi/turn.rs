//! What a turn does: a card from the hand, a card from the pile, the judgement of yaku, and the decision
//! (`KK-8` to `KK-11`, `KK-14`, `KK-15`, `KK-17`), with the wild gaji (`KK-21`, `KK-23`).

use cards::{Seat, Set};

use super::card::{Card, GAJI, WILLOW, is_pair, months_in};
use super::event::{Event, yaku_forms};
use super::state::{Act, Attempt, KoiKoi, Phase, TURNS, TurnTaken, opponent};
use super::why::Why;
use super::yaku::yaku_points;
use crate::Log;

impl KoiKoi {
    /// A card from the hand, which captures one, three, or the named one of two, or is laid (`KK-8`, `KK-9`).
    #[inline]
    pub(super) fn play_card(
        &mut self,
        seat: Seat,
        card: Card,
        on: Card,
        log: &mut impl Log<Event>,
    ) -> Result<(), Why> {
        let hand = self.hidden.hands[seat.index()];
        let ba = self.public.round.ba;
        let matching = ba & card.mates();
        let named = on != card;
        let months = months_in(ba);
        let lays = matching.is_empty() & self.public.options.must_capture;
        // One question for all: its parts cannot be guessed, but the answer is hardly ever no.
        let fits = hand.contains(card)
            & (named == is_pair(matching))
            & (!named | matching.contains(on))
            & (!lays | hand.is_disjoint(months));
        if !fits {
            return Err(self.why_not(seat, card, on));
        }
        // A card laid although it must capture proves that none in the hand can (`KK-24`).
        self.public.round.lacks[seat.index()] |= if lays { months } else { Set::EMPTY };
        self.leave_hand(seat, card);
        log.tell(|| Event::Played { seat: seat.0, card: card.to_string(), wild: false });
        self.capture_or_lay(seat, card, if named { Set::one(on) } else { matching }, log);
        self.turn_over(seat, Act { card, on }, log);
        Ok(())
    }

    /// Why a card from the hand is refused.
    #[cold]
    fn why_not(&self, seat: Seat, card: Card, on: Card) -> Why {
        let hand = self.hidden.hands[seat.index()];
        let ba = self.public.round.ba;
        let among = ba & card.mates();
        if !hand.contains(card) {
            Why::NotInHand(card)
        } else if is_pair(among) {
            Why::NameOne { card, among }
        } else if on != card {
            Why::NoChoice(card)
        } else {
            Why::MustCapture { card, capturing: hand & months_in(ba) }
        }
    }

    /// The gaji as a wild card (`KK-21`). The opponent who holds the fourth card where three lie in the ba says
    /// so, and it is as if nothing had been played, save for what is known now (`KK-23`).
    #[inline(never)]
    pub(super) fn play_wild(&mut self, seat: Seat, on: Card, log: &mut impl Log<Event>) -> Result<(), Why> {
        let table = &self.public;
        let round = &table.round;
        if !table.options.gaji {
            return Err(Why::NotWild);
        }
        if !self.hidden.hands[seat.index()].contains(GAJI) {
            return Err(Why::NotInHand(GAJI));
        }
        if !table.wild_targets(seat).contains(on) {
            return Err(if !WILLOW.is_disjoint(round.played[opponent(seat).index()]) {
                Why::WillowPlayed
            } else if !round.ba.contains(on) {
                Why::NotInBa(on)
            } else if WILLOW.contains(on) {
                Why::OrdinaryGaji(on)
            } else {
                Why::Barred(on)
            });
        }
        let fourth = on.mates() - round.ba;
        let other = opponent(seat).index();
        if fourth.len() == 1 {
            if fourth.is_subset(self.hidden.hands[other]) {
                self.undo_wild(seat, on, fourth, log);
                return Ok(());
            }
            self.public.round.lacks[other] |= fourth;
        }
        self.public.round.wild = Some((seat, on));
        self.leave_hand(seat, GAJI);
        log.tell(|| Event::Played { seat: seat.0, card: GAJI.to_string(), wild: true });
        self.capture_or_lay(seat, GAJI, Set::one(on), log);
        self.turn_over(seat, Act { card: GAJI, on }, log);
        Ok(())
    }

    fn undo_wild(&mut self, seat: Seat, on: Card, fourth: Set<Card>, log: &mut impl Log<Event>) {
        let round = &mut self.public.round;
        round.barred |= on.mates();
        round.declared[opponent(seat).index()] |= fourth;
        round.declared[seat.index()].insert(GAJI);
        round.undone.push(Attempt { turn: round.turns.len() as u8, on });
        log.tell(|| Event::Undone {
            seat: seat.0,
            card: GAJI.to_string(),
            on: on.to_string(),
            declared: fourth.texts().concat(),
            month: on.month(),
        });
    }

    #[inline]
    fn leave_hand(&mut self, seat: Seat, card: Card) {
        self.hidden.hands[seat.index()].remove(card);
        self.public.round.played[seat.index()].insert(card);
    }

    /// After the card from the hand, the top card of the pile is turned over (`KK-10`). If it matches two cards,
    /// the choice is awaited.
    #[inline(always)]
    fn turn_over(&mut self, seat: Seat, hand: Act, log: &mut impl Log<Event>) {
        let round = &mut self.public.round;
        let card = self.hidden.deck[round.turns.len()];
        round.turns.push(TurnTaken { hand, pile: Act { card, on: card } });
        log.tell(|| Event::Turned { seat: seat.0, card: card.to_string() });
        let matching = round.ba & card.mates();
        if is_pair(matching) {
            round.phase = Phase::Take;
        } else {
            self.capture_or_lay(seat, card, matching, log);
            self.judge(seat, log);
        }
    }

    /// What the turned card may capture while that choice is awaited.
    #[inline]
    pub(super) fn takeable(&self) -> Set<Card> {
        let round = &self.public.round;
        round.turns.last().map_or(Set::EMPTY, |turn| round.ba & turn.pile.card.mates())
    }

    pub(super) fn must_take(&self) -> Why {
        let turned = self.public.round.turns.last().map(|turn| turn.pile.card).unwrap_or_default();
        Why::MustTake { turned, among: self.takeable() }
    }

    /// The turned card captures the chosen one of two.
    #[inline]
    pub(super) fn take(&mut self, seat: Seat, on: Card, log: &mut impl Log<Event>) -> Result<(), Why> {
        if !self.takeable().contains(on) {
            return Err(self.must_take());
        }
        if let Some(turn) = self.public.round.turns.last_mut() {
            turn.pile.on = on;
            let card = turn.pile.card;
            self.capture_or_lay(seat, card, Set::one(on), log);
        }
        self.judge(seat, log);
        Ok(())
    }

    #[inline]
    fn capture_or_lay(&mut self, seat: Seat, card: Card, captured: Set<Card>, log: &mut impl Log<Event>) {
        let round = &mut self.public.round;
        // Both are worked out and one is taken, since it cannot be guessed which.
        let alone = Set::one(card);
        let (stays, goes) =
            if captured.is_empty() { (alone, Set::EMPTY) } else { (Set::EMPTY, alone | captured) };
        round.ba = (round.ba | stays) - captured;
        round.captured[seat.index()] |= goes;
        log.tell(|| {
            let (seat, with) = (seat.0, card.to_string());
            if captured.is_empty() {
                Event::Laid { seat, card: with }
            } else {
                Event::Captured { seat, with, cards: captured.texts() }
            }
        });
    }

    /// The end of a turn: has the seat made a yaku (`KK-11`, `KK-14`)?
    #[inline(always)]
    fn judge(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let pile = self.public.round.captured[seat.index()];
        let points = yaku_points(pile, self.public.options.sankou_rain_man);
        if points > self.public.round.decided[seat.index()] {
            self.make_yaku(seat, points, log);
        } else {
            self.pass_turn(seat, log);
        }
    }

    /// A yaku made after the opponent's call counters it (`KK-17`); in any case there is a decision (`KK-15`).
    fn make_yaku(&mut self, seat: Seat, points: u8, log: &mut impl Log<Event>) {
        let round = &mut self.public.round;
        let counter = round.counter(seat);
        round.decided[seat.index()] = points;
        round.phase = Phase::Decide;
        log.tell(|| Event::Yaku {
            seat: seat.0,
            yaku: yaku_forms(self.public.round.captured[seat.index()], self.public.options.sankou_rain_man),
            points,
            counter,
        });
    }

    pub(super) fn call_koi(&mut self, seat: Seat, log: &mut impl Log<Event>) -> Result<(), Why> {
        if self.hidden.hands[seat.index()].is_empty() {
            return Err(Why::MustStop);
        }
        let round = &mut self.public.round;
        round.call(seat);
        round.koi |= 1 << (round.turns.len() - 1);
        log.tell(|| Event::Koi { seat: seat.0, calls: self.public.round.calls[seat.index()] });
        self.pass_turn(seat, log);
        Ok(())
    }

    /// The other seat's turn, unless both hands are empty.
    #[inline]
    fn pass_turn(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let round = &mut self.public.round;
        if round.turns.len() == TURNS {
            return self.end_undecided(log);
        }
        round.phase = Phase::Play;
        round.to_play = opponent(seat);
    }
}
