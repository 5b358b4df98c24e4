//! Changes of deals: forms, status entry, bulk changes.

pub mod bulk;
pub mod deal;
pub(super) mod entry;
pub mod followups;
pub mod forms;
pub mod import;
pub mod labels;
