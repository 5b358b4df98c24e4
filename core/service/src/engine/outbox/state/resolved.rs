//! A conflict that was resolved since the start.

use crate::store::OutboxEntry;

/// A resolved conflict: the blocked row and the rows sent instead.
pub(crate) struct ResolvedConflict {
    pub(in crate::engine) blocked: OutboxEntry,
    pub(in crate::engine) replacements: Vec<OutboxEntry>,
}
