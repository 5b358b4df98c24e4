//! The answer to a write that comes late. Rule: where a reading has shown the deal otherwise while the answer was on its
//! way, nobody knows which of the two is newer; the deal is read once more, and what is read then is kept.

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::contract::precondition::{Verdict, compare};
use crate::contract::record::Record;
use crate::store::{Kind, Revision, Store, StoreError};

/// How far what is held of the deals had come when a write left.
#[derive(Clone, Copy, Debug)]
pub struct LeftAt(Revision);

impl LeftAt {
    /// To be noted before a write leaves.
    ///
    /// # Errors
    /// The disk fails.
    pub fn now(store: &Store) -> Result<Self, StoreError> {
        store.cache().revision().map(Self)
    }

    /// Whether a deal has been read since, and was not as the answer says. Where that cannot be told the answer stands.
    pub fn is_overtaken(self, store: &Store, answer: &Record) -> bool {
        let overtaken = self.otherwise(store, answer);
        overtaken.unwrap_or_else(|error| {
            tracing::warn!(%error, "whether an answer is the newest that is known cannot be told");
            false
        })
    }

    fn otherwise(self, store: &Store, answer: &Record) -> Result<bool, StoreError> {
        let Some(id) = answer.text("id").and_then(|id| DealId::new(&*id).ok()) else {
            return Ok(false);
        };
        let touched = store.cache().touched_since(self.0)?;
        if touched.is_some_and(|deals| !deals.iter().any(|deal| deal == id.as_str())) {
            return Ok(false);
        }
        let held = store.cache().get(Kind::Deal, "", id.as_str())?;
        Ok(held.is_some_and(|held| held.body != answer.as_str()))
    }
}

/// Whether a record is as a write wants it.
pub fn is_as_wanted(written: &Fields, record: &Record) -> bool {
    compare(written, &Fields::new(), record) == Verdict::Done
}
