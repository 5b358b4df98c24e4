//! The data version of a column snapshot. The file may be newer than the data in it.

use jiff::Timestamp;

use crate::store::{Cache, Revision, StoreError};

/// The revision and sync time of a column snapshot's data.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct AsOf {
    /// Revision of the deals.
    pub(super) revision: Revision,
    /// Time of the last full sync.
    pub(super) synced_at: Option<Timestamp>,
}

impl AsOf {
    /// Returns `revision`, which must be the table's, with the time of the last full sync.
    pub(in crate::engine) fn with_sync_time(cache: &Cache, revision: Revision) -> Result<Self, StoreError> {
        Ok(Self { revision, synced_at: cache.last_full_sync()? })
    }
}
