//! Text of the table: rows, headers and totals.

pub mod table;
mod totals;
