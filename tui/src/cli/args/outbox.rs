//! `encours outbox …`

use clap::{Args, Subcommand};

use super::JournalArgs;
use super::value_parser::whole;

/// Subcommands for pending writes.
#[derive(Clone, Debug, Subcommand)]
pub enum OutboxCommand {
    /// List pending and rejected changes
    List,
    /// Send changes now (all of them if no number is given)
    Retry(OutboxRetryArgs),
    /// Discard changes. There is no undo on the command line
    Discard(OutboxIds),
    /// Show every change made on this device: before, after, key, request ID, outcome
    Journal(JournalArgs),
}

/// `outbox retry`
#[derive(Clone, Debug, Args)]
pub struct OutboxRetryArgs {
    /// Numbers of the changes, as shown by `outbox list`
    #[arg(value_name = "ID", value_parser = whole::<i64>)]
    pub ids: Vec<i64>,
}

/// `outbox discard`
#[derive(Clone, Debug, Args)]
pub struct OutboxIds {
    /// Numbers of the changes, as shown by `outbox list`
    #[arg(required = true, value_name = "ID", value_parser = whole::<i64>)]
    pub ids: Vec<i64>,
}
