//! A table at which people and bots play. It is a pure fold over the entries of its journal: [`Table::apply`] takes an
//! entry and gives the next table, [`request::answer`] turns a request into an entry, and [`frame`] makes what each
//! viewer is told. Nothing here reads a clock, draws a random number, waits, or knows a file or a socket. So the same code
//! serves the tables of a server and a table in a browser.

mod bot_names;
mod checkpoint;
mod clock;
mod entry;
mod fold;
pub mod frame;
pub mod protocol;
mod refusal;
pub mod replay;
pub mod request;
pub mod text;

pub use bot_names::complete as complete_bot_names;
pub use checkpoint::Checkpoint;
pub use clock::{Clock, Pace, Time};
pub use entry::Entry;
pub use fold::{Change, Ended, GameInPlay, Occupant, Person, Secret, Spoken, Table, Want};
pub use refusal::{Refusal, RefusalCode};
