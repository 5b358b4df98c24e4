//! Conversion of effects into outbox entries: stored first, shown next, sent last. Before it is sent, an undone change
//! is removed from the outbox. Afterwards, the undo is another write.

use crate::engine::outbox::entries::new_entry::{new_deletion, new_entry};
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::ids::{DealId, IdempotencyKey, TEMPORARY_PREFIX, is_temporary};
use crate::contract::patch::Fields;
use crate::discovery::Force;
use crate::engine::outbox::entries::entry_conversion::{parse_fields, write_kind};
use crate::engine::outbox::entries::field_merge::update_operation;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::EventKind;
use crate::store::{EntryState, NewOutboxEntry, OutboxEntry, StoreError};

use super::Actor;
use super::clock::saturating_add;

impl Actor {
    /// Handles effects in order. Consecutive writes are stored together. If that fails, each write reports its own
    /// result.
    pub(in crate::engine) fn handle_all(&mut self, effects: Vec<Effect>) {
        let mut remaining = effects;
        while !remaining.is_empty() {
            let together = |prev: &Effect, next: &Effect| prev.is_write() && next.is_write();
            let end = remaining.chunk_by(together).next().map_or(0, <[Effect]>::len);
            let after = remaining.split_off(end);
            match self.begin_bulk_write(remaining) {
                Ok(()) => return self.handle_deferred(after.into_iter().map(Some).collect()),
                Err(writes) => self.handle_together(&writes),
            }
            remaining = after;
        }
    }

    /// Handles a group of consecutive writes in one transaction.
    pub(in crate::engine) fn handle_together(&mut self, effects: &[Effect]) {
        let (store, handled) = (self.store.clone(), self.view.handled);
        if let [_, _, ..] = effects
            && store.outbox().grouped(|| self.handle_each(effects)).is_ok()
        {
            return;
        }
        if self.view.handled != handled {
            self.view.handled = handled;
            self.reload_after_rollback();
        }
        self.handle_each(effects);
    }

    /// Reloads the outbox after a transaction was rolled back.
    fn reload_after_rollback(&mut self) {
        let stored = self.store.outbox().all_entries();
        if let Some(all) = self.ok_or_report(stored) {
            let (entries, unreadable) = self.without_completed(all);
            self.outbox.replace(entries, unreadable);
            self.view.writes_changed();
        }
    }

    fn handle_each(&mut self, effects: &[Effect]) {
        for effect in effects {
            self.handle(effect.clone());
            self.view.handled += 1;
        }
    }

    /// Handles one effect.
    pub(in crate::engine) fn handle(&mut self, effect: Effect) {
        let now = self.now();
        // Another process may have changed the outbox; the effect must see its present state.
        self.follow_outbox();
        match effect {
            Effect::Refresh => self.refresh_all(now),
            Effect::LoadDeal(deal) => {
                let deal = self.present_id(deal);
                self.load_deal(&deal);
            }
            Effect::LoadPortfolio => self.load_portfolio(),
            Effect::LoadFlow(request) => self.load_flow(request),
            Effect::LoadFilterData(needs) => self.load_filter_data(needs),
            Effect::LoadNotifications => self.load_resource_list(ResourceKind::Notifications, Force::No),
            Effect::LoadResources(kind) => self.load_resource_list(kind, Force::No),
            Effect::Discover => self.discover(),
            Effect::Watch { kind, ids } => self.watch(kind, &ids),
            Effect::Unwatch { kind, ids } => self.unwatch(kind, &ids),
            Effect::LoadRoute(request) => self.fetch_route(&request),
            Effect::Update { deal, fields, base, label, undo_delay } => {
                let deal = self.present_id(deal);
                let change = (&fields, &base);
                self.update(OperationId::DealsUpdate, deal.as_str(), change, label, undo_delay, now);
            }
            Effect::UpdateRecord { kind, id, fields, base, label, undo_delay } => {
                if let Some(operation) = update_operation(kind) {
                    self.update(operation, &id, (&fields, &base), label, undo_delay, now);
                }
            }
            Effect::Create { fields, label } => self.create(&fields, &Fields::new(), label, None, now),
            Effect::Import { deal, key, fields, base, label, undo_delay } => {
                self.import(&deal, key, (&fields, &base), (label, undo_delay), now);
            }
            Effect::Recreate { deal, fields, update, label } => {
                self.create(&fields, &update, label, Some(deal.as_str().to_owned()), now);
            }
            Effect::Delete { deal, base, label, undo_delay } => {
                let deal = self.present_id(deal);
                self.delete(&deal, &base, (label, undo_delay), now);
            }
            Effect::CancelDelete(deal) => {
                let deal = self.present_id(deal);
                self.cancel_delete(&deal);
            }
            Effect::MarkRead { ids, undo_delay } => self.mark_read(&ids, undo_delay, now),
            Effect::CancelRead(ids) => self.cancel_read(&ids),
            Effect::SetVisibility(visibility) => self.set_visibility(visibility, now),
            Effect::ExtendUndoWindows(undo_delay) => self.extend_undo_windows(undo_delay, now),
            Effect::RefreshUsers => self.publish_siblings(),
            Effect::SetRules(rules) => self.set_rules(*rules),
            Effect::ShowAsOf(as_of) => self.show_as_of(as_of),
            Effect::ViewChanges => self.note_changes_viewed(),
            Effect::EndVisit => self.end_visit(),
            Effect::ResumeVisit(before) => self.resume_visit(before),
            Effect::Retry(write) => self.retry(write, now),
            Effect::ResolveConflict { write, keep_mine: mine, undo_delay } => {
                self.resolve_conflict(write, &mine, undo_delay, now);
            }
            Effect::ReopenConflict { write, record, label } => self.reopen_conflict(write, record, label),
            Effect::Discard(write) => self.discard(write),
            Effect::Restore { write, record, label, undo_delay } => {
                self.restore(write, (record, label), undo_delay);
            }
            Effect::SaveSetting { name, value } => self.store_settings(&[(name, value)], now),
            Effect::SaveSettings(settings) => self.store_settings(&settings, now),
        }
    }

