//! The small vocabulary that all games share: seats, sets of cards, short lists without allocation, and
//! seeded chance. It knows no rule of any game.

mod chance;
mod digest;
mod list;
mod seat;
mod seed;
mod set;

pub use chance::{Quick, Random, Stream};
pub use digest::{from_hex, sha256, to_hex};
pub use list::List;
pub use seat::{Seat, Seats};
pub use seed::Seed;
pub use set::{Card, Iter, Set};
