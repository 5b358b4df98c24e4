//! Forms and long texts: their fields, drafts and suggestions.

pub(super) mod deal_forms;
pub(crate) mod drafts;
#[cfg(test)]
mod drafts_tests;
mod duplicate_name;
mod form_fields;
pub(crate) mod forms;
pub mod long_text;
pub(crate) mod note_merge;
pub mod suggestions;
pub mod view;
