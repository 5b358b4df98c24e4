//! Storage of discovered facts: the key's permissions and the server's codes, saved on every change.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::contract::record::Record;
use crate::discovery::{self, CachedDiscovery};
use crate::model::discovery::DiscoveryState;
use crate::model::resources::learned_codes::{CodeSource, LearnedCodes};
use crate::model::resources::permissions::Permissions;
use crate::model::resources::resource_kind::ResourceKind;

use crate::engine::actor::Actor;

impl Actor {
    /// Loads the facts that earlier runs discovered.
    pub(in crate::engine) fn load_discovery(&mut self) {
        let cache = self.store.cache();
        let state = DiscoveryState::load(cache);
        let permissions = Permissions::load(cache);
        let codes = LearnedCodes::load(cache);
        self.resource_lists.discovery = self.ok_or_report(state).unwrap_or_default();
        self.resource_lists.permissions = self.ok_or_report(permissions).unwrap_or_default();
        self.resource_lists.codes = self.ok_or_report(codes).unwrap_or_default();
    }

    /// Reloads permissions that another process discovered. Unsaved own facts are newer; they exist only while storage
    /// is unavailable.
    pub(super) fn reload_permissions(&mut self) {
        if self.resource_lists.permissions.has_unsaved() {
            return;
        }
        let permissions = Permissions::load(self.store.cache());
        if let Some(permissions) = self.ok_or_report(permissions) {
            self.resource_lists.permissions = permissions;
            self.resource_lists.published_permissions = None;
            self.view.changed();
        }
    }

    /// Saves newly discovered facts.
    pub(super) fn save_discovery(&mut self) {
        let store = self.store.clone();
        let lists = &mut self.resource_lists;
        let result = lists
            .discovery
            .save(store.cache())
            .and_then(|()| lists.permissions.save(store.cache()))
            .and_then(|()| lists.codes.save(store.cache()));
        self.ok_or_report(result);
    }

    /// Collects the codes in the records of a resource kind.
    pub(super) fn collect_codes(&mut self, kind: ResourceKind, records: &[Record], now: Timestamp) {
        let codes = &mut self.resource_lists.codes;
        match kind {
            ResourceKind::Taxonomies => {
                for record in records {
                    codes.record_taxonomy(record, now);
                }
            }
            ResourceKind::FieldDefinitions => {
                for record in records {
                    codes.record_field(record, now);
                }
                // Filters read the kinds of fields.
                self.filter_data.is_stale |= !self.filter_data.requested.is_empty();
            }
            ResourceKind::Tasks => {
                let mut counts: BTreeMap<String, u64> = BTreeMap::new();
                for code in records.iter().filter_map(|record| record.text("statut")) {
                    *counts.entry(code.into_owned()).or_default() += 1;
                }
                for (code, count) in counts {
                    codes.record_code("statut", &code, CodeSource::Record, Some(count), now);
                }
            }
            _ => return,
        }
        self.save_codes();
    }

    /// Saves the codes if new ones were collected.
    pub(super) fn save_codes(&mut self) {
        let codes = &self.resource_lists.codes;
        self.resource_lists.published_codes.take_if(|new_codes| !new_codes.has_same_codes(codes));
        if self.resource_lists.codes.has_unsaved() {
            let store = self.store.clone();
            let result = self.resource_lists.codes.save(store.cache());
            self.ok_or_report(result);
            self.view.changed();
        }
    }

    /// Evaluates the requests sent since the last call; their responses show what the key may do.
    pub(in crate::engine) fn observe_requests(&mut self) {
        let log = self.client.request_log();
        let count = *log.watch_count().borrow();
        let entries = log.entries();
        let new = usize::try_from(count.saturating_sub(self.resource_lists.requests)).unwrap_or(usize::MAX);
        for entry in entries.iter().skip(entries.len().saturating_sub(new)) {
            discovery::record_request(&mut self.resource_lists.permissions, entry);
        }
        self.resource_lists.requests = count;
        if new > 0 {
            // A repeated response has a newer time, which is shown.
            self.resource_lists.published_permissions = None;
        }
        if self.resource_lists.permissions.has_unsaved() {
            let store = self.store.clone();
            let result = self.resource_lists.permissions.save(store.cache());
            self.ok_or_report(result);
        }
    }
}
