//! The outcome of one attempt to send an outbox entry.

use crate::contract::OperationId;
use crate::contract::models::deal::Deal;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::error::Error;
use crate::store::{OutboxEntry, WriteSeq};
use std::borrow::Cow;

/// The outcome of sending a row.
#[derive(Debug)]
pub enum SendOutcome {
    /// The record is in the wanted state.
    Applied {
        /// The server's record; `None` for a deletion.
        record: Option<Record>,
        /// The cache change number from before the record was fetched; `None` if it is the response to the write. A
        /// fetched record may contain a newer change by another user.
        read: Option<WriteSeq>,
        /// True if the record was found in that state: this attempt sent nothing, or its response was lost. An earlier
        /// attempt or another user may have made the change.
        found: bool,
    },
    /// The deal to change is deleted at the server; contains its last known state.
    Deleted(Record),
    /// The server rejected the write.
    Rejected(Error),
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

impl SendOutcome {
    /// Returns the server id of a deal that the write created.
    pub(in crate::engine) fn created_id(&self, entry: &OutboxEntry) -> Option<Cow<'_, str>> {
        match self {
            Self::Applied { record: Some(record), .. } if entry.operation == OperationId::DealsCreate => {
                record.text("id")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::store::{NewOutboxEntry, Store};

    #[test]
    fn only_a_creation_has_a_new_id() {
        let dir = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let store = Store::open(dir.path(), now).unwrap();
        let rows = [OperationId::DealsCreate, OperationId::DealsUpdate].map(|operation| NewOutboxEntry {
            operation,
            record: "d".into(),
            body: "{}".into(),
            key: uuid::Uuid::new_v4().into(),
            base: "{}".into(),
            label: String::new(),
            created_at: now,
            not_before: now,
            scheduled: false,
        });
        let rows = store.outbox().enqueue(&rows).unwrap();
        let record = Some(Record::parse(r#"{"id":"new"}"#).unwrap());
        let applied = SendOutcome::Applied { record, read: None, found: false };
        assert_eq!(applied.created_id(&rows[0]).as_deref(), Some("new"));
        assert_eq!(applied.created_id(&rows[1]), None);
        assert_eq!(SendOutcome::Lost.created_id(&rows[0]), None);
    }
}
