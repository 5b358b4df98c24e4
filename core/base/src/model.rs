//! Data shared by the app and the engine: snapshots, effects, pending writes, the deal table.
//!
//! This module performs no I/O.

pub mod as_of;
pub mod conflict_context;
pub mod discarded;
pub mod discovery;
pub mod effect;
pub mod entry_rules;
pub mod entry_values;
pub mod fetched;
pub mod flow;
pub mod history;
pub mod identity;
pub mod intern;
pub mod local_deals;
pub mod parse_ids;
pub mod pending_write;
pub mod pending_writes;
pub mod resources;
pub mod route;
pub mod rule;
pub mod shutdown;
pub mod snapshot;
pub mod storage_health;
pub mod table;
pub mod watched;
pub mod worksheet;
