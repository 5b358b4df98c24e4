//! The data types of the cache: input and output.

use std::borrow::Cow;

use jiff::Timestamp;

use crate::contract::record::Record;
use crate::model::history::status_since::StatusChangeTime;
use crate::store::WriteSeq;

/// A kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RecordKind {
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

impl RecordKind {
    pub(in crate::store) fn name(self) -> &'static str {
        self.into()
    }
}

/// A record as received in a list or singly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedRecord {
    /// Id of the record.
    pub id: String,
    /// The bytes received.
    pub body: String,
    /// Position of the record in the list.
    pub position: i64,
    /// The status of a deal, which is observed over time.
    pub status: Option<String>,
}

impl ReceivedRecord {
    /// Creates it from a record at `position` of its list; `None` if the record has no id.
    pub fn from_record(kind: RecordKind, record: &Record, position: i64) -> Option<Self> {
        Some(Self {
            id: record.text("id")?.into_owned(),
            body: record.as_str().to_owned(),
            position,
            status: record.text("status").filter(|_| kind == RecordKind::Deal).map(Cow::into_owned),
        })
    }

    /// Returns the record as a borrowed one.
    pub fn as_incoming(&self) -> IncomingRecord<'_> {
        IncomingRecord {
            id: &self.id,
            body: &self.body,
            position: self.position,
            status: self.status.as_deref(),
        }
    }
}

/// A received record, borrowed from its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncomingRecord<'a> {
    /// Id of the record.
    pub id: &'a str,
    /// The bytes received.
    pub body: &'a str,
    /// Position of the record in the list.
    pub position: i64,
    /// The status of a deal.
    pub status: Option<&'a str>,
}

/// A page of a list to be stored.
#[derive(Clone, Debug)]
pub struct CachePage<'a> {
    /// Change number noted before the request.
    pub request_seq: WriteSeq,
    /// Time of arrival.
    pub received_at: Timestamp,
    /// Records of the page.
    pub records: Vec<IncomingRecord<'a>>,
    /// True if this sync already received some of them.
    pub repeats: bool,
}

/// An owner of a page that waits to be stored.
pub trait PageGuard {
    /// Returns the page.
    fn cache_page(&self) -> CachePage<'_>;
}

/// The result of storing a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpsertOutcome {
    /// The same bytes were cached.
    Unchanged,
    /// The record is new.
    New,
    /// Other bytes were cached.
    Changed,
    /// The cached state is newer than the request: the record was confirmed or deleted meanwhile.
    Outdated,
}

/// The records missing from a consistent pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepResult {
    /// Deals missing for the first time; they stay cached and do not count as deleted.
    pub missing: Vec<String>,
    /// Removed records.
    pub deleted: Vec<String>,
}

/// A cached record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedRecord {
    /// Id of the record.
    pub id: String,
    /// The bytes received.
    pub body: String,
    /// Time of arrival.
    pub fetched_at: Timestamp,
    /// Position of the record in its list.
    pub position: i64,
    /// The stage time of a deal.
    pub status_since: Option<StatusChangeTime>,
    /// Time when this client first saw it, for records other than deals.
    pub first_seen: Option<Timestamp>,
}

/// A record with the fields that a list needs.
#[derive(Debug)]
pub struct ListedRecord<'a> {
    /// Id of the record.
    pub id: &'a str,
    /// The bytes received.
    pub body: &'a str,
    /// The stage time of a deal.
    pub status_since: Option<StatusChangeTime>,
}

/// Converts a column to a timestamp; `None` if it is out of range.
pub(crate) fn timestamp_from_micros(microseconds: i64) -> Option<Timestamp> {
    Timestamp::from_microsecond(microseconds).ok()
}
