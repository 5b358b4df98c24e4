//! Notifications screen: triage, read marks, stars and snoozes.

mod actions;
pub(in crate::app) mod flag_undo;
mod focus;
#[cfg(test)]
mod focus_tests;
pub(in crate::app) mod frequency;
pub mod frequency_counts;
pub(in crate::app) mod grouping;
pub mod inbox;
pub mod list_focus;
mod local_flags;
pub(in crate::app) mod mark_many;
#[cfg(test)]
pub(in crate::app) mod mark_many_tests;
mod mark_read;
pub mod mark_run;
pub(in crate::app) mod note;
pub mod panes;
mod queries;
pub mod row_standing;
pub mod selected_rows;
mod selection;
#[cfg(test)]
mod shift_tests;
pub(in crate::app) mod snooze_undo;
pub(in crate::app) mod triage;
#[cfg(test)]
pub(in crate::app) mod triage_tests;
pub mod view;
