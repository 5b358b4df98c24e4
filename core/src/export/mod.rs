//! What is shown, as a file: sheets of cells go in, bytes come out, and a file appears whole or not at all. Rule of the
//! room: nothing is rounded or localised but where the form says so, and no text is ever a formula.

mod csv;
pub mod file;
mod json;
mod xlsx;

use std::path::Path;

use rust_decimal::Decimal;
use serde_json::value::RawValue;

pub use csv::guarded;

use crate::contract::{Num, record::text_of};
use crate::error::Error;
use crate::view::text::Lang;

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
    /// A moment as the person's clock shows it.
    Moment(jiff::civil::DateTime),
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// RFC 4180: commas, CRLF, decimal points, no byte order mark.
    Csv,
    /// The same for a spreadsheet of a language: a byte order mark, and in French semicolons and decimal commas.
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
    fn moment(moment: jiff::civil::DateTime) -> String {
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

/// Sheets as the bytes of a file.
///
/// # Errors
/// A workbook can't hold them: too many rows, a text too long.
pub fn bytes(sheets: &[Sheet], form: Form) -> Result<Vec<u8>, Error> {
    match form {
        Form::Csv => csv::bytes(&flat(sheets), csv::Style::PLAIN),
        Form::Spreadsheet(lang) => csv::bytes(&flat(sheets), csv::Style::of(lang)),
        Form::Xlsx => xlsx::bytes(sheets),
        Form::Json => Ok(json::bytes(sheets)),
    }
}

/// Several sheets as one: a first column says which, and columns of one name are one column.
fn flat(sheets: &[Sheet]) -> Sheet {
    if let [one] = sheets {
        return one.clone();
    }
    let mut columns = vec!["sheet".to_owned()];
    for name in sheets.iter().flat_map(|sheet| &sheet.columns) {
        if !columns.contains(name) {
            columns.push(name.clone());
        }
    }
    let rows = sheets.iter().flat_map(|sheet| {
        let places: Vec<usize> = sheet
            .columns
            .iter()
            .filter_map(|name| columns.iter().position(|column| column == name))
            .collect();
        let columns = columns.len();
        sheet.rows.iter().map(move |row| {
            let mut cells = vec![Cell::Empty; columns];
            if let Some(first) = cells.first_mut() {
                *first = Cell::text(&sheet.name);
            }
            for (place, cell) in places.iter().zip(row) {
                if let Some(at) = cells.get_mut(*place) {
                    *at = cell.clone();
                }
            }
            cells
        })
    });
    let rows = rows.collect();
    Sheet {
        name: String::new(),
        columns,
        rows,
    }
}

#[cfg(test)]
mod tests;
