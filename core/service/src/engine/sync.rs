//! Fetching from the server: schedule, requests and their results.

pub(super) mod ad_hoc_table;
mod attribution;
pub(super) mod cache_sync;
pub(super) mod count_poll;
mod discovery_cache;
mod discovery_job;
pub(super) mod full_sync;
pub(super) mod history;
pub(super) mod inbox;
pub(super) mod list_walk;
mod missing_deals;
mod page_retry;
mod page_writer;
pub(super) mod poll_interval;
mod prefetch;
pub(super) mod record_fetch;
pub(super) mod resource_lists;
pub(super) mod route_fetch;
pub(super) mod rows;
pub(super) mod scheduler;
pub(super) mod state;
pub(super) mod sync_once;
pub(super) mod timestamp_cache;
pub(super) mod watched_ids;
