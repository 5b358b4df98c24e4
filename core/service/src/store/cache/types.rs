//! The data types of the cache: input and output.

use jiff::Timestamp;

use crate::model::history::stage::Stage;
use crate::store::Change;

/// A kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A deal.
    Deal,
    /// A note of a deal; its parent is the deal's id.
    Note,
    /// A notification.
    Notification,
    /// A task of the board.
    Task,
    /// An alert.
    Alert,
    /// A saved view of the delegated user.
    View,
    /// A custom dashboard of the delegated user.
    Dashboard,
    /// A field definition.
    Field,
}

impl Kind {
    pub(in crate::store) fn name(self) -> &'static str {
        match self {
            Self::Deal => "deal",
            Self::Note => "note",
            Self::Notification => "notification",
            Self::Task => "task",
            Self::Alert => "alert",
            Self::View => "view",
            Self::Dashboard => "dashboard",
            Self::Field => "field",
        }
    }
}

/// A record as received in a list or singly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Its id.
    pub id: String,
    /// The bytes received.
    pub body: String,
    /// Its position in the list.
    pub position: i64,
    /// The status of a deal, which is observed over time.
    pub status: Option<String>,
}

impl Received {
    /// Returns the record as a borrowed one.
    pub fn incoming(&self) -> Incoming<'_> {
        Incoming {
            id: &self.id,
            body: &self.body,
            position: self.position,
            status: self.status.as_deref(),
        }
    }
}

/// A received record, borrowed from its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming<'a> {
    /// Its id.
    pub id: &'a str,
    /// The bytes received.
    pub body: &'a str,
    /// Its position in the list.
    pub position: i64,
    /// The status of a deal.
    pub status: Option<&'a str>,
}

/// A page of a list to be stored.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// Change number noted before the request.
    pub asked: Change,
    /// Time of arrival.
    pub at: Timestamp,
    /// Its records.
    pub records: Vec<Incoming<'a>>,
    /// True if this sync already received some of them.
    pub again: bool,
}

/// An owner of a page that waits to be stored.
pub trait Bound {
    /// Returns the page.
    fn leaf(&self) -> Leaf<'_>;
}

/// The result of storing a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The same bytes were cached.
    Same,
    /// The record is new.
    New,
    /// Other bytes were cached.
    Changed,
    /// The cached state is newer than the request: the record was confirmed or deleted meanwhile.
    Overtaken,
}

/// The records missing from a consistent pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Deals missing for the first time; they stay cached and do not count as deleted.
    pub not_seen: Vec<String>,
    /// Removed records.
    pub gone: Vec<String>,
}

/// A cached record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its id.
    pub id: String,
    /// The bytes received.
    pub body: String,
    /// Time of arrival.
    pub fetched_at: Timestamp,
    /// Its position in its list.
    pub position: i64,
    /// The stage time of a deal.
    pub stage: Option<Stage>,
    /// Time when this client first saw it, for records other than deals.
    pub first_seen: Option<Timestamp>,
}

/// A record with the fields that a list needs.
#[derive(Debug)]
pub struct Listed<'a> {
    /// Its id.
    pub id: &'a str,
    /// The bytes received.
    pub body: &'a str,
    /// The stage time of a deal.
    pub stage: Option<Stage>,
}

/// Converts a column to a timestamp; `None` if it is out of range.
pub(crate) fn moment(microseconds: i64) -> Option<Timestamp> {
    Timestamp::from_microsecond(microseconds).ok()
}
