//! What a seat knows and what it is shown (`KK-24`).

use cards::{Seat, Set};
use serde::Serialize;
use ts_rs::TS;

use super::card::{ANIMALS, BRIGHTS, Card, PACK, PLAINS, RIBBONS};
use super::event::{PartPoints, YakuPoints, parts_in, yaku_in};
use super::illegal::Illegal;
use super::near::{Near, YakuInfo, YakuTerms, near};
use super::score::{Factors, Stop, counted};
use super::state::{Act, DECK, HAND, KoiKoi, Phase, Public, SEATS, TURNS, TurnTaken, opponent};
use super::yaku::{Yaku, yaku_points};
use crate::{PublicState, ScoreSheet, Show, Text, Texts};

/// Everything that a seat or a spectator can know, with perfect memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub(super) viewer: Option<Seat>,
    pub(super) table: Public,
    /// The viewer's hand; nothing before the hands have been looked at.
    pub(super) hand: Set<Card>,
}

impl Knowledge {
    /// Built up from what is public and what the viewer holds. A seat beyond the table is a spectator.
    pub(super) fn of(game: &KoiKoi, viewer: Option<Seat>) -> Knowledge {
        let table = game.public;
        let viewer = viewer.filter(|seat| seat.index() < SEATS);
        let hand = match viewer {
            Some(seat) if table.round.phase != Phase::Hands => game.hidden.hands[seat.index()],
            _ => Set::EMPTY,
        };
        Knowledge { viewer, table, hand }
    }

    /// Nobody for a spectator.
    #[inline]
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// The viewer's hand; nothing before the hands have been looked at.
    #[inline]
    pub fn hand(&self) -> Set<Card> {
        self.hand
    }

    #[inline]
    pub fn ba(&self) -> Set<Card> {
        self.table.round.ba
    }

    /// The cards before a seat.
    #[inline]
    pub fn captured(&self, seat: Seat) -> Set<Card> {
        self.table.round.captured[seat.index()]
    }

    /// The cards that the viewer has not seen: in the other hand or in the pile.
    #[inline]
    pub fn unseen(&self) -> Set<Card> {
        let round = &self.table.round;
        // A turned card that awaits its choice is not in the ba and not captured.
        let turned = round.turns.last().map_or(Set::EMPTY, |turn| Set::one(turn.pile.card));
        PACK - self.hand - round.ba - round.captured[0] - round.captured[1] - turned
    }

    /// Cards that play has proved not to lie in a seat's hand.
    #[inline]
    pub fn lacks(&self, seat: Seat) -> Set<Card> {
        self.table.round.lacks[seat.index()]
    }

    /// How many cards a seat holds while a round is played.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> u8 {
        HAND - self.table.round.played[seat.index()].len()
    }

    /// The card turned from the pile in the last turn. Meaningless before the first.
    #[inline]
    pub fn turned(&self) -> Card {
        self.table.round.turns.last().map(|turn| turn.pile.card).unwrap_or_default()
    }

    /// A seat's standing koi-koi calls.
    #[inline]
    pub fn calls(&self, seat: Seat) -> u8 {
        self.table.round.calls[seat.index()]
    }

    /// Whether a seat has countered and was not countered since.
    #[inline]
    pub fn has_countered(&self, seat: Seat) -> bool {
        self.table.round.countered.contains(seat)
    }

    /// What a seat would score by stopping now, before it is multiplied and after.
    #[inline]
    pub fn stop(&self, seat: Seat) -> (u8, i16) {
        let stop = Stop::of(&self.table, seat);
        (stop.base, stop.points())
    }

    /// What a seat would score by stopping with this base and so many calls (`KK-16`).
    #[inline]
    pub fn stop_with(&self, seat: Seat, base: u8, calls: u8) -> i16 {
        Stop::with(&self.table, seat, base, calls).points()
    }

    /// By how many points a seat leads in the game.
    #[inline]
    pub fn lead(&self, seat: Seat) -> i32 {
        let totals = self.table.sheet.totals();
        totals[seat.index()] - totals[opponent(seat).index()]
    }

    /// How many rounds are still to be scored.
    #[inline]
    pub fn rounds_left(&self) -> usize {
        usize::from(self.table.options.rounds) - self.table.sheet.len()
    }

    /// Who deals this round, or the next one once this one is scored.
    #[inline]
    pub fn oya(&self) -> Seat {
        self.table.oya
    }
}

impl KoiKoi {
    /// Who deals next, or has dealt; nobody knows before cards were drawn for the first oya.
    #[inline]
    pub fn oya(&self) -> Option<Seat> {
        self.public.known_oya()
    }

    /// How many turns of the round under way are still to be begun; all of them while a deal is awaited.
    #[inline]
    pub fn turns_left(&self) -> usize {
        match self.public.round.phase {
            Phase::Deal => TURNS,
            Phase::Over => 0,
            _ => TURNS - self.public.round.turns.len(),
        }
    }

