//! The yaku: sets of captured cards and their points (`KK-12`, `KK-13`).

use cards::Set;
use ts_rs::TS;

use super::card::{
    ANIMALS, BLUE_RIBBONS, BOAR_DEER_BUTTERFLIES, BRIGHTS, CURTAIN_AND_CUP, Card, MOON_AND_CUP, PLAINS,
    POEM_RIBBONS, RAIN_MAN, RIBBONS,
};

/// A set of captured cards that is worth points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(rename_all = "kebab-case", rename = "YakuName")]
pub enum Yaku {
    /// Ten plain cards.
    Kasu,
    /// Five animals.
    Tane,
    /// Five ribbons.
    Tan,
    /// The three blue ribbons.
    Aotan,
    /// The three ribbons with a poem.
    Akatan,
    /// Boar, deer and butterflies.
    Inoshikachou,
    /// Moon and sake cup.
    Tsukimi,
    /// Curtain and sake cup.
    Hanami,
    /// Three brights.
    Sankou,
    /// The rain man and three other brights.
    AmeShikou,
    /// The four brights without the rain man.
    Shikou,
    /// All five brights.
    Gokou,
}

impl Yaku {
    /// In the order in which they are listed.
    pub(super) const ALL: [Yaku; 12] = [
        Yaku::Kasu,
        Yaku::Tane,
        Yaku::Tan,
        Yaku::Aotan,
        Yaku::Akatan,
        Yaku::Inoshikachou,
        Yaku::Tsukimi,
        Yaku::Hanami,
        Yaku::Sankou,
        Yaku::AmeShikou,
        Yaku::Shikou,
        Yaku::Gokou,
    ];

    /// The cards it consists of, or is chosen from.
    #[inline]
    pub const fn cards(self) -> Set<Card> {
        match self {
            Yaku::Kasu => PLAINS,
            Yaku::Tane => ANIMALS,
            Yaku::Tan => RIBBONS,
            Yaku::Aotan => BLUE_RIBBONS,
            Yaku::Akatan => POEM_RIBBONS,
            Yaku::Inoshikachou => BOAR_DEER_BUTTERFLIES,
            Yaku::Tsukimi => MOON_AND_CUP,
            Yaku::Hanami => CURTAIN_AND_CUP,
            Yaku::Shikou => Set::from_bits(BRIGHTS.bits() & !RAIN_MAN.bits()),
            Yaku::Sankou | Yaku::AmeShikou | Yaku::Gokou => BRIGHTS,
        }
    }

    /// How many of its cards it takes.
    pub(super) const fn enough(self) -> u8 {
        match self {
            Yaku::Kasu => 10,
            Yaku::Tane | Yaku::Tan => 5,
            Yaku::Sankou => 3,
            Yaku::AmeShikou => 4,
            _ => self.cards().len(),
        }
    }

    /// Those of its cards that no other card can replace.
    pub(super) const fn needs(self) -> Set<Card> {
        match self {
            Yaku::Kasu | Yaku::Tane | Yaku::Tan | Yaku::Sankou => Set::EMPTY,
            Yaku::AmeShikou => RAIN_MAN,
            _ => self.cards(),
        }
    }

    /// The cards of which every further one gives it a point more.
    pub(super) const fn grows_with(self) -> Set<Card> {
        match self {
            Yaku::Kasu => PLAINS,
            Yaku::Tane | Yaku::Inoshikachou => ANIMALS,
            Yaku::Tan | Yaku::Aotan | Yaku::Akatan => RIBBONS,
            _ => Set::EMPTY,
        }
    }
}

