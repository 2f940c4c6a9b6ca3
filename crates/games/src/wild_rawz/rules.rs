//! The rules of deal and draft (`WR-4` to `WR-7`), tricks (`WR-8`, `WR-9`, `WR-11`) and the end (`WR-13`).

use std::hint::select_unpredictable;

use cards::{Random, Seat, Set};

use super::card::{Card, Colour, SKIPS, deck, pack};
use super::event::Event;
use super::illegal::Illegal;
use super::pile::Pile;
use super::score::{BONUS, target};
use super::state::{Deal, Hidden, Move, Options, Phase, Public, SEATS, TAKES, WildRawz};
use super::view::{Knowledge, Trick};
use crate::game::usual_game;
use crate::{DealFault, Game, Log, Moves, PlayError, ScoreSheet, Text};

impl Game for WildRawz {
    const ID: &'static str = "wild-rawz";
    const SEATS: std::ops::RangeInclusive<u8> = 3..=SEATS as u8;

    usual_game!();

    fn draw(&self, random: &mut impl Random) -> Deal {
        let table = &self.public;
        let start =
            if table.lot_for_start() { Seat(random.below(table.seats.into()) as u8) } else { table.start };
        let all = usize::from(pack(table.seats).len());
        let mut deck = deck(table.seats);
        let cards = &mut deck[..all];
        // The skips lie at the end, out of reach of the cards turned up, and are shuffled in afterwards (`WR-5`).
        let numbered = all - Colour::ALL.len();
        let turned_up = usize::from(face_up(table.seats));
        for at in 0..turned_up {
            let other = at + random.below((numbered - at) as u32) as usize;
            cards.swap(at, other);
        }
        let (up, rest) = cards.split_at_mut(turned_up);
        random.shuffle(rest);
        let (dealt, aside) = rest.split_at((table.seats * table.options.hand).into());
        let mut hands = [Pile::EMPTY; SEATS];
        for (hand, cards) in hands.iter_mut().zip(dealt.chunks_exact(table.options.hand.into())) {
            *hand = cards.iter().copied().collect();
        }
        Deal { start, up: up.iter().copied().collect(), hands, aside: aside.iter().copied().collect() }
    }

    fn deal(&mut self, deal: &Deal, log: &mut impl Log<Event>) -> Result<(), DealFault> {
        let table = &self.public;
        let Deal { start, up, hands, aside } = *deal;
        if table.phase != Phase::Deal {
            return Err(DealFault::NotAwaited);
        }
        if start.0 >= table.seats || (start != table.start && !table.lot_for_start()) {
            return Err(DealFault::Starter { expected: table.start, found: start });
        }
        self.check_cards(deal)?;
        self.public = Public {
            phase: Phase::Draft,
            up,
            aside,
            ..Public::before_deal(table.seats, table.options, table.sheet, start)
        };
        self.public.leaders.push(start);
        self.hidden = Hidden { hands };
        log.tell(|| Event::Dealt {
            start: start.0,
            up: up.iter().map(Text).collect(),
            aside: aside.iter().map(Text).collect(),
        });
        Ok(())
    }

