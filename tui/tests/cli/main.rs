//! The binary `encours` as scripts use it: real processes, a real sandbox, real HTTP.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the lint's own exception for tests does not see the helpers of a test"
)]

mod blocked_writes;
mod concurrent_changes;
mod config;
mod damaged_data;
mod describe;
mod doctor;
mod documentation;
mod encryption_killed;
mod entities;
mod export;
mod followups;
mod formats;
mod groups;
mod hostile;
mod import;
mod in_doubt;
mod incomplete_sync;
mod killed;
mod labels;
mod lists;
mod local_data;
mod nearly_full;
mod no_op_writes;
mod offline_overlay;
mod outbox;
mod outbox_listed;
mod pack;
mod paging;
mod profiles;
mod queries;
mod read_only_store;
mod references;
mod related_writes;
mod resource_lists;
mod retry_blocked;
mod routes;
mod rules;
mod sandbox;
mod saved_views;
mod scheduled_by_window;
mod schemas;
#[path = "../hostile/server.rs"]
#[allow(dead_code, reason = "the tests of hostile services use the rest")]
mod server;
mod settings;
mod shared_profile;
mod sheets;
mod shell_jobs;
mod signals;
mod statuses;
mod stub_server;
mod support;
mod time_travel;
mod views;
mod watched_ids;
mod writes;
