//! Required input when a deal enters a status.

pub(crate) mod deals_entering;
pub mod entry_fields;
pub(crate) mod entry_form;
#[cfg(test)]
mod entry_tests;
pub(crate) mod entry_values;
pub(crate) mod status_moves;
pub(super) mod view;
