//! Dealing unseen cards to places that can hold only some of them: the heart of every game's `sample`.

use cards::Random;

/// A hidden place: a hand, a part of a hand, or cards laid aside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// How many cards it takes.
    pub room: u8,
    /// The cards that can be there, as bits.
    pub allowed: u64,
}

/// No game has more hidden places than this.
const PLACES: usize = 12;

/// Cards of which a place is known to hold at least one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Need {
    pub place: usize,
    pub cards: u64,
}

/// Deals the `unseen` cards (bits) to the places at random so that each gets as many as it has room for and
/// only what it may hold. The rooms add up to the number of cards. `None` if that is impossible.
///
/// First any fitting deal is found, placing card after card and moving others along where a place is full.
/// Then it is stirred: random exchanges between two places, each kept if both cards may lie in their new
/// places. Every exchange is as likely as its reverse, so stirring tends to equal chances for all deals.
pub fn deal_out<const N: usize>(
    unseen: u64,
    places: &[Place; N],
    random: &mut impl Random,
) -> Option<[u64; N]> {
    deal_out_needing(unseen, places, &[], random)
}

/// Deals like [`deal_out`], and so that every need is met.
///
/// Any card of a need is set apart to meet it before the others find their places, and stirring keeps no exchange
/// that would leave a need unmet. A deal is surely found if there is one as long as the cards of a need are
/// alike (every place may hold all of them or none) and the needs of one place share no card.
pub fn deal_out_needing<const N: usize>(
    unseen: u64,
    places: &[Place; N],
    needs: &[Need],
    random: &mut impl Random,
) -> Option<[u64; N]> {
    const { assert!(N <= PLACES) }
    let mut cards = [0u8; 64];
    let count = unseen.count_ones() as usize;
    let mut rest = unseen;
    for card in &mut cards[..count] {
        *card = rest.trailing_zeros() as u8;
        rest &= rest - 1;
    }
    let cards = &mut cards[..count];
    random.shuffle(cards);
    debug_assert_eq!(places.iter().map(|place| usize::from(place.room)).sum::<usize>(), count);
    if needs.is_empty() && places.iter().all(|place| place.room == 0 || unseen & !place.allowed == 0) {
        return Some(hand_out(cards, places));
    }

    let mut rooms = *places;
    let mut fixed = [0u64; N];
    let mut given = 0u64;
    for need in needs {
        let fits = need.cards & places[need.place].allowed & !given;
        // The cards are shuffled, so the first that fits is a random one.
        let card = cards.iter().find(|&&card| fits >> card & 1 != 0)?;
        given |= 1 << card;
        fixed[need.place] |= 1 << card;
        rooms[need.place].room = rooms[need.place].room.checked_sub(1)?;
    }
    let mut held = [0u64; N];
    for &card in cards.iter().filter(|&&card| given >> card & 1 == 0) {
        if !settle(card, &rooms, &mut held, &mut [false; N]) {
            return None;
        }
    }
    for (held, fixed) in held.iter_mut().zip(fixed) {
        *held |= fixed;
    }
    stir(cards, places, needs, &mut held, random);
    Some(held)
}

/// Deals shuffled cards to places that may hold any of them: every deal is equally likely as it is.
fn hand_out<const N: usize>(cards: &[u8], places: &[Place; N]) -> [u64; N] {
    let mut rest = cards;
    places.map(|place| {
        let (here, others) = rest.split_at(place.room.into());
        rest = others;
        here.iter().fold(0, |held, card| held | 1 << card)
    })
}

/// Finds a place for a card, moving another one along if every place that may hold it is full.
fn settle<const N: usize>(card: u8, places: &[Place; N], held: &mut [u64; N], tried: &mut [bool; N]) -> bool {
    let bit = 1u64 << card;
    for at in 0..N {
        if places[at].allowed & bit != 0 && held[at].count_ones() < u32::from(places[at].room) {
            held[at] |= bit;
            return true;
        }
    }
    for at in 0..N {
        if tried[at] || places[at].room == 0 || places[at].allowed & bit == 0 {
            continue;
        }
        tried[at] = true;
        let mut others = held[at];
        while others != 0 {
            let other = others.trailing_zeros() as u8;
            others &= others - 1;
            held[at] ^= 1 << other | bit;
            if settle(other, places, held, tried) {
                return true;
            }
            held[at] ^= 1 << other | bit;
        }
    }
    false
}

