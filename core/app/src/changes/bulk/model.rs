//! Model of one bulk change: plan, run, result.
//!
//! The plan shows which deals would change, and why others would not. If the user confirms, each deal gets one
//! scheduled, paced write in the outbox. A row is done when the service has answered, or when the deal already had the
//! wanted value.

use crate::foundation::cx::bulk_row::{BulkOp, BulkRow, BulkState};
use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;

use super::dry_run::BulkDryRun;

impl BulkRow {
    /// Returns the written fields, before and after. `None` for a deletion or a creation.
    pub(crate) fn fields(&self, op: &BulkOp) -> Option<(Fields, Fields)> {
        let field = match op {
            BulkOp::Import(_) if self.is_creation(op) => return None,
            BulkOp::Import(_) => {
                return self.import_row(op).map(|row| (row.before.clone(), row.after.clone()));
            }
            BulkOp::Status(_) | BulkOp::Adjacent { .. } | BulkOp::SwimlaneCell { .. } => "status",
            BulkOp::Owner(_) => "responsable",
            BulkOp::Delete => return None,
        };
        let set = |fields: &mut Fields, field: &str, value: &str| {
            if value.is_empty() {
                fields.set_null(field);
            } else {
                fields.set_text(field, value);
            }
        };
        let (mut before, mut after) = (Fields::new(), Fields::new());
        if self.from != self.to {
            set(&mut before, field, &self.from);
            set(&mut after, field, &self.to);
        }
        if let (BulkOp::SwimlaneCell { owner, .. }, Some(own)) = (op, &self.owner)
            && own != owner
        {
            set(&mut before, "responsable", own);
            set(&mut after, "responsable", owner);
        }
        if let Some(owner) = &self.assigned_owner {
            set(&mut before, "responsable", "");
            set(&mut after, "responsable", owner);
        }
        Some((before, after))
    }
}

/// Stage of a bulk change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkStage {
    /// The plan is shown; nothing has been submitted.
    Plan,
    /// The change is running or has ended.
    Run,
}

/// A bulk change.
#[derive(Clone, Debug)]
pub struct Bulk {
    /// Operation applied to each deal.
    pub op: BulkOp,
    /// The deals, as a plan or as a run; the variant gives the stage.
    pub(crate) rows: BulkRows,
    /// Number of the effect after which the outbox knows the change.
    pub(crate) submitted_seq: u64,
    /// True while a stop waits for the outbox to know the change; before that, nothing can be cancelled.
    pub(crate) stopping: bool,
}

/// Deals of a change, in the order in which they are written.
#[derive(Clone, Debug)]
pub(crate) enum BulkRows {
    /// Plan; rows are built for display only.
    Plan(BulkDryRun),
    /// Plan of an import, whose rows are known.
    Import(Vec<BulkRow>),
    /// Results of a run.
    Run(Vec<BulkRow>),
}

/// Number of rows in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BulkCounts {
    /// Deals that would be changed.
    pub planned: usize,
    /// Deals that are not changed.
    pub skipped: usize,
    /// Deals whose writes are pending in the outbox.
    pub waiting: usize,
    /// Deals that the service has changed.
    pub done: usize,
    /// Deals that the service changed and that have a different value since.
    pub changed_since: usize,
    /// Deals rejected or in conflict.
    pub failed: usize,
    /// Deals in conflict; also counted in `failed`.
    pub conflicts: usize,
    /// Deals whose writes were cancelled before they were sent.
    pub cancelled: usize,
}

impl BulkCounts {
    /// Returns the number of deals submitted.
    pub fn submitted(&self) -> usize {
        self.waiting + self.done + self.changed_since + self.failed + self.cancelled
    }
}

impl Bulk {
    /// Returns the stage.
    pub fn stage(&self) -> BulkStage {
        match self.rows {
            BulkRows::Plan(_) | BulkRows::Import(_) => BulkStage::Plan,
            BulkRows::Run(_) => BulkStage::Run,
        }
    }

    /// Returns the number of deals.
    pub fn len(&self) -> usize {
        match &self.rows {
            BulkRows::Plan(plan) => plan.len(),
            BulkRows::Import(rows) | BulkRows::Run(rows) => rows.len(),
        }
    }

    /// Returns whether the change has no deals.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the row at `at`.
    pub fn row(&self, at: usize) -> Option<Cow<'_, BulkRow>> {
        match &self.rows {
            BulkRows::Plan(plan) => plan.row(&self.op, at).map(Cow::Owned),
            BulkRows::Import(rows) | BulkRows::Run(rows) => rows.get(at).map(Cow::Borrowed),
        }
    }

    /// Returns the rows of the run; empty in the plan stage.
    pub(crate) fn run_rows(&self) -> &[BulkRow] {
        match &self.rows {
            BulkRows::Plan(_) | BulkRows::Import(_) => &[],
            BulkRows::Run(rows) => rows,
        }
    }

    /// Returns the rows of the run, mutable; empty in the plan stage.
    pub(crate) fn run_rows_mut(&mut self) -> &mut [BulkRow] {
        match &mut self.rows {
            BulkRows::Plan(_) | BulkRows::Import(_) => &mut [],
            BulkRows::Run(rows) => rows,
        }
    }

    /// Counts the rows in each state.
    pub fn counts(&self) -> BulkCounts {
        let mut counts = BulkCounts::default();
        let rows: &[BulkRow] = match &self.rows {
            BulkRows::Plan(plan) => {
                counts.planned = plan.planned();
                counts.skipped = plan.len() - plan.planned();
                &[]
            }
            BulkRows::Import(rows) | BulkRows::Run(rows) => rows,
        };
        for row in rows {
            counts.conflicts += usize::from(matches!(row.state, BulkState::Conflict(_)));
            let counter = match row.state {
                BulkState::Planned => &mut counts.planned,
                BulkState::Skipped(_) => &mut counts.skipped,
                BulkState::Waiting => &mut counts.waiting,
                BulkState::Done => &mut counts.done,
                BulkState::ChangedSince => &mut counts.changed_since,
                BulkState::Rejected(..) | BulkState::Conflict(_) => &mut counts.failed,
                BulkState::Cancelled => &mut counts.cancelled,
            };
            *counter += 1;
        }
        counts
    }

    /// Returns whether the change has run and no row is waiting.
    pub fn has_ended(&self) -> bool {
        let is_waiting = |row: &BulkRow| row.state == BulkState::Waiting;
        self.stage() == BulkStage::Run && !self.run_rows().iter().any(is_waiting)
    }

    /// Returns the deal whose write is sent first.
    pub(crate) fn first_submitted(&self) -> Option<&DealId> {
        let is_submitted = |row: &&BulkRow| !matches!(row.state, BulkState::Planned | BulkState::Skipped(_));
        self.run_rows().iter().find(is_submitted).map(|row| &row.deal)
    }

    /// Returns the deals whose row state satisfies `accepts`.
    pub(crate) fn deals(&self, accepts: impl Fn(&BulkState) -> bool) -> BTreeSet<DealId> {
        let rows = self.run_rows().iter().filter(|row| accepts(&row.state));
        rows.map(|row| row.deal.clone()).collect()
    }
}
