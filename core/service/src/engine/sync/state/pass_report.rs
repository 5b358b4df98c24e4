//! Reports of a full sync to the engine.

use crate::engine::column_snapshot::SnapshotDraft;
use crate::error::Error;
use crate::model::table::DealTable;
use crate::store::Revision;

/// Messages from a full sync.
#[derive(Debug)]
pub(crate) enum PassReport {
    /// Progress of the pass.
    Progress {
        /// Number of distinct deals so far.
        received: u64,
        /// Total number of deals according to the server.
        total: Option<u64>,
    },
    /// The deals received so far, during the first full sync.
    Partial(Box<DealTable>),
    /// The end of the full sync.
    Done(Result<Box<PassDone>, Error>),
}

/// The result of a full sync.
#[derive(Debug)]
pub(crate) struct PassDone {
    /// Number of distinct deals received.
    pub(in crate::engine) received: u64,
    /// Total number of deals according to the server.
    pub(in crate::engine) total: Option<u64>,
    /// True if the list was read to its end.
    pub(in crate::engine) is_complete: bool,
    /// Elements that could not be read.
    pub(crate) unreadable: u64,
    /// True if a deal may have been missed: the pass was inconsistent and received fewer deals than the total.
    pub(in crate::engine) maybe_incomplete: bool,
    /// Ids of new or changed deals.
    pub(in crate::engine) changed: Vec<String>,
    /// Ids of deleted deals.
    pub(in crate::engine) removed: Vec<String>,
    /// The whole table with its revision, if too many deals changed to list them.
    pub(in crate::engine) table: Option<(DealTable, Revision)>,
    /// The table's snapshot file, if requested and already written.
    pub(in crate::engine) snapshot: Option<SnapshotDraft>,
    /// Page size that the server accepts.
    pub(crate) limit: Option<u64>,
    /// Number of pages.
    pub(in crate::engine) pages: u64,
}
