//! Table of a sheet: texts for people, values for programs, and what each cell leads to.

use crate::dataset::sheets::Sheet;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::open_json::RecordTable;

/// Destination of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum SheetTarget {
    /// The deals that also meet this condition.
    Condition(String),
    /// Another sheet.
    Sheet(Sheet),
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetColumn {
    /// Field for programs.
    pub field: String,
    /// Label for people.
    pub label: String,
    /// True if it has numbers, which are right-aligned.
    pub is_numeric: bool,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetCell {
    /// Text for people; empty without a value.
    pub text: String,
    /// Value for programs.
    pub value: WorksheetCell,
    /// What it leads to, if anything.
    pub target: Option<SheetTarget>,
}

/// The table of a sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetTable {
    /// Title of the sheet.
    pub title: String,
    /// Number of deals, and remarks on the coverage.
    pub notes: Vec<String>,
    /// The columns.
    pub columns: Vec<SheetColumn>,
    /// The rows, with one cell per column.
    pub rows: Vec<Vec<SheetCell>>,
}

impl SheetTable {
    /// Returns the table for people.
    pub fn record_table(&self) -> RecordTable {
        let columns = self.columns.iter();
        let columns: Vec<_> =
            columns.map(|column| (&*column.field, &*column.label, column.is_numeric)).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| &*cell.text).collect());
        RecordTable::from_texts(&columns, &rows.collect::<Vec<_>>())
    }

    /// Returns the worksheet: labels and names for people, fields and codes for programs.
    pub fn worksheet(&self, is_for_people: bool) -> Worksheet {
        let name = |column: &SheetColumn| if is_for_people { &column.label } else { &column.field }.clone();
        let value = |cell: &SheetCell| match &cell.value {
            WorksheetCell::Text(_) | WorksheetCell::Empty if is_for_people => WorksheetCell::text(&cell.text),
            value => value.clone(),
        };
        Worksheet {
            // A sheet's name cannot contain all characters.
            name: self.title.replace([':', '/', '\\', '?', '*', '[', ']'], " ").chars().take(31).collect(),
            columns: self.columns.iter().map(name).collect(),
            rows: self.rows.iter().map(|row| row.iter().map(value).collect()).collect(),
        }
    }
}
