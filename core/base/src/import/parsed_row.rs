//! Values of a row by field.

use std::collections::HashMap;

use crate::import::mapping::Mapping;
use crate::import::row_issue::{RowIssue, RowRule};
use crate::import::table::ImportLine;
use crate::text::sanitize::is_unsafe;
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
                    let rules = [
                        (RowRule::LONG_VALUE, value.chars().count() > MAX_VALUE),
                        (RowRule::CONTROL_CHARACTER, text.trim().contains(is_unreadable)),
                    ];
                    let broken = rules.into_iter().find(|(_, is_broken)| *is_broken);
                    let issue = broken.map(|(rule, _)| RowIssue::new(rule, field, &value));
                    row.values.insert(field, value);
                    issue.or(row.issue)
                }
                _ => row.issue,
            };
        }
        let count = line.cells.len();
        if count < mapping.columns.len() {
            let issue = RowIssue::new(RowRule::SHORT_ROW, None, &count.to_string());
            row.issue = Some(issue.with_other(mapping.columns.len().to_string()));
        }
        row
    }

    pub(super) fn value(&self, field: &str) -> &str {
        self.values.get(field).map_or("", String::as_str)
    }
}

/// Returns whether a character is invisible, controls a terminal, or replaces one that could not be read.
fn is_unreadable(letter: char) -> bool {
    is_unsafe(letter) || letter == char::REPLACEMENT_CHARACTER
}

/// Removes the apostrophe that the export of a possible formula adds.
fn unguarded(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest,
        _ => text,
    }
}
