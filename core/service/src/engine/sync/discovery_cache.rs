//! Storage of discovered facts: the key's permissions and the server's codes, saved on every change.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::contract::record::Record;
use crate::discovery::{self, Cached};
use crate::model::discovery::Knowledge;
use crate::model::resources::learned_codes::{Source, Vocabulary};
use crate::model::resources::permissions::Rights;
use crate::model::resources::resource_kind::Family;

use crate::engine::actor::Actor;

impl Actor {
    /// Loads the facts that earlier runs discovered.
    pub(in crate::engine) fn load_learned(&mut self) {
        let cache = self.store.cache();
        let known = Knowledge::load(cache);
        let rights = Rights::load(cache);
        let words = Vocabulary::load(cache);
        self.families.known = self.kept(known).unwrap_or_default();
        self.families.rights = self.kept(rights).unwrap_or_default();
        self.families.words = self.kept(words).unwrap_or_default();
    }

    /// Reloads permissions that another process discovered. Unsaved own facts are newer; they exist only while storage
    /// is unavailable.
    pub(super) fn recall_rights(&mut self) {
        if self.families.rights.has_news() {
            return;
        }
        let rights = Rights::load(self.store.cache());
        if let Some(rights) = self.kept(rights) {
            self.families.rights = rights;
            self.families.shown_rights = None;
            self.view.changed();
        }
    }

    /// Saves newly discovered facts.
    pub(super) fn keep_learned(&mut self) {
        let store = self.store.clone();
        let families = &mut self.families;
        let kept = families
            .known
            .keep(store.cache())
            .and_then(|()| families.rights.keep(store.cache()))
            .and_then(|()| families.words.keep(store.cache()));
        self.kept(kept);
    }

    /// Collects the codes in the records of a resource kind.
    pub(super) fn learn_words(&mut self, family: Family, records: &[Record], now: Timestamp) {
        let words = &mut self.families.words;
        match family {
            Family::Taxonomies => records.iter().for_each(|record| words.see_taxonomy(record, now)),
            Family::FieldDefinitions => records.iter().for_each(|record| words.see_field(record, now)),
            Family::Tasks => {
                let mut counts: BTreeMap<String, u64> = BTreeMap::new();
                for code in records.iter().filter_map(|record| record.text("statut")) {
                    *counts.entry(code.into_owned()).or_default() += 1;
                }
                for (code, count) in counts {
                    words.see("statut", &code, Source::Record, Some(count), now);
                }
            }
            _ => return,
        }
        self.words_changed();
    }

    /// Saves the codes if new ones were collected.
    pub(super) fn words_changed(&mut self) {
        let words = &self.families.words;
        self.families.shown_words.take_if(|shown| !shown.says_like(words));
        if self.families.words.has_news() {
            let store = self.store.clone();
            let kept = self.families.words.keep(store.cache());
            self.kept(kept);
            self.view.changed();
        }
    }

    /// Evaluates the requests sent since the last call; their answers show what the key may do.
    pub(in crate::engine) fn observe_requests(&mut self) {
        let log = self.client.observe();
        let sent = *log.changes().borrow();
        let entries = log.entries();
        let new = usize::try_from(sent.saturating_sub(self.families.requests)).unwrap_or(usize::MAX);
        for entry in entries.iter().skip(entries.len().saturating_sub(new)) {
            discovery::observe_request(&mut self.families.rights, entry);
        }
        self.families.requests = sent;
        if new > 0 {
            // A repeated answer has a newer time, which is shown.
            self.families.shown_rights = None;
        }
        if self.families.rights.has_news() {
            let store = self.store.clone();
            let kept = self.families.rights.keep(store.cache());
            self.kept(kept);
        }
    }
}
