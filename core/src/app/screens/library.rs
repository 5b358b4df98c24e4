//! The parts of `library`.

pub(in crate::app) mod library;
pub mod view;
