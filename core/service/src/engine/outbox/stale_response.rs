//! Detection of late answers to writes. If a sync fetched other values while the answer was in flight, it is unknown
//! which is newer. The deal is then read again, and that result is stored.

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::contract::precondition::{PreconditionResult, compare};
use crate::contract::record::Record;
use crate::store::{RecordKind, Revision, Store, StoreError};

/// The cache revision when a write was sent.
#[derive(Clone, Copy, Debug)]
pub struct ReadMarker(Revision);

impl ReadMarker {
    /// Returns the present revision; call it before sending a write.
    ///
    /// # Errors
    /// The disk fails.
    pub fn now(store: &Store) -> Result<Self, StoreError> {
        store.cache().revision().map(Self)
    }

    /// Returns whether a later read of the deal differs from the answer. False if the cache cannot tell.
    pub fn is_outdated(self, store: &Store, answer: &Record) -> bool {
        let outdated = self.differs(store, answer);
        outdated.unwrap_or_else(|error| {
            tracing::warn!(%error, "failed to compare an answer with later reads");
            false
        })
    }

    fn differs(self, store: &Store, answer: &Record) -> Result<bool, StoreError> {
        let Some(id) = answer.text("id").and_then(|id| DealId::new(&*id).ok()) else {
            return Ok(false);
        };
        let touched = store.cache().touched_since(self.0)?;
        if touched.is_some_and(|deals| !deals.iter().any(|deal| deal == id.as_str())) {
            return Ok(false);
        }
        let cached = store.cache().get(RecordKind::Deal, "", id.as_str())?;
        Ok(cached.is_some_and(|cached| cached.body != answer.as_str()))
    }
}

/// Returns whether a record has the values that a write sets.
pub fn has_written_values(written: &Fields, record: &Record) -> bool {
    compare(written, &Fields::new(), record) == PreconditionResult::AlreadyApplied
}
