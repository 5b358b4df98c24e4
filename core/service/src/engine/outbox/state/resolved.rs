//! A conflict that was resolved since the start.

use crate::store::Row;

/// A resolved conflict: the blocked row and the rows sent instead.
pub(crate) struct Decided {
    pub(in crate::engine) stood: Row,
    pub(in crate::engine) instead: Vec<Row>,
}
