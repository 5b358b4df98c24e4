//! Required input when a deal enters a status.

pub(in crate::app) mod deals_entering;
pub mod entry_fields;
pub(in crate::app) mod entry_form;
#[cfg(test)]
mod entry_tests;
pub(in crate::app) mod entry_values;
pub(super) mod view;
