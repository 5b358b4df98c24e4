//! `… watch`, `… unwatch`, `… watched`: IDs of a resource kind whose list the server does not offer.

use clap::{Args, Subcommand};

/// Subcommands for watched IDs.
#[derive(Clone, Debug, Subcommand)]
pub enum WatchCommand {
    /// Watch IDs, for servers that offer no list
    Watch(WatchArgs),
    /// Stop watching IDs
    Unwatch(UnwatchArgs),
    /// List watched IDs and the server's last response for each
    Watched,
}

/// `… watch`
#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("given").required(true).multiple(true).args(["ids", "from"])))]
pub struct WatchArgs {
    /// IDs, or addresses that contain them
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    /// Read IDs from a file (or - for standard input): a list, email, CSV with an `id` column, or JSON
    ///
    /// UUIDs are found anywhere, also in email and HTML. Other IDs must be alone on a line or in an `id`
    /// column. What was found and what was skipped is shown before anything is watched.
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
}

/// `… unwatch`
#[derive(Clone, Debug, Args)]
pub struct UnwatchArgs {
    /// IDs
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<String>,
}
