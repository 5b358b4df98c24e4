//! A change of many deals: its plan, run and outcome.

mod actions;
pub(crate) mod bulk_change;
#[cfg(test)]
pub(crate) mod bulk_tests;
pub(crate) mod dry_run;
pub mod model;
mod outcome;
mod partial_undo;
pub(crate) mod run;
pub(crate) mod view;
