//! The writes of the outbox as snapshots share them: a write that did not change is the same one in the next snapshot, so
//! that a change of many thousand deals costs each publication what changed, and memory but once.

use std::ops::Index;
use std::sync::Arc;

use crate::model::pending_write::PendingWrite;

/// The writes that wait, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Writes(Vec<Arc<PendingWrite>>);

impl Writes {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each of them, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &PendingWrite> + ExactSizeIterator + Clone {
        self.0.iter().map(|write| &**write)
    }

    /// The one at `at`.
    pub fn get(&self, at: usize) -> Option<&PendingWrite> {
        self.0.get(at).map(|write| &**write)
    }

    /// The oldest.
    pub fn first(&self) -> Option<&PendingWrite> {
        self.get(0)
    }

    /// The newest.
    pub fn last(&self) -> Option<&PendingWrite> {
        self.0.last().map(|write| &**write)
    }

    /// The one with this number in the outbox.
    pub(crate) fn numbered(&self, seq: i64) -> Option<&PendingWrite> {
        let at = self.0.binary_search_by_key(&seq, |write| write.id.0).ok()?;
        self.get(at)
    }

    /// The writes that are not the very same in both, each as it is in the one that has it. Both are in the order of
    /// their numbers.
    pub(crate) fn changed<'a>(&'a self, after: &'a Self) -> Vec<&'a PendingWrite> {
        let (mut old, mut new) = (self.0.iter().peekable(), after.0.iter().peekable());
        let mut changed: Vec<&PendingWrite> = Vec::new();
        loop {
            match (old.peek(), new.peek()) {
                (Some(was), Some(is)) if Arc::ptr_eq(was, is) => {
                    old.next();
                    new.next();
                }
                (Some(was), is) if is.is_none_or(|is| was.id <= is.id) => {
                    changed.extend(old.next().map(|it| &**it));
                }
                (_, Some(_)) => changed.extend(new.next().map(|it| &**it)),
                _ => return changed,
            }
        }
    }
}

impl From<Vec<PendingWrite>> for Writes {
    fn from(writes: Vec<PendingWrite>) -> Self {
        writes.into_iter().collect()
    }
}

impl FromIterator<PendingWrite> for Writes {
    fn from_iter<I: IntoIterator<Item = PendingWrite>>(writes: I) -> Self {
        writes.into_iter().map(Arc::new).collect()
    }
}

impl FromIterator<Arc<PendingWrite>> for Writes {
    fn from_iter<I: IntoIterator<Item = Arc<PendingWrite>>>(writes: I) -> Self {
        Self(writes.into_iter().collect())
    }
}

impl Index<usize> for Writes {
    type Output = PendingWrite;

    fn index(&self, at: usize) -> &PendingWrite {
        &self.0[at]
    }
}
