//! The parts of `deals`.

pub mod board;
pub mod pipeline;
pub mod table;
