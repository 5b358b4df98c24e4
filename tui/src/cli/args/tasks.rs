//! `encours tasks …`

use clap::{Args, Subcommand};
use encours_core::contract::TaskId;

use super::WatchCommand;

/// Subcommands for tasks.
#[derive(Clone, Debug, Subcommand)]
pub enum TasksCommand {
    /// Move a task to another statut
    Update(TaskUpdateArgs),
    /// Watching IDs
    #[command(flatten)]
    Watching(WatchCommand),
}

/// `tasks update`
#[derive(Clone, Debug, Args)]
pub struct TaskUpdateArgs {
    /// ID of the task
    pub id: TaskId,
    /// Code of the new statut, such as `prep`
    #[arg(long, value_name = "STATUT")]
    pub statut: String,
}
