//! Cached start positions of deal-list pages.
//!
//! With them every page of a full sync costs the same. A bookmark records the row after which the next deal of a
//! filter follows, for a given offset. Any write that adds, removes or moves a deal before it invalidates it, so such
//! a write clears all bookmarks.

use std::collections::{BTreeMap, HashMap};

/// Bookmarks by filter and offset.
#[derive(Debug, Default)]
pub(crate) struct PageCursors(HashMap<Option<String>, BTreeMap<u64, i64>>);

/// The most bookmarks stored for one filter; more are not worth the memory.
const MAX_CURSORS: usize = 100_000;

impl PageCursors {
    /// Returns the nearest bookmark at or before an offset, as offset and row; (0, 0) is the start.
    pub(crate) fn nearest_before(&self, status: Option<&str>, offset: u64) -> (u64, i64) {
        self.0
            .get(&status.map(str::to_owned))
            .and_then(|cursors| cursors.range(..=offset).next_back())
            .map_or((0, 0), |(offset, row)| (*offset, *row))
    }

    /// Records that after `offset` deals of the filter, the next one follows this row.
    pub(crate) fn insert(&mut self, status: Option<&str>, offset: u64, row: i64) {
        let cursors = self.0.entry(status.map(str::to_owned)).or_default();
        if cursors.len() == MAX_CURSORS {
            cursors.clear();
        }
        cursors.insert(offset, row);
    }

    /// Clears the bookmarks because the list has changed other than at its end.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_bookmark_before_is_used() {
        let mut cursors = PageCursors::default();
        cursors.insert(None, 500, 510);
        cursors.insert(None, 1000, 1030);
        cursors.insert(Some("ic"), 500, 7_000);
        assert_eq!(cursors.nearest_before(None, 499), (0, 0));
        assert_eq!(cursors.nearest_before(None, 500), (500, 510));
        assert_eq!(cursors.nearest_before(None, 1_700), (1000, 1030));
        assert_eq!(cursors.nearest_before(Some("ic"), 1_700), (500, 7_000));
        assert_eq!(cursors.nearest_before(Some("lost"), 1_700), (0, 0));
        cursors.clear();
        assert_eq!(cursors.nearest_before(None, 1_700), (0, 0));
    }
}
