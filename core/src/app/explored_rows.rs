//! Records nothing is known about, as rows that a filter chooses among.

use crate::contract::record::Record;
use crate::query::fold;
use crate::view::generic::{Cell, How, Labels, Table, table};

/// The records of a source as a table, with the filter's choice of them.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The records.
    pub records: Vec<Record>,
    /// The same as a table.
    pub table: Table,
    /// What a filter compares, row by row.
    folded: Vec<String>,
    /// The rows that the filter leaves, by their place in the table.
    pub shown: Vec<usize>,
}

impl Rows {
    /// The rows of these records, none chosen yet.
    pub(super) fn new(how: &How, labels: &Labels, records: Vec<Record>) -> Self {
        let table = table(how, labels, &records);
        let folded = table.rows.iter().map(|row| folded_row(row)).collect();
        Self {
            records,
            table,
            folded,
            shown: Vec::new(),
        }
    }

    /// Chooses the rows that hold every word of a filter.
    pub(super) fn choose(&mut self, filter: &str) {
        let needle = fold(filter.trim());
        let answers = |row: &String| needle.split_whitespace().all(|word| row.contains(word));
        self.shown = (0..self.folded.len())
            .filter(|at| self.folded.get(*at).is_some_and(answers))
            .collect();
    }
}

/// The cells of a row as a filter compares them.
fn folded_row(row: &[Cell]) -> String {
    let mut text = String::new();
    for cell in row {
        if let Cell::Value(value) = cell {
            text.push_str(&fold(value));
            text.push('\n');
        }
    }
    text
}
