//! The position up to which changes of other processes are loaded.

use crate::store::Revision;

/// The position up to which the cache has been followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CachePosition {
    /// Revision of the shown deals.
    pub(crate) revision: Revision,
    /// Result of `Cache::data_version` at that revision.
    pub(crate) data_version: i64,
}
