//! One change of many deals. First what it would do, deal by deal, and what it would not and why; then, if that is
//! wanted, one write each through the outbox, held and paced; then what came of each. Nothing here is sent by itself
//! and nothing is guessed: a row is done when the service has answered, or when it already held what was wanted.

use crate::app::foundation::cx::bulk_row::{BulkRow, BulkState, BulkVerb};
use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;

use super::dry_run::Plan;

impl BulkRow {
    /// The field that is written, before and after. `None` for a deletion.
    pub(in crate::app) fn fields(&self, verb: &BulkVerb) -> Option<(Fields, Fields)> {
        let field = match verb {
            BulkVerb::Status(_) | BulkVerb::Beside { .. } | BulkVerb::Lane { .. } => "status",
            BulkVerb::Owner(_) => "responsable",
            BulkVerb::Delete => return None,
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
        if let (BulkVerb::Lane { owner, .. }, Some(own)) = (verb, &self.owner)
            && own != owner
        {
            set(&mut before, "responsable", own);
            set(&mut after, "responsable", owner);
        }
        if let Some(owner) = &self.filled {
            set(&mut before, "responsable", "");
            set(&mut after, "responsable", owner);
        }
        Some((before, after))
    }
}

/// Where the whole stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkStage {
    /// What it would do is shown; nothing has been asked for.
    Plan,
    /// It runs, or has ended.
    Run,
}

/// One change of many deals.
#[derive(Clone, Debug)]
pub struct Bulk {
    /// What is done to each.
    pub verb: BulkVerb,
    /// Where the whole stands, and its deals.
    pub(in crate::app) rows: BulkRows,
    /// The effect after which the outbox knows of it.
    pub(in crate::app) asked: u64,
    /// Whether it is to be stopped as soon as the outbox knows of it: before that there is nothing to take back.
    pub(in crate::app) stopping: bool,
}

/// The deals of a change, in the order in which they are written.
#[derive(Clone, Debug)]
pub(in crate::app) enum BulkRows {
    /// What it would do: a row is made when it is looked at.
    Plan(Plan),
    /// What became of it.
    Run(Vec<BulkRow>),
}

/// How many rows stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BulkCounts {
    /// They would be changed.
    pub planned: usize,
    /// They are not changed.
    pub skipped: usize,
    /// In the outbox, on their way.
    pub waiting: usize,
    /// The service has them.
    pub done: usize,
    /// The service had them, and they are otherwise since.
    pub since: usize,
    /// Refused or in conflict.
    pub failed: usize,
    /// Those of them that are in conflict.
    pub conflicts: usize,
    /// Stopped before they left.
    pub stopped: usize,
}

impl BulkCounts {
    /// How many were asked for.
    pub fn asked(&self) -> usize {
        self.waiting + self.done + self.since + self.failed + self.stopped
    }
}

impl Bulk {
    /// Where the whole stands.
    pub fn stage(&self) -> BulkStage {
        match self.rows {
            BulkRows::Plan(_) => BulkStage::Plan,
            BulkRows::Run(_) => BulkStage::Run,
        }
    }

    /// How many deals it is of.
    pub fn len(&self) -> usize {
        match &self.rows {
            BulkRows::Plan(plan) => plan.len(),
            BulkRows::Run(rows) => rows.len(),
        }
    }

    /// Whether it is of none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row at `at`.
    pub fn row(&self, at: usize) -> Option<Cow<'_, BulkRow>> {
        match &self.rows {
            BulkRows::Plan(plan) => plan.row(&self.verb, at).map(Cow::Owned),
            BulkRows::Run(rows) => rows.get(at).map(Cow::Borrowed),
        }
    }

    /// The rows under way; none while nothing was asked for.
    pub(in crate::app) fn under_way(&self) -> &[BulkRow] {
        match &self.rows {
            BulkRows::Plan(_) => &[],
            BulkRows::Run(rows) => rows,
        }
    }

    /// The same, to be changed.
    pub(in crate::app) fn under_way_mut(&mut self) -> &mut [BulkRow] {
        match &mut self.rows {
            BulkRows::Plan(_) => &mut [],
            BulkRows::Run(rows) => rows,
        }
    }

    /// How many rows stand where.
    pub fn counts(&self) -> BulkCounts {
        let mut counts = BulkCounts::default();
        if let BulkRows::Plan(plan) = &self.rows {
            counts.planned = plan.planned();
            counts.skipped = plan.len() - plan.planned();
        }
        for row in self.under_way() {
            counts.conflicts += usize::from(matches!(row.state, BulkState::Conflict(_)));
            let counter = match row.state {
                BulkState::Planned => &mut counts.planned,
                BulkState::Skipped(_) => &mut counts.skipped,
                BulkState::Waiting => &mut counts.waiting,
                BulkState::Done => &mut counts.done,
                BulkState::Since => &mut counts.since,
                BulkState::Refused(..) | BulkState::Conflict(_) => &mut counts.failed,
                BulkState::Stopped => &mut counts.stopped,
            };
            *counter += 1;
        }
        counts
    }

    /// Whether nothing of it is on its way any more.
    pub fn ended(&self) -> bool {
        let waits = |row: &BulkRow| row.state == BulkState::Waiting;
        self.stage() == BulkStage::Run && !self.under_way().iter().any(waits)
    }

    /// The deal whose write leaves first.
    pub(in crate::app) fn first_asked(&self) -> Option<&DealId> {
        let asked = |row: &&BulkRow| !matches!(row.state, BulkState::Planned | BulkState::Skipped(_));
        self.under_way().iter().find(asked).map(|row| &row.deal)
    }

    /// The deals whose row stands so.
    pub(in crate::app) fn deals(&self, which: impl Fn(&BulkState) -> bool) -> BTreeSet<DealId> {
        let rows = self.under_way().iter().filter(|row| which(&row.state));
        rows.map(|row| row.deal.clone()).collect()
    }
}
