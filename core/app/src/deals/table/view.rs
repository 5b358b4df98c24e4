//! Text of the table: rows, headers and totals.

pub mod selection;
pub mod table;
mod totals;
