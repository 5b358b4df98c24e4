//! Tables to export: worksheets, cells and file formats.

use crate::contract::Num;
use crate::contract::record::raw_text;
use crate::error::Error;
use crate::text::Lang;
use rust_decimal::Decimal;
use serde_json::value::RawValue;
use std::io;
use std::path::Path;

/// One table of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Worksheet {
    /// Name, as in the contract.
    pub name: String,
    /// Column names; empty if the rows need none.
    pub columns: Vec<String>,
    /// Rows; missing cells at the end are empty.
    pub rows: Vec<Vec<WorksheetCell>>,
}

/// Returns the cell of an item in a column.
pub type CellOf<'a, T> = &'a dyn Fn(&T) -> WorksheetCell;

impl Worksheet {
    /// Builds a table with a row for each item, from its columns: the name of each, and the cell of an item.
    pub fn from_columns<I: IntoIterator>(
        name: &str,
        items: I,
        columns: &[(&str, CellOf<'_, I::Item>)],
    ) -> Self {
        let row = |item| columns.iter().map(|(_, cell)| cell(&item)).collect();
        Self {
            name: name.to_owned(),
            columns: columns.iter().map(|(name, _)| (*name).to_owned()).collect(),
            rows: items.into_iter().map(row).collect(),
        }
    }
}

/// One table for streaming: each row is built when it is written, and then dropped.
pub struct RowStream<'a> {
    /// Name, as in the contract.
    pub name: String,
    /// Column names; empty if the rows need none.
    pub columns: Vec<String>,
    /// Rows; missing cells at the end are empty.
    pub rows: Box<dyn Iterator<Item = Vec<WorksheetCell>> + 'a>,
}

impl RowStream<'_> {
    /// Collects the whole table.
    #[must_use]
    pub fn into_worksheet(self) -> Worksheet {
        Worksheet { name: self.name, columns: self.columns, rows: self.rows.collect() }
    }
}

impl From<Worksheet> for RowStream<'static> {
    fn from(worksheet: Worksheet) -> Self {
        Self { name: worksheet.name, columns: worksheet.columns, rows: Box::new(worksheet.rows.into_iter()) }
    }
}

impl std::fmt::Debug for RowStream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Flow")
            .field("name", &self.name)
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

/// Reason why a file was not written.
#[derive(Debug)]
pub enum ExportError {
    /// The target could not be written.
    Io(io::Error),
    /// The format cannot represent the data.
    Format(Error),
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for ExportError {
    fn from(error: Error) -> Self {
        Self::Format(error)
    }
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum WorksheetCell {
    /// No value was received.
    #[default]
    Empty,
    /// A text.
    Text(String),
    /// An exact number with the decimals that were sent.
    Number(Decimal),
    /// A fraction, which a workbook shows as a percentage.
    Ratio(Decimal),
    /// An amount or large count, which a workbook shows with grouped digits.
    Amount(Decimal),
    /// Yes or no.
    Boolean(bool),
    /// A calendar date.
    Date(jiff::civil::Date),
    /// A time in the user's time zone.
    DateTime(jiff::civil::DateTime),
}

impl From<&str> for WorksheetCell {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<jiff::Timestamp> for WorksheetCell {
    fn from(at: jiff::Timestamp) -> Self {
        Self::Text(at.to_string())
    }
}

impl From<Decimal> for WorksheetCell {
    fn from(number: Decimal) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for WorksheetCell {
    fn from(count: u64) -> Self {
        Self::count(count)
    }
}

impl<T: Into<Self>> From<Option<T>> for WorksheetCell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// File format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// RFC 4180: commas, CRLF, decimal points, no byte order mark.
    Csv,
    /// CSV for spreadsheets of a language.
    ///
    /// It has a byte order mark and, in French, semicolons and decimal commas. Several tables follow one another.
    Spreadsheet(Lang),
    /// Workbook; a value is a number only if the workbook stores it exactly.
    Xlsx,
    /// An array of objects, or an object of arrays; numbers keep every digit.
    Json,
}

impl FileFormat {
    /// Returns the format of a file extension: `.csv`, `.json` or `.xlsx`.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "xlsx" => Some(Self::Xlsx),
            _ => None,
        }
    }
}

impl WorksheetCell {
    /// Converts a JSON token into a cell.
    ///
    /// Dates stay text. Of strings, only one with a decimal point is surely a number; a SIREN number is text.
    #[must_use]
    pub fn from_json(raw: &RawValue) -> Self {
        match raw.get() {
            "null" => Self::Empty,
            "true" | "false" => Self::Boolean(raw.get() == "true"),
            token => {
                let text = raw_text(raw);
                let number = text.as_deref().is_none_or(|text| text.contains('.'));
                let value = number.then(|| Num::from_raw(raw)?.value()).flatten();
                value.map_or_else(
                    || Self::Text(text.map_or_else(|| token.to_owned(), std::borrow::Cow::into_owned)),
                    Self::Number,
                )
            }
        }
    }

    /// Returns the value as JSON. A number keeps every digit.
    #[must_use]
    pub fn to_json(&self) -> Box<RawValue> {
        let text = match self {
            Self::Empty => return RawValue::NULL.to_owned(),
            Self::Text(text) => serde_json::to_string(text).unwrap_or_default(),
            Self::Number(value) | Self::Ratio(value) | Self::Amount(value) => value.to_string(),
            Self::Boolean(yes) => yes.to_string(),
            Self::Date(day) => format!("\"{day}\""),
            Self::DateTime(time) => format!("\"{}\"", Self::format_time(*time)),
        };
        RawValue::from_string(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }

    /// Formats a time for other programs: date, space, time.
    pub fn format_time(date_time: jiff::civil::DateTime) -> String {
        date_time.strftime("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// Returns a text cell; empty for an empty text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text.to_owned()) }
    }

    /// Returns a number cell.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Number(count.into())
    }
}
