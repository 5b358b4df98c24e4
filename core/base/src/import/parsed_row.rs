//! Values of a row by field.

use crate::import::mapping::{ImportField, Mapping};
use crate::import::row_issue::{RowIssue, RowRule};
use crate::import::table::{ImportCell, ImportLine, ImportTable};
use crate::text::single_line::one_line;

/// Longest value of a field, in characters. The contract sets none; services usually stop there.
const MAX_VALUE: usize = 255;

/// Values of a row by field, or the reason why it cannot be read.
pub(super) struct ParsedRow {
    pub(super) line: usize,
    values: [String; ImportField::ALL.len()],
    pub(super) issue: Option<RowIssue>,
}

impl ParsedRow {
    pub(super) fn new(line: &ImportLine, table: &ImportTable, mapping: &Mapping) -> Self {
        let mut row = Self { line: line.number, values: Default::default(), issue: None };
        let extra = line.cells.iter().skip(table.header.len());
        let extra = extra.filter_map(|cell| match cell {
            ImportCell::Text(text) | ImportCell::Unreadable(text) => {
                (!text.trim().is_empty()).then_some(text)
            }
        });
        if let Some(text) = extra.into_iter().next() {
            row.issue = Some(RowIssue::new(RowRule::ExtraCells, None, text));
        }
        for (slot, field) in row.values.iter_mut().zip(ImportField::ALL) {
            match mapping.column(field).and_then(|at| line.cells.get(at)) {
                Some(ImportCell::Text(text)) => *slot = one_line(unguarded(text)),
                Some(ImportCell::Unreadable(text)) => {
                    row.issue = Some(RowIssue::new(RowRule::UnreadableCell, field, text));
                }
                None => {}
            }
            if slot.chars().count() > MAX_VALUE {
                row.issue = Some(RowIssue::new(RowRule::LongValue, field, slot));
            }
        }
        row
    }

    pub(super) fn value(&self, field: ImportField) -> &str {
        let at = ImportField::ALL.iter().position(|other| *other == field);
        at.and_then(|at| self.values.get(at)).map_or("", String::as_str)
    }
}

/// Removes the apostrophe that the export of a possible formula adds.
fn unguarded(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest,
        _ => text,
    }
}
