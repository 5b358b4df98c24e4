//! Start and end of a session: restored state and possible losses.

mod actions;
pub mod leave_answer;
mod pending_deletions;
mod queries;
pub(crate) mod quit;
#[cfg(test)]
pub(crate) mod quit_tests;
pub(crate) mod restore;
#[cfg(test)]
mod restore_tests;
pub(crate) mod save_failures;
pub(crate) mod session;
pub mod view;
