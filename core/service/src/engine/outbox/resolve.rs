//! The user's decisions about blocked writes: send all, send a part, discard, or restore.

use super::deleted_conflict::recreation_entries;
use super::entries::entry_conversion::{parse_fields, resolution_base};
use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::saturating_add;
use crate::engine::outbox::entries::entry_conversion::{is_discarded_in_doubt, recreation_fields};
use crate::engine::outbox::entries::new_entry::new_key;
use crate::engine::outbox::state::resolved::ResolvedConflict;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::EventKind;
use crate::store::{DiscardedWrite, EntryState, Outbox, OutboxEntry, StoreError};
use std::time::Duration;

use jiff::Timestamp;

/// Makes a blocked write ready to send `body` over the server's values from when the conflict was found. It needs a new
/// key: the old key could return the first write's response. With `until`, it has an undo window until then.
///
/// # Errors
/// The disk fails.
pub fn resolve_blocked(
    outbox: &Outbox,
    blocked: &OutboxEntry,
    body: &str,
    now: Timestamp,
    until: Option<Timestamp>,
) -> Result<Option<OutboxEntry>, StoreError> {
    let base = resolution_base(blocked, body).to_body();
    outbox.resolve(blocked.seq, (body, &base), &new_key(), now, until)
}

impl Actor {
    /// Sends a write now; a write in conflict is sent as the user wrote it. A write to a deleted deal is only retried:
    /// recreating the deal requires a choice by the user.
    pub(in crate::engine) fn retry(&mut self, write: WriteId, now: Timestamp) {
        let Some(entry) = self.outbox.get(write.0).cloned() else {
            return;
        };
        if entry.state == EntryState::Conflict && recreation_fields(&entry).is_none() {
            self.send_resolution(&entry, &entry.body, Duration::ZERO, now);
            return;
        }
        let released = self.store.outbox().release(entry.seq, now);
        self.apply_released(released, now);
    }

    /// Resolves a conflict field by field. The resulting write has an undo window like any other, and so has the
    /// recreation of a deal.
    pub(in crate::engine) fn resolve_conflict(
        &mut self,
        write: WriteId,
        mine: &[String],
        undo_delay: Duration,
        now: Timestamp,
    ) {
        let Some(entry) = self.outbox.get(write.0).cloned() else {
            return;
        };
        if entry.state != EntryState::Conflict {
            return;
        }
        if entry.operation == OperationId::DealsDelete {
            // A deletion cannot be split by field.
            return if mine.is_empty() {
                self.discard(write);
            } else {
                self.send_resolution(&entry, &entry.body, undo_delay, now);
            };
        }
        let mut fields = parse_fields(&entry.body);
        let server_fields: Vec<String> = fields
            .names()
            .filter(|name| !mine.iter().any(|chosen_name| chosen_name == name))
            .map(str::to_owned)
            .collect();
        for name in server_fields {
            fields.remove(&name);
        }
        if fields.is_empty() {
            self.discard(write);
        } else if let Some(last_known) = recreation_fields(&entry) {
            self.recreate(&entry, (&last_known, &fields), undo_delay, now);
        } else {
            self.send_resolution(&entry, &fields.to_body(), undo_delay, now);
        }
    }

    /// Sends `body` over the server's values from when the conflict was found.
    fn send_resolution(&mut self, entry: &OutboxEntry, body: &str, undo_delay: Duration, now: Timestamp) {
        let until = (!undo_delay.is_zero()).then(|| saturating_add(now, undo_delay));
        let released = resolve_blocked(self.store.outbox(), entry, body, now, until);
        if let Ok(Some(decided)) = &released {
            debug_assert!(decided.is_unsent() && !decided.is_same_write(entry));
            self.note_resolved(entry, vec![decided.clone()]);
        }
        self.apply_released(released, now);
    }

    fn note_resolved(&mut self, blocked: &OutboxEntry, replacements: Vec<OutboxEntry>) {
        debug_assert!(blocked.state.is_blocked() && replacements.iter().all(OutboxEntry::is_unsent));
        let blocked = blocked.clone();
        self.resolved.insert(blocked.seq, ResolvedConflict { blocked, replacements });
    }

    /// Reopens a resolved conflict, if nothing of the decision was sent.
    pub(in crate::engine) fn reopen_conflict(&mut self, write: WriteId, record: String, label: String) {
        let decided = self.resolved.remove(&write.0);
        let Some(entry) = decided.and_then(|decided| self.restore_blocked(&decided)) else {
            self.reload_outbox();
            return self.push_event(EventKind::TooLate { record, label });
        };
        self.outbox.put(entry);
        self.view.writes_changed();
    }

    /// Restores a conflict in place of its replacement rows; returns the row on success. It keeps its key and journal
    /// entry; the replacement was another write.
    fn restore_blocked(
        &mut self,
        ResolvedConflict { blocked, replacements }: &ResolvedConflict,
    ) -> Option<OutboxEntry> {
        if replacements.iter().all(|entry| entry.seq != blocked.seq) {
            let restored = self.store.outbox().restore_replaced(blocked.seq, replacements);
            let entry = self.ok_or_report(restored).flatten()?;
            let removed = self.outbox.remove_all(replacements.iter().map(|entry| entry.seq));
            self.journal_cancelled(removed);
            return Some(entry);
        }
        // A later change may have been merged into it and undone again.
        let now = self.outbox.get(blocked.seq)?;
        let now = (!now.in_doubt() && now.locked_by.is_none()).then(|| now.clone())?;
        let restored = self.store.outbox().restore_blocked(blocked, &now);
        self.ok_or_report(restored).flatten()
    }

