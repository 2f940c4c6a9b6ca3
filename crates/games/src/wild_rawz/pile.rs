//! Cards of which two may have the same face (`WR-2`).

use std::fmt;
use std::ops::{Add, Sub};

use cards::Set;

use super::card::Card;

/// A multiset of cards: each face not at all, once or twice. Cards are told apart by their face alone, so equal
/// piles hold the same cards.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Pile {
    /// The faces that are there at least once.
    faces: Set<Card>,
    /// The faces that are there twice: some of `faces`.
    doubles: Set<Card>,
}

impl Pile {
    pub const EMPTY: Pile = Pile::from_faces(Set::EMPTY, Set::EMPTY);

    /// The cards of both sets together.
    #[inline]
    pub const fn from_faces(some: Set<Card>, others: Set<Card>) -> Pile {
        let (some, others) = (some.bits(), others.bits());
        Pile { faces: Set::from_bits(some | others), doubles: Set::from_bits(some & others) }
    }

    /// The faces that are there.
    #[inline]
    pub const fn faces(self) -> Set<Card> {
        self.faces
    }

    /// The faces that are there twice.
    #[inline]
    pub const fn doubles(self) -> Set<Card> {
        self.doubles
    }

    #[inline]
    pub const fn len(self) -> u8 {
        self.faces.len() + self.doubles.len()
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.faces.is_empty()
    }

    /// Whether a card of this face is there.
    #[inline]
    pub fn contains(self, card: Card) -> bool {
        self.faces.contains(card)
    }

    /// Adds a card. There is no third of a face: adding one changes nothing.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.doubles |= self.faces & Set::one(card);
        self.faces.insert(card);
    }

    /// Takes one card of this face out, if there is any.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        let one = Set::one(card);
        self.faces -= one - self.doubles;
        self.doubles -= one;
    }

    /// The cards in pack order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let copies = move |card| 1 + usize::from(self.doubles.contains(card));
        self.faces.iter().flat_map(move |card| std::iter::repeat_n(card, copies(card)))
    }

    /// The text forms of the cards, in pack order.
    pub fn texts(self) -> Vec<String> {
        self.iter().map(|card| card.to_string()).collect()
    }
}

/// All cards of both, though never more than two of a face.
impl Add for Pile {
    type Output = Pile;
    #[inline]
    fn add(self, other: Pile) -> Pile {
        let doubles = self.doubles | other.doubles | (self.faces & other.faces);
        Pile { faces: self.faces | other.faces, doubles }
    }
}

/// What is left when the cards of the other pile are taken out, as far as they are there.
impl Sub for Pile {
    type Output = Pile;
    #[inline]
    fn sub(self, other: Pile) -> Pile {
        let faces = (self.faces - other.faces) | (self.doubles - other.doubles);
        Pile { faces, doubles: self.doubles - other.faces }
    }
}

impl FromIterator<Card> for Pile {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Pile {
        let mut pile = Pile::EMPTY;
        for card in cards {
            pile.insert(card);
        }
        pile
    }
}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.texts().join(" "))
    }
}
