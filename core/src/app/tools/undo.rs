//! Undo and redo of every kind of change.

mod foreign_holds;
pub(in crate::app) mod off_screen;
#[cfg(test)]
mod off_screen_tests;
pub(in crate::app) mod settings;
#[cfg(test)]
pub(in crate::app) mod settings_tests;
mod superseded;
mod toast_links;
pub(in crate::app) mod undo;
mod undo_creation;