/// Calls `tell` with every yaku and its points for the captured cards, 0 if it is not there. Only the best of the bright
/// yaku is listed, since they replace each other. Nothing is skipped, since branches on it could not be predicted.
#[inline]
pub(super) fn each_yaku(captured: Set<Card>, sankou_rain_man: bool, mut tell: impl FnMut(Yaku, u8)) {
    let count = |kind: Set<Card>| (captured & kind).len();
    let with = |cards: Set<Card>, points: u8| if cards.is_subset(captured) { points } else { 0 };
    let (plains, animals, ribbons) = (count(PLAINS), count(ANIMALS), count(RIBBONS));
    tell(Yaku::Kasu, plains.saturating_sub(9));
    tell(Yaku::Tane, animals.saturating_sub(4));
    tell(Yaku::Tan, ribbons.saturating_sub(4));
    // 5 for the three cards, and 1 for every further card of the kind.
    tell(Yaku::Aotan, with(BLUE_RIBBONS, ribbons + 5 - 3));
    tell(Yaku::Akatan, with(POEM_RIBBONS, ribbons + 5 - 3));
    tell(Yaku::Inoshikachou, with(BOAR_DEER_BUTTERFLIES, animals + 5 - 3));
    tell(Yaku::Tsukimi, with(MOON_AND_CUP, 5));
    tell(Yaku::Hanami, with(CURTAIN_AND_CUP, 5));
    let dry = count(BRIGHTS - RAIN_MAN);
    let (yaku, points) = BRIGHT_YAKU[usize::from(RAIN_MAN.is_subset(captured))][usize::from(dry)];
    let counts = sankou_rain_man || yaku != Yaku::Sankou || dry == 3;
    tell(yaku, if counts { points } else { 0 });
}

/// The best bright yaku, without and with the rain man, by the number of other brights.
const BRIGHT_YAKU: [[(Yaku, u8); 5]; 2] = {
    let none = (Yaku::Sankou, 0);
    [
        [none, none, none, (Yaku::Sankou, 5), (Yaku::Shikou, 8)],
        [none, none, (Yaku::Sankou, 5), (Yaku::AmeShikou, 7), (Yaku::Gokou, 10)],
    ]
};

/// All yaku points of the captured cards.
#[inline]
pub(super) fn yaku_points(captured: Set<Card>, sankou_rain_man: bool) -> u8 {
    // Every turn comes here, and most piles have no yaku.
    if progress(captured) & REACHED == 0 { 0 } else { sum_points(captured, sankou_rain_man) }
}

#[inline(never)]
fn sum_points(captured: Set<Card>, sankou_rain_man: bool) -> u8 {
    let mut sum = 0;
    each_yaku(captured, sankou_rain_man, |_, points| sum += points);
    sum
}

/// How far each yaku has come: several small counters side by side. Each counts the cards that its yaku asks for,
/// up from such a number that its top bit says when there are enough.
#[inline]
fn progress(captured: Set<Card>) -> u32 {
    let bytes = captured.bits().to_le_bytes();
    let of = |byte: usize| PROGRESS[byte][usize::from(bytes[byte])];
    START + of(0) + of(1) + of(2) + of(3) + of(4) + of(5)
}

/// The cards each yaku asks for, how many of them, and the bits of its counter.
const COUNTERS: [(Set<Card>, u32, u32); 9] = [
    (PLAINS, 10, 5),
    (ANIMALS, 5, 4),
    (RIBBONS, 5, 4),
    (BLUE_RIBBONS, 3, 3),
    (POEM_RIBBONS, 3, 3),
    (BOAR_DEER_BUTTERFLIES, 3, 3),
    (MOON_AND_CUP, 2, 2),
    (CURTAIN_AND_CUP, 2, 2),
    (BRIGHTS, 3, 3),
];

/// Where the counters begin, and their top bits.
const START: u32 = counters().0;
const REACHED: u32 = counters().1;
/// What the cards in each byte of a set add to the counters.
static PROGRESS: [[u32; 256]; 6] = progress_table();

const fn counters() -> (u32, u32) {
    let (mut start, mut reached, mut shift, mut at) = (0, 0, 0, 0);
    while at < COUNTERS.len() {
        let (_, enough, bits) = COUNTERS[at];
        let top = 1 << (bits - 1);
        start |= (top - enough) << shift;
        reached |= top << shift;
        shift += bits;
        at += 1;
    }
    (start, reached)
}

const fn progress_table() -> [[u32; 256]; 6] {
    let mut table = [[0; 256]; 6];
    let mut byte = 0;
    while byte < 6 {
        let mut value = 0;
        while value < 256 {
            let cards = (value as u64) << (8 * byte);
            let (mut shift, mut at) = (0, 0);
            while at < COUNTERS.len() {
                table[byte][value] |= (cards & COUNTERS[at].0.bits()).count_ones() << shift;
                shift += COUNTERS[at].2;
                at += 1;
            }
            value += 1;
        }
        byte += 1;
    }
    table
}
