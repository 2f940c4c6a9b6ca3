//! The rules of deal and split (`IY-3` to `IY-8`), of playing to a trick (`IY-9` to `IY-13`), of winning it (`IY-15`)
//! and of the end of a round (`IY-17`, `IY-18`).

use cards::{Random, Seat, Seats, Set};

use super::card::{Card, pack};
use super::event::Event;
use super::illegal::Illegal;
use super::score::{points, won_at_once};
use super::state::{
    Deal, HAND, Hidden, Iyadosu, LEAST_REFUSE, MOST_REFUSE, Move, NO_HAND, NORMAL, Options, Phase, Public,
    REFUSE, SEATS, Trick, unshuffled,
};
use super::view::{Knowledge, TrickView};
use crate::game::usual_game;
use crate::{DealFault, Game, Log, Moves, PlayError, ScoreSheet, Text};

impl Game for Iyadosu {
    const ID: &'static str = "iyadosu";
    const SEATS: std::ops::RangeInclusive<u8> = 3..=SEATS as u8;

    usual_game!();

    fn draw(&self, random: &mut impl Random) -> Deal {
        let table = &self.public;
        let start =
            if table.lot_for_start() { Seat(random.below(table.seats.into()) as u8) } else { table.start };
        let mut hands = unshuffled(table.seats);
        random.shuffle(hands[..table.seats.into()].as_flattened_mut());
        Deal { start, hands }
    }

    fn deal(&mut self, deal: &Deal, log: &mut impl Log<Event>) -> Result<(), DealFault> {
        let table = &self.public;
        if table.phase != Phase::Deal {
            return Err(DealFault::NotAwaited);
        }
        let Deal { start, hands } = *deal;
        if start.0 >= table.seats || (start != table.start && !table.lot_for_start()) {
            return Err(DealFault::Starter { expected: table.start, found: start });
        }
        self.check_cards(&hands)?;
        self.public.begin_round(start);
        self.hidden.dealt = hands;
        log.tell(|| Event::Dealt { start: start.0 });
        Ok(())
    }

