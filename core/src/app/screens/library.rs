//! The parts of `library`.

mod actions;
pub(in crate::app) mod library;
mod queries;
pub mod view;
