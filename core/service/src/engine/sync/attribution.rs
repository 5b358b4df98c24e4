//! Attribution of changes to the user. It covers changes sent by other stores, where the user acted for another user
//! under the same key. It also covers changes by writes of this device whose responses were lost.

use std::collections::HashMap;

use crate::model::history::history_entry::HistoryEntry;
use crate::store::{TimedWrite, earliest_cause, siblings_applied};

use crate::engine::actor::Actor;

impl Actor {
    /// Marks changes from this device under the key as ours, and those that may be.
    pub(in crate::engine) fn attribute(&self, mut entries: Vec<HistoryEntry>) -> Vec<HistoryEntry> {
        self.attribute_siblings(&mut entries);
        if let Err(error) = self.store.mark_in_doubt(&mut entries) {
            tracing::warn!(%error, "failed to find changes by writes in doubt");
        }
        entries
    }

    fn attribute_siblings(&self, entries: &mut [HistoryEntry]) {
        let own_store = &self.settings.dir;
        let (Some(earliest_write), Some(profiles)) = (earliest_cause(entries), own_store.parent()) else {
            return;
        };
        let writes = siblings_applied(profiles, own_store, &self.settings.identity(), earliest_write);
        let mut by_record: HashMap<&str, Vec<&TimedWrite>> = HashMap::new();
        for writes in &writes {
            by_record.entry(writes.record()).or_default().push(writes);
        }
        for entry in entries.iter_mut().filter(|entry| !entry.is_ours) {
            let writes = by_record.get(entry.deal.as_str());
            entry.is_ours = writes.is_some_and(|writes| writes.iter().any(|writes| writes.explains(entry)));
        }
    }
}
