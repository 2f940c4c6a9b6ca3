//! Random numbers: a portable, documented stream for each deal (see `docs/seeds.md`), and a quick generator for everything
//! that needs no proof, such as the moves of random players.

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::Seed;

/// A source of uniformly random numbers.
pub trait Random {
    /// The next 32 random bits.
    fn word(&mut self) -> u32;

    /// A number below `bound`, each exactly equally likely: multiply and shift, rejecting the few words that
    /// would make some numbers likelier than others.
    #[inline(always)]
    fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.word()) * u64::from(bound);
            let low = product as u32;
            // The remainder of 2^32 is below the bound, so the division is hardly ever needed.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts the items into a uniformly random order (Fisher and Yates, from the end).
    #[inline]
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    #[inline]
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }
}

/// The stream of one chance event of a game: the ChaCha keystream of 12 rounds under the game's seed with the event's
/// number as the nonce, read as little-endian words.
pub struct Stream(ChaCha12Rng);

impl Stream {
    /// The stream of chance event `event` (from 0) of the game with this seed.
    pub fn new(seed: &Seed, event: u64) -> Stream {
        let mut rng = ChaCha12Rng::from_seed(*seed.bytes());
        rng.set_stream(event);
        Stream(rng)
    }
}

impl Random for Stream {
    #[inline]
    fn word(&mut self) -> u32 {
        self.0.next_u32()
    }
}

/// A small fast generator (SplitMix64) for play and sampling, not for deals: it can be predicted.
#[derive(Clone, Debug)]
pub struct Quick(u64);

impl Quick {
    /// A generator that starts from a number.
    pub const fn new(start: u64) -> Quick {
        Quick(start)
    }

    /// A generator for one purpose, tied to a game's seed.
    pub fn for_seed(seed: &Seed, purpose: &str) -> Quick {
        let derived = seed.derive(purpose);
        Quick(derived.bytes().iter().take(8).fold(0, |start, &byte| start << 8 | u64::from(byte)))
    }
}

impl Random for Quick {
    #[inline]
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keystream of an all-zero key and nonce is published with the cipher.
    #[test]
    fn streams_are_chacha12_keystreams_in_little_endian_words() {
        let mut stream = Stream::new(&Seed::from_bytes([0; 32]), 0);
        assert_eq!([stream.word(), stream.word()], [0x6a9a_f49b, 0x53f9_5507]);
        let mut other = Stream::new(&Seed::from_bytes([0; 32]), 1);
        assert_ne!(other.word(), 0x6a9a_f49b);
    }

    struct Fixed(Vec<u32>);

    impl Random for Fixed {
        fn word(&mut self) -> u32 {
            self.0.remove(0)
        }
    }

    #[test]
    fn below_rejects_the_words_that_would_bias_it() {
        // 2^32 mod 3 is 1: the product's low half 0 must be drawn again, and nothing else.
        assert_eq!(Fixed(vec![0, 0x5555_5556]).below(3), 1);
        assert_eq!(Fixed(vec![1]).below(3), 0);
        assert_eq!(Fixed(vec![u32::MAX]).below(3), 2);
    }

    #[test]
    fn every_order_of_three_is_equally_likely() {
        let mut stream = Stream::new(&Seed::from_text("orders"), 0);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            stream.shuffle(&mut items);
            *counts.entry(items).or_insert(0i32) += 1;
        }
        assert_eq!(counts.len(), 6);
        // Five standard deviations of a binomial with n = 60000 and p = 1/6 are about 456.
        assert!(counts.values().all(|count| (count - 10_000).abs() < 456), "{counts:?}");
    }
}
