//! The rules of deal and split (`IY-3` to `IY-8`), of playing to a trick (`IY-9` to `IY-13`), of winning it (`IY-15`)
//! and of the end of a round (`IY-17`, `IY-18`).

use std::fmt;

use cards::{Random, Seat, Seats, Set};

use super::card::{Card, Colour, pack};
use super::score::{points, winners, won_at_once};
use super::state::{
    Deal, HAND, Hidden, Iyadosu, MOST_REFUSE, Move, NO_HAND, NORMAL, Options, Phase, Public, REFUSE, SEATS,
    Trick, unshuffled,
};
use super::text::{DealStep, deal_step, read_deal};
use super::view::{Event, Knowledge, Own, View};
use crate::{DealFault, Game, Log, Moves, Reason, Refusal, Rule, Sheet, Story, Turn};

impl Game for Iyadosu {
    const ID: &'static str = "iyadosu";
    const SEATS: std::ops::RangeInclusive<u8> = 3..=SEATS as u8;

    type Options = Options;
    type Deal = Deal;
    type Move = Move;
    type Why = Why;
    type Event = Event;
    type Knowledge = Knowledge;
    type View = View;
    type Own = Own;
    type DealStep = DealStep;

    fn new(seats: u8, options: Options) -> Iyadosu {
        let first = options.first.seat().unwrap_or_default();
        Iyadosu {
            public: Public::before_deal(seats, options, Sheet::new(seats), first),
            hidden: Hidden::NOTHING,
        }
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.public.seats
    }

    fn options(&self) -> &Options {
        &self.public.options
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn draw(&self, chance: &mut impl Random) -> Deal {
        let table = &self.public;
        let start =
            if table.lot_for_start() { Seat(chance.below(table.seats.into()) as u8) } else { table.start };
        let mut hands = unshuffled(table.seats);
        chance.shuffle(hands[..table.seats.into()].as_flattened_mut());
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
                let [normal, refuse] = self.playable(seat);
                moves.extend_by_card(normal | refuse, |card| {
                    if refuse.contains(card) { Move::Refuse(card) } else { Move::Play(card) }
                });
            }
            Phase::Split if seat == self.public.to_act => {
                moves.extend((1..=MOST_REFUSE).map(Move::Split));
            }
            _ => {}
        }
    }

    #[inline]
    fn play(&mut self, seat: Seat, chosen: Move, log: &mut impl Log<Event>) -> Result<(), Refusal<Why>> {
        if seat != self.public.to_act || !self.public.in_round() {
            return Err(Refusal::NotToAct { seat, to_act: self.to_act() });
        }
        match (self.public.phase, chosen) {
            (Phase::Play, Move::Play(card) | Move::Refuse(card)) => {
                self.play_card(seat, card, matches!(chosen, Move::Refuse(_)), log)
            }
            (Phase::Split, Move::Split(number)) => self.split(seat, number, log),
            (Phase::Split, _) => Err(Refusal::Illegal(Why::MustSplit)),
            _ => Err(Refusal::Illegal(Why::MustPlay)),
        }
    }

    fn rounds(&self) -> usize {
        self.public.sheet.len()
    }

    fn score(&self, round: usize) -> &[i16] {
        self.public.sheet.round(round)
    }

    fn winners(&self) -> Seats {
        winners(&self.public)
    }

    fn knows(&self, viewer: Option<Seat>) -> Knowledge {
        Knowledge::of(self, viewer)
    }

    fn view(knowledge: &Knowledge) -> View {
        View::of(knowledge)
    }

    fn own(knowledge: &Knowledge) -> Own {
        Own::of(knowledge)
    }

    fn sample(knowledge: &Knowledge, random: &mut impl Random) -> Iyadosu {
        super::sample::sample(knowledge, random)
    }

    fn story(&self) -> Option<Story<Iyadosu>> {
        super::sample::story(self)
    }

    fn deal_step(&self, deal: &Deal) -> DealStep {
        deal_step(self.public.seats, deal)
    }

    fn read_deal(&self, step: &DealStep) -> Result<Deal, DealFault> {
        read_deal(self.public.seats, step)
    }
}

impl Iyadosu {
    /// The normal and the refuse cards that a seat may play to the trick (`IY-9` to `IY-11`).
    #[inline]
    fn playable(&self, seat: Seat) -> [Set<Card>; 2] {
        let [normal, refuse] = self.hidden.sides[seat.index()];
        let following = normal & self.public.follow;
        // Masked rather than chosen: whether somebody can follow is hard to foresee.
        let may_refuse = Set::from_bits(u64::from(!following.is_empty()).wrapping_neg());
        [if following.is_empty() { normal } else { following }, refuse & may_refuse]
    }

