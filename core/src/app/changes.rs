//! The parts of `changes`.

pub(super) mod bulk;
pub mod deal;
pub(super) mod entry;
pub(crate) mod forms;
