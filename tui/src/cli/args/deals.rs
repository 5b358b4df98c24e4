//! `encours deals …`

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};
use encours_core::contract::{DealId, IdempotencyKey};
use encours_core::dataset::column::DealColumn;
use encours_core::dataset::grouping::{Grouping, Statistic};
use encours_core::dataset::sheets::Sheet;

use super::local_data::Since;
use super::value_parser::{ExpectedKey, field, parse_integer, query};

/// Subcommands for deals.
#[derive(Clone, Debug, Subcommand)]
pub enum DealsCommand {
    /// List deals
    List(ListArgs),
    /// Values of a column, each with its number and share of the deals
    Frequency {
        /// Column, such as `owner`, `class` or `ltv`
        #[arg(value_name = "COLUMN", value_parser = column)]
        column: DealColumn,
        /// Selection of the deals.
        #[command(flatten)]
        deals: SelectionArgs,
    },
    /// Coverage, quartiles, average and sum of every column
    Describe(SelectionArgs),
    /// A number by the values of two columns, with totals
    Pivot {
        /// Column whose values are the rows: status, class or owner
        #[arg(value_name = "ROWS", value_parser = code_column)]
        rows: DealColumn,
        /// Column whose values are the columns: status, class or owner
        #[arg(value_name = "COLUMNS", value_parser = code_column)]
        columns: DealColumn,
        /// Number in the cells, such as `crd_total` or `ltv:median`; without it, the number of deals
        #[arg(long, value_name = "FIELD[:STATISTIC]", value_parser = figure)]
        figure: Option<(DealColumn, Statistic)>,
        /// Selection of the deals.
        #[command(flatten)]
        deals: SelectionArgs,
    },
    /// Show one deal
    Show {
        /// ID of the deal
        id: DealId,
        /// The deal as this device knew it at the end of this day, or at this time. Sends no request
        #[arg(long, value_name = "DATE")]
        as_of: Option<Since>,
    },
    /// Show two to four deals side by side, one line a field
    Compare {
        /// IDs of the deals
        #[arg(required = true, value_name = "ID", num_args = 2..=4)]
        ids: Vec<DealId>,
    },
    /// Create a deal
    Create(CreateArgs),
    /// Update fields of a deal, leaving the others unchanged
    Update(UpdateArgs),
    /// Delete deals
    Delete {
        /// IDs of the deals
        #[arg(required = true, value_name = "ID")]
        ids: Vec<DealId>,
    },
    /// Create and update deals from the rows of a spreadsheet
    Import(DealImportArgs),
    /// List the notes of a deal
    Notes(NotesArgs),
    /// List the deal views saved on this device, or export and import them as text
    Views(ViewsArgs),
}

/// `deals list`
#[derive(Clone, Debug, Default, Args)]
pub struct ListArgs {
    /// Selection of the deals.
    #[command(flatten)]
    pub deals: SelectionArgs,
    /// Only these fields, in this order, such as `name,status,ltv,age`
    #[arg(long, value_name = "FIELD,…", value_delimiter = ',', value_parser = field)]
    pub columns: Vec<String>,
    /// Sort by a field (loads the whole pipeline)
    #[arg(long, value_name = "FIELD[:desc]")]
    pub sort: Option<Sort>,
    /// Subtotals by status, class or owner, such as `status,class`, instead of the deals. `--columns` then names the
    /// numbers to add up (loads the whole pipeline)
    #[arg(long, value_name = "FIELD,…", value_parser = grouping, conflicts_with_all = ["limit", "offset"])]
    pub group_by: Option<Grouping>,
    /// Maximum number of deals
    #[arg(long, value_name = "N", value_parser = parse_integer::<usize>)]
    pub limit: Option<usize>,
    /// Number of deals to skip
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = parse_integer::<usize>)]
    pub offset: usize,
    /// All deals, not only the server's first page
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    /// Sheet instead of the deals.
    #[arg(skip)]
    pub sheet: Option<Sheet>,
}

impl ListArgs {
    /// Returns whether the output depends on all deals.
    pub fn needs_all(&self) -> bool {
        self.sort.is_some() || self.group_by.is_some() || self.sheet.is_some()
    }
}

/// Selection of deals.
#[derive(Clone, Debug, Default, Args)]
pub struct SelectionArgs {
    /// Only deals with this status (repeatable)
    #[arg(long, value_name = "STATUS")]
    pub status: Vec<String>,
    /// Only deals that match, such as `class:offices ltv>65%` (loads the whole pipeline)
    // `-parc` is a query: what must not hold.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, value_parser = query)]
    pub query: Option<String>,
    /// Filter and order of a view saved on this device (loads the whole pipeline)
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// The deals as this device knew them at the end of this day, or at this time. Sends no request
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<Since>,
}

impl SelectionArgs {
    /// Returns the arguments of a list that prints the sheet instead of the deals.
    pub fn into_list(self, sheet: Sheet) -> ListArgs {
        let needs_followups = matches!(sheet, Sheet::Describe | Sheet::Frequency(DealColumn::Followup));
        let columns = needs_followups.then(|| DealColumn::Followup.name().to_owned());
        let columns = columns.into_iter().collect();
        ListArgs { deals: self, columns, all: true, sheet: Some(sheet), ..ListArgs::default() }
    }
}

