//! Conversion of effects into outbox entries: stored first, shown next, sent last. Before it is sent, an undone change
//! is removed from the outbox. Afterwards, the undo is another write.

use crate::engine::outbox::entries::new_entry::{new_deletion, new_entry};
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::ids::{DealId, TEMPORARY_PREFIX, is_temporary};
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
        let mut rest = effects;
        while !rest.is_empty() {
            let together = |one: &Effect, next: &Effect| one.is_write() && next.is_write();
            let end = rest.chunk_by(together).next().map_or(0, <[Effect]>::len);
            let after = rest.split_off(end);
            match self.begin_bulk_write(rest) {
                Ok(()) => return self.handle_deferred(after.into_iter().map(Some).collect()),
                Err(asked) => self.handle_together(&asked),
            }
            rest = after;
        }
    }

    /// Handles a group of consecutive writes in one transaction.
    pub(in crate::engine) fn handle_together(&mut self, asked: &[Effect]) {
        let (store, handled) = (self.store.clone(), self.view.handled);
        if let [_, _, ..] = asked
            && store.outbox().grouped(|| self.handle_each(asked)).is_ok()
        {
            return;
        }
        if self.view.handled != handled {
            self.view.handled = handled;
            self.reload_after_rollback();
        }
        self.handle_each(asked);
    }

    /// Reloads the outbox after a transaction was rolled back.
    fn reload_after_rollback(&mut self) {
        let read = self.store.outbox().all_entries();
        if let Some(all) = self.ok_or_report(read) {
            let (rows, sealed) = self.without_completed(all);
            self.outbox.replace(rows, sealed);
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
            Effect::LoadNotifications => self.load_resource_list(ResourceKind::Notifications, Force::No),
            Effect::LoadResources(family) => self.load_resource_list(family, Force::No),
            Effect::Discover => self.discover(),
            Effect::Watch { family, ids } => self.watch(family, &ids),
            Effect::Unwatch { family, ids } => self.unwatch(family, &ids),
            Effect::LoadRoute(asked) => self.fetch_route(&asked),
            Effect::Update {
                deal,
                fields,
                base,
                label,
                hold,
            } => {
                let deal = self.present_id(deal);
                let change = (&fields, &base);
                self.update(OperationId::DealsUpdate, deal.as_str(), change, label, hold, now);
            }
            Effect::UpdateRecord {
                family,
                id,
                fields,
                base,
                label,
                hold,
            } => {
                if let Some(operation) = update_operation(family) {
                    self.update(operation, &id, (&fields, &base), label, hold, now);
                }
            }
            Effect::Create { fields, label } => self.create(&fields, &Fields::new(), label, None, now),
            Effect::Recreate {
                deal,
                fields,
                then,
                label,
            } => self.create(&fields, &then, label, Some(deal.as_str().to_owned()), now),
            Effect::Delete {
                deal,
                base,
                label,
                hold,
            } => {
                let deal = self.present_id(deal);
                self.delete(&deal, &base, (label, hold), now);
            }
            Effect::CancelDelete(deal) => {
                let deal = self.present_id(deal);
                self.cancel_delete(&deal);
            }
            Effect::MarkRead { ids, hold } => self.mark_read(&ids, hold, now),
            Effect::CancelRead(ids) => self.cancel_read(&ids),
            Effect::SetVisibility(attention) => self.set_visibility(attention, now),
            Effect::ExtendUndoWindows(hold) => self.extend_undo_windows(hold, now),
            Effect::RefreshUsers => self.publish_siblings(),
            Effect::ViewChanges => self.note_changes_viewed(),
            Effect::EndVisit => self.end_visit(),
            Effect::ResumeVisit(before) => self.resume_visit(before),
            Effect::Retry(write) => self.retry(write, now),
            Effect::ResolveConflict { write, mine, hold } => self.resolve_conflict(write, &mine, hold, now),
            Effect::ReopenConflict { write, record, label } => self.reopen_conflict(write, record, label),
            Effect::Discard(write) => self.discard(write),
            Effect::Restore {
                write,
                record,
                label,
                hold,
            } => self.restore(write, (record, label), hold),
            Effect::SaveSetting { name, value } => self.store_settings(&[(name, value)], now),
            Effect::SaveSettings(settings) => self.store_settings(&settings, now),
        }
    }

    /// Returns the present id of a deal; a front end may still use its temporary id.
    fn present_id(&mut self, deal: DealId) -> DealId {
        if !is_temporary(deal.as_str()) {
            return deal;
        }
        if let Some(born) = self.temp_ids.get(deal.as_str()) {
            return born.clone();
        }
        // Another process or an earlier run may have had it created.
        let born = self.store.outbox().resolve_temp_id(deal.as_str());
        let born = self.ok_or_report(born).flatten();
        born.and_then(|id| DealId::new(id).ok()).unwrap_or(deal)
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
            let hurried = self.store.outbox().retry_now(now);
            self.ok_or_report(hurried);
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
        then: &Fields,
        label: String,
        again: Option<String>,
        now: Timestamp,
    ) {
        if again
            .as_deref()
            .is_some_and(|was| is_temporary(was) && self.restore_creation(was, now))
        {
            return;
        }
        let record = format!("{TEMPORARY_PREFIX}{}", uuid::Uuid::new_v4().hyphenated());
        let row = |operation, fields: &Fields| {
            let none = Fields::new();
            new_entry(
                operation,
                &record,
                fields,
                &none,
                label.clone(),
                Duration::ZERO,
                now,
            )
        };
        let mut rows = vec![row(OperationId::DealsCreate, fields)];
        if !then.is_empty() {
            rows.push(row(OperationId::DealsUpdate, then));
        }
        if self.enqueue(&rows) {
            self.push_event(EventKind::Created {
                record,
                label,
                fields: fields.clone(),
                again,
                decided: None,
            });
        }
    }

    fn delete(&mut self, deal: &DealId, base: &Fields, (label, hold): (String, Duration), now: Timestamp) {
        let rows: Vec<OutboxEntry> = self.outbox.entries_of(deal.as_str()).cloned().collect();
        // The creation has not been sent, so there is nothing to delete: drop it and its changes.
        let unborn = |row: &OutboxEntry| {
            row.operation == OperationId::DealsCreate && (row.is_unsent() || row.state == EntryState::Refused)
        };
        if rows.iter().any(unborn) {
            let seqs: Vec<i64> = rows.iter().map(|row| row.seq).collect();
            self.discard_entries(&seqs, true);
            return;
        }
        for row in rows
            .iter()
            .filter(|row| row.operation == OperationId::DealsDelete)
        {
            if row.state.is_blocked() {
                self.discard_entries(&[row.seq], true);
            } else {
                return self.cancelled_deletions.forget(deal);
            }
        }
        self.cancelled_deletions.forget(deal);
        let record = deal.as_str();
        let row = new_deletion(record, base, label, hold, now);
        // Entries in their undo window precede the deletion and must not delay it.
        let shortened = self.store.outbox().shorten_undo_windows(record, row.not_before);
        self.take_changed(shortened);
        self.enqueue(&[row]);
    }

    fn extend_undo_windows(&mut self, hold: Duration, now: Timestamp) {
        let longer = self
            .store
            .outbox()
            .extend_undo_windows(now, saturating_add(now, hold));
        self.take_changed(longer);
    }

    /// Takes over rows that the store has changed.
    fn take_changed(&mut self, changed: Result<Vec<OutboxEntry>, StoreError>) {
        let changed = self.ok_or_report(changed).unwrap_or_default();
        if changed.is_empty() {
            return;
        }
        for row in changed {
            debug_assert_eq!(row.state, EntryState::Scheduled);
            self.outbox.put(row);
        }
        self.view.writes_changed();
    }

    /// Discards rows and returns whether the first of them was removed. Rows that are being sent stay; rows that were
    /// sent before also stay, unless `even_sent`. The journal records a row that was neither sent nor blocked as
    /// cancelled.
    pub(in crate::engine) fn discard_entries(&mut self, seqs: &[i64], even_sent: bool) -> bool {
        self.discard_and_journal(seqs, even_sent, |row| row.ever_sent || row.state.is_blocked())
    }

    /// Discards a row on the user's request, with a journal entry. Returns whether it was removed.
    pub(in crate::engine) fn discard_by_user(&mut self, seq: i64) -> bool {
        self.outbox.note_discarded(seq);
        self.discard_and_journal(&[seq], true, |_| true)
    }

    fn discard_and_journal(
        &mut self,
        seqs: &[i64],
        even_sent: bool,
        given_up: impl Fn(&OutboxEntry) -> bool,
    ) -> bool {
        let dropped = self.store.outbox().discard(seqs, even_sent);
        let dropped = self.ok_or_report(dropped).unwrap_or_default();
        let first = seqs.first().is_some_and(|first| dropped.contains(first));
        let rows = self.outbox.remove_all(dropped);
        let (told, withdrawn): (Vec<OutboxEntry>, Vec<OutboxEntry>) = rows.into_iter().partition(given_up);
        self.journal_discarded(&told);
        self.journal_cancelled(withdrawn);
        self.view.writes_changed();
        first
    }

    /// Returns whether a row changes a temporary deal that no entry creates.
    fn is_orphan(&self, row: &NewOutboxEntry, beside: &[NewOutboxEntry]) -> bool {
        let creates = OperationId::DealsCreate;
        is_temporary(&row.record)
            && row.operation != creates
            && !beside
                .iter()
                .any(|one| one.operation == creates && one.record == row.record)
            && !self
                .outbox
                .entries_of(&row.record)
                .any(|one| one.operation == creates)
    }

    /// Stores rows and returns whether that succeeded. A failure is reported to the user.
    pub(in crate::engine) fn enqueue(&mut self, rows: &[NewOutboxEntry]) -> bool {
        let Some(first) = rows.first() else { return true };
        let kept = if rows.iter().any(|row| self.is_orphan(row, rows)) {
            None
        } else {
            let kept = self.store.outbox().enqueue(rows);
            self.ok_or_report(kept)
        };
        let Some(kept) = kept else {
            self.push_event(EventKind::WriteNotStored {
                kind: write_kind(first.operation),
                record: first.record.clone(),
                label: first.label.clone(),
                fields: parse_fields(&first.body),
            });
            return false;
        };
        debug_assert_eq!(kept.len(), rows.len(), "each write has its row");
        for row in kept {
            self.outbox.put_own(row);
        }
        self.view.writes_changed();
        true
    }
}
