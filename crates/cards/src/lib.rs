//! The small vocabulary that all games share: seats, sets of cards, short lists without allocation, seeds and random
//! numbers. It knows no rule of any game.

mod digest;
mod list;
mod random;
mod seat;
mod seed;
mod set;

pub use digest::{from_hex, sha256, to_hex};
pub use list::List;
pub use random::{Quick, Random, Stream};
pub use seat::{Seat, Seats};
pub use seed::Seed;
pub use set::{Card, Iter, Set};
