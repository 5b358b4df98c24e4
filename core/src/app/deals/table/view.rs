//! The parts of `view`.

pub mod table;
mod totals;
