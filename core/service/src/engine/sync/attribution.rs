//! Attribution of changes to the user. It covers changes sent by other stores, where the user acted for another user
//! under the same key. It also covers changes by writes of this machine whose answers were lost.

use std::collections::HashMap;

use crate::model::history::history_entry::Entry;
use crate::store::{Done, done_beside, earliest};

use crate::engine::actor::Actor;

impl Actor {
    /// Marks changes from this machine under the key as ours, and those that may be.
    pub(in crate::engine) fn claim(&self, mut entries: Vec<Entry>) -> Vec<Entry> {
        self.claim_beside(&mut entries);
        if let Err(error) = self.store.note_doubted(&mut entries) {
            tracing::warn!(%error, "failed to find changes by writes in doubt");
        }
        entries
    }

    fn claim_beside(&self, entries: &mut [Entry]) {
        let own = &self.settings.dir;
        let (Some(from), Some(profiles)) = (earliest(entries), own.parent()) else {
            return;
        };
        let done = done_beside(profiles, own, &self.settings.identity(), from);
        let mut by_record: HashMap<&str, Vec<&Done>> = HashMap::new();
        for done in &done {
            by_record.entry(done.record()).or_default().push(done);
        }
        for entry in entries.iter_mut().filter(|entry| !entry.ours) {
            let done = by_record.get(entry.deal.as_str());
            entry.ours = done.is_some_and(|done| done.iter().any(|done| done.made(entry)));
        }
    }
}
