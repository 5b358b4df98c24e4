//! The index of deals in pages, by hash of the id, built on first use.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::quality::RandomState;
use rusqlite::Connection;

use super::{PageRef, for_each_page_id, load_page_refs};
use crate::store::StoreError;
use crate::store::history::PageReader;

/// The position of a deal in the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) struct DealPosition {
    pub(super) page: u32,
    pub(super) nth: u32,
}

/// All deals of all pages, by hash of the id.
#[derive(Debug, Default)]
pub(super) struct DealIndex {
    version: i64,
    pub(super) page_refs: Vec<PageRef>,
    hasher: RandomState,
    positions: Vec<(u64, DealPosition)>,
    /// Start in `positions` for each hash prefix. With it a search waits for memory about twice, instead of 17 times with a
    /// binary search.
    bucket_starts: Vec<u32>,
    /// Right shift that reduces a hash to its prefix.
    shift: u32,
    /// The hashes in page order.
    page_hashes: Vec<u64>,
    /// Start of each page in `page_hashes`.
    page_starts: Vec<u32>,
}

impl DealIndex {
    fn build(tx: &Connection, version: i64, pages: &PageReader<'_>) -> Result<Self, StoreError> {
        let mut index = Self { version, page_refs: load_page_refs(tx)?, ..Self::default() };
        let deals = index.page_refs.iter().map(|page_ref| page_ref.deal_count).sum();
        index.page_hashes.reserve(deals);
        for deal_count in &index.page_refs {
            index.page_starts.push(index.page_hashes.len() as u32);
            for_each_page_id(pages, deal_count, |id| {
                index.page_hashes.push(index.hasher.hash_one(id));
            })?;
        }
        index.sort();
        Ok(index)
    }

    /// Sorts by hash and builds the prefix table, with about one deal per prefix.
    fn sort(&mut self) {
        let ends = self.page_starts.iter().skip(1).copied();
        let ends = ends.chain([self.page_hashes.len() as u32]);
        self.positions.reserve(self.page_hashes.len());
        for (page, (from, until)) in (0..).zip(self.page_starts.iter().copied().zip(ends)) {
            let deals = self.page_hashes.get(from as usize..until as usize).unwrap_or_default();
            let positions = (0..).map(|nth| DealPosition { page, nth });
            self.positions.extend(deals.iter().copied().zip(positions));
        }
        self.positions.sort_unstable();
        let bits = self.positions.len().max(2).ilog2();
        self.shift = u64::BITS - bits;
        self.bucket_starts = Vec::with_capacity((1 << bits) + 1);
        for (at, (hash, _)) in (0..).zip(&self.positions) {
            let first = (hash >> self.shift) as usize;
            while self.bucket_starts.len() <= first {
                self.bucket_starts.push(at);
            }
        }
        self.bucket_starts.resize((1 << bits) + 1, self.positions.len() as u32);
        debug_assert!(self.is_sound() && self.bucket_starts.is_sorted());
    }

    /// Returns whether the prefix table covers every prefix and every deal.
    fn is_sound(&self) -> bool {
        let ends = self.bucket_starts.last().copied();
        let prefixes = self.bucket_starts.len().checked_sub(1);
        ends == Some(self.positions.len() as u32)
            && prefixes.and_then(usize::checked_ilog2) == Some(u64::BITS - self.shift)
    }

    /// Finds a deal, first near `last`, the previous result. Requests mostly follow the list order, so the search is
    /// seldom needed.
    pub(super) fn find(&self, id: &str, last: Option<DealPosition>) -> Option<DealPosition> {
        let hash = self.hasher.hash_one(id);
        let near = last.and_then(|last| self.find_near(hash, last));
        near.or_else(|| self.search(hash))
    }

    /// Returns `last` or the next position in its page, if the hash matches.
    fn find_near(&self, hash: u64, last: DealPosition) -> Option<DealPosition> {
        let index = self.page_starts.get(last.page as usize)?.checked_add(last.nth)?;
        let is_at = |index: u32| self.page_hashes.get(index as usize) == Some(&hash);
        let next = index.checked_add(1)?;
        if is_at(index) {
            return Some(last);
        }
        let ends = self.page_starts.get(last.page as usize + 1) == Some(&next);
        (is_at(next) && !ends).then_some(DealPosition { nth: last.nth + 1, ..last })
    }

    fn search(&self, hash: u64) -> Option<DealPosition> {
        debug_assert!(self.is_sound(), "searched before it was sorted");
        let first = (hash >> self.shift) as usize;
        let (from, until) = (*self.bucket_starts.get(first)?, *self.bucket_starts.get(first + 1)?);
        let near = self.positions.get(from as usize..until as usize)?;
        near.iter().find(|(candidate, _)| *candidate == hash).map(|(_, position)| *position)
    }
}

/// The cached index, valid until the page references change.
#[derive(Debug, Default)]
pub(in crate::store) struct IndexCache(Mutex<Option<Arc<DealIndex>>>);

impl IndexCache {
    /// Returns the index for the page references with number `version`.
    pub(super) fn index(
        &self,
        tx: &Connection,
        version: i64,
        pages: &PageReader<'_>,
    ) -> Result<Arc<DealIndex>, StoreError> {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = cached.as_ref().filter(|index| index.version == version) {
            return Ok(index.clone());
        }
        let index = Arc::new(DealIndex::build(tx, version, pages)?);
        *cached = Some(index.clone());
        Ok(index)
    }

    /// Frees the memory.
    pub(in crate::store) fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use super::{DealIndex, DealPosition};

    /// Returns pages of seven deals each.
    fn of(deals: u32) -> DealIndex {
        let mut places = DealIndex::default();
        for nth in 0..deals {
            if nth % 7 == 0 {
                places.page_starts.push(nth);
            }
            let hash = places.hasher.hash_one(format!("deal-{nth}").as_str());
            places.page_hashes.push(hash);
        }
        places.sort();
        places
    }

    fn place(nth: u32) -> DealPosition {
        DealPosition { page: nth / 7, nth: nth % 7 }
    }

    #[test]
    fn only_existing_deals_are_found_from_any_start_position() {
        for deals in [0, 1, 2, 3, 7, 8, 14, 63, 64, 65, 5_000] {
            let places = of(deals);
            for nth in 0..deals {
                let id = format!("deal-{nth}");
                let wanted = Some(place(nth));
                // Start from no position, the same, its neighbours and both ends.
                assert_eq!(places.find(&id, None), wanted, "{nth} of {deals}");
                for last in [nth, nth.saturating_sub(1), nth + 1, 0, deals - 1] {
                    assert_eq!(places.find(&id, Some(place(last))), wanted, "{nth} of {deals} after {last}");
                }
            }
            assert_eq!(places.find("another", None), None, "among {deals}");
            assert_eq!(places.find("another", Some(place(deals))), None, "among {deals}");
        }
    }
}