    /// Declares and divides a hand; after the start player, who is last, play begins (`IY-5`, `IY-6`, `IY-8`).
    fn split(&mut self, seat: Seat, number: u8, log: &mut impl Log<Event>) -> Result<(), Refusal<Why>> {
        if !(1..=MOST_REFUSE).contains(&number) {
            return Err(Refusal::Illegal(Why::SplitNumber(number)));
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
    ) -> Result<(), Refusal<Why>> {
        if !self.playable(seat)[usize::from(refused)].contains(card) {
            return Err(Refusal::Illegal(self.why_not(seat, card, refused)));
        }
        let side = &mut self.hidden.sides[seat.index()][usize::from(refused)];
        side.remove(card);
        let submits = refused & side.is_empty();

        // Chosen values rather than branches: what is led and what takes the trick is hard to foresee.
        let table = &mut self.public;
        let leads = table.follow.is_empty();
        let takes = leads | card.beats(table.best.0);
        table.best = if takes { (card, seat) } else { table.best };
        table.follow = if leads { card.suit() } else { table.follow };
        if let Some(trick) = table.tricks.last_mut() {
            trick.add(seat, card, refused);
        }
        table.waiting = table.waiting.without(seat);
        log.tell(|| Event::Played { seat: seat.0, card: card.to_string(), refused });
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
        log.tell(|| Event::Trick { winner: winner.map(|seat| seat.0) });
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
    fn why_not(&self, seat: Seat, card: Card, refused: bool) -> Why {
        let normal = self.hidden.sides[seat.index()][NORMAL].contains(card);
        let refuse = self.hidden.sides[seat.index()][REFUSE].contains(card);
        match self.public.lead_colour() {
            _ if refused && normal => Why::IsNormal(card),
            _ if !refused && refuse => Why::IsRefuse(card),
            _ if !normal && !refuse => Why::NotInHand(card),
            None => Why::LeadsRefuse,
            Some(colour) if refused => Why::NothingToRefuse(colour),
            Some(colour) => Why::MustFollow(colour),
        }
    }
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The hand must be split now.
    MustSplit,
    /// A card must be played now; the hand is split already.
    MustPlay,
    /// No hand can have so many refuse cards.
    SplitNumber(u8),
    /// The card is not in the hand.
    NotInHand(Card),
    /// The card was played as a normal card, but it is a refuse card.
    IsRefuse(Card),
    /// The card was played as a refuse card, but it is a normal card.
    IsNormal(Card),
    /// A trick must be led with a normal card.
    LeadsRefuse,
    /// There is a normal card of the lead colour, and it must be played or refused.
    MustFollow(Colour),
    /// There is no normal card of the lead colour, and so nothing to refuse.
    NothingToRefuse(Colour),
}

impl Reason for Why {
    fn rule(&self) -> Rule {
        match self {
            Why::MustSplit => Rule::new("must-split"),
            Why::MustPlay => Rule::new("must-play"),
            Why::SplitNumber(number) => {
                Rule::new("split-number").number("number", *number).number("most", MOST_REFUSE)
            }
            Why::NotInHand(card) => Rule::new("not-in-hand").text("card", card),
            Why::IsRefuse(card) => Rule::new("is-refuse").text("card", card),
            Why::IsNormal(card) => Rule::new("is-normal").text("card", card),
            Why::LeadsRefuse => Rule::new("leads-refuse"),
            Why::MustFollow(colour) => Rule::new("must-follow").text("colour", colour.name()),
            Why::NothingToRefuse(colour) => Rule::new("nothing-to-refuse").text("colour", colour.name()),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::MustSplit => f.write_str("the hand must be split first, as in \"split 4\""),
            Why::MustPlay => f.write_str("the hand is split already; a card must be played, as in \"k12\""),
            Why::SplitNumber(number) => {
                write!(f, "{number} cards cannot be refuse cards; the number is 1 to {MOST_REFUSE}")
            }
            Why::NotInHand(card) => write!(f, "{card} is not in the hand"),
            Why::IsRefuse(card) => {
                write!(f, "{card} is a refuse card; it can only be played in refusal, as \"refuse {card}\"")
            }
            Why::IsNormal(card) => write!(f, "{card} is a normal card and cannot be played in refusal"),
            Why::LeadsRefuse => f.write_str("a trick must be led with a normal card"),
            Why::MustFollow(colour) => {
                write!(f, "a normal {} card or any refuse card must be played", colour.name())
            }
            Why::NothingToRefuse(colour) => {
                write!(f, "without a normal {} card any normal card must be played", colour.name())
            }
        }
    }
}
