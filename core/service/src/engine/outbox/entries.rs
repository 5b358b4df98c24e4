//! Outbox entries: building, converting, comparing and merging them.

pub(in crate::engine) mod entry_conversion;
pub mod field_merge;
pub(super) mod merge_target;
pub mod new_entry;
