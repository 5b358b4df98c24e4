//! The index of deals in pages, by hash of the id, built on first use.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::quality::RandomState;
use rusqlite::Connection;

use super::{Sheet, ids, sheets};
use crate::store::StoreError;
use crate::store::history::PageReader;

/// The position of a deal in the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) struct Place {
    pub(super) sheet: u32,
    pub(super) nth: u32,
}

/// All deals of all pages, by hash of the id.
#[derive(Debug, Default)]
pub(super) struct Places {
    version: i64,
    pub(super) sheets: Vec<Sheet>,
    state: RandomState,
    all: Vec<(u64, Place)>,
    /// Start in `all` for each hash prefix. With it a search waits for memory about twice, instead of 17 times with a
    /// binary search.
    begins: Vec<u32>,
    /// Right shift that reduces a hash to its prefix.
    shift: u32,
    /// The hashes in page order.
    listed: Vec<u64>,
    /// Start of each page in `listed`.
    first: Vec<u32>,
}

impl Places {
    fn read(step: &Connection, version: i64, pages: &PageReader<'_>) -> Result<Self, StoreError> {
        let mut places = Self {
            version,
            sheets: sheets(step)?,
            ..Self::default()
        };
        let deals = places.sheets.iter().map(|sheet| sheet.deals).sum();
        places.listed.reserve(deals);
        for held in &places.sheets {
            places.first.push(places.listed.len() as u32);
            ids(pages, held, |id| places.listed.push(places.state.hash_one(id)))?;
        }
        places.sort();
        Ok(places)
    }

    /// Sorts by hash and builds the prefix table, with about one deal per prefix.
    fn sort(&mut self) {
        let ends = self.first.iter().skip(1).copied();
        let ends = ends.chain([self.listed.len() as u32]);
        self.all.reserve(self.listed.len());
        for (sheet, (from, until)) in (0..).zip(self.first.iter().copied().zip(ends)) {
            let deals = self.listed.get(from as usize..until as usize).unwrap_or_default();
            let places = (0..).map(|nth| Place { sheet, nth });
            self.all.extend(deals.iter().copied().zip(places));
        }
        self.all.sort_unstable();
        let bits = self.all.len().max(2).ilog2();
        self.shift = u64::BITS - bits;
        self.begins = Vec::with_capacity((1 << bits) + 1);
        for (at, (hash, _)) in (0..).zip(&self.all) {
            let first = (hash >> self.shift) as usize;
            while self.begins.len() <= first {
                self.begins.push(at);
            }
        }
        self.begins.resize((1 << bits) + 1, self.all.len() as u32);
        debug_assert!(self.is_sound() && self.begins.is_sorted());
    }

    /// Returns whether the prefix table covers every prefix and every deal.
    fn is_sound(&self) -> bool {
        let ends = self.begins.last().copied();
        let prefixes = self.begins.len().checked_sub(1);
        ends == Some(self.all.len() as u32)
            && prefixes.and_then(usize::checked_ilog2) == Some(u64::BITS - self.shift)
    }

    /// Finds a deal, first near `last`, the previous result. Requests mostly follow the list order, so the search is
    /// seldom needed.
    pub(super) fn find(&self, id: &str, last: Option<Place>) -> Option<Place> {
        let hash = self.state.hash_one(id);
        let near = last.and_then(|last| self.near(hash, last));
        near.or_else(|| self.search(hash))
    }

    /// Returns `last` or the next position in its page, if the hash matches.
    fn near(&self, hash: u64, last: Place) -> Option<Place> {
        let at = self.first.get(last.sheet as usize)?.checked_add(last.nth)?;
        let is_at = |at: u32| self.listed.get(at as usize) == Some(&hash);
        let next = at.checked_add(1)?;
        if is_at(at) {
            return Some(last);
        }
        let ends = self.first.get(last.sheet as usize + 1) == Some(&next);
        (is_at(next) && !ends).then_some(Place {
            nth: last.nth + 1,
            ..last
        })
    }

    fn search(&self, hash: u64) -> Option<Place> {
        debug_assert!(self.is_sound(), "searched before it was sorted");
        let first = (hash >> self.shift) as usize;
        let (from, until) = (*self.begins.get(first)?, *self.begins.get(first + 1)?);
        let near = self.all.get(from as usize..until as usize)?;
        near.iter()
            .find(|(other, _)| *other == hash)
            .map(|(_, place)| *place)
    }
}

/// The cached index, valid until the page references change.
#[derive(Debug, Default)]
pub(in crate::store) struct Found(Mutex<Option<Arc<Places>>>);

impl Found {
    /// Returns the index for the page references with number `version`.
    pub(super) fn places(
        &self,
        step: &Connection,
        version: i64,
        pages: &PageReader<'_>,
    ) -> Result<Arc<Places>, StoreError> {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(places) = found.as_ref().filter(|places| places.version == version) {
            return Ok(places.clone());
        }
        let places = Arc::new(Places::read(step, version, pages)?);
        *found = Some(places.clone());
        Ok(places)
    }

    /// Frees the memory.
    pub(in crate::store) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use super::{Place, Places};

    /// Returns pages of seven deals each.
    fn of(deals: u32) -> Places {
        let mut places = Places::default();
        for nth in 0..deals {
            if nth % 7 == 0 {
                places.first.push(nth);
            }
            let hash = places.state.hash_one(format!("deal-{nth}").as_str());
            places.listed.push(hash);
        }
        places.sort();
        places
    }

    fn place(nth: u32) -> Place {
        Place {
            sheet: nth / 7,
            nth: nth % 7,
        }
    }

    #[test]
    fn each_deal_is_found_where_it_lies_and_no_other_is() {
        for deals in [0, 1, 2, 3, 7, 8, 14, 63, 64, 65, 5_000] {
            let places = of(deals);
            for nth in 0..deals {
                let id = format!("deal-{nth}");
                let wanted = Some(place(nth));
                // Start from no position, the same, its neighbours and both ends.
                assert_eq!(places.find(&id, None), wanted, "{nth} of {deals}");
                for last in [nth, nth.saturating_sub(1), nth + 1, 0, deals - 1] {
                    assert_eq!(
                        places.find(&id, Some(place(last))),
                        wanted,
                        "{nth} of {deals} after {last}"
                    );
                }
            }
            assert_eq!(places.find("another", None), None, "among {deals}");
            assert_eq!(places.find("another", Some(place(deals))), None, "among {deals}");
        }
    }
}
