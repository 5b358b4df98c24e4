//! What a copy of the deals is as of: the file of one may be younger than what it shows.

use jiff::Timestamp;

use crate::store::{Cache, Revision, StoreError};

/// What a copy is as of.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct AsOf {
    /// How far the deals had come.
    pub(super) revision: Revision,
    /// When all of them had last been read.
    pub(super) read: Option<Timestamp>,
}

impl AsOf {
    /// As of `revision`, which is that of the table to be kept, and of the last reading of all deals.
    pub(in crate::engine) fn now(cache: &Cache, revision: Revision) -> Result<Self, StoreError> {
        Ok(Self {
            revision,
            read: cache.read_whole()?,
        })
    }
}
