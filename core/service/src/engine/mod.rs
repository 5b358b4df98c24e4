//! Keeps the store and the server in sync, on its own threads.
//!
//! Front ends never wait for it. They submit [`Effect`](crate::model::effect::Effect)s, are woken, and read the newest
//! [`Snapshot`](crate::model::snapshot::Snapshot). Disk and network are used on the engine's threads only.
//!
//! Inside, one loop (`actor`) owns the state. Requests (`outbox::send`, `sync::record_fetch`, `sync::inbox`) and full
//! syncs (`sync::full_sync`) run in the background and report by message. `sync::scheduler` and `outbox::dispatcher`
//! decide what is due when; `publish` builds the snapshots.

mod actor;
mod column_snapshot;
mod connection;
mod filter_collection;
mod filter_data;
mod flow;
mod flow_figures;
mod outbox;
mod overlay;
mod pack_data;
mod publish;
mod rule_state;
mod rules;
mod sync;

pub use crate::engine::outbox::entries::entry_conversion::recreation_fields;
pub use crate::engine::outbox::entries::field_merge::{is_change, is_current, merge_changes};
pub use crate::engine::sync::state::refresh::DOCUMENTED_STATUSES;
pub use actor::clock::{EngineClock, server_clock, system_clock};
pub use actor::config::{SERIES_INTERVAL, Settings};
pub use actor::handle::{Engine, WakeCallback};
pub use connection::signal_receiver::SignalReceiver;
pub use filter_collection::{field_kinds, observed_changes};
pub use flow_figures::figures_on_threads;
pub use outbox::attempt::is_decision;
pub use outbox::deleted_conflict::recreation_entries;
pub use outbox::entries::entry_conversion::{conflict_values, problem_text, stored_rejection, write_problem};
pub use outbox::journal::{JournaledAttempt, journal_attempt, journal_unsent, log_requests};
pub use outbox::resolve::resolve_blocked;
pub use outbox::send::SendJob;
pub use outbox::settle::settle;
pub use outbox::state::send_outcome::SendOutcome;
pub use overlay::find_created;
pub use overlay::records::{OverlaidRecords, PendingCounts, overlay_records, written_kind};
pub use pack_data::{PackReader, pack_data};
pub use publish::past::past_portfolio;
pub use publish::visual_diff::LastSyncQuery;
pub use sync::ad_hoc_table::{AdHocTable, table_of};
pub use sync::history::portfolio_points;
pub use sync::list_walk::cache_pass::{CachePass, ids_in_order, store_order};
pub use sync::list_walk::plan::{Extent, WalkPlan};
pub use sync::list_walk::{ListElement, WalkFindings, page_elements, walk_elements, walk_records};
pub use sync::rows::cached_rows::{ENTITY, PORTFOLIO};
pub use sync::rows::past_rows::past_table;
pub use sync::sync_once::{SyncSummary, sync};
pub use sync::watched_ids::{all_watched, fetch_singly, record_response, single_route};
pub mod blocking;
pub mod messages;
