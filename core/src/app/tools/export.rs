//! The parts of `export`.

pub(in crate::app) mod export;
pub mod view;