    #[inline]
    fn legal(&self, seat: Seat, moves: &mut Moves<Move>) {
        moves.clear();
        let table = &self.public;
        match table.phase {
            Phase::Play if seat == table.to_play => {
                let hand = self.hidden.hands[seat.index()].faces();
                moves.extend_by_card(table.playable(hand), Move::Play);
                moves.extend_by_card(table.leavable(hand), Move::Leave);
            }
            Phase::Draft if seat == table.to_play => {
                moves.extend_by_card(table.up.faces(), Move::Take);
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
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            return Err(PlayError::NotToAct { seat, to_act });
        }
        match (self.public.phase, chosen) {
            (Phase::Play, Move::Play(card) | Move::Leave(card)) => {
                self.put_down(seat, card, matches!(chosen, Move::Leave(_)), log)
            }
            (Phase::Draft, Move::Take(card)) => self.take(seat, card, log),
            (Phase::Draft, _) => Err(PlayError::Illegal(Illegal::MustTake {})),
            _ => Err(PlayError::Illegal(Illegal::DraftIsOver {})),
        }
    }
}

/// How many cards are turned up: two for each player and the trump card (`WR-5`).
#[inline]
const fn face_up(seats: u8) -> u8 {
    TAKES * seats + 1
}

/// How many cards are laid aside (`WR-6`).
#[inline]
const fn aside(seats: u8, hand: u8) -> u8 {
    pack(seats).len() - face_up(seats) - seats * hand
}

impl Public {
    /// The cards of a hand that may be played to the trick (`WR-8`).
    #[inline]
    fn playable(&self, hand: Set<Card>) -> Set<Card> {
        let following = hand & self.follow;
        if following.is_empty() { hand } else { following }
    }

    /// The cards of a hand with which its player may sit out: all, but none for the leader or if somebody already sits out
    /// (`WR-9`).
    #[inline]
    pub(super) fn leavable(&self, hand: Set<Card>) -> Set<Card> {
        if self.follow.is_empty() || self.leaver.is_some() { Set::EMPTY } else { hand }
    }

    /// Why a card may not be played, or used to sit out.
    #[cold]
    fn why_not(&self, hand: Pile, card: Card, leaves: bool) -> Illegal {
        match (self.follow.lowest(), self.leaver) {
            (None, _) if leaves => Illegal::LeaderCannotLeave {},
            (_, Some(leaver)) if leaves => Illegal::AlreadyLeft { seat: leaver.0 },
            (Some(lead), _) if hand.contains(card) => Illegal::MustFollow { colour: Text(lead.colour()) },
            _ => Illegal::NotInHand { card: Text(card) },
        }
    }
}

impl WildRawz {
    fn take(&mut self, seat: Seat, card: Card, log: &mut impl Log<Event>) -> Result<(), PlayError<Illegal>> {
        let table = &mut self.public;
        if !table.up.contains(card) {
            return Err(PlayError::Illegal(Illegal::NotFaceUp { card: Text(card) }));
        }
        table.up.remove(card);
        table.taken.push(card);
        self.hidden.hands[seat.index()].insert(card);
        // All take the same number, so the turn comes back to the start player for the first lead.
        table.to_play = seat.left(table.seats);
        log.tell(|| Event::Taken { seat: seat.0, card: Text(card) });
        if table.drafted() {
            table.trump = table.up.faces().lowest().unwrap_or_default();
            table.phase = Phase::Play;
            log.tell(|| Event::Trump { card: Text(table.trump), leader: table.to_play.0 });
        }
        Ok(())
    }

    /// A card goes from the hand to the trick (`WR-8`), or beside the target if its player sits out (`WR-9`).
    #[inline]
    fn put_down(
        &mut self,
        seat: Seat,
        card: Card,
        leaves: bool,
        log: &mut impl Log<Event>,
    ) -> Result<(), PlayError<Illegal>> {
        let table = &mut self.public;
        let hand = &mut self.hidden.hands[seat.index()];
        let allowed = if leaves { table.leavable(hand.faces()) } else { table.playable(hand.faces()) };
        if !allowed.contains(card) {
            return Err(PlayError::Illegal(table.why_not(*hand, card, leaves)));
        }
        hand.remove(card);
        if leaves {
            table.leaves |= 1 << table.plays.len();
            table.leaver = Some(seat);
            let tally = &mut table.tallies[seat.index()];
            tally.leaves += 1;
            tally.sum += card.value();
        } else {
            if table.follow.is_empty() {
                table.follow = card.suit();
            }
            let strength = card.strength(table.trump, table.follow);
            // Of equally strong cards the later one wins (`WR-10`). Which it is cannot be predicted, and a wrongly
            // predicted branch would cost more than all the rest.
            let best = table.best;
            table.best = select_unpredictable(strength >= best.0, (strength, seat), best);
        }
        table.plays.push(card);
        table.to_play = seat.left(table.seats);
        log.tell(|| {
            let (seat, card) = (seat.0, Text(card));
            if leaves { Event::Left { seat, card } } else { Event::Played { seat, card } }
        });
        if table.leaders.last() == Some(&table.to_play) {
            self.end_trick(log);
        }
        Ok(())
    }

