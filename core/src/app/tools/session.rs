//! The parts of `session`.

mod actions;
mod pending_deletions;
mod queries;
pub(in crate::app) mod quit;
pub(in crate::app) mod restore;
pub(in crate::app) mod save_failures;
pub(crate) mod session;
mod sign_in;
pub mod view;
