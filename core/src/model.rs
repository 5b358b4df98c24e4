//! Data shared by the app and the engine: snapshots, effects, pending writes, the deal table.
//!
//! This module performs no I/O.

pub mod conflict_context;
pub mod discarded;
pub mod discovery;
pub mod effect;
pub mod entry_rules;
pub mod entry_values;
pub mod fetched;
pub mod history_entry;
pub mod identity;
pub mod intern;
pub mod journal_entry;
pub mod learned_codes;
pub mod list_source;
pub mod observed;
pub mod omitted_status;
pub mod parse_ids;
pub mod pending_write;
pub mod pending_writes;
pub mod permissions;
pub mod probe_result;
pub mod resource_kind;
pub mod resource_list;
pub mod route;
pub mod series;
pub mod shutdown;
pub mod snapshot;
pub mod stage;
pub mod storage_health;
pub mod table;
pub mod time_in_status;
pub mod visit;
pub mod watched;
pub mod worksheet;
