//! What a status asks for when a deal enters it.

pub(in crate::app) mod deals_entering;
pub(in crate::app) mod entry_form;
#[cfg(test)]
mod entry_tests;
pub(in crate::app) mod entry_values;
pub(super) mod view;
pub mod entry_fields;