    /// What everybody sees of the turn's outcome: the turned card, the months barred for the wild gaji, and what
    /// is awaited.
    #[inline]
    pub fn outcome(&self) -> u64 {
        let round = &self.public.round;
        let turned = round.turns.last().map(|turn| turn.pile.card).unwrap_or_default();
        round.barred.bits() << 16 | u64::from(cards::Card::index(turned)) << 8 | round.phase as u64
    }
}

/// What is shown. Only the last two turns are listed; the other cards show in the piles.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The viewer; nobody for a spectator.
    seat: Option<u8>,
    seats: u8,
    phase: Text<Phase>,
    /// The round's number, from 1, of `rounds`.
    round: usize,
    rounds: u8,
    oya: u8,
    /// In the first deal: the months that seats 0 and 1 drew for the oya. The drawn cards went back into the pack
    /// and could now lie anywhere, so they are not named here.
    draws: Vec<[u8; 2]>,
    /// Whether the hands were swapped, once that is decided.
    swapped: Option<bool>,
    to_act: Vec<u8>,
    hand: Texts<Card>,
    /// For each card of the hand, the cards in the ba of its month.
    matches: Vec<Texts<Card>>,
    hand_sizes: Vec<u8>,
    pile: usize,
    ba: Texts<Card>,
    /// The turned card, while it awaits the choice of what it captures.
    turned: Option<Text<Card>>,
    /// The turn under way, once a card was played.
    turn: Option<TurnForm>,
    last_turn: Option<TurnForm>,
    captured: Vec<Captured>,
    yaku: Vec<Vec<YakuPoints>>,
    /// What can score in this game.
    yaku_list: Vec<YakuTerms>,
    /// For each seat the yaku it may still make or add to, and lacks few cards for.
    near: Vec<Vec<Near>>,
    /// Each seat's yaku points.
    points: Vec<u8>,
    /// Each seat's standing koi-koi calls, and whether it has countered.
    calls: Vec<u8>,
    countered: Vec<bool>,
    /// What each seat's base would be multiplied by now.
    multipliers: Vec<u8>,
    /// What `stop` would score, for the seat that decides.
    stop: Option<StopForm>,
    /// If that seat may call koi-koi: what its later stop would be multiplied by, and the opponent's after countering the
    /// call, with the bases as they are now.
    koi: Option<CallForm>,
    risk: Option<CallForm>,
    /// If it may not, why.
    no_koi: Option<Illegal>,
    /// Cards that everybody knows to lie in each hand, or that were shown to win the round.
    shown: Vec<Texts<Card>>,
    /// What was captured with the wild gaji.
    wild: Option<Wild>,
    /// The months barred for the wild gaji.
    barred: Vec<u8>,
    scores: Vec<Vec<i16>>,
    totals: Vec<i32>,
    winners: Vec<u8>,
}

/// What a seat that has made a yaku decides about.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub struct Decision {
    /// What `stop` would score.
    stop: StopForm,
    /// What a later stop would be multiplied by after `koi`, if that may be called.
    koi: Option<CallForm>,
    /// What the opponent's stop would then be multiplied by after countering the call.
    risk: Option<CallForm>,
    /// Why koi-koi may not be called, if it may not.
    no_koi: Option<Illegal>,
}

/// What a turn did.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "Turn")]
struct TurnForm {
    seat: u8,
    /// The card from the hand, whether it was the wild gaji, and what it captured.
    played: Text<Card>,
    wild: bool,
    captured: Texts<Card>,
    /// The card from the pile, and what it captured so far.
    turned: Text<Card>,
    turned_captured: Texts<Card>,
}

/// A seat's captured cards.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Captured {
    brights: Texts<Card>,
    animals: Texts<Card>,
    ribbons: Texts<Card>,
    plains: Texts<Card>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "Stop")]
pub struct StopForm {
    base: u8,
    multiplier: u8,
    points: i16,
    factors: Factors,
    /// What the base is the sum of.
    parts: Vec<PartPoints>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "Call")]
pub struct CallForm {
    multiplier: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Wild {
    seat: u8,
    card: Text<Card>,
}

/// What is the same in every game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Reference {
    /// All yaku, the most valuable last.
    yaku: Vec<YakuInfo>,
}

/// The viewer's own part of a view; the rest is the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    seat: Option<u8>,
    hand: Texts<Card>,
    matches: Vec<Texts<Card>>,
}

impl Show for KoiKoi {
    type View = View;
    type Own = Own;
    type Reference = Reference;

    fn reference() -> Reference {
        Reference { yaku: Yaku::ALL.into_iter().map(YakuInfo::of).collect() }
    }

    fn own(knowledge: &Knowledge) -> Own {
        Own {
            seat: knowledge.viewer.map(|seat| seat.0),
            hand: Texts(knowledge.hand),
            matches: knowledge.hand.iter().map(|card| Texts(knowledge.ba() & card.mates())).collect(),
        }
    }

