//! Tasks screen: a board of tasks in columns.

mod changes;
pub mod filter;
pub mod tasks;
#[cfg(test)]
mod tasks_tests;
pub mod view;
