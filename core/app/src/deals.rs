//! The deals as a board and as a table.

pub mod board;
pub mod pipeline;
pub mod table;
