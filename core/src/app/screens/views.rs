//! Saved views: kept, changed, undone, exchanged.

mod actions;
mod counts;
mod queries;
pub(in crate::app) mod samples;
pub(in crate::app) mod saved_view;
pub(in crate::app) mod undo;
pub(super) mod view;
pub(in crate::app) mod views;
#[cfg(test)]
mod views_tests;
