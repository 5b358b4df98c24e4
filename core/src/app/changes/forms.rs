//! Forms and long texts: their fields, drafts and suggestions.

pub(super) mod deal_forms;
pub(in crate::app) mod drafts;
#[cfg(test)]
mod drafts_tests;
mod duplicate_name;
pub mod edited_text;
pub(crate) mod forms;
pub mod long_text;
pub(in crate::app) mod note_merge;
pub mod suggestions;
pub(in crate::app) mod unknown_owner;
pub mod view;
