//! Text of the table: rows, heads and totals.

pub mod table;
mod totals;
