//! Tasks screen: a board of tasks in columns.

mod changes;
pub(crate) mod tasks;
pub mod view;
