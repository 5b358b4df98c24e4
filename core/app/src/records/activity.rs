//! Writes, requests and conflicts: their results and the actions on them.

pub(crate) mod activity;
pub(crate) mod conflict;
pub mod conflict_sides;
#[cfg(test)]
mod conflict_tests;
mod conflict_undo;
mod discard;
#[cfg(test)]
mod discard_tests;
pub(crate) mod journal_actions;
pub mod left_over_writes;
mod log_focus;
#[cfg(test)]
mod log_focus_tests;
pub mod outcomes;
pub mod panes;
mod queries;
pub(crate) mod request_log;
#[cfg(test)]
mod resend_tests;
pub(crate) mod sent_at_start;
#[cfg(test)]
mod toast_links_tests;
pub mod view;
