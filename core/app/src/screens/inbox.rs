//! Notifications screen: triage, read marks, stars and snoozes.

mod actions;
pub(crate) mod flag_undo;
mod focus;
#[cfg(test)]
mod focus_tests;
pub(crate) mod frequency;
pub(crate) mod grouping;
pub mod inbox;
#[cfg(test)]
mod local_alerts_tests;
mod local_flags;
#[cfg(test)]
mod local_flags_tests;
pub(crate) mod mark_many;
mod mark_read;
#[cfg(test)]
pub(crate) mod mark_read_tests;
pub(crate) mod note;
mod queries;
mod selection;
pub(crate) mod triage;
#[cfg(test)]
pub(crate) mod triage_tests;
pub mod view;
