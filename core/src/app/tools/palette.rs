//! Command palette: actions, deals, views and typed commands.

pub(in crate::app) mod appearance_commands;
#[cfg(test)]
mod me_tests;
#[cfg(test)]
mod noun_tests;
pub(in crate::app) mod palette;
#[cfg(test)]
mod palette_tests;
#[cfg(test)]
mod phrase_tests;
pub mod targets;
pub(in crate::app) mod typed_commands;
pub mod view;
