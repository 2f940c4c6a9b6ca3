//! What a seat knows, what it is shown, and what is announced (`WR-14`).

use cards::{Seat, Set};
use serde::Serialize;

use super::card::{Card, pack};
use super::pile::Pile;
use super::score::target;
use super::state::{Phase, Play, Public, TAKES, WildRawz, by_seat};
use crate::text::Text;

/// All that a seat or a spectator can know, with perfect memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub(super) viewer: Option<Seat>,
    pub(super) table: Public,
    /// The viewer's hand.
    pub(super) hand: Pile,
}

impl Knowledge {
    /// Built up from what is public and what the viewer holds. A seat beyond the table is a spectator.
    pub(super) fn of(game: &WildRawz, viewer: Option<Seat>) -> Knowledge {
        let table = game.public;
        let viewer = viewer.filter(|seat| seat.0 < table.seats);
        let hand = viewer.map_or(Pile::EMPTY, |seat| game.hidden.hands[seat.index()]);
        Knowledge { viewer, table, hand }
    }

    /// Who knows this; nobody for a spectator.
    #[inline]
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// How many seats there are.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.table.seats
    }

    /// The viewer's hand.
    #[inline]
    pub fn hand(&self) -> Pile {
        self.hand
    }

    /// The face-up cards that nobody has taken; after the draft, the trump card alone.
    #[inline]
    pub fn up(&self) -> Pile {
        self.table.up
    }

    /// The last face-up card. Means nothing before the end of the draft.
    #[inline]
    pub fn trump(&self) -> Card {
        self.table.trump
    }

    /// The cards that the viewer has not seen the last of: those in other hands.
    #[inline]
    pub fn elsewhere(&self) -> Pile {
        let table = &self.table;
        let played: Pile = table.plays.iter().copied().collect();
        pack(table.seats) - table.up - table.aside - played - self.hand
    }

    /// Every card of the lead colour; none before the lead.
    #[inline]
    pub fn follow(&self) -> Set<Card> {
        self.table.follow
    }

    /// Whether a card played now would win the trick as it stands.
    #[inline]
    pub fn would_win(&self, card: Card) -> bool {
        let follow = if self.table.follow.is_empty() { card.suit() } else { self.table.follow };
        card.strength(self.table.trump, follow) >= self.table.best.0
    }

    /// Who has left the trick.
    #[inline]
    pub fn leaver(&self) -> Option<Seat> {
        self.table.leaver
    }

    /// How many seats have put down a card in the trick under way.
    #[inline]
    pub fn put_down(&self) -> u8 {
        (self.table.plays.len() % usize::from(self.table.seats)) as u8
    }

    /// How many wins more, as things stand, would meet a seat's target; below 0 when it is passed.
    #[inline]
    pub fn missing(&self, seat: Seat) -> i8 {
        self.table.tallies[seat.index()].missing(target(self.table.seats))
    }
}

impl WildRawz {
    /// How many decisions of the round under way, or of the next one while a deal is awaited, are still to be made.
    #[inline]
    pub fn decisions_left(&self) -> u32 {
        let table = &self.public;
        let all = u32::from(table.seats) * u32::from(TAKES + table.tricks());
        match table.phase {
            Phase::Draft | Phase::Play => all - (table.taken.len() + table.plays.len()) as u32,
            Phase::Deal => all,
            Phase::Over => 0,
        }
    }
}

/// What is shown. Older tricks lie face down and are left out. After a round its cards stay on show until the next
/// deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The viewer; nobody for a spectator.
    seat: Option<u8>,
    seats: u8,
    /// What is going on: `deal`, `draft`, `play` or `over`.
    phase: &'static str,
    /// The round's number, from 1, of `rounds`.
    round: usize,
    rounds: u8,
    /// The start player.
    start: u8,
    to_act: Vec<u8>,
    hand: Vec<Text<Card>>,
    hand_sizes: Vec<u8>,
    /// The face-up cards that can still be taken; none from the end of the draft on.
    up: Vec<Text<Card>>,
    /// The cards each seat has taken face up, in order.
    drafted: Vec<Vec<Text<Card>>>,
    /// The cards laid beside the table.
    aside: Vec<Text<Card>>,
    trump: Option<Trump>,
    trick: Option<Trick>,
    last_trick: Option<Trick>,
    /// The number on each seat's target card.
    targets: Vec<u8>,
    /// The cards each seat has used for leaving, in order.
    leaving: Vec<Vec<Text<Card>>>,
    /// How many tricks each seat has won in this round.
    wins: Vec<u8>,
    /// Each seat's target less the numbers of its leaving cards and its wins: 0 is worth five points at the end.
    missing: Vec<i8>,
    scores: Vec<Vec<i16>>,
    totals: Vec<i32>,
    winners: Vec<u8>,
}

/// The last face-up card.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Trump {
    card: Text<Card>,
    colour: &'static str,
    number: Option<u8>,
}