fn stir<const N: usize>(
    cards: &[u8],
    places: &[Place; N],
    needs: &[Need],
    held: &mut [u64; N],
    random: &mut impl Random,
) {
    let mut place_of = [0u8; 64];
    for (at, &set) in held.iter().enumerate() {
        for &card in cards {
            if set >> card & 1 != 0 {
                place_of[usize::from(card)] = at as u8;
            }
        }
    }
    for _ in 0..2 {
        for &card in cards {
            let other = random.pick(cards);
            let (here, there) = (place_of[usize::from(card)].into(), place_of[usize::from(other)].into());
            let (here, there): (usize, usize) = (here, there);
            let fits = places[there].allowed >> card & places[here].allowed >> other & 1 != 0;
            if here != there && fits {
                held[here] ^= 1 << card | 1 << other;
                held[there] ^= 1 << card | 1 << other;
                if needs.iter().any(|need| held[need.place] & need.cards == 0) {
                    held[here] ^= 1 << card | 1 << other;
                    held[there] ^= 1 << card | 1 << other;
                    continue;
                }
                place_of.swap(card.into(), other.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use cards::Quick;

    use super::*;

    #[test]
    fn every_fitting_deal_is_about_equally_likely() {
        // Cards 0 to 3, two places of two; the first may not hold card 3.
        let places = [Place { room: 2, allowed: 0b0111 }, Place { room: 2, allowed: 0b1111 }];
        let mut counts = HashMap::new();
        let mut random = Quick::new(1);
        for _ in 0..30_000 {
            *counts.entry(deal_out(0b1111, &places, &mut random).unwrap()).or_insert(0i32) += 1;
        }
        assert_eq!(counts.len(), 3);
        assert!(counts.values().all(|count| (count - 10_000).abs() < 500), "{counts:?}");
    }

    #[test]
    fn every_deal_that_meets_the_needs_is_about_equally_likely() {
        // Cards 0 to 3, two places of two; the first holds card 0 or 1.
        let places = [Place { room: 2, allowed: !0 }, Place { room: 2, allowed: !0 }];
        let needs = [Need { place: 0, cards: 0b0011 }];
        let mut counts = HashMap::new();
        let mut random = Quick::new(1);
        for _ in 0..50_000 {
            let dealt = deal_out_needing(0b1111, &places, &needs, &mut random).unwrap();
            *counts.entry(dealt[0]).or_insert(0i32) += 1;
        }
        assert_eq!(counts.len(), 5);
        assert!(!counts.contains_key(&0b1100));
        assert!(counts.values().all(|count| (count - 10_000).abs() < 500), "{counts:?}");
    }

    #[test]
    fn needs_that_leave_one_deal_are_met() {
        // Two of cards 0 to 2 are needed in different places; place 2 may not hold any of them but gets card 3.
        let places = [
            Place { room: 1, allowed: !0 },
            Place { room: 2, allowed: !0 },
            Place { room: 1, allowed: 0b1000 },
        ];
        let needs = [Need { place: 0, cards: 0b0001 }, Need { place: 1, cards: 0b0110 }];
        for start in 0..50 {
            let dealt = deal_out_needing(0b1111, &places, &needs, &mut Quick::new(start)).unwrap();
            assert_eq!(dealt, [0b0001, 0b0110, 0b1000]);
        }
    }

    #[test]
    fn a_need_that_cannot_be_met_is_told() {
        let places = [Place { room: 1, allowed: !0 }, Place { room: 1, allowed: !0 }];
        let needs = [Need { place: 0, cards: 0b01 }, Need { place: 1, cards: 0b01 }];
        assert_eq!(deal_out_needing(0b11, &places, &needs, &mut Quick::new(1)), None);
        let needs = [Need { place: 0, cards: 0b01 }, Need { place: 0, cards: 0b10 }];
        assert_eq!(deal_out_needing(0b11, &places, &needs, &mut Quick::new(1)), None, "there is no room");
    }

    #[test]
    fn a_chain_of_moves_makes_room() {
        // Only one deal fits: card 0 to place 0, 1 to place 1, 2 to place 2, whatever order they come in.
        let places = [
            Place { room: 1, allowed: 0b001 },
            Place { room: 1, allowed: 0b011 },
            Place { room: 1, allowed: 0b111 },
        ];
        for start in 0..50 {
            let dealt = deal_out(0b111, &places, &mut Quick::new(start)).unwrap();
            assert_eq!(dealt, [0b001, 0b010, 0b100]);
        }
    }

    #[test]
    fn an_impossible_deal_is_told() {
        let places = [Place { room: 1, allowed: 0b01 }, Place { room: 1, allowed: 0b01 }];
        assert_eq!(deal_out(0b11, &places, &mut Quick::new(1)), None);
    }
}
