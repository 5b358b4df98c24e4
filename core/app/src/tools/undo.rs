//! Undo and redo of every kind of change.

pub(crate) mod off_screen;
#[cfg(test)]
mod off_screen_tests;
mod peer_scheduled;
pub(crate) mod settings;
#[cfg(test)]
pub(crate) mod settings_tests;
mod superseded;
mod toast_links;
pub(crate) mod undo;
