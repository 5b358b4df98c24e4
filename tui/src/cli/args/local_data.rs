//! `encours sync`, `history`, `export`, and the journal: what is kept on this machine.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use encours_core::contract::{DealId, Moment};

use super::value_parser::{Expected, field, query};

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
    ///
    /// CSV and workbook have a column for each figure, and dates and hours as your clock shows them. JSON has what the
    /// service sent. Pages (PDF) and pictures (PNG) are made in the window only.
    #[arg(long, value_name = "FILE.(csv|json|xlsx)")]
    pub to: PathBuf,
    /// Only deals that match, such as `classe:bureaux ltv>0.65`
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, value_parser = query)]
    pub query: Option<String>,
    /// Filter, order and columns of a view saved on this machine
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// Only these fields, in this order, such as `name,status,ltv,age`
    #[arg(long, value_name = "FIELD,…", value_delimiter = ',', value_parser = field)]
    pub columns: Vec<String>,
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
