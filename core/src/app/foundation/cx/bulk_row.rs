//! What a change of many deals does to one of them.

use crate::app::foundation::input::disabled_reason::Reason;
use crate::contract::ids::DealId;
use crate::engine::{WriteId, WriteProblem};
use std::sync::Arc;

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
    /// The owner it is given besides, where it has none and its new status asks for one.
    pub filled: Option<String>,
    /// Where it stands.
    pub state: BulkState,
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
    /// The service had it, and the deal is otherwise since: taken back here, or changed by somebody.
    Since,
    /// The service refused it; the write is parked.
    Refused(WriteId, Arc<WriteProblem>),
    /// The deal had changed meanwhile; the write is parked.
    Conflict(WriteId),
    /// It was stopped before it left.
    Stopped,
}
