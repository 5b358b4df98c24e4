//! The parts of `tasks`.

mod actions;
mod changes;
mod queries;
pub(in crate::app) mod tasks;
pub mod view;
