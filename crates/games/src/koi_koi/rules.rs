//! What is awaited, what is legal, and what comes before and after the turns: the choice of the hands (`KK-4` to
//! `KK-7`) and the end (`KK-16`, `KK-18`, `KK-19`, `KK-22`). How cards are dealt is in `deal.rs`, what a turn does
//! in `turn.rs`.

use cards::{Random, Seat, Set};

use super::card::{Card, GAJI, has_four, is_four_pairs, is_lucky, months_in, pairs_in, take_lowest};
use super::deal::{check_cards, check_oya, draw};
use super::event::{Event, RoundEnd, parts_in};
use super::illegal::Illegal;
use super::score::{LUCKY_HAND, Stop, gift};
use super::state::{Deal, HAND, Hidden, KoiKoi, Move, Options, Phase, Public, Round, SEATS};
use super::view::Knowledge;
use crate::game::usual_game;
use crate::{DealFault, Game, Log, Moves, PlayError, ScoreSheet, Text, Texts};

impl Game for KoiKoi {
    const ID: &'static str = "koi-koi";
    const SEATS: std::ops::RangeInclusive<u8> = 2..=2;

    usual_game!();

    fn draw(&self, random: &mut impl Random) -> Deal {
        draw(&self.public, random)
    }

    fn deal(&mut self, deal: &Deal, log: &mut impl Log<Event>) -> Result<(), DealFault> {
        let table = &mut self.public;
        if table.round.phase != Phase::Deal {
            return Err(DealFault::NotAwaited);
        }
        let known = table.known_oya();
        check_oya(deal, known)?;
        check_cards(deal)?;
        if known.is_none() {
            table.draws = deal.draws;
        }
        table.oya = deal.oya;
        table.round.begin(deal.oya, known.is_none(), deal.ba);
        self.hidden = Hidden { hands: deal.hands, deck: deal.deck };
        log.tell(|| Event::Dealt {
            oya: deal.oya.0,
            draws: deal.draws.iter().map(|&(first, second)| [Text(first), Text(second)]).collect(),
            ba: Texts(deal.ba),
        });
        Ok(())
    }

    #[inline]
    fn legal(&self, seat: Seat, moves: &mut Moves<Move>) {
        moves.clear();
        let round = &self.public.round;
        if seat != round.to_play {
            return;
        }
        match round.phase {
            Phase::Play => {
                let playable = self.public.playable(self.hidden.hands[seat.index()]);
                let pairs = pairs_in(round.ba);
                let choosing = playable & pairs;
                let singles = playable - choosing;
                // Writes as many as a hand can hold and cuts the list: a loop of fixed length is cheaper than a short
                // one of unpredictable length.
                let mut rest = singles;
                moves.extend((0..HAND).map(|_| {
                    let card = take_lowest(&mut rest);
                    Move::Play(card, card)
                }));
                moves.truncate(singles.len().into());
                for card in choosing {
                    let among = round.ba & card.mates();
                    if let (Some(first), Some(second)) = (among.lowest(), among.highest()) {
                        moves.extend([Move::Play(card, first), Move::Play(card, second)]);
                    }
                }
                if self.public.options.gaji && self.hidden.hands[seat.index()].contains(GAJI) {
                    moves.extend(self.public.wild_targets(seat).iter().map(Move::Wild));
                }
            }
            Phase::Take => moves.extend(round.takeable().iter().map(Move::Take)),
            Phase::Decide if self.hidden.hands[seat.index()].is_empty() => moves.push(Move::Stop),
            Phase::Decide => moves.extend([Move::Koi, Move::Stop]),
            Phase::Hands => moves.extend([Move::Keep, Move::Swap]),
            Phase::Deal | Phase::Over => {}
        }
    }

    #[inline]
    fn play(
        &mut self,
        seat: Seat,
        chosen: Move,
        log: &mut impl Log<Event>,
    ) -> Result<(), PlayError<Illegal>> {
        let Round { phase, to_play, .. } = self.public.round;
        if seat != to_play || matches!(phase, Phase::Deal | Phase::Over) {
            return Err(PlayError::NotToAct { seat, to_act: self.to_act() });
        }
        match (phase, chosen) {
            (Phase::Play, Move::Play(card, on)) => self.play_card(seat, card, on, log),
            (Phase::Play, Move::Wild(on)) => self.play_wild(seat, on, log),
            (Phase::Take, Move::Take(on)) => self.take(seat, on, log),
            (Phase::Decide, Move::Koi) => self.call_koi(seat, log),
            (Phase::Decide, Move::Stop) => {
                self.stop(seat, log);
                Ok(())
            }
            (Phase::Hands, Move::Keep | Move::Swap) => {
                self.look_at_hands(seat, chosen == Move::Swap, log);
                Ok(())
            }
            (Phase::Hands, _) => Err(Illegal::MustChooseHand {}),
            (Phase::Take, _) => Err(self.must_take()),
            (Phase::Decide, _) => Err(Illegal::MustDecide {}),
            (Phase::Play | Phase::Deal | Phase::Over, _) => Err(Illegal::MustPlay {}),
        }
        .map_err(PlayError::Illegal)
    }
}

