//! What a seat knows and what it is shown (`IY-16`, `IY-24`).

use cards::{Seat, Seats, Set};
use serde::Serialize;
use ts_rs::TS;

use super::card::{Card, Colour, pack};
use super::score::winners;
use super::state::{HAND, Iyadosu, LEAST_REFUSE, MOST_REFUSE, NO_HAND, Phase, Public, SEATS, Trick};
use crate::{PublicState, ScoreSheet, Show, Text, Texts};

/// Everything that a seat or a spectator can know, with perfect memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub(super) viewer: Option<Seat>,
    pub(super) table: Public,
    /// The viewer's hand in its order, before the split.
    pub(super) dealt: [Card; HAND],
    /// The viewer's normal cards, after the split.
    pub(super) normal: Set<Card>,
    /// The viewer's refusal cards, after the split.
    pub(super) refuse: Set<Card>,
}

impl Knowledge {
    /// Built up from what is public and what the viewer holds. A seat beyond the table is a spectator.
    pub(super) fn of(game: &Iyadosu, viewer: Option<Seat>) -> Knowledge {
        let table = game.public;
        let viewer = viewer.filter(|seat| seat.0 < table.seats);
        let mut knowledge =
            Knowledge { viewer, table, dealt: NO_HAND, normal: Set::EMPTY, refuse: Set::EMPTY };
        if let Some(seat) = viewer {
            knowledge.dealt = game.hidden.dealt[seat.index()];
            [knowledge.normal, knowledge.refuse] = game.hidden.sides[seat.index()];
        }
        knowledge
    }

    /// The viewer's cards: left to right before the split, then normal before refusal cards.
    fn hand(&self) -> Vec<Text<Card>> {
        match self.viewer {
            Some(seat) if self.table.phase == Phase::Split && !self.table.has_split(seat) => {
                self.dealt.iter().copied().map(Text).collect()
            }
            _ => self.normal.iter().chain(self.refuse.iter()).map(Text).collect(),
        }
    }

    /// Nobody for a spectator.
    #[inline]
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    #[inline]
    pub fn seats(&self) -> u8 {
        self.table.seats
    }

    /// The viewer's hand from left to right. Meaningless after the split.
    #[inline]
    pub fn dealt(&self) -> &[Card; HAND] {
        &self.dealt
    }

    /// The viewer's normal cards, after the split.
    #[inline]
    pub fn normal(&self) -> Set<Card> {
        self.normal
    }

    /// The viewer's refusal cards, after the split.
    #[inline]
    pub fn refuse(&self) -> Set<Card> {
        self.refuse
    }

    /// What each seat declared; 0 before its split, and for seats that are not at the table.
    #[inline]
    pub fn declared(&self) -> &[u8; SEATS] {
        &self.table.declared
    }

    /// The tricks that each seat won in this round.
    #[inline]
    pub fn won(&self) -> &[u8; SEATS] {
        &self.table.won
    }

    /// Who has not been eliminated.
    #[inline]
    pub fn alive(&self) -> Seats {
        self.table.alive
    }

    /// Those of them whose turn in the trick is still to come, the seat to act among them.
    #[inline]
    pub fn waiting(&self) -> Seats {
        self.table.waiting
    }

    /// The owners of the dividers on the table, from the bottom.
    #[inline]
    pub fn stack(&self) -> &[Seat] {
        &self.table.stack
    }

    /// The card that is winning the trick, and its player. Meaningless before the lead.
    #[inline]
    pub fn best(&self) -> (Card, Seat) {
        self.table.best
    }

    /// Every card of the lead colour; none before the lead.
    #[inline]
    pub fn follow(&self) -> Set<Card> {
        self.table.follow
    }

    /// The cards that the viewer has not seen in play and does not hold, once its hand is split.
    #[inline]
    pub fn unseen(&self) -> Set<Card> {
        let played = self.table.tricks.iter().fold(Set::EMPTY, |all, trick| all | trick.cards());
        pack(self.table.seats) - (played | self.normal | self.refuse)
    }
}

/// Public facts, for code that evaluates a state.
impl Iyadosu {
    /// How many seats have still to split their hands in the round under way.
    #[inline]
    pub fn splits_left(&self) -> u8 {
        let table = &self.public;
        let unsplit = || table.declared[..table.seats.into()].iter().filter(|&&number| number == 0).count();
        if table.phase == Phase::Split { unsplit() as u8 } else { 0 }
    }

    /// How many seats may still play to the trick under way.
    #[inline]
    pub fn plays_left_in_trick(&self) -> u8 {
        if self.public.phase == Phase::Play { self.public.waiting.len() } else { 0 }
    }

    /// At most how many tricks are still to be begun in the round under way.
    #[inline]
    pub fn tricks_left(&self) -> u8 {
        if self.public.in_round() { (HAND - self.public.tricks.len()) as u8 } else { 0 }
    }

    /// Who has not been eliminated.
    #[inline]
    pub fn alive(&self) -> Seats {
        self.public.alive
    }

    /// How many dividers lie on the table.
    #[inline]
    pub fn stack_height(&self) -> u8 {
        self.public.stack.len() as u8
    }
}

