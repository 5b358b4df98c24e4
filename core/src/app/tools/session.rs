//! The parts of `session`.

mod pending_deletions;
pub(in crate::app) mod quit;
pub(in crate::app) mod restore;
mod save_failures;
pub(crate) mod session;
mod sign_in;
pub mod view;
