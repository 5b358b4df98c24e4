//! Required input when a deal enters a status.

pub(crate) mod entry_form;
#[cfg(test)]
mod entry_tests;
pub mod entry_values;
pub(crate) mod status_moves;
pub(crate) mod view;
