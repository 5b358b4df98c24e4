//! The parts of `inbox`.

mod actions;
pub(in crate::app) mod flag_undo;
mod focus;
pub(in crate::app) mod frequency;
pub(in crate::app) mod grouping;
pub(in crate::app) mod inbox;
mod local_flags;
pub(in crate::app) mod mark_many;
mod mark_read;
pub(in crate::app) mod note;
mod queries;
mod selection;
pub(in crate::app) mod snooze_undo;
pub(in crate::app) mod triage;
pub mod view;
