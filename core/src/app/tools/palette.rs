//! The parts of `palette`.

pub(in crate::app) mod appearance_commands;
pub(in crate::app) mod palette;
pub(in crate::app) mod targets;
pub(in crate::app) mod typed_commands;
pub(crate) mod view;
