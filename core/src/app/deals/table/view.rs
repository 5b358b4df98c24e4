//! The table in words: rows, heads and totals.

pub mod table;
mod totals;
