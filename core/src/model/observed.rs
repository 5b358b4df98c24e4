//! What the history gives to the snapshot.

use crate::model::history_entry::Entry;
use crate::model::journal_entry::JournalEntry;
use crate::model::series::Series;
use crate::model::visit::Visit;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What this client observed over time.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The end of the last visit; `None` on the first one.
    pub visit: Option<Visit>,
    /// What changed since then, oldest first.
    pub since: Arc<Vec<Entry>>,
    /// How many changes there were in all.
    pub changes: usize,
    /// When the first observation was made; `None` where there is none yet.
    pub begins: Option<Timestamp>,
    /// Numbers over time: `deals`, `deals:<status>` and `portfolio:<field>`.
    pub series: Arc<Series>,
    /// Deals that the last clean reading did not show, and when each was last seen.
    pub not_seen: Arc<BTreeMap<String, Timestamp>>,
    /// What became of the latest writes, oldest first.
    pub journal: Arc<Vec<JournalEntry>>,
}
