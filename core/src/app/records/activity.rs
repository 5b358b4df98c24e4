//! Writes, requests and conflicts: what became of each, and what can be done.

pub(crate) mod activity;
pub(in crate::app) mod conflict;
#[cfg(test)]
mod conflict_tests;
mod conflict_undo;
mod discard;
#[cfg(test)]
mod discard_tests;
pub(in crate::app) mod journal_actions;
mod log_focus;
#[cfg(test)]
mod log_focus_tests;
pub mod panes;
pub mod left_over_writes;
pub mod conflict_sides;
pub mod outcomes;
mod queries;
pub(in crate::app) mod request_log;
#[cfg(test)]
mod resend_tests;
pub(in crate::app) mod sent_at_start;
pub(in crate::app) mod toast_links;
#[cfg(test)]
mod toast_links_tests;
pub mod view;
