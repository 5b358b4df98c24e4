//! A set of identifiers in eight bytes each. Two that share a hash count as one, so that it may say of an identifier that
//! it was seen when it was not, once in a very long time; never the other way round.

use std::collections::HashSet;
use std::hash::BuildHasher;

use foldhash::quality::RandomState;

use crate::contract::ids::folded;

/// The identifiers that a reading has met.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    state: RandomState,
    hashes: HashSet<u64, foldhash::fast::RandomState>,
}

impl Ids {
    /// Two spellings of one UUID are one identifier.
    fn hash(&self, id: &str) -> u64 {
        self.state.hash_one(&*folded(id))
    }

    /// Puts one in; whether it was not there.
    pub fn insert(&mut self, id: &str) -> bool {
        self.hashes.insert(self.hash(id))
    }

    /// Makes room for so many in all.
    pub fn expect(&mut self, all: usize) {
        self.hashes.reserve(all.saturating_sub(self.hashes.len()));
    }

    /// Puts those of one page in; how many different ones they are, and how many of these were not there.
    pub fn insert_page<'a>(&mut self, ids: impl Iterator<Item = &'a str>) -> (usize, usize) {
        let mut page: Vec<u64> = ids.map(|id| self.hash(id)).collect();
        let fresh = page.iter().filter(|hash| self.hashes.insert(**hash)).count();
        // Where some were there, they may have come in this very page.
        if fresh < page.len() {
            page.sort_unstable();
            page.dedup();
        }
        (page.len(), fresh)
    }

    /// Whether it is there.
    pub fn contains(&self, id: &str) -> bool {
        self.hashes.contains(&self.hash(id))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}

impl<'a> FromIterator<&'a str> for Ids {
    fn from_iter<I: IntoIterator<Item = &'a str>>(ids: I) -> Self {
        let mut all = Self::default();
        for id in ids {
            all.insert(id);
        }
        all
    }
}
