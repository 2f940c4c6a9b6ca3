//! The state. Its public and hidden parts are separate types, so that a new field must be put on one side.

use cards::{List, Seat, Seats, Set};
use ts_rs::TS;

use super::card::{Card, WILLOW};
use crate::game::usual_public_state;
use crate::{First, PublicState, Sheet, State, Turn};

/// The seats.
pub(super) const SEATS: usize = 2;
/// The most rounds (`KK-1`).
pub(super) const ROUNDS: usize = 12;
/// Cards dealt to each hand, and to the ba (`KK-3`).
pub(super) const HAND: u8 = 8;
/// Cards dealt to the draw pile.
pub(super) const DECK: usize = 24;
/// Turns of a round that is played to the end.
pub(super) const TURNS: usize = SEATS * HAND as usize;
/// The most draws for the first oya that a deal can have. Each is undecided with probability 3/47, so this many are
/// practically never needed.
pub(super) const DRAWS: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many rounds a game has (`KK-1`): 6 or 12.
    pub rounds: u8,
    /// Whether a card that captures must be played from the hand if there is one (`KK-9`).
    pub must_capture: bool,
    /// Whether the rain man counts for Sankou (`KK-13`).
    pub sankou_rain_man: bool,
    /// Whether Aotan and Akatan together give 3 more points (`KK-20`).
    pub triad: bool,
    /// Whether the gaji is wild (`KK-21` to `KK-23`).
    pub gaji: bool,
    /// Who is the first oya (`KK-2`).
    pub first: First,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rounds: ROUNDS as u8,
            must_capture: true,
            sankou_rain_man: true,
            triad: false,
            gaji: false,
            first: First::Random,
        }
    }
}

/// The draws for the first oya (`KK-2`): seat 0's card and seat 1's, again and again until the months differ.
pub type Draws = List<(Card, Card), DRAWS>;

/// What is drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    pub oya: Seat,
    /// How the oya was found, in the first deal of a game; nothing in later ones.
    pub draws: Draws,
    /// What each seat is dealt, before hands may be swapped.
    pub hands: [Set<Card>; SEATS],
    /// The cards dealt face up.
    pub ba: Set<Card>,
    /// The draw pile, top first.
    pub deck: [Card; DECK],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Leave the hands as they were dealt.
    #[default]
    Keep,
    /// Swap the hands.
    Swap,
    /// A card from the hand, and the one of two that it captures. Where there is no such choice, and what it
    /// captures follows by itself, the second is the same card again.
    Play(Card, Card),
    /// The gaji from the hand as a wild card, on this card.
    Wild(Card),
    /// The turned card captures this one of two.
    Take(Card),
    /// Call koi-koi and continue.
    Koi,
    /// End the round and score.
    Stop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(rename_all = "kebab-case")]
pub(super) enum Phase {
    Deal,
    /// The oya's opponent decides whether to swap the hands.
    Hands,
    /// A card from the hand is awaited.
    Play,
    /// The turned card matches two: which one does it capture?
    Take,
    /// A yaku was made: stop or koi-koi?
    Decide,
    Over,
}

/// The two cards of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TurnTaken {
    /// The card from the hand.
    pub hand: Act,
    /// The card from the pile.
    pub pile: Act,
}

/// A card that came to the ba.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Act {
    pub card: Card,
    /// The card that was named as its capture; the card itself where none was. One of another month means the
    /// wild gaji.
    pub on: Card,
}

/// An undone attempt to capture with the wild gaji (`KK-23`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Attempt {
    /// The number of the turn, from 0.
    pub turn: u8,
    pub on: Card,
}

pub type KoiKoi = State<Public, Hidden>;

/// Everything that everybody sees or can conclude, with perfect memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    pub(super) options: Options,
    pub(super) sheet: Sheet<SEATS, ROUNDS>,
    /// How the first oya was found; kept for the whole game.
    pub(super) draws: Draws,
    /// Who deals, or deals next.
    pub(super) oya: Seat,
    pub(super) round: Round,
}

/// What everybody sees of the round under way, or of the last one until the next deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub phase: Phase,
    /// Who dealt and had the first turn.
    pub oya: Seat,
    /// Whose decision is awaited.
    pub to_play: Seat,
    /// Whether this round's deal was the one that drew for the oya.
    pub drawn: bool,
    /// Whether the hands were swapped, once that is decided (`KK-4`).
    pub swapped: Option<bool>,
    pub ba: Set<Card>,
    /// The cards before each seat.
    pub captured: [Set<Card>; SEATS],
    /// The cards each seat has played from its hand.
    pub played: [Set<Card>; SEATS],
    /// All turns of this round, beginning with the oya's; the last one may still await a choice.
    pub turns: List<TurnTaken, TURNS>,
    /// Koi-koi calls, one bit for each turn, from the lowest.
    pub koi: u16,
    /// Each seat's standing koi-koi calls.
    pub calls: [u8; SEATS],
    /// Who has countered and was not countered since (`KK-17`).
    pub countered: Seats,
    /// Each seat's yaku points when it last made a yaku and so decided (`KK-14`).
    pub decided: [u8; SEATS],
    /// Who captured with the wild gaji, and what.
    pub wild: Option<(Seat, Card)>,
    pub undone: List<Attempt, { HAND as usize }>,
    /// The months barred for the wild gaji.
    pub barred: Set<Card>,
    /// Cards that were said to lie in each hand (`KK-23`), and hands that were shown (`KK-5`).
    pub declared: [Set<Card>; SEATS],
    /// Cards that play has proved not to lie in each hand (`KK-24`). Hands only shrink, so this never ends.
    pub lacks: [Set<Card>; SEATS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    pub(super) hands: [Set<Card>; SEATS],
    /// The draw pile as dealt, top first; every turn has taken one.
    pub(super) deck: [Card; DECK],
}

