//! What is asked and said at the end of a session.

pub mod exit_message;
pub mod passphrase_strength;
pub(in crate::app) mod questions;