    /// The strongest card wins; the player who sat out leads the next trick, or else the winner (`WR-11`).
    #[inline]
    fn end_trick(&mut self, log: &mut impl Log<Event>) {
        let table = &mut self.public;
        let (_, winner) = table.best;
        let leaver = table.leaver;
        let leader = leaver.unwrap_or(winner);
        table.tallies[winner.index()].wins += 1;
        table.follow = Set::EMPTY;
        table.best = (0, leader);
        table.leaver = None;
        table.to_play = leader;
        let last = table.leaders.len() == usize::from(table.tricks());
        log.tell(|| Event::Trick {
            winner: winner.0,
            leader: (!last).then_some(leader.0),
            leaver: leaver.map(|seat| seat.0),
            trick: Trick::of(table, table.leaders.len() - 1),
        });
        if last {
            self.end_round(log);
        } else {
            table.leaders.push(leader);
        }
    }

    fn end_round(&mut self, log: &mut impl Log<Event>) {
        let table = &mut self.public;
        let target = target(table.seats);
        let points = table.tallies.map(|tally| tally.points(target));
        table.sheet.push(points);
        log.tell(|| {
            let met = |seat: &Seat| table.tallies[seat.index()].missing(target) == 0;
            Event::Scored {
                points: points[..table.seats.into()].to_vec(),
                met: Seat::all(table.seats).filter(met).map(|seat| seat.0).collect(),
                bonus: BONUS,
            }
        });
        table.phase = if table.sheet.len() < usize::from(table.rounds()) {
            table.start = table.start.left(table.seats);
            Phase::Deal
        } else {
            Phase::Over
        };
        self.hidden = Hidden::NOTHING;
    }

    /// Whether a deal's cards are the pack's, in the right numbers and with no skip face up (`WR-2`, `WR-5`, `WR-6`).
    #[inline]
    pub(super) fn check_cards(&self, deal: &Deal) -> Result<(), DealFault> {
        let Public { seats, options, .. } = self.public;
        let (used, unused) = deal.hands.split_at(seats.into());
        let right_counts = deal.up.len() == face_up(seats)
            && used.iter().all(|hand| hand.len() == options.hand)
            && unused.iter().all(|hand| hand.is_empty())
            && deal.aside.len() == aside(seats, options.hand);
        // A sum of piles drops the third card of a face. If all counts are right, another card is missing then.
        let all = used.iter().fold(deal.up + deal.aside, |all, &hand| all + hand);
        if right_counts && all == pack(seats) && deal.up.faces().is_disjoint(SKIPS) {
            Ok(())
        } else {
            Err(DealFault::Cards(fault(seats, options.hand, deal, pack(seats) - all)))
        }
    }
}

/// What is wrong with the cards of a deal.
#[cold]
fn fault(seats: u8, hand: u8, deal: &Deal, missing: Pile) -> String {
    let hands = deal.hands.iter().zip(0u8..).map(|(cards, seat)| {
        let expected = if seat < seats { hand } else { 0 };
        (format!("the hand of seat {seat}"), cards.len(), expected)
    });
    let up = ("up".to_owned(), deal.up.len(), face_up(seats));
    let aside = ("aside".to_owned(), deal.aside.len(), aside(seats, hand));
    match hands.chain([up, aside]).find(|(_, found, expected)| found != expected) {
        Some((place, found, expected)) => format!("{place} has {found} cards, expected {expected}"),
        None if missing.is_empty() => "only numbered cards can lie face up".to_owned(),
        None => format!("the deal lacks {}", missing.texts().join(" ")),
    }
}
