//! The parts of `tasks`.

mod changes;
pub(in crate::app) mod tasks;
pub mod view;
