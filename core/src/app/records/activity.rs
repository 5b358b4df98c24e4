//! The parts of `activity`.

pub(crate) mod activity;
pub(in crate::app) mod conflict;
mod conflict_undo;
mod discard;
pub(in crate::app) mod journal_actions;
mod log_focus;
pub(in crate::app) mod outcomes;
mod queries;
pub(in crate::app) mod request_log;
pub(in crate::app) mod sent_at_start;
pub(in crate::app) mod toast_links;
pub mod view;
