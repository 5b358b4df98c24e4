//! Values of a row by field.

use std::collections::HashMap;

use crate::import::mapping::Mapping;
use crate::import::row_issue::{RowIssue, RowRule};
use crate::import::table::ImportLine;
use crate::text::single_line::one_line;

/// Longest value of a field, in characters. The contract sets none; services usually stop there.
const MAX_VALUE: usize = 255;

/// Values of a row by field, or the reason why it cannot be read.
#[derive(Default)]
pub(super) struct ParsedRow {
    pub(super) line: usize,
    values: HashMap<&'static str, String>,
    pub(super) issue: Option<RowIssue>,
}

impl ParsedRow {
    pub(super) fn new(line: &ImportLine, mapping: &Mapping) -> Self {
        let mut row = Self { line: line.number, ..Self::default() };
        let fields = mapping.columns.iter().map(|(_, field)| Some(*field)).chain(std::iter::repeat(None));
        for (cell, field) in line.cells.iter().zip(fields) {
            let (Ok(text) | Err(text)) = cell;
            row.issue = match field {
                None if !text.trim().is_empty() => Some(RowIssue::new(RowRule::EXTRA_CELLS, None, text)),
                Some(Some(field)) if cell.is_err() => {
                    Some(RowIssue::new(RowRule::UNREADABLE_CELL, field, text))
                }
                Some(Some(field)) => {
                    let value = one_line(unguarded(text));
                    let is_long = value.chars().count() > MAX_VALUE;
                    let issue = is_long.then(|| RowIssue::new(RowRule::LONG_VALUE, field, &value));
                    row.values.insert(field, value);
                    issue.or(row.issue)
                }
                _ => row.issue,
            };
        }
        row
    }

    pub(super) fn value(&self, field: &str) -> &str {
        self.values.get(field).map_or("", String::as_str)
    }
}

/// Removes the apostrophe that the export of a possible formula adds.
fn unguarded(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest,
        _ => text,
    }
}
