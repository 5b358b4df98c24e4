//! Tables to export: sheets, cells and file forms.

use crate::contract::Num;
use crate::contract::record::text_of;
use crate::error::Error;
use crate::text::Lang;
use rust_decimal::Decimal;
use serde_json::value::RawValue;
use std::io;
use std::path::Path;

/// One table of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its name, in the contract's words.
    pub name: String,
    /// The names of its columns; none where the rows speak for themselves.
    pub columns: Vec<String>,
    /// Its rows; a short one ends in empty cells.
    pub rows: Vec<Vec<Cell>>,
}

/// One table on its way into a file: a row is made when it is written, and gone then.
pub struct Flow<'a> {
    /// Its name, in the contract's words.
    pub name: String,
    /// The names of its columns; none where the rows speak for themselves.
    pub columns: Vec<String>,
    /// Its rows; a short one ends in empty cells.
    pub rows: Box<dyn Iterator<Item = Vec<Cell>> + 'a>,
}

impl Flow<'_> {
    /// The table whole.
    #[must_use]
    pub fn into_sheet(self) -> Sheet {
        Sheet {
            name: self.name,
            columns: self.columns,
            rows: self.rows.collect(),
        }
    }
}

impl From<Sheet> for Flow<'static> {
    fn from(sheet: Sheet) -> Self {
        Self {
            name: sheet.name,
            columns: sheet.columns,
            rows: Box::new(sheet.rows.into_iter()),
        }
    }
}

impl std::fmt::Debug for Flow<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Flow")
            .field("name", &self.name)
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

/// Why a file was not made.
#[derive(Debug)]
pub enum Unmade {
    /// The place took no more of it.
    Place(io::Error),
    /// Its form can't hold what was to be in it.
    Form(Error),
}

impl From<io::Error> for Unmade {
    fn from(error: io::Error) -> Self {
        Self::Place(error)
    }
}

impl From<Error> for Unmade {
    fn from(error: Error) -> Self {
        Self::Form(error)
    }
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    /// Nothing was received.
    #[default]
    Empty,
    /// A text, which stays one.
    Text(String),
    /// An exact number with as many decimals as were sent.
    Number(Decimal),
    /// The same of a fraction, which a workbook shows as a percentage.
    Ratio(Decimal),
    /// The same of an amount or a large count, which a workbook shows in groups.
    Amount(Decimal),
    /// Yes or no.
    Boolean(bool),
    /// A day of the calendar.
    Day(jiff::civil::Date),
    /// A moment as the person's clock shows it.
    Moment(jiff::civil::DateTime),
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// RFC 4180: commas, CRLF, decimal points, no byte order mark.
    Csv,
    /// The same for a spreadsheet of a language: a byte order mark, in French semicolons and decimal commas, and several
    /// tables one under the other.
    Spreadsheet(Lang),
    /// A workbook, where a number is one only if the workbook holds it exactly.
    Xlsx,
    /// An array of objects, or an object of such arrays; numbers keep every digit.
    Json,
}

impl Form {
    /// The form that a file's ending asks for: `.csv`, `.json` or `.xlsx`.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "xlsx" => Some(Self::Xlsx),
            _ => None,
        }
    }
}

impl Cell {
    /// What a token of the service is. A date or a name made of digits is text; a decimal in a string is the number it
    /// is, but of strings only one with a decimal point is surely a number: a SIREN is not.
    #[must_use]
    pub fn of_raw(raw: &RawValue) -> Self {
        match raw.get() {
            "null" => Self::Empty,
            "true" | "false" => Self::Boolean(raw.get() == "true"),
            token => {
                let text = text_of(raw);
                let number = text.as_deref().is_none_or(|text| text.contains('.'));
                let value = number.then(|| Num::from_raw(raw)?.value()).flatten();
                value.map_or_else(
                    || Self::Text(text.map_or_else(|| token.to_owned(), std::borrow::Cow::into_owned)),
                    Self::Number,
                )
            }
        }
    }

    /// A moment as every program reads it: the day, a space, the hour.
    pub(crate) fn moment(moment: jiff::civil::DateTime) -> String {
        moment.strftime("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// A text, or nothing where it is empty.
    #[must_use]
    pub fn text(text: &str) -> Self {
        if text.is_empty() {
            Self::Empty
        } else {
            Self::Text(text.to_owned())
        }
    }

    /// A count.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Number(count.into())
    }
}
