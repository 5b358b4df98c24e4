//! Attribution of changes to the user. It covers changes sent by other stores, where the user acted for another user
//! under the same key. It also covers changes by writes of this machine whose answers were lost.

use std::collections::HashMap;

use crate::model::history::history_entry::HistoryEntry;
use crate::store::{AppliedWrite, earliest_cause, siblings_applied};

use crate::engine::actor::Actor;

impl Actor {
    /// Marks changes from this machine under the key as ours, and those that may be.
    pub(in crate::engine) fn attribute(&self, mut entries: Vec<HistoryEntry>) -> Vec<HistoryEntry> {
        self.attribute_siblings(&mut entries);
        if let Err(error) = self.store.mark_in_doubt(&mut entries) {
            tracing::warn!(%error, "failed to find changes by writes in doubt");
        }
        entries
    }

    fn attribute_siblings(&self, entries: &mut [HistoryEntry]) {
        let own = &self.settings.dir;
        let (Some(from), Some(profiles)) = (earliest_cause(entries), own.parent()) else {
            return;
        };
        let done = siblings_applied(profiles, own, &self.settings.identity(), from);
        let mut by_record: HashMap<&str, Vec<&AppliedWrite>> = HashMap::new();
        for done in &done {
            by_record.entry(done.record()).or_default().push(done);
        }
        for entry in entries.iter_mut().filter(|entry| !entry.is_ours) {
            let done = by_record.get(entry.deal.as_str());
            entry.is_ours = done.is_some_and(|done| done.iter().any(|done| done.explains(entry)));
        }
    }
}
