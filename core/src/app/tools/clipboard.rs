//! The parts of `clipboard`.

pub(crate) mod clipboard;
pub(in crate::app) mod copy;
pub(super) mod view;