/// What is shown. Older tricks lie face down and are left out.
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
    /// The start player; nobody before the first is drawn at random.
    start: Option<u8>,
    to_act: Vec<u8>,
    /// The viewer's cards: left to right before the split, then normal before refusal cards.
    hand: Vec<Text<Card>>,
    /// Of these, once split, the normal and the refusal cards.
    normal: Texts<Card>,
    refuse: Texts<Card>,
    hand_sizes: Vec<u8>,
    /// How many normal and refusal cards each seat holds; unknown before its split.
    normal_sizes: Vec<Option<u8>>,
    refuse_sizes: Vec<Option<u8>>,
    /// The numbers that a seat can bid.
    bids: Vec<u8>,
    /// What each seat has bid, once it has.
    declared: Vec<Option<u8>>,
    /// The number of the trick under way, or of the round's last one, from 1; 0 before the first.
    trick_number: usize,
    trick: Option<TrickView>,
    last_trick: Option<TrickView>,
    /// How many tricks each seat has won in this round.
    tricks: Vec<u8>,
    /// The dividers on the table, from the bottom.
    stack: Vec<Insert>,
    eliminated: Vec<u8>,
    scores: Vec<Vec<i16>>,
    totals: Vec<i32>,
    winners: Vec<u8>,
}

/// A trick under way or completed.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "Trick")]
pub struct TrickView {
    /// Who leads, or is to lead; nobody in a trick to which nobody could play.
    leader: Option<u8>,
    lead_colour: Option<Text<Colour>>,
    /// In the order played.
    cards: Vec<Played>,
    /// Who won it, or is winning it; nobody if at most one seat is left.
    winner: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Played {
    seat: u8,
    card: Text<Card>,
    refused: bool,
}

/// A divider on the table.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
struct Insert {
    seat: u8,
    /// Face up for a submission, face down for an elimination.
    face_up: bool,
}

/// What is the same in every game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Reference {
    /// In pack order.
    colours: Vec<Text<Colour>>,
    /// The colour that is always trump.
    trump: Text<Colour>,
}

/// The viewer's own part of a view; the rest is the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    seat: Option<u8>,
    hand: Vec<Text<Card>>,
    normal: Texts<Card>,
    refuse: Texts<Card>,
}

impl Show for Iyadosu {
    type View = View;
    type Own = Own;
    type Reference = Reference;

    fn reference() -> Reference {
        Reference { colours: Colour::ALL.map(Text).to_vec(), trump: Text(Colour::TRUMP) }
    }

    fn own(knowledge: &Knowledge) -> Own {
        Own {
            seat: knowledge.viewer.map(|seat| seat.0),
            hand: knowledge.hand(),
            normal: Texts(knowledge.normal),
            refuse: Texts(knowledge.refuse),
        }
    }

    fn view(knowledge: &Knowledge) -> View {
        let Own { seat, hand, normal, refuse } = Iyadosu::own(knowledge);
        let table = &knowledge.table;
        let seats = usize::from(table.seats);
        let sizes: Vec<Option<(u8, u8)>> = Seat::all(table.seats).map(|seat| table.sizes(seat)).collect();
        let whole = if table.in_round() { HAND as u8 } else { 0 };
        let playing = table.phase == Phase::Play;
        // The trick in progress and the ones before it; between rounds all are complete.
        let (now, past) = match table.tricks.split_last() {
            Some((now, past)) if playing => (Some(now), past),
            _ => (None, &table.tricks[..]),
        };
        let contested = table.alive.len() > 1;
        View {
            seat,
            seats: table.seats,
            phase: Text(table.phase),
            round: table.sheet.len() + usize::from(table.phase != Phase::Over),
            rounds: table.seats,
            start: (table.in_round() || !table.lot_for_start()).then_some(table.start.0),
            to_act: table.turn().to_act().numbers(),
            hand,
            normal,
            refuse,
            hand_sizes: sizes
                .iter()
                .map(|size| size.map_or(whole, |(normal, refuse)| normal + refuse))
                .collect(),
            normal_sizes: sizes.iter().map(|size| size.map(|(normal, _)| normal)).collect(),
            refuse_sizes: sizes.iter().map(|size| size.map(|(_, refuse)| refuse)).collect(),
            bids: (LEAST_REFUSE..=MOST_REFUSE).collect(),
            declared: table.declared[..seats].iter().map(|&number| (number != 0).then_some(number)).collect(),
            trick_number: table.tricks.len(),
            trick: now.map(|trick| TrickView {
                leader: Some(trick.leader.unwrap_or(table.to_act).0),
                ..TrickView::of(table, trick, contested)
            }),
            last_trick: past.last().map(|trick| TrickView::of(table, trick, contested || playing)),
            tricks: table.won[..seats].to_vec(),
            stack: table
                .stack
                .iter()
                .map(|&seat| Insert { seat: seat.0, face_up: table.alive.contains(seat) })
                .collect(),
            eliminated: Seats::all(table.seats).minus(table.alive).numbers(),
            scores: table.sheet.rounds(),
            totals: table.sheet.totals()[..seats].to_vec(),
            winners: winners(table).numbers(),
        }
    }
}

impl TrickView {
    /// `contested` says whether the trick has a winner (`IY-18`).
    pub(super) fn of(table: &Public, trick: &Trick, contested: bool) -> TrickView {
        let mut best: Option<(Card, Seat)> = None;
        let mut cards = Vec::new();
        for play in trick.plays(table.seats) {
            if best.is_none_or(|(best, _)| play.card.beats(best)) {
                best = Some((play.card, play.seat));
            }
            cards.push(Played { seat: play.seat.0, card: Text(play.card), refused: play.refused });
        }
        TrickView {
            leader: trick.leader.map(|seat| seat.0),
            lead_colour: trick.plays(table.seats).next().map(|play| Text(play.card.colour())),
            cards,
            winner: best.filter(|_| contested).map(|(_, seat)| seat.0),
        }
    }
}