    #[inline]
    fn legal(&self, seat: Seat, moves: &mut Moves<Move>) {
        moves.clear();
        match self.public.phase {
            Phase::Play if seat == self.public.to_act => {
                let [normal, refuse] = self.public.playable(self.hidden.sides[seat.index()]);
                moves.extend_by_card(normal | refuse, |card| {
                    if refuse.contains(card) { Move::Refuse(card) } else { Move::Play(card) }
                });
            }
            Phase::Split if seat == self.public.to_act => {
                moves.extend((LEAST_REFUSE..=MOST_REFUSE).map(Move::Split));
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
        if seat != self.public.to_act || !self.public.in_round() {
            return Err(PlayError::NotToAct { seat, to_act: self.to_act() });
        }
        match (self.public.phase, chosen) {
            (Phase::Play, Move::Play(card) | Move::Refuse(card)) => {
                self.play_card(seat, card, matches!(chosen, Move::Refuse(_)), log)
            }
            (Phase::Split, Move::Split(number)) => self.split(seat, number, log),
            (Phase::Split, _) => Err(PlayError::Illegal(Illegal::MustSplit {})),
            _ => Err(PlayError::Illegal(Illegal::MustPlay {})),
        }
    }
}

impl Public {
    /// The normal and the refusal cards of a hand that may be played to the trick (`IY-9` to `IY-11`).
    #[inline]
    pub(super) fn playable(&self, [normal, refuse]: [Set<Card>; 2]) -> [Set<Card>; 2] {
        let following = normal & self.follow;
        // Masked rather than chosen: whether somebody can follow is hard to predict.
        let may_refuse = Set::from_bits(u64::from(!following.is_empty()).wrapping_neg());
        [if following.is_empty() { normal } else { following }, refuse & may_refuse]
    }
}

impl Iyadosu {
    /// Declares and divides a hand; after the start player, who is last, play begins (`IY-5`, `IY-6`, `IY-8`).
    fn split(&mut self, seat: Seat, number: u8, log: &mut impl Log<Event>) -> Result<(), PlayError<Illegal>> {
        if !(LEAST_REFUSE..=MOST_REFUSE).contains(&number) {
            let (least, most) = (LEAST_REFUSE, MOST_REFUSE);
            return Err(PlayError::Illegal(Illegal::SplitNumber { number, least, most }));
        }
        let hand = std::mem::replace(&mut self.hidden.dealt[seat.index()], NO_HAND);
        let sides = &mut self.hidden.sides[seat.index()];
        for (place, &card) in hand.iter().enumerate() {
            sides[usize::from(place + usize::from(number) >= HAND)].insert(card);
        }
        let table = &mut self.public;
        table.declared[seat.index()] = number;
        log.tell(|| Event::Split { seat: seat.0, declared: number });
        if seat == table.start {
            table.phase = Phase::Play;
            table.to_act = seat;
            table.tricks.push(Trick::default());
        } else {
            table.to_act = seat.right(table.seats);
        }
        Ok(())
    }

    #[inline]
    fn play_card(
        &mut self,
        seat: Seat,
        card: Card,
        refused: bool,
        log: &mut impl Log<Event>,
    ) -> Result<(), PlayError<Illegal>> {
        if !self.public.playable(self.hidden.sides[seat.index()])[usize::from(refused)].contains(card) {
            return Err(PlayError::Illegal(self.why_not(seat, card, refused)));
        }
        let side = &mut self.hidden.sides[seat.index()][usize::from(refused)];
        side.remove(card);
        let submits = refused & side.is_empty();

        // Chosen values rather than branches: what is led and what takes the trick is hard to predict.
        let table = &mut self.public;
        let leads = table.follow.is_empty();
        let takes = leads | card.beats(table.best.0);
        table.best = if takes { (card, seat) } else { table.best };
        table.follow = if leads { card.suit() } else { table.follow };
        if let Some(trick) = table.tricks.last_mut() {
            trick.add(seat, card, refused);
        }
        table.waiting = table.waiting.without(seat);
        log.tell(|| Event::Played { seat: seat.0, card: Text(card), refused });
        if submits {
            table.stack.push(seat);
            log.tell(|| Event::Submitted { seat: seat.0 });
        }
        if !self.hand_to(Seat(seat.0 + 1)) {
            self.hand_on(Seat(seat.0 + 1), log);
        }
        Ok(())
    }

    /// Gives the turn to the first waiting seat from `from` on, if there is one and it holds a normal card.
    #[inline]
    fn hand_to(&mut self, from: Seat) -> bool {
        let waiting = self.public.waiting;
        let Some(seat) = waiting.minus(Seats::all(from.0)).first().or(waiting.first()) else { return false };
        self.public.to_act = seat;
        !self.hidden.sides[seat.index()][NORMAL].is_empty()
    }

    /// Gives the turn to the first waiting seat from `from` on. Seats without a normal card are eliminated on the
    /// way (`IY-12`), which may end the trick and the round. Kept out of line, as most plays do not come here.
    #[inline(never)]
    fn hand_on(&mut self, mut from: Seat, log: &mut impl Log<Event>) {
        while !self.hand_to(from) {
            let table = &mut self.public;
            if table.waiting.is_empty() {
                match self.end_trick(log) {
                    Some(winner) => from = winner,
                    None => return,
                }
            } else {
                let seat = table.to_act;
                table.alive = table.alive.without(seat);
                table.waiting = table.waiting.without(seat);
                table.stack.push(seat);
                log.tell(|| Event::Eliminated { seat: seat.0 });
            }
        }
    }

    /// The winner takes the trick and leads the next (`IY-8`, `IY-15`). There is no winner when at most one seat is
    /// left (`IY-18`), and no leader of a next trick when the round is over (`IY-17`).
    #[inline]
    fn end_trick(&mut self, log: &mut impl Log<Event>) -> Option<Seat> {
        let table = &mut self.public;
        let winner = if table.alive.len() > 1 { Some(table.best.1) } else { None };
        log.tell(|| {
            let trick = &table.tricks[table.tricks.len() - 1];
            Event::Trick {
                winner: winner.map(|seat| seat.0),
                trick: TrickView::of(table, trick, winner.is_some()),
            }
        });
        if let Some(winner) = winner {
            table.won[winner.index()] += 1;
            if table.tricks.len() < HAND {
                table.tricks.push(Trick::default());
                table.follow = Set::EMPTY;
                table.waiting = table.alive;
                return Some(winner);
            }
        }
        self.end_round(log);
        None
    }

    fn end_round(&mut self, log: &mut impl Log<Event>) {
        let table = &mut self.public;
        let points = points(table);
        table.sheet.push(points);
        log.tell(|| Event::Scored { points: points[..table.seats.into()].to_vec() });
        if table.sheet.len() == usize::from(table.seats) || won_at_once(table) {
            table.phase = Phase::Over;
        } else {
            table.phase = Phase::Deal;
            table.start = table.start.left(table.seats);
        }
        self.hidden = Hidden::NOTHING;
    }

    /// Whether a deal's hands are the whole pack, each card once (`IY-2`).
    fn check_cards(&self, hands: &[[Card; HAND]; SEATS]) -> Result<(), DealFault> {
        let seats = usize::from(self.public.seats);
        let (used, unused) = hands.split_at(seats);
        let all = used.iter().fold(Set::EMPTY, |all, hand| all | hand.iter().copied().collect());
        // As many places as cards: if every card is there, each is there once.
        if all == pack(self.public.seats) && unused.iter().all(|hand| *hand == NO_HAND) {
            Ok(())
        } else {
            Err(DealFault::Cards(format!(
                "a deal for {seats} gives {HAND} cards to each hand, each card once"
            )))
        }
    }

    /// Why a seat may not play a card to the trick, on the side that it named.
    #[cold]
    fn why_not(&self, seat: Seat, card: Card, refused: bool) -> Illegal {
        let normal = self.hidden.sides[seat.index()][NORMAL].contains(card);
        let refuse = self.hidden.sides[seat.index()][REFUSE].contains(card);
        match self.public.lead_colour() {
            _ if refused && normal => Illegal::IsNormal { card: Text(card) },
            _ if !refused && refuse => Illegal::IsRefuse { card: Text(card) },
            _ if !normal && !refuse => Illegal::NotInHand { card: Text(card) },
            None => Illegal::LeadsRefuse {},
            Some(colour) if refused => Illegal::NothingToRefuse { colour: Text(colour) },
            Some(colour) => Illegal::MustFollow { colour: Text(colour) },
        }
    }
}
