//! Command palette: actions, deals, views and typed commands.

pub(crate) mod appearance_commands;
#[cfg(test)]
mod me_tests;
#[cfg(test)]
mod noun_tests;
pub(crate) mod palette;
#[cfg(test)]
mod palette_tests;
#[cfg(test)]
mod phrase_tests;
pub mod targets;
pub(crate) mod typed_commands;
pub mod view;