    fn view(knowledge: &Knowledge) -> View {
        let Own { seat, hand, matches } = KoiKoi::own(knowledge);
        let table = &knowledge.table;
        let round = &table.round;
        let playing = !matches!(round.phase, Phase::Deal | Phase::Over);
        let held = |seat: Seat| if playing { HAND - round.played[seat.index()].len() } else { 0 };
        let rain_man = table.options.sankou_rain_man;
        let decision = (round.phase == Phase::Decide).then(|| Decision::of(table));
        let under_way = matches!(round.phase, Phase::Take | Phase::Decide);
        let mut turns = turns(table);
        View {
            seat,
            seats: SEATS as u8,
            phase: Text(round.phase),
            round: table.sheet.len() + usize::from(round.phase != Phase::Over),
            rounds: table.options.rounds,
            oya: table.oya.0,
            draws: if round.drawn {
                table.draws.iter().map(|(first, second)| [first.month(), second.month()]).collect()
            } else {
                Vec::new()
            },
            swapped: round.swapped,
            to_act: table.turn().to_act().numbers(),
            hand,
            matches,
            hand_sizes: Seat::all(SEATS as u8).map(held).collect(),
            pile: if playing { DECK - round.turns.len() } else { 0 },
            ba: Texts(round.ba),
            turned: match round.turns.last() {
                Some(turn) if round.phase == Phase::Take => Some(Text(turn.pile.card)),
                _ => None,
            },
            turn: if under_way { turns.pop() } else { None },
            last_turn: turns.pop(),
            captured: round.captured.iter().map(|&cards| Captured::of(cards)).collect(),
            yaku: round.captured.iter().map(|&cards| yaku_in(cards, rain_man)).collect(),
            yaku_list: YakuTerms::all(&table.options),
            near: if playing {
                let [first, second] = round.captured;
                vec![near(first, second, rain_man), near(second, first, rain_man)]
            } else {
                vec![Vec::new(); SEATS]
            },
            points: round.captured.iter().map(|&cards| yaku_points(cards, rain_man)).collect(),
            calls: round.calls.to_vec(),
            countered: Seat::all(SEATS as u8).map(|seat| round.countered.contains(seat)).collect(),
            multipliers: Seat::all(SEATS as u8).map(|seat| Stop::of(table, seat).multiplier()).collect(),
            stop: decision.as_ref().map(|decision| decision.stop.clone()),
            koi: decision.as_ref().and_then(|decision| decision.koi.clone()),
            risk: decision.as_ref().and_then(|decision| decision.risk.clone()),
            no_koi: decision.and_then(|decision| decision.no_koi),
            shown: Seat::all(SEATS as u8).map(|seat| Texts(round.shown(seat))).collect(),
            wild: round.wild.map(|(seat, card)| Wild { seat: seat.0, card: Text(card) }),
            barred: (1..=12).filter(|&month| round.barred.contains(Card::new(month, 0))).collect(),
            scores: table.sheet.rounds(),
            totals: table.sheet.totals().to_vec(),
            winners: table.winners().numbers(),
        }
    }
}

impl Captured {
    fn of(cards: Set<Card>) -> Captured {
        Captured {
            brights: Texts(cards & BRIGHTS),
            animals: Texts(cards & ANIMALS),
            ribbons: Texts(cards & RIBBONS),
            plains: Texts(cards & PLAINS),
        }
    }
}

impl Decision {
    pub(super) fn of(table: &Public) -> Decision {
        let seat = table.round.to_play;
        let may_call = table.round.played[seat.index()].len() < HAND;
        let call = |stop: fn(&Public, Seat) -> Stop| may_call.then(|| CallForm::of(stop(table, seat)));
        Decision {
            stop: StopForm::of(table, seat),
            koi: call(Stop::after_koi),
            risk: call(Stop::after_counter),
            no_koi: (!may_call).then_some(Illegal::MustStop {}),
        }
    }
}

impl StopForm {
    fn of(table: &Public, seat: Seat) -> StopForm {
        let stop = Stop::of(table, seat);
        StopForm {
            base: stop.base,
            multiplier: stop.multiplier(),
            points: stop.points(),
            factors: stop.factors,
            parts: parts_in(counted(table, seat), &table.options),
        }
    }
}

impl CallForm {
    fn of(stop: Stop) -> CallForm {
        CallForm { multiplier: stop.multiplier() }
    }
}

/// All turns of the round, replayed from the ba as it was dealt.
fn turns(table: &Public) -> Vec<TurnForm> {
    let round = &table.round;
    let mut ba = round.dealt_ba();
    let mut turns = Vec::new();
    for (number, &TurnTaken { hand, pile }) in round.turns.iter().enumerate() {
        turns.push(TurnForm {
            seat: round.seat_of(number).0,
            played: Text(hand.card),
            wild: !hand.card.mates().contains(hand.on),
            captured: retell(&mut ba, hand),
            turned: Text(pile.card),
            turned_captured: retell(&mut ba, pile),
        });
    }
    turns
}

/// What a card captured. One that matches two without a choice having been named still waits for it.
fn retell(ba: &mut Set<Card>, act: Act) -> Texts<Card> {
    let matching = *ba & act.card.mates();
    let captured = match matching.len() {
        _ if act.on != act.card => Set::one(act.on),
        2 => Set::EMPTY,
        _ => matching,
    };
    if captured.is_empty() {
        ba.insert(act.card);
    }
    *ba -= captured;
    Texts(captured)
}