    /// Returns the present id of a deal; a front end may still use its temporary id.
    fn present_id(&mut self, deal: DealId) -> DealId {
        if !is_temporary(deal.as_str()) {
            return deal;
        }
        if let Some(server_id) = self.temp_ids.get(deal.as_str()) {
            return server_id.clone();
        }
        // Another process or an earlier run may have had it created.
        let server_id = self.store.outbox().resolve_temp_id(deal.as_str());
        let server_id = self.ok_or_report(server_id).flatten();
        server_id.and_then(|id| DealId::new(id).ok()).unwrap_or(deal)
    }

    fn refresh_all(&mut self, now: Timestamp) {
        if !self.link.is_responsive() {
            self.client.reconnect();
        }
        self.link.retry_now(now);
        self.view.link_changed();
        self.load_settings();
        self.publish_storage_health();
        if self.view.storage_health.failure.is_none() {
            let result = self.store.outbox().retry_now(now);
            self.ok_or_report(result);
        } else {
            self.recovery_at = Some(now);
        }
        self.reload_outbox();
        self.refresh.refresh_now(now);
        self.resource_lists.force_discovery();
    }

    fn create(
        &mut self,
        fields: &Fields,
        update: &Fields,
        label: String,
        replaced_id: Option<String>,
        now: Timestamp,
    ) {
        if replaced_id
            .as_deref()
            .is_some_and(|old_id| is_temporary(old_id) && self.restore_creation(old_id, now))
        {
            return;
        }
        let record = format!("{TEMPORARY_PREFIX}{}", crate::host::uuid().hyphenated());
        let entry = |operation, fields: &Fields| {
            let none = Fields::new();
            new_entry(operation, &record, fields, &none, label.clone(), Duration::ZERO, now)
        };
        let mut entries = vec![entry(OperationId::DealsCreate, fields)];
        if !update.is_empty() {
            entries.push(entry(OperationId::DealsUpdate, update));
        }
        if self.enqueue(&entries) {
            self.push_event(EventKind::Created {
                record,
                label,
                fields: fields.clone(),
                replaced_id,
                resolved_write: None,
            });
        }
    }

    /// Stores the write of an imported row, unless a write of the row is stored already.
    fn import(
        &mut self,
        deal: &DealId,
        key: IdempotencyKey,
        (fields, base): (&Fields, &Fields),
        (label, undo_delay): (String, Duration),
        now: Timestamp,
    ) {
        let record = deal.as_str();
        let has_entries = self.outbox.entries_of(record).next().is_some();
        if self.outbox.entries_of(record).any(|entry| entry.key == key) {
            return;
        }
        let operation =
            if is_temporary(record) { OperationId::DealsCreate } else { OperationId::DealsUpdate };
        if has_entries && operation == OperationId::DealsUpdate {
            // It merges with the unsent change of the deal, or follows the sent one.
            return self.update(operation, record, (fields, base), label, undo_delay, now);
        }
        let entry = new_entry(operation, record, fields, base, label, undo_delay, now);
        self.enqueue(&[NewOutboxEntry { key, ..entry }]);
    }

