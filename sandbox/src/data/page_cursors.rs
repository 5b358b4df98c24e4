//! Where pages of the deal list begin: a crawl that goes on from where it stood costs the same on every page.
//!
//! A bookmark says "after so many live deals of this filter comes the row after this one". It holds only while
//! nothing is added before it, taken away or moved, so every such write forgets them all.

use std::collections::{BTreeMap, HashMap};

/// Bookmarks by filter and offset.
#[derive(Debug, Default)]
pub(crate) struct Bookmarks(HashMap<Option<String>, BTreeMap<u64, i64>>);

/// More bookmarks than this are not worth keeping for one filter.
const KEPT: usize = 100_000;

impl Bookmarks {
    /// The nearest bookmark at or before an offset: offset and row; (0, 0) is the list's start.
    pub(crate) fn before(&self, status: Option<&str>, offset: u64) -> (u64, i64) {
        self.0
            .get(&status.map(str::to_owned))
            .and_then(|marks| marks.range(..=offset).next_back())
            .map_or((0, 0), |(offset, row)| (*offset, *row))
    }

    /// After `offset` deals of the filter, the next comes after this row.
    pub(crate) fn put(&mut self, status: Option<&str>, offset: u64, row: i64) {
        let marks = self.0.entry(status.map(str::to_owned)).or_default();
        if marks.len() == KEPT {
            marks.clear();
        }
        marks.insert(offset, row);
    }

    /// The list has changed other than at its end.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_bookmark_before_is_used() {
        let mut marks = Bookmarks::default();
        marks.put(None, 500, 510);
        marks.put(None, 1000, 1030);
        marks.put(Some("ic"), 500, 7_000);
        assert_eq!(marks.before(None, 499), (0, 0));
        assert_eq!(marks.before(None, 500), (500, 510));
        assert_eq!(marks.before(None, 1_700), (1000, 1030));
        assert_eq!(marks.before(Some("ic"), 1_700), (500, 7_000));
        assert_eq!(marks.before(Some("lost"), 1_700), (0, 0));
        marks.forget();
        assert_eq!(marks.before(None, 1_700), (0, 0));
    }
}
