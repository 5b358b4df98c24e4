//! `encours sync`, `history`, `export`, and the journal: what is kept on this machine.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use encours_core::contract::{DealId, Moment};

use super::expected::Expected;

/// `history`
#[derive(Clone, Debug, Args)]
pub struct HistoryArgs {
    /// Only this deal
    #[arg(value_name = "ID")]
    pub id: Option<DealId>,
    /// Only what was observed since this date, such as 2026-11-20 or 2026-11-20T08:00:00Z
    #[arg(long, value_name = "DATE")]
    pub since: Option<Since>,
    /// Every change of every field, new and deleted deals too, not the status alone
    #[arg(long)]
    pub all: bool,
}

/// A date or a moment.
#[derive(Debug, Clone)]
pub struct Since(pub Moment);

impl FromStr for Since {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Self, Expected> {
        Moment::parse(text)
            .map(Self)
            .ok_or(Expected("cli-line-expected-date"))
    }
}

/// What can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Exportable {
    /// Every deal of the pipeline
    Deals,
    /// The portfolio's totals and breakdowns
    Portfolio,
}

/// `export`
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// What to export
    #[arg(value_enum, value_name = "deals|portfolio")]
    pub what: Exportable,
    /// The file to write: its ending says how. Written whole or not at all; one that is there is kept unless --yes
    #[arg(long, value_name = "FILE.(csv|json|xlsx)")]
    pub to: PathBuf,
}

/// `outbox journal`
#[derive(Clone, Debug, Args)]
pub struct JournalArgs {
    /// Only the writes to this record
    #[arg(value_name = "ID")]
    pub id: Option<String>,
    /// Only what was decided since this date
    #[arg(long, value_name = "DATE")]
    pub since: Option<Since>,
    /// The log of requests instead: method, path, status, request id and duration of each
    #[arg(long, conflicts_with = "id")]
    pub requests: bool,
}
