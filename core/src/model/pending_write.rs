//! The writes that wait in the outbox, as a person sees them.

use std::sync::Arc;

use jiff::Timestamp;

use crate::contract::operation::OperationId;
use crate::contract::patch::Fields;
use crate::error::ErrorKind;

use crate::model::conflict_context::Meanwhile;

/// The number of a row in the outbox. Never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriteId(pub i64);

/// Which mutation a write is.
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
    /// Another one: made by the command line, or by a newer version.
    Other,
}

impl WriteKind {
    /// The operation that such a write is; none of those made elsewhere.
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

/// Where a write stands.
#[derive(Clone, Debug, PartialEq)]
pub enum WriteState {
    /// Kept back until the moment given, so that it can still be undone.
    Held {
        /// When it will be sent.
        until: Timestamp,
    },
    /// Ready, and waiting for its turn, for the network or for the service.
    Waiting {
        /// Not tried again before this moment.
        not_before: Timestamp,
    },
    /// Being sent now.
    Sending,
    /// Refused by the service; parked until the person decides. Of very many writes few are, and all would be as large.
    Refused(Arc<WriteProblem>),
    /// The record changed on the service since the person saw it; parked until the person decides.
    Conflict {
        /// The fields of this write as the service holds them now.
        theirs: Fields,
    },
    /// Kept shut: this profile, as it is, may not send it.
    Locked(Lock),
}

/// Why a write is kept shut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lock {
    /// Another identity wrote it; it leaves when that one is back.
    Identity {
        /// The entity's slug, as the service gave it.
        entity: String,
        /// The delegated user; empty for none.
        user: String,
        /// The public key identifier.
        key: String,
    },
    /// A newer version of Encours wrote it; that version will send it.
    NewerVersion,
    /// It is damaged and cannot be sent; it can be given up.
    Damaged,
}

/// Why a write was refused: the problem body (RFC 9457) reduced to what a person needs.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteProblem {
    /// It was found in the remains of a damaged file: it may have been sent, or given up, and the person says which.
    pub remains: bool,
    /// The error's kind.
    pub kind: ErrorKind,
    /// The HTTP status, where there was an answer.
    pub status: Option<u16>,
    /// The problem's title, as sent.
    pub title: String,
    /// The problem's detail, as sent.
    pub detail: String,
    /// The missing scope, where the problem named one.
    pub scope: Option<String>,
    /// The service's name of the route, where the problem gave one.
    pub route_id: Option<String>,
    /// The code of the reason, where the problem gave one.
    pub reason_code: Option<String>,
    /// The request id to give to the partner's support.
    pub request_id: Option<String>,
}

impl WriteProblem {
    /// What the problem named beside its words, by the contract's names: the missing scope, the route, the reason.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let members = [
            ("scope", &self.scope),
            ("route_id", &self.route_id),
            ("reason_code", &self.reason_code),
        ];
        members
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }
}

/// One row of the outbox.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingWrite {
    /// Its number.
    pub id: WriteId,
    /// Which mutation it is.
    pub kind: WriteKind,
    /// The record it changes: a deal's id (temporary for a creation) or a notification's.
    pub record: String,
    /// The record's name, for messages.
    pub label: String,
    /// The fields written.
    pub fields: Fields,
    /// The same fields as the person saw them.
    pub base: Fields,
    /// Where it stands.
    pub state: WriteState,
    /// How often it has been sent.
    pub attempts: u32,
    /// When the person asked for it.
    pub created_at: Timestamp,
    /// The `Idempotency-Key` under which it is, or will be, sent.
    pub key: String,
    /// Whether it left and no answer said what became of it: the service may have applied it.
    pub in_doubt: bool,
    /// With a conflict over a deal that is deleted at the service: what it can be created with again, as last known.
    pub gone: Option<Fields>,
    /// With a conflict: as of when its sides are, and what else somebody changed, where that was kept.
    pub meanwhile: Option<Box<Meanwhile>>,
}

impl PendingWrite {
    /// The fields to decide over while it is in conflict: those it writes; of a deletion, which writes none, those that
    /// somebody changed since the person saw the deal.
    pub fn disputed(&self) -> &Fields {
        match &self.state {
            WriteState::Conflict { theirs } if self.kind == WriteKind::Delete => theirs,
            _ => &self.fields,
        }
    }

    /// Whether it waits for the person: refused, in conflict, or kept shut.
    pub fn parked(&self) -> bool {
        matches!(
            self.state,
            WriteState::Refused(_) | WriteState::Conflict { .. } | WriteState::Locked(_)
        )
    }
}
