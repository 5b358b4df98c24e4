//! Notifications: triage, read marks, stars, snoozes.

mod actions;
pub(in crate::app) mod flag_undo;
mod focus;
#[cfg(test)]
mod focus_tests;
pub(in crate::app) mod frequency;
pub(in crate::app) mod grouping;
pub mod panes;
pub mod selected_rows;
pub mod mark_run;
pub mod row_standing;
pub mod frequency_counts;
pub mod list_focus;
pub mod inbox;
mod local_flags;
pub(in crate::app) mod mark_many;
#[cfg(test)]
pub(in crate::app) mod mark_many_tests;
mod mark_read;
pub(in crate::app) mod note;
mod queries;
mod selection;
#[cfg(test)]
mod shift_tests;
pub(in crate::app) mod snooze_undo;
pub(in crate::app) mod triage;
#[cfg(test)]
pub(in crate::app) mod triage_tests;
pub mod view;
