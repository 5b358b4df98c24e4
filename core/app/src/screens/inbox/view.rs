//! View models of the notifications screen.

pub mod alerts;
pub mod frequency;
pub mod inbox;
pub mod preview;
mod rows;
