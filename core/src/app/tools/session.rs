//! Start and end of a session: what is restored, what may be lost.

mod actions;
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
pub mod leave_answer;
pub mod view;
