//! A row of an import: the write that it needs, or the reason why it needs none.

use crate::contract::ids::{DealId, IdempotencyKey, is_temporary};
use crate::contract::patch::Fields;
use crate::import::row_issue::RowIssue;

/// A row of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedRow {
    /// Line number in the file, from 1.
    pub line: usize,
    /// Name of the deal; empty if unknown.
    pub name: String,
    /// The deal, with a temporary identifier for a new one. `None` if the row names none.
    pub deal: Option<DealId>,
    /// Reason for no write, unless the deal already has the values.
    pub issue: Option<RowIssue>,
    /// Current values of the fields to change.
    pub before: Fields,
    /// Fields to change or to create the deal with; empty if the row is not written.
    pub after: Fields,
    /// Key of the write, the same at each start of the import of the same table.
    pub key: Option<IdempotencyKey>,
}

/// Category of a row, in the order of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowCategory {
    /// It breaks a rule.
    Refused,
    /// Only the user can say which deal or value it means.
    Uncertain,
    /// It changes a deal.
    Changed,
    /// It creates a deal.
    New,
    /// The deal already has the values.
    Same,
}

impl RowCategory {
    /// All categories.
    pub const ALL: [Self; 5] = [Self::Refused, Self::Uncertain, Self::Changed, Self::New, Self::Same];

    /// Returns the name for scripts, which is also the end of the message key of the number of rows.
    pub fn name(self) -> &'static str {
        ["refused", "uncertain", "changed", "new", "same"][self as usize]
    }
}

impl PlannedRow {
    /// Returns the category.
    pub fn category(&self) -> RowCategory {
        match (&self.issue, &self.deal) {
            (Some(issue), _) if issue.rule.is_uncertain => RowCategory::Uncertain,
            (Some(_), _) => RowCategory::Refused,
            (None, _) if self.after.is_empty() => RowCategory::Same,
            (None, Some(deal)) if !is_temporary(deal.as_str()) => RowCategory::Changed,
            (None, _) => RowCategory::New,
        }
    }

    /// Returns whether the row creates a deal.
    pub fn is_creation(&self) -> bool {
        self.category() == RowCategory::New
    }

    /// Removes the write, for a reason or because another row makes it.
    pub(super) fn clear(&mut self, issue: Option<RowIssue>) {
        *self = Self {
            line: self.line,
            name: std::mem::take(&mut self.name),
            deal: self.deal.take(),
            issue,
            ..Self::default()
        };
    }
}
