//! The parts of `view`.

pub mod exit_message;
pub mod passphrase_strength;
pub(in crate::app) mod questions;
