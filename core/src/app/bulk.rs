//! One change of many deals. First what it would do, deal by deal, and what it would not and why; then, if that is
//! wanted, one write each through the outbox, held and paced; then what came of each. Nothing here is sent by itself
//! and nothing is guessed: a row is done when the service has answered, or when it already held what was wanted.

use std::collections::BTreeSet;

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::{WriteId, WriteProblem};

use super::Reason;

/// What is to be done to each deal. The contract lets one write `status` and `responsable`, and delete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkVerb {
    /// Move to one status.
    Status(String),
    /// Move each to the status beside its own.
    Beside {
        /// To the next one; else to the previous one.
        forward: bool,
    },
    /// Move to one status and give to one owner, as a lane stands for both; the empty owner is nobody.
    Lane {
        /// The status.
        status: String,
        /// The owner.
        owner: String,
    },
    /// Give to one owner; the empty text takes the owner away.
    Owner(String),
    /// Delete.
    Delete,
}

/// Where one row stands.
#[derive(Clone, Debug, PartialEq)]
pub enum BulkState {
    /// It would be changed.
    Planned,
    /// It is not changed, for this reason.
    Skipped(Reason),
    /// In the outbox: held, waiting for its turn, or being sent.
    Waiting,
    /// The service has it.
    Done,
    /// The service refused it; the write is parked.
    Refused(WriteId, WriteProblem),
    /// The deal had changed meanwhile; the write is parked.
    Conflict(WriteId),
    /// It was stopped before it left.
    Stopped,
}

/// One deal of a change.
#[derive(Clone, Debug, PartialEq)]
pub struct BulkRow {
    /// Which deal.
    pub deal: DealId,
    /// Its name, as received.
    pub label: String,
    /// What it has now: a status code or an owner.
    pub from: String,
    /// What it would have.
    pub to: String,
    /// The owner it has now, where the change gives it another one besides.
    pub owner: Option<String>,
    /// Where it stands.
    pub state: BulkState,
}

impl BulkRow {
    /// The field that is written, before and after. `None` for a deletion.
    pub(super) fn fields(&self, verb: &BulkVerb) -> Option<(Fields, Fields)> {
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
#[derive(Clone, Debug, PartialEq)]
pub struct Bulk {
    /// What is done to each.
    pub verb: BulkVerb,
    /// The deals, in the order in which they are written.
    pub rows: Vec<BulkRow>,
    /// Where the whole stands.
    pub stage: BulkStage,
    /// The effect after which the outbox knows of it.
    pub(super) asked: u64,
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
    /// Refused or in conflict.
    pub failed: usize,
    /// Stopped before they left.
    pub stopped: usize,
}

impl BulkCounts {
    /// How many were asked for.
    pub fn asked(&self) -> usize {
        self.waiting + self.done + self.failed + self.stopped
    }
}

impl Bulk {
    /// How many rows stand where.
    pub fn counts(&self) -> BulkCounts {
        let mut counts = BulkCounts::default();
        for row in &self.rows {
            let counter = match row.state {
                BulkState::Planned => &mut counts.planned,
                BulkState::Skipped(_) => &mut counts.skipped,
                BulkState::Waiting => &mut counts.waiting,
                BulkState::Done => &mut counts.done,
                BulkState::Refused(..) | BulkState::Conflict(_) => &mut counts.failed,
                BulkState::Stopped => &mut counts.stopped,
            };
            *counter += 1;
        }
        counts
    }

    /// Whether nothing of it is on its way any more.
    pub fn ended(&self) -> bool {
        self.stage == BulkStage::Run && self.counts().waiting == 0
    }

    /// The deals whose row stands so.
    pub(super) fn deals(&self, which: impl Fn(&BulkState) -> bool) -> BTreeSet<DealId> {
        let rows = self.rows.iter().filter(|row| which(&row.state));
        rows.map(|row| row.deal.clone()).collect()
    }
}
