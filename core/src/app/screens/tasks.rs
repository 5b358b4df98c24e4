//! Tasks and their lanes.

mod actions;
mod changes;
mod queries;
pub(in crate::app) mod tasks;
pub mod view;
