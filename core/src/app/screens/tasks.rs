//! Tasks screen: a board of tasks in columns.

mod actions;
mod changes;
mod queries;
pub(in crate::app) mod tasks;
pub mod view;
