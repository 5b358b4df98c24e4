//! Tasks screen: a board of tasks in columns.

mod actions;
mod changes;
mod queries;
pub(crate) mod tasks;
pub mod view;
