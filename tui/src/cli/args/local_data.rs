//! `encours history`, `flow`, `export`, `outbox` and `settings`: the data on this device.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use encours_core::contract::{DateOrTime, DealId};
use encours_core::model::as_of::end_of_day;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::value_parser::{ExpectedKey, field, parse_integer, query};

/// `history`
#[derive(Clone, Debug, Args)]
pub struct HistoryArgs {
    /// Only this deal
    #[arg(value_name = "ID")]
    pub id: Option<DealId>,
    /// Only changes recorded since this date, such as 2026-11-20 or 2026-11-20T08:00:00Z; with --net, since its end
    #[arg(long, value_name = "DATE")]
    pub since: Option<Since>,
    /// Only changes recorded until this time, or until the end of this day
    #[arg(long, value_name = "DATE")]
    pub until: Option<Since>,
    /// All changes of all fields, with new and deleted deals, not only the status
    #[arg(long)]
    pub all: bool,
    /// The difference between the ends of both dates: what moved, is new, is deleted, or changed, by field
    #[arg(long, conflicts_with = "all")]
    pub net: bool,
    /// Go on: one JSON object a line for each further change, until interrupted
    #[arg(long, conflicts_with_all = ["net", "until"])]
    pub follow: bool,
}

/// A table of `flow`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FlowTable {
    /// Funnel, conversion and time in status, one row per status
    Statuses,
    /// Moves from one status to another
    Moves,
    /// Throughput and deals per status, week by week
    Weeks,
    /// Time from a new deal to its closing
    Cycles,
    /// Open deals with their age, compared with the others
    Open,
    /// Closings to expect in 30, 60 and 90 days
    Forecast,
}

/// Field by which `flow` groups deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FlowGroup {
    /// Asset class
    Class,
    /// Owner
    Owner,
}

/// `flow`
#[derive(Clone, Debug, Args)]
pub struct FlowArgs {
    /// Table to print
    #[arg(long, value_enum, value_name = "TABLE", default_value = "statuses")]
    pub show: FlowTable,
    /// Only what happened since this date, such as 2026-11-20 or 2026-11-20T08:00:00Z
    #[arg(long, value_name = "DATE")]
    pub since: Option<Since>,
    /// Show each asset class or owner by itself
    #[arg(long, value_enum, value_name = "FIELD")]
    pub by: Option<FlowGroup>,
}

/// A date or a timestamp.
#[derive(Debug, Clone)]
pub struct Since(pub DateOrTime);

impl Since {
    /// Returns the time up to which something was known: a day counts to its end.
    pub fn end(&self, zone: &TimeZone) -> Timestamp {
        match self.0 {
            DateOrTime::Day(day) => end_of_day(day, zone),
            DateOrTime::Instant(at) => at,
        }
    }
}

impl FromStr for Since {
    type Err = ExpectedKey;

    fn from_str(text: &str) -> Result<Self, ExpectedKey> {
        DateOrTime::parse(text).map(Self).ok_or(ExpectedKey("cli-line-expected-date"))
    }
}

/// Exportable data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Exportable {
    /// All deals of the pipeline
    Deals,
    /// Portfolio totals and breakdowns
    Portfolio,
}

/// `pack`
#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("deals").required(true).args(["ids", "view"])))]
pub struct PackArgs {
    /// IDs of the deals
    #[arg(value_name = "ID")]
    pub ids: Vec<DealId>,
    /// Deals of a view saved on this device, in its order
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// File to write: its extension sets the format. An existing file is only replaced with --yes
    #[arg(long, value_name = "FILE.(pdf|html|md)")]
    pub to: PathBuf,
}

/// `export`
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// Data to export
    #[arg(value_enum, value_name = "deals|portfolio")]
    pub what: Exportable,
    /// File to write: its extension sets the format. An existing file is only replaced with --yes
    ///
    /// The file is written completely or not at all. CSV and workbooks have one column per metric, with dates and
    /// times in your time zone. JSON contains what the server sent. PDF pages and PNG images are only made in the
    /// window.
    #[arg(long, value_name = "FILE.(csv|json|xlsx)")]
    pub to: PathBuf,
    /// Only deals that match, such as `class:offices ltv>65%`
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, value_parser = query)]
    pub query: Option<String>,
    /// Filter, order and columns of a view saved on this device
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// Only these fields, in this order, such as `name,status,ltv,age`
    #[arg(long, value_name = "FIELD,…", value_delimiter = ',', value_parser = field)]
    pub columns: Vec<String>,
}

/// Subcommands for pending writes.
#[derive(Clone, Debug, Subcommand)]
pub enum OutboxCommand {
    /// List pending and rejected changes
    List {
        /// Go on: one JSON object a line for each change that is new, has another state or is removed
        #[arg(long)]
        follow: bool,
    },
    /// Send changes now (all of them if no number is given)
    Retry {
        /// Numbers of the changes, as shown by `outbox list`
        #[arg(value_name = "ID", value_parser = parse_integer::<i64>)]
        ids: Vec<i64>,
    },
    /// Discard changes. There is no undo on the command line
    Discard {
        /// Numbers of the changes, as shown by `outbox list`
        #[arg(required = true, value_name = "ID", value_parser = parse_integer::<i64>)]
        ids: Vec<i64>,
    },
    /// Show every change made on this device: before, after, key, request ID, outcome
    Journal(JournalArgs),
}

/// `outbox journal`
#[derive(Clone, Debug, Args)]
pub struct JournalArgs {
    /// Only changes to this record
    #[arg(value_name = "ID")]
    pub id: Option<String>,
    /// Only entries since this date
    #[arg(long, value_name = "DATE")]
    pub since: Option<Since>,
    /// Show the request log instead: method, path, status, request ID and duration of each request
    #[arg(long, conflicts_with = "id")]
    pub requests: bool,
}

/// Subcommands of `settings`.
#[derive(Clone, Debug, Subcommand)]
pub enum SettingsCommand {
    /// Print notes, stars, snoozes, views, drafts, names, watched IDs and column widths as text for `import`
    Export,
    /// Import what `export` printed
    Import(ImportArgs),
    /// List daily copies
    Copies,
    /// Restore missing items from a copy
    Restore(RestoreArgs),
}

/// `settings import`
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The handling of settings that both have
    #[command(flatten)]
    pub how: MergeArgs,
}

/// `settings restore`
#[derive(Clone, Debug, Args)]
pub struct RestoreArgs {
    /// Copy to use, as shown by `settings copies` [default: the newest that contains a missing item]
    pub copy: Option<String>,
    /// The handling of settings that both have
    #[command(flatten)]
    pub how: MergeArgs,
}

/// The way in which what is given meets what is here.
#[derive(Clone, Copy, Debug, Args)]
pub struct MergeArgs {
    /// Replace items that differ on this device, after saving them in a copy
    #[arg(long)]
    pub replace: bool,
    /// Only show what would happen to each item
    #[arg(long)]
    pub dry_run: bool,
}
