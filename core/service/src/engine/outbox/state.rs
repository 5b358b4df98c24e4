//! The state of the outbox in the engine, by part.

pub mod cancelled_deletions;
pub mod deferred_commands;
pub mod dispatcher;
pub mod pending_journal;
pub mod resolved;
pub mod send_outcome;
