//! The parts of `palette`.

mod appearance_commands;
mod palette;
pub(in crate::app) mod targets;
pub(in crate::app) mod typed_commands;
pub(crate) mod view;
