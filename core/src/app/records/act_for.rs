//! The parts of `act_for`.

pub(in crate::app) mod act_for;
pub mod view;
