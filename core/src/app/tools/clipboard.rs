//! The parts of `clipboard`.

pub(in crate::app) mod copy;
pub(super) mod view;