impl PublicState for Public {
    usual_public_state!(2);

    #[inline]
    fn turn(&self) -> Turn {
        match self.round.phase {
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
            Phase::Hands | Phase::Play | Phase::Take | Phase::Decide => {
                Turn::Move(Seats::one(self.round.to_play))
            }
        }
    }

    /// The winners of a finished game (`KK-19`).
    fn winners(&self) -> Seats {
        if self.round.phase == Phase::Over { self.sheet.leaders() } else { Seats::NONE }
    }
}

impl Public {
    /// A table that awaits the first deal.
    pub(super) fn new(seats: u8, options: Options) -> Public {
        let first = options.first.seat().unwrap_or_default();
        Public::before_deal(options, Sheet::new(seats), Draws::new(), first)
    }

    /// A table that awaits the deal of `oya`.
    pub(super) fn before_deal(
        options: Options,
        sheet: Sheet<SEATS, ROUNDS>,
        draws: Draws,
        oya: Seat,
    ) -> Public {
        let round = Round::before_deal(oya);
        Public { options, sheet, draws, oya, round }
    }

    /// Who deals next; nobody knows before cards were drawn for the first oya (`KK-2`).
    #[inline]
    pub(super) fn known_oya(&self) -> Option<Seat> {
        let open = self.options.first == First::Random && self.draws.is_empty();
        if open { None } else { Some(self.oya) }
    }

    /// The cards a seat may try to capture with the wild gaji, if it holds it (`KK-21`, `KK-23`).
    #[inline]
    pub(super) fn wild_targets(&self, seat: Seat) -> Set<Card> {
        if self.options.gaji && WILLOW.is_disjoint(self.round.played[opponent(seat).index()]) {
            self.round.ba - WILLOW - self.round.barred
        } else {
            Set::EMPTY
        }
    }
}

impl Round {
    fn before_deal(oya: Seat) -> Round {
        Round {
            phase: Phase::Deal,
            oya,
            to_play: oya,
            drawn: false,
            swapped: None,
            ba: Set::EMPTY,
            captured: [Set::EMPTY; SEATS],
            played: [Set::EMPTY; SEATS],
            turns: List::new(),
            koi: 0,
            calls: [0; SEATS],
            countered: Seats::NONE,
            decided: [0; SEATS],
            wild: None,
            undone: List::new(),
            barred: Set::EMPTY,
            declared: [Set::EMPTY; SEATS],
            lacks: [Set::EMPTY; SEATS],
        }
    }

    /// Resets the round after a deal. Clearing the lists is cheaper than building new ones by a few moves' worth of time. If
    /// a field were forgotten here, a law would fail: a round's story would no longer lead to its state.
    #[inline]
    pub fn begin(&mut self, oya: Seat, drawn: bool, ba: Set<Card>) {
        self.phase = Phase::Hands;
        self.oya = oya;
        self.to_play = opponent(oya);
        self.drawn = drawn;
        self.swapped = None;
        self.ba = ba;
        self.captured = [Set::EMPTY; SEATS];
        self.played = [Set::EMPTY; SEATS];
        self.turns.clear();
        self.koi = 0;
        self.calls = [0; SEATS];
        self.countered = Seats::NONE;
        self.decided = [0; SEATS];
        self.wild = None;
        self.undone.clear();
        self.barred = Set::EMPTY;
        self.declared = [Set::EMPTY; SEATS];
        self.lacks = [Set::EMPTY; SEATS];
    }

    /// A seat calls koi-koi, and one more of its calls stands (`KK-15`).
    pub fn call(&mut self, seat: Seat) {
        self.calls[seat.index()] += 1;
    }

    /// A seat makes a yaku: calls of the opponent that stand are countered by it (`KK-17`). Says whether there are any.
    pub fn counter(&mut self, seat: Seat) -> bool {
        let other = opponent(seat);
        let counters = self.calls[other.index()] > 0;
        if counters {
            self.calls[other.index()] = 0;
            self.countered = self.countered.without(other).with(seat);
        }
        counters
    }

    /// The seat whose turn number `turn` (from 0) of the round is (`KK-7`).
    pub fn seat_of(&self, turn: usize) -> Seat {
        if turn.is_multiple_of(2) { self.oya } else { opponent(self.oya) }
    }

    /// The cards turned from the pile, in order.
    pub fn turned(&self) -> impl Iterator<Item = Card> {
        self.turns.iter().map(|turn| turn.pile.card)
    }

    /// What the turned card may capture while that choice is awaited.
    #[inline]
    pub fn takeable(&self) -> Set<Card> {
        self.turns.last().map_or(Set::EMPTY, |turn| self.ba & turn.pile.card.mates())
    }

    /// The ba as it was dealt.
    pub fn dealt_ba(&self) -> Set<Card> {
        let turned: Set<Card> = self.turned().collect();
        (self.ba | self.captured[0] | self.captured[1]) - turned - self.played[0] - self.played[1]
    }

    /// The cards known to lie in a hand, or shown because they won.
    pub fn shown(&self, seat: Seat) -> Set<Card> {
        self.declared[seat.index()] - self.played[seat.index()]
    }
}

impl Hidden {
    pub(super) const NOTHING: Hidden = Hidden { hands: [Set::EMPTY; SEATS], deck: [Card::new(1, 0); DECK] };
}

#[inline]
pub(super) const fn opponent(seat: Seat) -> Seat {
    Seat(seat.0 ^ 1)
}
