//! Making the tables that are checked in under `data`.

mod koi_koi;
mod wild_rawz;

pub use koi_koi::koi_koi_rounds;
pub use wild_rawz::wild_rawz_tables;
