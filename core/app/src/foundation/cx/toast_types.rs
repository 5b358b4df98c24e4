//! Types used in the content of toasts.

use crate::contract::ids::UserId;
use crate::error::Reason;

/// The user for whom requests and writes are made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CurrentUser {
    /// The API key itself. Delegated user routes are unavailable.
    Key,
    /// A delegated user (contract, "Delegated user routes").
    User(UserId),
}

impl CurrentUser {
    /// Returns the user; `None` for the key itself.
    #[must_use]
    pub fn user(&self) -> Option<&UserId> {
        match self {
            Self::Key => None,
            Self::User(user) => Some(user),
        }
    }

    /// Parses an identifier; the empty one is the key itself.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::Key);
        }
        UserId::new(text).ok().map(Self::User)
    }
}

/// Reason why switching the user failed.
#[derive(Clone, Debug, PartialEq)]
pub enum SwitchFailure {
    /// Another window acts for that user; it was brought to the front.
    OpenElsewhere,
    /// The user's local store cannot be opened.
    Failed(Reason),
}

/// Reason why the server rejects a delegated user (contract, "Delegated user routes").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserRejection {
    /// The entity does not have such a user.
    Unknown,
    /// The user is not approved or not on the key's list. Or the key may not use the route.
    Forbidden,
}

impl UserRejection {
    /// Returns the key of its message.
    pub(crate) fn message_key(self) -> &'static str {
        match self {
            Self::Unknown => "toast-user-unknown",
            Self::Forbidden => "error-user-forbidden-what",
        }
    }
}

/// Clipboard that received a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipboardKind {
    /// The system clipboard.
    System,
    /// The terminal's clipboard, which forwards to its host system (OSC 52).
    Terminal,
}

/// Copied content, as named in the message.
#[derive(Clone, Debug, PartialEq)]
pub enum CopyContent {
    /// This short text.
    Text(String),
    /// This many rows.
    Rows(usize),
    /// This many cells.
    Cells(usize),
    /// Details of a request.
    Request,
    /// Details of a rejected write.
    Rejection,
    /// The server's response, as JSON.
    Json,
    /// This many views.
    Views(usize),
    /// The handover text for a shift change.
    Handover,
}

/// Kind of write sent at the end of the undo window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentAtEnd {
    /// Write that another write can revert.
    Write,
    /// Deletion: it cannot be reverted, and the countdown says so.
    Deletion,
}

impl SentAtEnd {
    pub(crate) fn from_deletes(deletes: bool) -> Self {
        if deletes { Self::Deletion } else { Self::Write }
    }
}

/// Kind of an undone change. If a deal is moved and then deleted, the two are undone separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoResult {
    /// A deletion.
    Deletion,
    /// A move to another status, without other changes.
    Move,
    /// A change of a private note.
    Note,
    /// A change of a local view.
    View,
    /// The removal of the filter, or of a part of it.
    Filter,
    /// The snoozing or waking of a notification.
    Snooze,
    /// The starring of a notification, or the removal of its star.
    Star,
    /// A decided conflict, which is open again.
    Decision,
    /// Any other change.
    Change,
}

/// End of a snooze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snooze {
    /// One hour.
    Hour,
    /// This evening, or tomorrow evening if this evening has begun.
    Evening,
    /// Tomorrow morning.
    Tomorrow,
    /// The morning of next Monday.
    Monday,
}
