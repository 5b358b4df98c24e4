//! Data of the history for the snapshot.

use crate::model::history::history_entry::HistoryEntry;
use crate::model::history::journal_entry::JournalEntry;
use crate::model::history::series::Series;
use crate::model::history::visit::Visit;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Observations of this client over time.
#[derive(Clone, Debug, Default)]
pub struct ObservedHistory {
    /// End of the last visit; `None` during the first one.
    pub visit: Option<Visit>,
    /// Changes since then, oldest first.
    pub changes_since_visit: Arc<Vec<HistoryEntry>>,
    /// Number of changes in total.
    pub change_count: usize,
    /// Time of the first observation, if any.
    pub first_observed_at: Option<Timestamp>,
    /// Numbers over time: `deals`, `deals:<status>` and `portfolio:<field>`.
    pub series: Arc<Series>,
    /// Missing deals, with the time when each was last seen.
    pub missing_since: Arc<BTreeMap<String, Timestamp>>,
    /// Outcomes of the latest writes, oldest first.
    pub journal: Arc<Vec<JournalEntry>>,
}
