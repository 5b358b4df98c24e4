//! Pending writes in the outbox, as the user sees them.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::value::RawValue;

use crate::contract::json::json_eq::is_same_value;
use crate::contract::operation::OperationId;
use crate::contract::patch::Fields;
use crate::error::ErrorKind;

use crate::model::conflict_context::ConflictContext;

/// Number of an outbox entry. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriteId(pub i64);

/// Kind of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteKind {
    /// `POST /deals`
    Create,
    /// `PUT /deals/{deal_id}`
    Update,
    /// `DELETE /deals/{deal_id}`
    Delete,
    /// `POST /notifications/{notification_id}/actions/read`
    MarkRead,
    /// `PUT /tasks/{task_id}`
    Task,
    /// `PUT /users/me/saved-views/{view_id}`
    View,
    /// Another write, by the command line or a newer version.
    Other,
}

impl WriteKind {
    /// Returns the operation of the write; `None` for writes made elsewhere.
    #[must_use]
    pub fn operation(self) -> Option<OperationId> {
        Some(match self {
            Self::Create => OperationId::DealsCreate,
            Self::Update => OperationId::DealsUpdate,
            Self::Delete => OperationId::DealsDelete,
            Self::MarkRead => OperationId::NotificationsRead,
            Self::Task => OperationId::TasksUpdate,
            Self::View => OperationId::SavedViewsUpdate,
            Self::Other => return None,
        })
    }
}

/// State of a write.
#[derive(Clone, Debug, PartialEq)]
pub enum WriteState {
    /// Scheduled: the undo window is open until this time.
    Scheduled {
        /// Time at which it is sent.
        until: Timestamp,
    },
    /// Ready: waits for its turn, the network or the service.
    Waiting {
        /// Earliest time of the next attempt.
        not_before: Timestamp,
    },
    /// Being sent now.
    Sending,
    /// Blocked: the service rejected it, and the user must decide.
    ///
    /// An `Arc` keeps the state small: rejections are rare among many writes.
    Rejected(Arc<WriteProblem>),
    /// Blocked: the record changed since the user saw it, and the user must decide.
    Conflict {
        /// Fields of this write with the service's current values.
        theirs: Fields,
    },
    /// Locked: this profile cannot send it in its present state.
    Locked(Lock),
}

/// Reason why a write is locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lock {
    /// Another identity wrote it; it is sent when that identity is active again.
    Identity {
        /// Entity slug, as the service sent it.
        entity: String,
        /// Delegated user; empty for none.
        user: String,
        /// Public key identifier.
        key: String,
    },
    /// A newer version of Encours wrote it; that version will send it.
    NewerVersion,
    /// It is damaged and cannot be sent; it can be discarded.
    Damaged,
}

/// Reason of a rejection: the problem body (RFC 9457), reduced for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteProblem {
    /// True if it was recovered from a damaged file.
    ///
    /// It may have been sent or discarded before; the user must decide.
    pub recovered: bool,
    /// Error kind.
    pub kind: ErrorKind,
    /// HTTP status of the response, if one came.
    pub status: Option<u16>,
    /// Title of the problem, as sent.
    pub title: String,
    /// Detail of the problem, as sent.
    pub detail: String,
    /// Missing scope, if the problem named one.
    pub scope: Option<String>,
    /// The service's name of the route, if given.
    pub route_id: Option<String>,
    /// Reason code, if given.
    pub reason_code: Option<String>,
    /// Request id for the partner's support.
    pub request_id: Option<String>,
}

impl WriteProblem {
    /// Returns the problem's missing scope, route and reason code, with the contract's names.
    pub fn named_details(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let members =
            [("scope", &self.scope), ("route_id", &self.route_id), ("reason_code", &self.reason_code)];
        members.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }
}

/// One outbox entry.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingWrite {
    /// Outbox number.
    pub id: WriteId,
    /// Kind of the write.
    pub kind: WriteKind,
    /// Changed record: a deal's id (temporary for a creation) or a notification's.
    pub record: String,
    /// Name of the record, for messages.
    pub label: String,
    /// Written fields.
    pub fields: Fields,
    /// The same fields as the user saw them.
    pub base: Fields,
    /// State of the write.
    pub state: WriteState,
    /// Number of attempts.
    pub attempts: u32,
    /// Time of the user's request.
    pub created_at: Timestamp,
    /// `Idempotency-Key` of the write.
    pub key: String,
    /// True if it was sent and its outcome is unknown: the service may have applied it.
    pub in_doubt: bool,
    /// In a conflict with a deletion at the service: fields for creating the deal again.
    pub recreate_fields: Option<Fields>,
    /// In a conflict: time of both versions, and other changes, if recorded.
    pub conflict_context: Option<Box<ConflictContext>>,
}

impl PendingWrite {
    /// Returns the fields to decide in a conflict.
    ///
    /// These are the fields of the write. A deletion has none, so they are the fields changed by another user since the
    /// user saw the deal.
    pub fn disputed_fields(&self) -> &Fields {
        match &self.state {
            WriteState::Conflict { theirs } if self.kind == WriteKind::Delete => theirs,
            _ => &self.fields,
        }
    }

    /// Returns whether the write is blocked: rejected, in conflict or locked.
    pub fn is_blocked(&self) -> bool {
        matches!(self.state, WriteState::Rejected(_) | WriteState::Conflict { .. } | WriteState::Locked(_))
    }
}

/// Merges a later change into an earlier one, each with the values seen before; returns both together. Fields that
/// return to their original value are omitted.
pub fn merge_changes(
    (fields, seen): (&Fields, &Fields),
    changed: &Fields,
    base: &Fields,
) -> (Fields, Fields) {
    let (mut merged, mut first) = (fields.clone(), base.clone());
    // Fields that the earlier write changed without a base stay unguarded: the later change saw our value, not the
    // service's.
    for name in fields.names() {
        first.remove(name);
    }
    first.merge(seen);
    merged.merge(changed);
    let is_reverted = |(name, target): &(&str, &RawValue)| {
        first.touches(name) && is_same_value(first.get(name), Some(target))
    };
    let reverted: Vec<String> = merged.iter().filter(is_reverted).map(|(name, _)| name.to_owned()).collect();
    for name in reverted {
        merged.remove(&name);
        first.remove(&name);
    }
    (merged, first)
}
