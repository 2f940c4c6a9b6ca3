//! The rules of deal and pass (`IR-3` to `IR-6`), tricks (`IR-7` to `IR-10`) and the end (`IR-12`).

use std::hint::select_unpredictable;

use cards::{List, Random, Seat, Seats, Set};

use super::card::{Card, PACKS, colours_of, pack};
use super::event::Event;
use super::illegal::Illegal;
use super::score::points;
use super::state::{Choice, Deal, HAND, Hidden, Iroha, Move, Options, Phase, Public, SEATS, TieBreak};
use super::view::{Knowledge, Trick};
use crate::game::usual_game;
use crate::{DealFault, Game, Log, Moves, PlayError, ScoreSheet, Text, Texts};

impl Game for Iroha {
    const ID: &'static str = "iroha";
    const SEATS: std::ops::RangeInclusive<u8> = 3..=SEATS as u8;

    usual_game!();

    fn draw(&self, random: &mut impl Random) -> Deal {
        let table = &self.public;
        if table.phase == Phase::Star {
            let tied: List<Seat, SEATS> = table.sheet.leaders().iter().collect();
            return Deal::Star(random.pick(&tied));
        }
        let dealer =
            if table.lot_for_dealer() { Seat(random.below(table.seats.into()) as u8) } else { table.dealer };
        let mut cards = PACKS[usize::from(table.seats)];
        let cards = &mut cards[..10 * usize::from(table.seats)];
        random.shuffle(cards);
        let mut hands = [Set::EMPTY; SEATS];
        let (dealt, aside) = cards.split_at((table.seats * HAND).into());
        for (hand, cards) in hands.iter_mut().zip(dealt.chunks_exact(HAND.into())) {
            *hand = cards.iter().copied().collect();
        }
        Deal::Hands { dealer, hands, aside: aside.iter().copied().collect() }
    }

    fn deal(&mut self, deal: &Deal, log: &mut impl Log<Event>) -> Result<(), DealFault> {
        let table = &mut self.public;
        match (table.phase, *deal) {
            (Phase::Deal, Deal::Hands { dealer, hands, aside }) => {
                if dealer.0 >= table.seats || (dealer != table.dealer && !table.lot_for_dealer()) {
                    return Err(DealFault::Starter { expected: table.dealer, found: dealer });
                }
                self.check_cards(&hands, aside)?;
                let table = &self.public;
                self.public = Public {
                    phase: Phase::Pass,
                    ..Public::before_deal(table.seats, table.options, table.sheet, dealer)
                };
                self.hidden = Hidden { hands, aside, ..Hidden::NOTHING };
                log.tell(|| Event::Dealt { dealer: dealer.0 });
                Ok(())
            }
            (Phase::Star, Deal::Star(seat)) if table.sheet.leaders().contains(seat) => {
                table.star = Some(seat);
                table.phase = Phase::Over;
                log.tell(|| Event::Star { seat: seat.0 });
                Ok(())
            }
            _ => Err(DealFault::NotAwaited),
        }
    }

    #[inline]
    fn legal(&self, seat: Seat, moves: &mut Moves<Move>) {
        moves.clear();
        match self.public.phase {
            Phase::Play if seat == self.public.to_play => {
                moves.extend_by_card(self.playable(seat), Move::play);
            }
            Phase::Pass if self.to_act().contains(seat) => {
                let mut rest = self.hidden.hands[seat.index()];
                while let Some(first) = rest.lowest() {
                    rest.remove(first);
                    moves.extend_by_card(rest, |second| Move::pass(first, second));
                }
            }
            _ => {}
        }
    }

    #[inline]
    fn play(
        &mut self,
        seat: Seat,
        chosen: Move,
        log: &mut impl Log<Event>,
    ) -> Result<(), PlayError<Illegal>> {
        match (self.public.phase, chosen.choice()) {
            (Phase::Play, Choice::Play(card)) if seat == self.public.to_play => {
                self.play_card(seat, card, log)
            }
            (Phase::Pass, Choice::Pass(first, second)) if self.to_act().contains(seat) => {
                self.pass(seat, first, second, log)
            }
            _ => Err(self.out_of_place(seat)),
        }
    }
}

impl Iroha {
    /// The cards of a hand that may be played to the trick (`IR-7` to `IR-9`).
    #[inline]
    fn playable(&self, seat: Seat) -> Set<Card> {
        let hand = self.hidden.hands[seat.index()];
        let following = hand & self.public.follow;
        select_unpredictable(following.is_empty(), hand, following)
    }

