//! Snapshots, of which only changed parts are rebuilt.

mod overlaid_table;
pub mod past;
pub(super) mod past_state;
pub mod published;
mod settings_sync;
pub(super) mod snapshot_builder;
pub(super) mod storage_health;
pub(super) mod visual_diff;
