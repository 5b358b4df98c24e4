//! The parts of `views`.

mod actions;
mod counts;
mod queries;
pub(in crate::app) mod samples;
pub(in crate::app) mod saved_view;
pub(in crate::app) mod undo;
pub(super) mod view;
pub(in crate::app) mod views;
