//! What a turn does: a card from the hand, a card from the pile, the judgement of yaku, and the decision
//! (`KK-8` to `KK-11`, `KK-14`, `KK-15`, `KK-17`), with the wild gaji (`KK-21`, `KK-23`).

use cards::{Seat, Set};

use super::card::{Card, GAJI, WILLOW, is_pair, months_in};
use super::event::{Event, yaku_in};
use super::illegal::Illegal;
use super::state::{Act, Attempt, KoiKoi, Phase, TURNS, TurnTaken, opponent};
use super::yaku::yaku_points;
use crate::{Log, Text, Texts};

impl KoiKoi {
    /// A card from the hand, which captures one, three, or the named one of two, or is laid (`KK-8`, `KK-9`).
    #[inline]
    pub(super) fn play_card(
        &mut self,
        seat: Seat,
        card: Card,
        on: Card,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        let hand = self.hidden.hands[seat.index()];
        let ba = self.public.round.ba;
        let matching = ba & card.mates();
        let named = on != card;
        let months = months_in(ba);
        let lays = matching.is_empty() & self.public.options.must_capture;
        // One combined test: its parts cannot be predicted, but the result is nearly always true.
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
        log.tell(|| Event::Played { seat: seat.0, card: Text(card), wild: false });
        self.capture_or_lay(seat, card, if named { Set::one(on) } else { matching }, log);
        self.turn_over(seat, Act { card, on }, log);
        Ok(())
    }

    /// Why a card from the hand is refused.
    #[cold]
    fn why_not(&self, seat: Seat, card: Card, on: Card) -> Illegal {
        let hand = self.hidden.hands[seat.index()];
        let ba = self.public.round.ba;
        let among = ba & card.mates();
        if !hand.contains(card) {
            Illegal::NotInHand { card: Text(card) }
        } else if is_pair(among) {
            Illegal::NameOne { card: Text(card), among: Texts(among) }
        } else if on != card {
            Illegal::NoChoice { card: Text(card) }
        } else {
            Illegal::MustCapture { card: Text(card), capturing: Texts(hand & months_in(ba)) }
        }
    }

    /// The gaji as a wild card (`KK-21`). If three cards of the month lie in the ba and the opponent holds the fourth, they
    /// declare it. Then nothing has been played, but both players know more (`KK-23`).
    #[inline(never)]
    pub(super) fn play_wild(
        &mut self,
        seat: Seat,
        on: Card,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        let table = &self.public;
        let round = &table.round;
        if !table.options.gaji {
            return Err(Illegal::NotWild {});
        }
        if !self.hidden.hands[seat.index()].contains(GAJI) {
            return Err(Illegal::NotInHand { card: Text(GAJI) });
        }
        if !table.wild_targets(seat).contains(on) {
            return Err(if !WILLOW.is_disjoint(round.played[opponent(seat).index()]) {
                Illegal::WillowPlayed {}
            } else if !round.ba.contains(on) {
                Illegal::NotInBa { card: Text(on) }
            } else if WILLOW.contains(on) {
                Illegal::OrdinaryGaji { card: Text(on) }
            } else {
                Illegal::Barred { card: Text(on), month: on.month() }
            });
        }
        let missing = on.mates() - round.ba;
        let other = opponent(seat).index();
        if missing.len() == 1
            && let Some(fourth) = missing.lowest()
        {
            if self.hidden.hands[other].contains(fourth) {
                self.undo_wild(seat, on, fourth, log);
                return Ok(());
            }
            self.public.round.lacks[other].insert(fourth);
        }
        self.public.round.wild = Some((seat, on));
        self.leave_hand(seat, GAJI);
        log.tell(|| Event::Played { seat: seat.0, card: Text(GAJI), wild: true });
        self.capture_or_lay(seat, GAJI, Set::one(on), log);
        self.turn_over(seat, Act { card: GAJI, on }, log);
        Ok(())
    }

    fn undo_wild(&mut self, seat: Seat, on: Card, fourth: Card, log: &mut impl Log<Event>) {
        let round = &mut self.public.round;
        round.barred |= on.mates();
        round.declared[opponent(seat).index()].insert(fourth);
        round.declared[seat.index()].insert(GAJI);
        round.undone.push(Attempt { turn: round.turns.len() as u8, on });
        log.tell(|| Event::Undone {
            seat: seat.0,
            card: Text(GAJI),
            on: Text(on),
            declared: Text(fourth),
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
        log.tell(|| Event::Turned { seat: seat.0, card: Text(card) });
        let matching = round.ba & card.mates();
        if is_pair(matching) {
            round.phase = Phase::Take;
        } else {
            self.capture_or_lay(seat, card, matching, log);
            self.judge(seat, log);
        }
    }

    pub(super) fn must_take(&self) -> Illegal {
        let turned = self.public.round.turns.last().map(|turn| turn.pile.card).unwrap_or_default();
        Illegal::MustTake { turned: Text(turned), among: Texts(self.public.round.takeable()) }
    }

    /// The turned card captures the chosen one of two.
    #[inline]
    pub(super) fn take(&mut self, seat: Seat, on: Card, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        if !self.public.round.takeable().contains(on) {
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
        // Computes both results and picks one, since the branch cannot be predicted.
        let alone = Set::one(card);
        let (stays, goes) =
            if captured.is_empty() { (alone, Set::EMPTY) } else { (Set::EMPTY, alone | captured) };
        round.ba = (round.ba | stays) - captured;
        round.captured[seat.index()] |= goes;
        log.tell(|| {
            let (seat, with) = (seat.0, Text(card));
            if captured.is_empty() {
                Event::Laid { seat, card: with }
            } else {
                Event::Captured { seat, with, cards: Texts(captured) }
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
            yaku: yaku_in(self.public.round.captured[seat.index()], self.public.options.sankou_rain_man),
            points,
            counter,
        });
    }

    pub(super) fn call_koi(&mut self, seat: Seat, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        if self.hidden.hands[seat.index()].is_empty() {
            return Err(Illegal::MustStop {});
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
