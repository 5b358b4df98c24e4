//! A row of an import: the write that it needs, or the reason why it needs none.

use crate::contract::ids::{DealId, IdempotencyKey};
use crate::contract::patch::Fields;
use crate::import::row_category::RowCategory;
use crate::import::row_issue::RowIssue;

/// A row of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRow {
    /// Line number in the file, from 1.
    pub line: usize,
    /// Name of the deal; empty if unknown.
    pub name: String,
    /// The deal, with a temporary identifier for a new one. `None` if the row names none.
    pub deal: Option<DealId>,
    /// Planned write, or the reason for none.
    pub verdict: RowVerdict,
    /// Key of the write, the same at each start of the import of the same table.
    pub key: Option<IdempotencyKey>,
}

/// Planned write of a row, or the reason for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowVerdict {
    /// A deal to create with these fields.
    New(Fields),
    /// Fields to change.
    Changed {
        /// Current values.
        before: Fields,
        /// New values.
        after: Fields,
    },
    /// The deal already has the values.
    Same,
    /// The row is not written.
    Refused(RowIssue),
}

impl PlannedRow {
    /// Returns the category.
    pub fn category(&self) -> RowCategory {
        match &self.verdict {
            RowVerdict::New(_) => RowCategory::New,
            RowVerdict::Changed { .. } => RowCategory::Changed,
            RowVerdict::Same => RowCategory::Same,
            RowVerdict::Refused(issue) if issue.rule.is_uncertain() => RowCategory::Uncertain,
            RowVerdict::Refused(_) => RowCategory::Refused,
        }
    }

    /// Returns the fields before and after the write, if there is one.
    pub fn change(&self) -> Option<(Fields, Fields)> {
        match &self.verdict {
            RowVerdict::New(fields) => Some((Fields::new(), fields.clone())),
            RowVerdict::Changed { before, after } => Some((before.clone(), after.clone())),
            RowVerdict::Same | RowVerdict::Refused(_) => None,
        }
    }
}
