//! Start and end of a session: restored state and possible losses.

mod actions;
pub mod leave_answer;
mod pending_deletions;
mod queries;
pub(in crate::app) mod quit;
#[cfg(test)]
pub(in crate::app) mod quit_tests;
pub(in crate::app) mod restore;
#[cfg(test)]
mod restore_tests;
pub(in crate::app) mod save_failures;
pub(crate) mod session;
mod sign_in;
pub mod view;
