//! Writes, requests and conflicts: their results and the actions on them.

pub mod activity;
pub(crate) mod conflict;
#[cfg(test)]
mod conflict_tests;
mod conflict_undo;
mod discard;
#[cfg(test)]
mod discard_tests;
pub(crate) mod journal_actions;
mod log_focus;
#[cfg(test)]
mod log_focus_tests;
pub mod outcomes;
pub(crate) mod request_log;
#[cfg(test)]
mod resend_tests;
pub(crate) mod sent_at_start;
#[cfg(test)]
mod toast_links_tests;
pub mod view;