/// A column of deals.
fn column(text: &str) -> Result<DealColumn, ExpectedKey> {
    DealColumn::from_query_name(text.trim()).map_err(|_| ExpectedKey("cli-line-expected-column"))
}

/// A column of codes.
fn code_column(text: &str) -> Result<DealColumn, ExpectedKey> {
    let column = column(text).ok().filter(|column| column.is_code());
    column.ok_or(ExpectedKey("cli-line-expected-code-column"))
}

/// A number column and its statistic.
fn figure(text: &str) -> Result<(DealColumn, Statistic), ExpectedKey> {
    let (name, statistic) = text.split_once(':').unwrap_or((text, Statistic::Total.name()));
    let column = column(name).ok().filter(|column| column.is_number());
    column.zip(Statistic::from_name(statistic)).ok_or(ExpectedKey("cli-line-expected-figure"))
}

/// The fields to group by.
fn grouping(text: &str) -> Result<Grouping, ExpectedKey> {
    let grouping = text.parse::<Grouping>().ok();
    let is_plain = |grouping: &Grouping| !grouping.columns.is_empty() && !text.contains(':');
    grouping.filter(is_plain).ok_or(ExpectedKey("cli-line-expected-groups"))
}

/// Sort key and direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sort {
    /// Name of the field.
    pub field: String,
    /// Greatest first.
    pub descending: bool,
}

impl FromStr for Sort {
    type Err = ExpectedKey;

    fn from_str(text: &str) -> Result<Self, ExpectedKey> {
        let (field, descending) = match text.rsplit_once(':') {
            Some((field, "desc")) => (field, true),
            Some((field, "asc")) => (field, false),
            Some(_) => return Err(ExpectedKey("cli-line-expected-direction")),
            None => (text, false),
        };
        if field.is_empty() {
            return Err(ExpectedKey("cli-line-expected-field"));
        }
        Ok(Self { field: field.to_owned(), descending })
    }
}

/// `deals create`
#[derive(Clone, Debug, Args)]
pub struct CreateArgs {
    /// Name of the deal
    #[arg(long)]
    pub name: String,
    /// Status code
    #[arg(long)]
    pub status: Option<String>,
    /// Asset class code
    #[arg(long, value_name = "CLASS")]
    pub classe_actif: Option<String>,
    /// Owner
    #[arg(long, value_name = "OWNER")]
    pub responsable: Option<String>,
    /// Another field, with its value as JSON, such as `decote=0.15`
    #[arg(long = "set", value_name = "FIELD=JSON", value_parser = super::command_tree::assignment)]
    pub set: Vec<(String, String)>,
    /// Idempotency-Key to send instead of a new one: the same key creates only one deal
    #[arg(long, value_name = "KEY")]
    pub idempotency_key: Option<IdempotencyKey>,
}

/// `deals update`
#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("change").required(true).multiple(true)
    .args(["status", "responsable", "set", "null"])))]
pub struct UpdateArgs {
    /// ID of the deal
    pub id: DealId,
    /// New status code
    #[arg(long)]
    pub status: Option<String>,
    /// New owner
    #[arg(long, value_name = "OWNER")]
    pub responsable: Option<String>,
    /// Another field, with its value as JSON, such as `decote=0.15`
    #[arg(long = "set", value_name = "FIELD=JSON", value_parser = super::command_tree::assignment)]
    pub set: Vec<(String, String)>,
    /// Field to set to null, which is not the same as leaving it out
    #[arg(long, value_name = "FIELD")]
    pub null: Vec<String>,
}

/// `check`
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// Only deals that match, such as `status:ic`
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, value_parser = query)]
    pub query: Option<String>,
    /// Only deals of a view saved on this device
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
}

/// `deals views`
#[derive(Clone, Debug, Args)]
pub struct ViewsArgs {
    /// Print all views as text for `--import`
    #[arg(long, conflicts_with = "import")]
    pub export: bool,
    /// Import views from a file, or from standard input with `-`, replacing those with the same name
    #[arg(long, value_name = "FILE")]
    pub import: Option<String>,
}

/// `deals import`
#[derive(Clone, Debug, Args)]
pub struct DealImportArgs {
    /// CSV or XLSX file, with the names of the columns in its first row
    pub file: PathBuf,
    /// Print the plan of each row, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Field of a column: id, name, status, classe_actif or responsable, or `-` to leave it out. The next import uses
    /// the same fields
    #[arg(long, value_name = "COLUMN=FIELD", value_parser = super::command_tree::assignment)]
    pub map: Vec<(String, String)>,
    /// Sheet of the workbook, instead of the first
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    /// Write these uncertain lines as they are
    #[arg(long, value_name = "LINE,…", value_delimiter = ',', value_parser = parse_integer::<usize>)]
    pub accept: Vec<usize>,
    /// Also write the rows that an earlier import of the same file has written
    #[arg(long)]
    pub again: bool,
}

/// `deals notes`
#[derive(Clone, Debug, Args)]
pub struct NotesArgs {
    /// ID of the deal
    pub id: DealId,
    /// All notes, not only the server's first page
    #[arg(long)]
    pub all: bool,
}
