//! The words of the cache: what is handed in and what comes out.

use jiff::Timestamp;

use crate::model::stage::Stage;
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

/// A record as it came in a list or alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Its id.
    pub id: String,
    /// The bytes received.
    pub body: String,
    /// Its place in the list.
    pub position: i64,
    /// For a deal: its status, which is observed over time.
    pub status: Option<String>,
}

impl Received {
    /// The same, borrowed.
    pub fn incoming(&self) -> Incoming<'_> {
        Incoming {
            id: &self.id,
            body: &self.body,
            position: self.position,
            status: self.status.as_deref(),
        }
    }
}

/// A record as it came, borrowed from the page it came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming<'a> {
    /// Its id.
    pub id: &'a str,
    /// The bytes received.
    pub body: &'a str,
    /// Its place in the list.
    pub position: i64,
    /// For a deal: its status.
    pub status: Option<&'a str>,
}

/// A page of a list on its way into the cache.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// The counter, noted before the page was asked for.
    pub asked: Change,
    /// When it came.
    pub at: Timestamp,
    /// Its records.
    pub records: Vec<Incoming<'a>>,
    /// Whether this reading has shown some of them before.
    pub again: bool,
}

/// What holds a page for as long as it is kept.
pub trait Bound {
    /// The page.
    fn leaf(&self) -> Leaf<'_>;
}

/// What became of a record handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It was known with the same bytes.
    Same,
    /// It was not known.
    New,
    /// It was known with other bytes.
    Changed,
    /// What is known is newer than the request that brought it: it was confirmed, or deleted, in between.
    Overtaken,
}

/// What became of the records that a clean reading of a list did not show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Deals missed for the first time: still held, and not called deleted.
    pub not_seen: Vec<String>,
    /// Records taken out.
    pub gone: Vec<String>,
}

/// A record as it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its id.
    pub id: String,
    /// The bytes received.
    pub body: String,
    /// When they were.
    pub fetched_at: Timestamp,
    /// Its place in the list it came from.
    pub position: i64,
    /// For a deal: since when it has its status.
    pub stage: Option<Stage>,
    /// When this client first saw it, for other records than deals.
    pub first_seen: Option<Timestamp>,
}

/// A record as a list needs it.
#[derive(Debug)]
pub struct Listed<'a> {
    /// Its id.
    pub id: &'a str,
    /// The bytes received.
    pub body: &'a str,
    /// For a deal: since when it has its status.
    pub stage: Option<Stage>,
}

/// A moment from its column; `None` if no clock could have written it.
pub(crate) fn moment(microseconds: i64) -> Option<Timestamp> {
    Timestamp::from_microsecond(microseconds).ok()
}