    fn pass(
        &mut self,
        seat: Seat,
        first: Card,
        second: Card,
        log: &mut impl Log<Event>,
    ) -> Result<(), PlayError<Illegal>> {
        let hand = self.hidden.hands[seat.index()];
        if let Some(card) = [first, second].into_iter().find(|&card| !hand.contains(card)) {
            return Err(PlayError::Illegal(Illegal::NotInHand { card: Text(card) }));
        }
        if first >= second {
            return Err(PlayError::Illegal(Illegal::PassOrder {}));
        }
        self.hidden.passes[seat.index()] = Set::one(first) | Set::one(second);
        self.public.chosen = self.public.chosen.with(seat);
        log.tell(|| Event::Chosen { seat: seat.0 });
        if self.public.chosen == Seats::all(self.public.seats) {
            self.exchange();
            log.tell(|| Event::Passed { leader: self.public.to_play.0 });
        }
        Ok(())
    }

    /// All have chosen: the cards change hands, and the dealer's left neighbour leads (`IR-5`, `IR-6`).
    fn exchange(&mut self) {
        for seat in Seat::all(self.public.seats) {
            let passed = self.hidden.passes[seat.index()];
            self.hidden.hands[seat.index()] -= passed;
            self.hidden.hands[seat.left(self.public.seats).index()] |= passed;
        }
        self.public.phase = Phase::Play;
        self.public.to_play = self.public.dealer.left(self.public.seats);
        self.public.leaders.push(self.public.to_play);
    }

    #[inline]
    fn play_card(
        &mut self,
        seat: Seat,
        card: Card,
        log: &mut impl Log<Event>,
    ) -> Result<(), PlayError<Illegal>> {
        let playable = self.playable(seat);
        if !playable.contains(card) {
            let held = self.hidden.hands[seat.index()].contains(card);
            let why = if held {
                Illegal::MustFollow { colours: Texts(colours_of(self.public.follow)) }
            } else {
                Illegal::NotInHand { card: Text(card) }
            };
            return Err(PlayError::Illegal(why));
        }
        let table = &mut self.public;
        self.hidden.hands[seat.index()].remove(card);
        table.plays.push(card);
        table.trick.insert(card);
        let suit = card.suit();
        let marked = !table.follow.contains(card);
        let wins = marked | ((card > table.best.0) & suit.contains(table.best.0));
        table.best = select_unpredictable(wins, (card, seat), table.best);
        table.follow |= suit;
        table.to_play = seat.left(table.seats);
        log.tell(|| Event::Played { seat: seat.0, card: Text(card), marker: marked });
        if table.trick.len() == table.seats {
            self.end_trick(log);
        }
        Ok(())
    }

    /// The winner takes the trick and leads the next (`IR-6`, `IR-10`).
    #[inline]
    fn end_trick(&mut self, log: &mut impl Log<Event>) {
        let table = &mut self.public;
        let (_, winner) = table.best;
        table.captured[winner.index()] |= table.trick;
        table.tricks[winner.index()] += 1;
        table.trick = Set::EMPTY;
        table.follow = Set::EMPTY;
        table.to_play = winner;
        log.tell(|| Event::Trick { winner: winner.0, trick: Trick::of(table, table.leaders.len() - 1) });
        if table.plays.len() == usize::from(table.seats * HAND) {
            self.end_deal(log);
        } else {
            table.leaders.push(winner);
        }
    }

    /// Why a move of this kind cannot be made now by this seat.
    #[cold]
    fn out_of_place(&self, seat: Seat) -> PlayError<Illegal> {
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            PlayError::NotToAct { seat, to_act }
        } else if self.public.phase == Phase::Pass {
            PlayError::Illegal(Illegal::MustPass {})
        } else {
            PlayError::Illegal(Illegal::MustPlay {})
        }
    }

    fn end_deal(&mut self, log: &mut impl Log<Event>) {
        let table = &mut self.public;
        let points = table.captured.map(points);
        table.sheet.push(points);
        log.tell(|| Event::Scored { points: points[..table.seats.into()].to_vec() });
        table.phase = if table.sheet.len() < usize::from(table.seats) {
            table.dealer = table.dealer.left(table.seats);
            Phase::Deal
        } else if table.options.tie_break == TieBreak::FirstStar && table.sheet.leaders().len() > 1 {
            Phase::Star
        } else {
            Phase::Over
        };
        self.hidden = Hidden::NOTHING;
    }

    /// Whether a deal's cards are the pack's, nine to a hand (`IR-4`).
    pub(super) fn check_cards(&self, hands: &[Set<Card>; SEATS], aside: Set<Card>) -> Result<(), DealFault> {
        let seats = usize::from(self.public.seats);
        let (used, unused) = hands.split_at(seats);
        let right_counts = used.iter().all(|hand| hand.len() == HAND)
            && unused.iter().all(|hand| hand.is_empty())
            && aside.len() == self.public.seats;
        let all = used.iter().fold(aside, |all, &hand| all | hand);
        if right_counts && all == pack(self.public.seats) {
            Ok(())
        } else {
            Err(DealFault::Cards(format!(
                "a deal for {seats} gives nine cards to each hand and lays {seats} aside, each card once"
            )))
        }
    }
}