    fn apply_released(&mut self, released: Result<Option<OutboxEntry>, StoreError>, now: Timestamp) {
        if let Some(entry) = self.ok_or_report(released).flatten() {
            self.outbox.put(entry);
            self.view.writes_changed();
        }
        // A manual retry runs at once; only the server's rate limit can delay it.
        self.link.retry_now(now);
    }

    /// Recreates a deleted deal with the values chosen from the write in conflict.
    fn recreate(
        &mut self,
        entry: &OutboxEntry,
        (last_known, fields): (&Fields, &Fields),
        undo_delay: Duration,
        now: Timestamp,
    ) {
        let rows = recreation_entries(entry, last_known, fields, undo_delay, now);
        let replaced = self.store.outbox().replace(entry.seq, &rows);
        let Some(new_entries) = self.ok_or_report(replaced) else {
            return;
        };
        if new_entries.is_some() {
            // This process replaced the row itself.
            self.outbox.remove_all([entry.seq]);
        }
        self.reload_outbox();
        let new_entries = new_entries.unwrap_or_default();
        self.note_resolved(entry, new_entries.clone());
        let Some(creation) = new_entries.into_iter().next() else {
            return;
        };
        // The original change is never sent; the creation replaces it under its own key.
        self.journal_discarded(std::slice::from_ref(entry));
        self.push_event(EventKind::Created {
            fields: parse_fields(&creation.body),
            record: creation.record,
            label: creation.label,
            replaced_id: None,
            resolved_write: Some(WriteId(entry.seq)),
        });
        self.link.retry_now(now);
    }

    /// Discards a write, and with a creation the other writes of its deal. If another process already discarded it,
    /// nothing remains to do.
    pub(in crate::engine) fn discard(&mut self, write: WriteId) {
        let entry = self.outbox.get(write.0).cloned();
        if entry.is_none() && !self.outbox.is_unreadable(write.0) {
            return self.report_missing(write);
        }
        if !self.discard_by_user(write.0) {
            self.reload_outbox();
            return self.report_missing(write);
        }
        if let Some(entry) = entry.filter(OutboxEntry::in_doubt) {
            self.fetch_after_discard(&entry, self.now());
        }
    }

    /// Fetches the record of a discarded write that may have been applied.
    fn fetch_after_discard(&mut self, entry: &OutboxEntry, now: Timestamp) {
        match (entry.operation, DealId::new(&entry.record)) {
            (OperationId::DealsUpdate | OperationId::DealsDelete, Ok(deal)) => self.load_deal(&deal),
            (OperationId::DealsCreate, _) => self.refresh.refresh_now(now),
            _ => {}
        }
    }

    /// Reports that a write to discard no longer exists. Silent if it was discarded elsewhere.
    fn report_missing(&mut self, write: WriteId) {
        let discarded = self.store.outbox().discard_progress(write.0);
        let present = self.outbox.get(write.0).map(|entry| (entry.record.clone(), entry.label.clone()));
        if present.is_none() && self.ok_or_report(discarded).flatten().is_some() {
            return;
        }
        let lines = self.store.history().journal_of_write(write.0);
        let last = self.ok_or_report(lines).and_then(|mut lines| lines.pop());
        if let Some((record, label)) = present.or(last.map(|line| (line.record, line.label))) {
            self.push_event(EventKind::TooLate { record, label });
        }
    }

    /// Restores a discarded write as the same write, under its key.
    pub(in crate::engine) fn restore(
        &mut self,
        write: WriteId,
        (record, label): (String, String),
        undo_delay: Duration,
    ) {
        let now = self.now();
        let restored =
            self.store.outbox().restore(write.0, saturating_add(now, undo_delay), !undo_delay.is_zero());
        let Some(rows) = self.ok_or_report(restored) else {
            return;
        };
        debug_assert!(rows.iter().all(|row| row.state != EntryState::Sending));
        self.reload_outbox();
        self.outbox.note_restored(&rows);
        if rows.is_empty() && self.outbox.get(write.0).is_none() {
            self.push_event(EventKind::NothingToDo { record, label, in_doubt: false });
        }
    }

    /// Restores a discarded creation that was sent; a new key would create it twice. Returns whether there is one.
    pub(in crate::engine) fn restore_creation(&mut self, record: &str, now: Timestamp) -> bool {
        let discarded = self.store.outbox().discarded_of(record);
        let is_sent_creation = |discarded_entry: &DiscardedWrite| {
            discarded_entry.operation == OperationId::DealsCreate && discarded_entry.ever_sent
        };
        let Some(creation) =
            self.ok_or_report(discarded).unwrap_or_default().into_iter().find(is_sent_creation)
        else {
            return false;
        };
        let restored = self.store.outbox().restore(creation.seq, now, false);
        let rows = self.ok_or_report(restored).unwrap_or_default();
        self.reload_outbox();
        self.outbox.note_restored(&rows);
        !rows.is_empty()
    }

    /// Returns whether a discarded write of this kind to the record is in doubt.
    pub(super) fn is_discarded_in_doubt(&mut self, operation: OperationId, record: &str) -> bool {
        let in_doubt = is_discarded_in_doubt(&self.store, operation, record);
        self.ok_or_report(in_doubt).unwrap_or_default()
    }
}