impl Public {
    /// The cards of a hand that may be played, apart from the wild gaji (`KK-8`, `KK-9`).
    #[inline]
    pub(super) fn playable(&self, hand: Set<Card>) -> Set<Card> {
        let capturing = hand & months_in(self.round.ba);
        if capturing.is_empty() || !self.options.must_capture { hand } else { capturing }
    }
}

impl KoiKoi {
    /// The oya's opponent has decided which hand is whose. A lucky hand wins at once (`KK-5`), a lucky ba makes
    /// the deal void (`KK-6`), otherwise the oya begins (`KK-7`).
    fn look_at_hands(&mut self, seat: Seat, swapped: bool, log: &mut impl Log<Event>) {
        if swapped {
            self.hidden.hands.swap(0, 1);
        }
        self.public.round.swapped = Some(swapped);
        log.tell(|| Event::Hands { seat: seat.0, swapped });
        let oya = self.public.oya;
        let lucky = self.hidden.hands.map(is_lucky);
        let both = lucky == [true, true];
        if lucky != [false, false] {
            for winner in Seat::all(SEATS as u8).filter(|seat| lucky[seat.index()]) {
                let hand = self.hidden.hands[winner.index()];
                self.public.round.declared[winner.index()] = hand;
                log.tell(|| Event::Revealed {
                    seat: winner.0,
                    cards: Texts(hand),
                    teshi: has_four(hand),
                    kuttsuki: is_four_pairs(hand),
                    wins: !both,
                });
            }
            let of_hand = |hand| if has_four(hand) { RoundEnd::Teshi } else { RoundEnd::Kuttsuki };
            let [first, second] = self.hidden.hands.map(of_hand);
            match lucky {
                [true, true] => self.end_round(None, [0, 0], RoundEnd::BothHands, None, log),
                [true, false] => self.end_round(Some(Seat(0)), [LUCKY_HAND, 0], first, None, log),
                _ => self.end_round(Some(Seat(1)), [0, LUCKY_HAND], second, None, log),
            }
        } else if is_lucky(self.public.round.ba) {
            self.public.round.phase = Phase::Deal;
            self.hidden = Hidden::NOTHING;
            log.tell(|| Event::Void { oya: oya.0 });
        } else {
            self.public.round.phase = Phase::Play;
            self.public.round.to_play = oya;
        }
    }

    /// A seat stops and scores; it is the next oya (`KK-16`, `KK-19`).
    fn stop(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let stop = Stop::of(&self.public, seat);
        log.tell(|| Event::Stopped { seat: seat.0 });
        self.end_play(log);
        let mut points = [0; SEATS];
        points[seat.index()] = stop.points();
        self.end_round(Some(seat), points, RoundEnd::Stop, Some(stop), log);
    }

    /// Both hands are empty and nobody stopped (`KK-18`).
    #[cold]
    pub(super) fn end_undecided(&mut self, log: &mut impl Log<Event>) {
        self.end_play(log);
        self.end_round(None, [0, 0], RoundEnd::Draw, None, log);
    }

    /// The hands no longer matter, and the seat that captured with the wild gaji receives what is left of that month
    /// (`KK-22`).
    fn end_play(&mut self, log: &mut impl Log<Event>) {
        self.public.round.declared = [Set::EMPTY; SEATS];
        let Some((owner, _)) = self.public.round.wild else { return };
        let gift = gift(&self.public, owner);
        if !gift.is_empty() {
            self.public.round.ba -= gift;
            self.public.round.captured[owner.index()] |= gift;
            log.tell(|| Event::Received { seat: owner.0, cards: Texts(gift) });
        }
    }

    /// The winner is the next oya; without one the oya stays (`KK-5`, `KK-18`, `KK-19`).
    fn end_round(
        &mut self,
        winner: Option<Seat>,
        points: [i16; SEATS],
        end: RoundEnd,
        stop: Option<Stop>,
        log: &mut impl Log<Event>,
    ) {
        let table = &mut self.public;
        table.sheet.push(points);
        table.oya = winner.unwrap_or(table.oya);
        let over = table.sheet.len() == usize::from(table.options.rounds);
        table.round.phase = if over { Phase::Over } else { Phase::Deal };
        self.hidden = Hidden::NOTHING;
        log.tell(|| Event::Scored {
            points: points.to_vec(),
            winner: winner.map(|seat| seat.0),
            end: Text(end),
            base: stop.map(|stop| stop.base),
            multiplier: stop.map(Stop::multiplier),
            parts: match (winner, stop) {
                (Some(seat), Some(_)) => parts_in(table.round.captured[seat.index()], &table.options),
                _ => Vec::new(),
            },
        });
    }
}