/// A trick under way or completed.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Trick {
    leader: u8,
    /// The lead colour.
    colour: Option<&'static str>,
    /// The cards played, in order, without that of the leaver.
    cards: Vec<Played>,
    /// Who left the trick, and with which card.
    leaver: Option<Played>,
    /// Who wins, or would as things stand.
    winner: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Played {
    seat: u8,
    card: Text<Card>,
}

/// What of a view is the viewer's own; the rest is the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    seat: Option<u8>,
    hand: Vec<Text<Card>>,
}

impl Own {
    pub(super) fn of(knowledge: &Knowledge) -> Own {
        Own { seat: knowledge.viewer.map(|seat| seat.0), hand: knowledge.hand.iter().map(Text).collect() }
    }
}

impl View {
    pub(super) fn of(knowledge: &Knowledge) -> View {
        let Own { seat, hand } = Own::of(knowledge);
        let table = &knowledge.table;
        let seats = usize::from(table.seats);
        let complete = table.plays.len() / seats;
        let playing = matches!(table.phase, Phase::Draft | Phase::Play);
        let gone = by_seat(table.plays().map(|play| (play.seat, play.card)));
        let taken = by_seat(table.takes());
        let held = |seat: Seat| {
            if playing {
                table.options.hand + taken[seat.index()].len() - gone[seat.index()].len()
            } else {
                0
            }
        };
        let target = target(table.seats);
        let tallies = &table.tallies[..seats];
        View {
            seat,
            seats: table.seats,
            phase: table.phase.name(),
            round: table.sheet.len() + usize::from(table.phase != Phase::Over),
            rounds: table.rounds(),
            start: table.start.0,
            to_act: table.turn().to_act().numbers(),
            hand,
            hand_sizes: Seat::all(table.seats).map(held).collect(),
            up: if table.phase == Phase::Draft { table.up.iter().map(Text).collect() } else { Vec::new() },
            drafted: texts_by_seat(table.seats, table.takes()),
            aside: table.aside.iter().map(Text).collect(),
            trump: table.drafted().then(|| Trump::of(table.trump)),
            trick: (table.phase == Phase::Play).then(|| Trick::of(table, complete)),
            last_trick: complete.checked_sub(1).map(|last| Trick::of(table, last)),
            targets: vec![target; seats],
            leaving: texts_by_seat(
                table.seats,
                table.plays().filter(|play| play.leaves).map(|play| (play.seat, play.card)),
            ),
            wins: tallies.iter().map(|tally| tally.wins).collect(),
            missing: tallies.iter().map(|tally| tally.missing(target)).collect(),
            scores: table.sheet.rounds(),
            totals: table.sheet.totals()[..seats].to_vec(),
            winners: table.winners().numbers(),
        }
    }
}

impl Trump {
    fn of(card: Card) -> Trump {
        Trump { card: Text(card), colour: card.colour().name(), number: card.number() }
    }
}

impl Trick {
    /// Trick number `number` (from 0) of the round.
    fn of(table: &Public, number: usize) -> Trick {
        let seats = usize::from(table.seats);
        let plays: Vec<Play> = table.plays().skip(number * seats).take(seats).collect();
        let follow = plays.first().map_or(Set::EMPTY, |lead| lead.card.suit());
        // The last of the strongest, as `max_by_key` has it.
        let winner = plays
            .iter()
            .filter(|play| !play.leaves)
            .max_by_key(|play| play.card.strength(table.trump, follow));
        let told = |play: &Play| Played { seat: play.seat.0, card: Text(play.card) };
        Trick {
            leader: table.leaders[number].0,
            colour: plays.first().map(|lead| lead.card.colour().name()),
            cards: plays.iter().filter(|play| !play.leaves).map(told).collect(),
            leaver: plays.iter().find(|play| play.leaves).map(told),
            winner: winner.map(|play| play.seat.0),
        }
    }
}

fn texts_by_seat(seats: u8, cards: impl Iterator<Item = (Seat, Card)>) -> Vec<Vec<Text<Card>>> {
    let mut texts = vec![Vec::new(); seats.into()];
    for (seat, card) in cards {
        texts[seat.index()].push(Text(card));
    }
    texts
}

/// What is announced to all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// Cards were dealt.
    Dealt {
        /// The start player.
        start: u8,
        /// The cards turned up.
        up: Vec<String>,
        /// The cards laid beside the table.
        aside: Vec<String>,
    },
    /// A face-up card was taken.
    Taken {
        /// Who took it.
        seat: u8,
        /// The card.
        card: String,
    },
    /// The last face-up card gives the trump.
    Trump {
        /// The card.
        card: String,
        /// Who leads the first trick.
        leader: u8,
    },
    /// A card was played.
    Played {
        /// Who played.
        seat: u8,
        /// The card.
        card: String,
    },
    /// A player left the trick.
    Left {
        /// Who left.
        seat: u8,
        /// The card used for it.
        card: String,
    },
    /// A trick was won.
    Trick {
        /// Who took it.
        winner: u8,
        /// Who leads the next one; nobody after the last.
        leader: Option<u8>,
    },
    /// A round was scored.
    Scored {
        /// The points of each seat.
        points: Vec<i16>,
        /// The seats that met their target.
        met: Vec<u8>,
    },
}
