//! The parts of `undo`.

mod foreign_holds;
pub(in crate::app) mod off_screen;
pub(in crate::app) mod settings;
mod superseded;
mod toast_links;
pub(in crate::app) mod undo;
mod undo_creation;
