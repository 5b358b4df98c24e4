//! Set of identifiers that needs eight bytes each.
//!
//! Identifiers with equal hashes count as one. On very rare occasions the set reports an identifier that it does not
//! contain; it never misses one that it contains.

use std::collections::HashSet;
use std::hash::BuildHasher;

use foldhash::quality::RandomState;

use crate::contract::ids::canonical;

/// Identifiers met during a sync.
#[derive(Clone, Debug, Default)]
pub struct IdSet {
    state: RandomState,
    hashes: HashSet<u64, foldhash::fast::RandomState>,
}

impl IdSet {
    /// Hashes an identifier. All spellings of a UUID get the same hash.
    fn hash(&self, id: &str) -> u64 {
        self.state.hash_one(&*canonical(id))
    }

    /// Inserts an identifier; returns whether it is new.
    pub fn insert(&mut self, id: &str) -> bool {
        self.hashes.insert(self.hash(id))
    }

    /// Reserves memory for that many identifiers in total.
    pub fn reserve(&mut self, all: usize) {
        self.hashes.reserve(all.saturating_sub(self.hashes.len()));
    }

    /// Inserts the identifiers of one page; returns the number of distinct ones and of new ones.
    pub fn insert_page<'a>(&mut self, ids: impl Iterator<Item = &'a str>) -> (usize, usize) {
        let mut page: Vec<u64> = ids.map(|id| self.hash(id)).collect();
        let new_count = page.iter().filter(|hash| self.hashes.insert(**hash)).count();
        // If some were present already, they may be duplicates within this page.
        if new_count < page.len() {
            page.sort_unstable();
            page.dedup();
        }
        debug_assert!(new_count <= page.len() && page.len() <= self.hashes.len());
        (page.len(), new_count)
    }

    /// Returns whether the set contains the identifier.
    pub fn contains(&self, id: &str) -> bool {
        self.hashes.contains(&self.hash(id))
    }

    /// Returns the number of identifiers.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}

impl<'a> FromIterator<&'a str> for IdSet {
    fn from_iter<I: IntoIterator<Item = &'a str>>(ids: I) -> Self {
        let mut all = Self::default();
        for id in ids {
            all.insert(id);
        }
        all
    }
}
