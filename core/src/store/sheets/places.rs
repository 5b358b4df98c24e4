//! Where each deal of the sheets lies, found by a hash of its id once somebody asks.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::quality::RandomState;
use rusqlite::Connection;

use super::{Sheet, ids, sheets};
use crate::store::StoreError;
use crate::store::history::PageReader;

/// Where a deal lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) struct Place {
    pub(super) sheet: u32,
    pub(super) nth: u32,
}

/// Every deal of every sheet, by a hash of its id.
#[derive(Debug, Default)]
pub(super) struct Places {
    version: i64,
    pub(super) sheets: Vec<Sheet>,
    state: RandomState,
    all: Vec<(u64, Place)>,
}

impl Places {
    fn read(step: &Connection, version: i64, pages: &PageReader<'_>) -> Result<Self, StoreError> {
        let mut places = Self {
            version,
            sheets: sheets(step)?,
            ..Self::default()
        };
        places
            .all
            .reserve(places.sheets.iter().map(|sheet| sheet.deals).sum());
        for (sheet, held) in places.sheets.iter().enumerate() {
            let sheet = sheet as u32;
            let mut nth = 0;
            ids(pages, held, |id| {
                places.all.push((places.state.hash_one(id), Place { sheet, nth }));
                nth += 1;
            })?;
        }
        places.all.sort_unstable();
        Ok(places)
    }

    pub(super) fn find(&self, id: &str) -> Option<Place> {
        let hash = self.state.hash_one(id);
        let at = self.all.binary_search_by_key(&hash, |(hash, _)| *hash).ok()?;
        self.all.get(at).map(|(_, place)| *place)
    }
}

/// The places found last, kept until the set of sheets changes.
#[derive(Debug, Default)]
pub(in crate::store) struct Found(Mutex<Option<Arc<Places>>>);

impl Found {
    /// The places of the set of sheets numbered `version`.
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

    /// Gives the memory back.
    pub(in crate::store) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
