//! Text of the table: rows, headers and totals.

pub mod groups;
pub mod selection;
pub mod table;
mod totals;
