//! Snapshots: made anew where something changed.

mod overlaid_table;
mod settings_sync;
pub(super) mod snapshot_builder;
pub(super) mod storage_health;
pub(super) mod visual_diff;
