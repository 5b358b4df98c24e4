//! View models of the end of a session: prompts and exit message.

pub mod exit_message;
pub mod locked;
pub mod passphrase_strength;
pub(crate) mod questions;
