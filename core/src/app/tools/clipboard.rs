//! The parts of `clipboard`.

mod actions;
pub(crate) mod clipboard;
pub(in crate::app) mod copy;
pub(in crate::app) mod view;