    fn delete(
        &mut self,
        deal: &DealId,
        base: &Fields,
        (label, undo_delay): (String, Duration),
        now: Timestamp,
    ) {
        let entries: Vec<OutboxEntry> = self.outbox.entries_of(deal.as_str()).cloned().collect();
        // The creation has not been sent, so there is nothing to delete: drop it and its changes.
        let unsent_creation = |entry: &OutboxEntry| {
            entry.operation == OperationId::DealsCreate
                && (entry.is_unsent() || entry.state == EntryState::Rejected)
        };
        if entries.iter().any(unsent_creation) {
            let seqs: Vec<i64> = entries.iter().map(|entry| entry.seq).collect();
            self.discard_entries(&seqs, true);
            return;
        }
        for entry in entries.iter().filter(|entry| entry.operation == OperationId::DealsDelete) {
            if entry.state.is_blocked() {
                self.discard_entries(&[entry.seq], true);
            } else {
                return self.cancelled_deletions.forget(deal);
            }
        }
        self.cancelled_deletions.forget(deal);
        let record = deal.as_str();
        let entry = new_deletion(record, base, label, undo_delay, now);
        // Entries in their undo window precede the deletion and must not delay it.
        let changed = self.store.outbox().shorten_undo_windows(record, entry.not_before);
        self.take_changed(changed);
        self.enqueue(&[entry]);
    }

    fn extend_undo_windows(&mut self, undo_delay: Duration, now: Timestamp) {
        let changed = self.store.outbox().extend_undo_windows(now, saturating_add(now, undo_delay));
        self.take_changed(changed);
    }

    /// Takes over entries that the store has changed.
    fn take_changed(&mut self, changed: Result<Vec<OutboxEntry>, StoreError>) {
        let changed = self.ok_or_report(changed).unwrap_or_default();
        if changed.is_empty() {
            return;
        }
        for entry in changed {
            debug_assert_eq!(entry.state, EntryState::Scheduled);
            self.outbox.put(entry);
        }
        self.view.writes_changed();
    }

    /// Discards entries and returns whether the first of them was removed. Entries that are being sent stay; entries
    /// that were sent before also stay, unless `even_sent`. The journal records an entry that was neither sent nor
    /// blocked as cancelled.
    pub(in crate::engine) fn discard_entries(&mut self, seqs: &[i64], even_sent: bool) -> bool {
        self.discard_and_journal(seqs, even_sent, |entry| entry.ever_sent || entry.state.is_blocked())
    }

    /// Discards an entry on the user's request, with a journal entry. Returns whether it was removed.
    pub(in crate::engine) fn discard_by_user(&mut self, seq: i64) -> bool {
        self.outbox.note_discarded(seq);
        self.discard_and_journal(&[seq], true, |_| true)
    }

    fn discard_and_journal(
        &mut self,
        seqs: &[i64],
        even_sent: bool,
        is_discarded: impl Fn(&OutboxEntry) -> bool,
    ) -> bool {
        let removed = self.store.outbox().discard(seqs, even_sent);
        let removed = self.ok_or_report(removed).unwrap_or_default();
        let first = seqs.first().is_some_and(|first| removed.contains(first));
        let entries = self.outbox.remove_all(removed);
        let (discarded, cancelled): (Vec<OutboxEntry>, Vec<OutboxEntry>) =
            entries.into_iter().partition(is_discarded);
        self.journal_discarded(&discarded);
        self.journal_cancelled(cancelled);
        self.view.writes_changed();
        first
    }

    /// Returns whether an entry changes a temporary deal that no entry creates.
    fn is_orphan(&self, entry: &NewOutboxEntry, batch: &[NewOutboxEntry]) -> bool {
        let creates = OperationId::DealsCreate;
        is_temporary(&entry.record)
            && entry.operation != creates
            && !batch.iter().any(|other| other.operation == creates && other.record == entry.record)
            && !self.outbox.entries_of(&entry.record).any(|other| other.operation == creates)
    }

    /// Stores entries and returns whether that succeeded. A failure is reported to the user.
    pub(in crate::engine) fn enqueue(&mut self, entries: &[NewOutboxEntry]) -> bool {
        let Some(first) = entries.first() else { return true };
        let stored = if entries.iter().any(|entry| self.is_orphan(entry, entries)) {
            None
        } else {
            let stored = self.store.outbox().enqueue(entries);
            self.ok_or_report(stored)
        };
        let Some(stored) = stored else {
            self.push_event(EventKind::WriteNotStored {
                kind: write_kind(first.operation),
                record: first.record.clone(),
                label: first.label.clone(),
                fields: parse_fields(&first.body),
            });
            return false;
        };
        debug_assert_eq!(stored.len(), entries.len(), "each write has its entry");
        for entry in stored {
            self.outbox.put_own(entry);
        }
        self.view.writes_changed();
        true
    }
}
