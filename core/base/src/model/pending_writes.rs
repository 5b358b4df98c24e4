//! Pending writes, shared between snapshots.
//!
//! An unchanged write is the same object in the next snapshot. A bulk change of many thousand deals then costs each
//! snapshot only the differences.

use std::ops::Index;
use std::sync::Arc;

use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};

/// Pending writes, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingWrites(Vec<Arc<PendingWrite>>);

impl PendingWrites {
    /// Returns the number of writes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the writes, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &PendingWrite> + ExactSizeIterator + Clone {
        self.0.iter().map(|write| &**write)
    }

    /// Iterates over the deals with pending writes, each with whether the write is in conflict.
    pub fn deals(&self) -> impl Iterator<Item = (&str, bool)> {
        let of_deals = |write: &&PendingWrite| {
            matches!(write.kind, WriteKind::Create | WriteKind::Update | WriteKind::Delete)
        };
        let writes = self.iter().filter(of_deals);
        writes.map(|write| (write.record.as_str(), matches!(write.state, WriteState::Conflict { .. })))
    }

    /// Returns the write at index `at`.
    pub fn get(&self, at: usize) -> Option<&PendingWrite> {
        self.0.get(at).map(|write| &**write)
    }

    /// Returns the oldest write.
    pub fn first(&self) -> Option<&PendingWrite> {
        self.get(0)
    }

    /// Returns the newest write.
    pub fn last(&self) -> Option<&PendingWrite> {
        self.0.last().map(|write| &**write)
    }

    /// Returns whether the writes are in the order of their outbox numbers, which searches rely on.
    pub fn are_in_order(&self) -> bool {
        self.0.is_sorted_by_key(|write| write.id)
    }

    /// Returns the write with this outbox number.
    pub fn by_number(&self, seq: i64) -> Option<&PendingWrite> {
        let at = self.0.binary_search_by_key(&seq, |write| write.id.0).ok()?;
        self.get(at)
    }

    /// Returns the writes that are not the same object in both lists.
    ///
    /// A write in both lists appears in both versions. Both lists are in the order of their outbox numbers.
    pub fn changed_writes<'a>(&'a self, after: &'a Self) -> Vec<&'a PendingWrite> {
        let (mut old, mut new) = (self.0.iter().peekable(), after.0.iter().peekable());
        let mut changed: Vec<&PendingWrite> = Vec::new();
        loop {
            match (old.peek(), new.peek()) {
                (Some(earlier), Some(later)) if Arc::ptr_eq(earlier, later) => {
                    old.next();
                    new.next();
                }
                (Some(earlier), later) if later.is_none_or(|later| earlier.id <= later.id) => {
                    changed.extend(old.next().map(|it| &**it));
                }
                (_, Some(_)) => changed.extend(new.next().map(|it| &**it)),
                _ => return changed,
            }
        }
    }
}

impl From<Vec<PendingWrite>> for PendingWrites {
    fn from(writes: Vec<PendingWrite>) -> Self {
        writes.into_iter().collect()
    }
}

impl FromIterator<PendingWrite> for PendingWrites {
    fn from_iter<I: IntoIterator<Item = PendingWrite>>(writes: I) -> Self {
        writes.into_iter().map(Arc::new).collect()
    }
}

impl FromIterator<Arc<PendingWrite>> for PendingWrites {
    fn from_iter<I: IntoIterator<Item = Arc<PendingWrite>>>(writes: I) -> Self {
        Self(writes.into_iter().collect())
    }
}

impl Index<usize> for PendingWrites {
    type Output = PendingWrite;

    fn index(&self, at: usize) -> &PendingWrite {
        &self.0[at]
    }
}
