//! A change of many deals: its plan, run and outcome.

mod actions;
pub(crate) mod bulk_change;
#[cfg(test)]
pub(in crate::app) mod bulk_tests;
pub(in crate::app) mod dry_run;
pub mod model;
mod outcome;
mod partial_undo;
mod queries;
pub(in crate::app) mod run;
mod start;
pub(in crate::app) mod view;
