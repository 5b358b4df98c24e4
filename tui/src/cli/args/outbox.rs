//! `encours outbox …`

use clap::{Args, Subcommand};

use super::JournalArgs;
use super::value_parser::whole;

/// What to do with waiting writes.
#[derive(Clone, Debug, Subcommand)]
pub enum OutboxCommand {
    /// List the writes that wait or were refused
    List,
    /// Send them now; all of them if no identifier is given
    Retry(OutboxRetryArgs),
    /// Give writes up: what was written is lost
    Discard(OutboxIds),
    /// Show what became of every write made here: before, after, key, request id, outcome
    Journal(JournalArgs),
}

/// `outbox retry`
#[derive(Clone, Debug, Args)]
pub struct OutboxRetryArgs {
    /// Numbers of the writes, as `outbox list` gives them
    #[arg(value_name = "ID", value_parser = whole::<i64>)]
    pub ids: Vec<i64>,
}

/// `outbox discard`
#[derive(Clone, Debug, Args)]
pub struct OutboxIds {
    /// Numbers of the writes, as `outbox list` gives them
    #[arg(required = true, value_name = "ID", value_parser = whole::<i64>)]
    pub ids: Vec<i64>,
}
