//! Conditions on the observed changes of a deal: `was:ic`, `moved:<7d`, `entered:ic>=2026-11-01`, `changed:owner`.
//!
//! Their time is that of the last such change. Like ages, a change between two syncs meets a condition only if it
//! does so at any time between them. Changes before the first observation are unknown and meet none.

use super::field::ChangeKind;
use super::time_test::{ReferenceTime, TimeTest};
use super::value::FieldMatch;

/// Knowledge of the start of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeOrigin {
    /// It existed at the first observation; its time is unknown.
    Found,
    /// The deal was created with it.
    Created,
    /// It replaced another value.
    Changed,
}

/// One observed change of a field.
#[derive(Clone, Copy, Debug)]
pub struct ObservedChange<'a> {
    /// Name of the field; a member of `kpi_snapshot` by its own name.
    pub field: &'a str,
    /// Status before; empty for other fields.
    pub before: &'a str,
    /// Status after; empty for other fields.
    pub after: &'a str,
    /// Knowledge of its start.
    pub origin: ChangeOrigin,
    /// Last time before the change in Unix seconds, if known.
    pub not_before: Option<i64>,
    /// Time of the observation in Unix seconds.
    pub at: i64,
}

/// A condition on changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeTest {
    /// Kind of the condition.
    pub(super) kind: ChangeKind,
    /// Statuses of `was` and `entered`.
    pub(super) statuses: Vec<FieldMatch>,
    /// Fields of `changed`.
    pub(super) fields: Vec<String>,
    pub(super) time: TimeTest,
}

impl ChangeTest {
    /// Returns whether the changes of a deal, oldest first, meet it.
    pub fn matches<'a>(
        &self,
        changes: impl DoubleEndedIterator<Item = ObservedChange<'a>>,
        time: ReferenceTime<'_>,
    ) -> bool {
        let is_status = |code: &str| self.statuses.iter().any(|status| status.is_code(code));
        let is_meant = |change: &ObservedChange<'_>| match self.kind {
            ChangeKind::Was => {
                let had_before = change.origin == ChangeOrigin::Changed && is_status(change.before);
                change.field == "status" && (is_status(change.after) || had_before)
            }
            ChangeKind::Entered => {
                change.field == "status" && change.origin != ChangeOrigin::Found && is_status(change.after)
            }
            ChangeKind::Moved => change.field == "status" && change.origin == ChangeOrigin::Changed,
            ChangeKind::Changed => {
                change.origin == ChangeOrigin::Changed && self.fields.iter().any(|name| name == change.field)
            }
        };
        let now = time.clock.now();
        let last = changes.rev().find(|change| change.at <= now && is_meant(change));
        last.is_some_and(|change| self.time.matches(change.not_before, change.at, time))
    }
}
