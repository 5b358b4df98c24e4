//! Pending writes: merging, sending, confirmation, conflict resolution and undo.

pub(super) mod attempt;
pub(super) mod bulk_enqueue;
pub(super) mod cancelled_deletions;
pub(super) mod coalesce;
pub(super) mod conflict_context;
pub(super) mod deferred_commands;
pub(super) mod deleted_conflict;
pub(super) mod dispatcher;
pub(super) mod entries;
pub(super) mod journal;
mod lost_response_backoff;
mod mark_read;
mod open_conflicts;
pub(super) mod outbox_replica;
mod peer_sync;
pub(super) mod pending_journal;
pub(super) mod resolve;
mod restore_scheduled;
pub(super) mod send;
mod send_queue;
pub(super) mod settle;
pub(super) mod state;
mod undo;
pub(super) mod write_completion;
