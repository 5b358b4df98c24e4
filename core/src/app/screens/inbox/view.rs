//! The parts of `view`.

pub mod alerts;
pub mod frequency;
pub mod inbox;
mod preview;
mod rows;
mod unanswered;
