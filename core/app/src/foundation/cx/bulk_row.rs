//! One deal of a bulk change: its old value, new value and state.

use crate::contract::ids::DealId;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::cx::toast_types::SentAtEnd;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::import::plan::ImportPlan;
use crate::import::planned_row::PlannedRow;
use crate::model::pending_write::{WriteId, WriteProblem};
use std::sync::Arc;

/// The change that a bulk change makes to each deal. The contract allows writing `status` and `responsable`, and
/// deleting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkOp {
    /// Move to one status.
    Status(String),
    /// Move each deal to the status before or after its own.
    Adjacent {
        /// True for the next status, false for the previous one.
        forward: bool,
    },
    /// Move to one status and assign one owner, as a swimlane cell implies. An empty owner removes the owner.
    SwimlaneCell {
        /// The status.
        status: String,
        /// The owner.
        owner: String,
    },
    /// Assign one owner. The empty text removes the owner.
    Owner(String),
    /// Delete.
    Delete,
    /// Write the rows of a spreadsheet. Each has fields of its own.
    Import(Arc<ImportPlan>),
}

impl BulkOp {
    /// Returns the message of a bulk change that has begun, with its target.
    pub(crate) fn started_toast(&self, count: usize) -> ToastContent {
        let to = |target| ToastContent::counted("toast-bulk-to", count).with_arg("to", target).scheduled();
        match self {
            Self::Delete => ToastContent::counted("toast-bulk-deletes", count).sending(SentAtEnd::Deletion),
            // Each deal has a different target.
            Self::Adjacent { .. } | Self::Import(_) => {
                ToastContent::counted("toast-bulk-begun", count).scheduled()
            }
            Self::Status(code) => to(ToastArg::Status(code.clone())),
            Self::Owner(name) => to(ToastArg::Owner(name.clone())),
            Self::SwimlaneCell { status, owner } => to(ToastArg::SwimlaneCell(status.clone(), owner.clone())),
        }
    }
}

/// One deal of a bulk change.
#[derive(Clone, Debug, PartialEq)]
pub struct BulkRow {
    /// Deal id.
    pub deal: DealId,
    /// Its name, as received.
    pub label: String,
    /// Current value: a status code or an owner.
    pub from: String,
    /// New value.
    pub to: String,
    /// Current owner, if the change also assigns another one.
    pub owner: Option<String>,
    /// Owner that is also assigned. `None` unless the deal lacks an owner and its new status requires one.
    pub assigned_owner: Option<String>,
    /// Index in the plan of an import.
    pub planned: usize,
    /// State of the row.
    pub state: BulkState,
}

impl BulkRow {
    /// Returns the row of the import's plan, if this is an import.
    pub fn import_row<'a>(&self, op: &'a BulkOp) -> Option<&'a PlannedRow> {
        match op {
            BulkOp::Import(plan) => plan.rows.get(self.planned),
            _ => None,
        }
    }

    /// Returns whether the change creates the deal.
    pub fn is_creation(&self, op: &BulkOp) -> bool {
        self.import_row(op).is_some_and(PlannedRow::is_creation)
    }
}

/// State of one row.
#[derive(Clone, Debug, PartialEq)]
pub enum BulkState {
    /// It would be changed.
    Planned,
    /// Not changed, for this reason.
    Skipped(DisabledReason),
    /// In the outbox: scheduled, waiting to be sent, or being sent.
    Waiting,
    /// Applied by the server.
    Done,
    /// Applied, but the deal has changed since: undone here, or changed elsewhere.
    ChangedSince,
    /// Rejected by the server; the write is blocked.
    Rejected(WriteId, Arc<WriteProblem>),
    /// In conflict, because the deal had changed on the server; the write is blocked.
    Conflict(WriteId),
    /// Cancelled before it was sent.
    Cancelled,
}
