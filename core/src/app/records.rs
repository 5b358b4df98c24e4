//! The parts of `records`.

pub mod act_for;
pub mod activity;
pub mod lists;
