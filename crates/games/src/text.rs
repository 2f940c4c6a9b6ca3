//! Text forms that all games share.

use std::fmt;
use std::str::FromStr;

use cards::{Card, Seat, Set};
use serde::{Serialize, Serializer};
use ts_rs::{Config, TS, TypeVisitor};

use crate::fault::{DealFault, TextFault};

/// A card, colour or other word whose texts are all known. Views write so many of them that building the text each time
/// would take a measurable share of their time.
pub trait Written: Copy {
    fn text(self) -> &'static str;
}

/// Implements `Display` by [`Written::text`].
macro_rules! display_by_text {
    ($($Type:ty),*) => {$(
        impl std::fmt::Display for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::text::Written::text(*self))
            }
        }
    )*};
}
pub(crate) use display_by_text;

/// The texts of a whole pack: every letter with every rank.
macro_rules! texts {
    ([$($letter:literal)*] $ranks:tt) => { [$($crate::text::texts!($letter $ranks)),*] };
    ($letter:literal [$($rank:literal)*]) => { [$(concat!($letter, $rank)),*] };
}
pub(crate) use texts;

/// A word by its text form, in JSON and in sentences. So cards and colours themselves need no `serde`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<T>(pub T);

impl<T: Written> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.text())
    }
}

impl<T: Written> fmt::Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.text())
    }
}

impl<T: TS> TS for Text<T> {
    type WithoutGenerics = T::WithoutGenerics;
    type OptionInnerType = Self;

    fn name(config: &Config) -> String {
        T::name(config)
    }

    fn inline(config: &Config) -> String {
        T::inline(config)
    }

    fn visit_dependencies(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        T::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        visitor.visit::<T>();
    }
}

/// The cards of a set by their text forms, in pack order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts<C: Card>(pub Set<C>);

impl<C: Card + Written> Serialize for Texts<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Text))
    }
}

impl<C: Card> Texts<C> {
    pub(crate) fn join(self, separator: &str) -> String {
        self.0.texts().join(separator)
    }
}

impl<C: Card + TS> TS for Texts<C> {
    type WithoutGenerics = <Vec<C> as TS>::WithoutGenerics;
    type OptionInnerType = Self;

    fn name(config: &Config) -> String {
        Vec::<C>::name(config)
    }

    fn inline(config: &Config) -> String {
        Vec::<C>::inline(config)
    }

    fn visit_dependencies(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        C::visit_dependencies(visitor);
    }

    fn visit_generics(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        visitor.visit::<C>();
    }
}

/// Reads a number without sign or leading zeros.
pub(crate) fn number(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Reads cards, each of which may stand there only once.
pub(crate) fn card_set<C>(texts: &[String]) -> Result<Set<C>, DealFault>
where
    C: Card + FromStr<Err = TextFault>,
{
    let mut set = Set::EMPTY;
    for text in texts {
        let card: C = text.parse()?;
        if set.contains(card) {
            return Err(DealFault::Cards(format!("{card} stands twice")));
        }
        set.insert(card);
    }
    Ok(set)
}

/// Checks how many hands a deal has.
pub(crate) fn check_hands(hands: usize, seats: u8) -> Result<(), DealFault> {
    if hands == usize::from(seats) {
        Ok(())
    } else {
        Err(DealFault::Cards(format!("found {hands} hands, expected {seats}")))
    }
}

/// Reads the seat of a dealer or start player.
pub(crate) fn starter(number: u8, seats: u8) -> Result<Seat, DealFault> {
    if number < seats {
        Ok(Seat(number))
    } else {
        Err(DealFault::Cards(format!("there is no seat {number}; the seats are 0 to {}", seats - 1)))
    }
}

/// Tests write cards as texts: `"b5".into()`.
#[cfg(test)]
impl<T: FromStr<Err = TextFault>> From<&str> for Text<T> {
    fn from(text: &str) -> Text<T> {
        Text(text.parse().unwrap_or_else(|fault| panic!("{fault}")))
    }
}

#[cfg(test)]
impl<C: Card + FromStr<Err = TextFault>> From<&str> for Texts<C> {
    fn from(texts: &str) -> Texts<C> {
        Texts(texts.split(' ').map(|text| Text::from(text).0).collect())
    }
}
