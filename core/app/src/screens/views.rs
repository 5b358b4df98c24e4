//! Saved views of deals: storage, changes, undo and exchange.

mod actions;
mod counts;
pub mod local_views;
pub mod rules;
pub mod samples;
pub mod saved_view;
pub(crate) mod view;
pub mod views;
#[cfg(test)]
mod views_tests;
