//! The outcome of one try to send an outbox entry.

use crate::contract::models::deal::Deal;
use crate::contract::models::notification::Notification;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::error::Error;
use crate::model::resources::resource_kind::ResourceKind;
use crate::store::WriteSeq;

/// The outcome of sending a row.
#[derive(Debug)]
pub(crate) enum SendOutcome {
    /// The server answered with the deal as wanted.
    Applied(Deal),
    /// The write was applied, but a later read shows a newer change by another user.
    AppliedThenChanged(Deal, WriteSeq),
    /// Nothing was sent: a read shows that the deal already has the wanted values.
    AlreadyCurrent(Deal, WriteSeq),
    /// The deal is deleted.
    Deleted {
        /// True if the server did not know it; an earlier attempt may have deleted it.
        already: bool,
    },
    /// The deal to change is deleted at the server; contains its last known state.
    Gone(Record),
    /// The notification is read.
    NotificationRead(Notification),
    /// A record of a resource kind has the wanted values; the answer may be partial.
    Record(ResourceKind, Record),
    /// The server applied a write of a kind that only the command line makes.
    Done,
    /// The server refused the write.
    Refused(Error),
    /// The record differs from both the seen and the wanted values.
    Conflict {
        /// The server's values of the written fields.
        theirs: Fields,
        /// The whole record.
        deal: Deal,
        /// The cache change number from before the read.
        request_seq: WriteSeq,
    },
    /// The write failed and may succeed later.
    Retry {
        /// The cause of the failure.
        error: Error,
        /// True if the write may have been applied.
        in_doubt: bool,
    },
    /// The row no longer belongs to this process.
    Lost,
}
