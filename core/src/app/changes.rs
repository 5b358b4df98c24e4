//! Changes of deals: forms, entries, many at once.

pub mod bulk;
pub mod deal;
pub(super) mod entry;
pub mod forms;
