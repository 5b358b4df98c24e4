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
use crate::store::{DiscardedWrite, EntryState, OutboxEntry, StoreError};
use std::time::Duration;

use jiff::Timestamp;

impl Actor {
    /// Sends a write now; a write in conflict is sent as the user wrote it. A write to a deleted deal is only retried:
    /// recreating the deal requires a choice by the user.
    pub(in crate::engine) fn retry(&mut self, write: WriteId, now: Timestamp) {
        let Some(row) = self.outbox.get(write.0).cloned() else {
            return;
        };
        if row.state == EntryState::Conflict && recreation_fields(&row).is_none() {
            self.send_resolution(&row, &row.body, Duration::ZERO, now);
            return;
        }
        let released = self.store.outbox().release(row.seq, now);
        self.apply_released(released, now);
    }

    /// Resolves a conflict field by field. The resulting write has an undo window like any other, and so has the
    /// recreation of a deal.
    pub(in crate::engine) fn resolve_conflict(
        &mut self,
        write: WriteId,
        mine: &[String],
        hold: Duration,
        now: Timestamp,
    ) {
        let Some(row) = self.outbox.get(write.0).cloned() else {
            return;
        };
        if row.state != EntryState::Conflict {
            return;
        }
        if row.operation == OperationId::DealsDelete {
            // A deletion cannot be split by field.
            return if mine.is_empty() {
                self.discard(write);
            } else {
                self.send_resolution(&row, &row.body, hold, now);
            };
        }
        let mut chosen = parse_fields(&row.body);
        let others: Vec<String> = chosen
            .names()
            .filter(|name| !mine.iter().any(|kept| kept == name))
            .map(str::to_owned)
            .collect();
        for name in others {
            chosen.remove(&name);
        }
        if chosen.is_empty() {
            self.discard(write);
        } else if let Some(known) = recreation_fields(&row) {
            self.recreate(&row, (&known, &chosen), hold, now);
        } else {
            self.send_resolution(&row, &chosen.to_body(), hold, now);
        }
    }

    /// Sends `body` over the server's values from when the conflict was found. It needs a new key: the old key could
    /// return the first write's answer.
    fn send_resolution(&mut self, row: &OutboxEntry, body: &str, hold: Duration, now: Timestamp) {
        let base = resolution_base(row, body).to_body();
        let until = (!hold.is_zero()).then(|| saturating_add(now, hold));
        let released = self
            .store
            .outbox()
            .resolve(row.seq, (body, &base), &new_key(), now, until);
        if let Ok(Some(decided)) = &released {
            debug_assert!(decided.is_unsent() && !decided.is_same_write(row));
            self.note_resolved(row, vec![decided.clone()]);
        }
        self.apply_released(released, now);
    }

    fn note_resolved(&mut self, stood: &OutboxEntry, instead: Vec<OutboxEntry>) {
        debug_assert!(stood.state.is_blocked() && instead.iter().all(OutboxEntry::is_unsent));
        let stood = stood.clone();
        self.resolved.insert(
            stood.seq,
            ResolvedConflict {
                blocked: stood,
                replacements: instead,
            },
        );
    }

    /// Reopens a resolved conflict, if nothing of the decision was sent.
    pub(in crate::engine) fn reopen_conflict(&mut self, write: WriteId, record: String, label: String) {
        let decided = self.resolved.remove(&write.0);
        let Some(row) = decided.and_then(|decided| self.restore_blocked(&decided)) else {
            self.reload_outbox();
            return self.push_event(EventKind::TooLate { record, label });
        };
        self.outbox.put(row);
        self.view.writes_changed();
    }

    /// Restores a conflict in place of its replacement rows; returns the row on success. It keeps its key and journal
    /// entry; the replacement was another write.
    fn restore_blocked(
        &mut self,
        ResolvedConflict {
            blocked: stood,
            replacements: instead,
        }: &ResolvedConflict,
    ) -> Option<OutboxEntry> {
        if instead.iter().all(|row| row.seq != stood.seq) {
            let back = self.store.outbox().restore_replaced(stood.seq, instead);
            let row = self.ok_or_report(back).flatten()?;
            let withdrawn = self.outbox.remove_all(instead.iter().map(|row| row.seq));
            self.journal_cancelled(withdrawn);
            return Some(row);
        }
        // A later change may have been merged into it and undone again.
        let now = self.outbox.get(stood.seq)?;
        let now = (!now.in_doubt() && now.locked_by.is_none()).then(|| now.clone())?;
        let back = self.store.outbox().restore_blocked(stood, &now);
        self.ok_or_report(back).flatten()
    }

    fn apply_released(&mut self, released: Result<Option<OutboxEntry>, StoreError>, now: Timestamp) {
        if let Some(row) = self.ok_or_report(released).flatten() {
            self.outbox.put(row);
            self.view.writes_changed();
        }
        // A manual retry runs at once; only the server's rate limit can delay it.
        self.link.retry_now(now);
    }

    /// Recreates a deleted deal with the values chosen from the write in conflict.
    fn recreate(
        &mut self,
        row: &OutboxEntry,
        (known, chosen): (&Fields, &Fields),
        hold: Duration,
        now: Timestamp,
    ) {
        let rows = recreation_entries(row, known, chosen, hold, now);
        let replaced = self.store.outbox().replace(row.seq, &rows);
        let Some(kept) = self.ok_or_report(replaced) else {
            return;
        };
        if kept.is_some() {
            // This process replaced the row itself.
            self.outbox.remove_all([row.seq]);
        }
        self.reload_outbox();
        let kept = kept.unwrap_or_default();
        self.note_resolved(row, kept.clone());
        let Some(creation) = kept.into_iter().next() else {
            return;
        };
        // The original change is never sent; the creation replaces it under its own key.
        self.journal_discarded(std::slice::from_ref(row));
        self.push_event(EventKind::Created {
            fields: parse_fields(&creation.body),
            record: creation.record,
            label: creation.label,
            again: None,
            decided: Some(WriteId(row.seq)),
        });
        self.link.retry_now(now);
    }

    /// Discards a write, and with a creation the other writes of its deal. If another process already discarded it,
    /// nothing remains to do.
    pub(in crate::engine) fn discard(&mut self, write: WriteId) {
        let row = self.outbox.get(write.0).cloned();
        if row.is_none() && !self.outbox.is_unreadable(write.0) {
            return self.report_missing(write);
        }
        if !self.discard_by_user(write.0) {
            self.reload_outbox();
            return self.report_missing(write);
        }
        if let Some(row) = row.filter(OutboxEntry::in_doubt) {
            self.fetch_after_discard(&row, self.now());
        }
    }

    /// Fetches the record of a discarded write that may have been applied.
    fn fetch_after_discard(&mut self, row: &OutboxEntry, now: Timestamp) {
        match (row.operation, DealId::new(&row.record)) {
            (OperationId::DealsUpdate | OperationId::DealsDelete, Ok(deal)) => self.load_deal(&deal),
            (OperationId::DealsCreate, _) => self.refresh.refresh_now(now),
            _ => {}
        }
    }

    /// Reports that a write to discard no longer exists. Silent if it was discarded elsewhere.
    fn report_missing(&mut self, write: WriteId) {
        let dropped = self.store.outbox().discard_progress(write.0);
        let leaving = self
            .outbox
            .get(write.0)
            .map(|row| (row.record.clone(), row.label.clone()));
        if leaving.is_none() && self.ok_or_report(dropped).flatten().is_some() {
            return;
        }
        let lines = self.store.history().journal_of_write(write.0);
        let last = self.ok_or_report(lines).and_then(|mut lines| lines.pop());
        if let Some((record, label)) = leaving.or(last.map(|line| (line.record, line.label))) {
            self.push_event(EventKind::TooLate { record, label });
        }
    }

    /// Restores a discarded write as the same write, under its key.
    pub(in crate::engine) fn restore(
        &mut self,
        write: WriteId,
        (record, label): (String, String),
        hold: Duration,
    ) {
        let now = self.now();
        let taken = self
            .store
            .outbox()
            .restore(write.0, saturating_add(now, hold), !hold.is_zero());
        let Some(rows) = self.ok_or_report(taken) else {
            return;
        };
        debug_assert!(rows.iter().all(|row| row.state != EntryState::Sending));
        self.reload_outbox();
        self.outbox.note_restored(&rows);
        if rows.is_empty() && self.outbox.get(write.0).is_none() {
            self.push_event(EventKind::NothingToDo {
                record,
                label,
                in_doubt: false,
            });
        }
    }

    /// Restores a discarded creation that was sent; a new key would create it twice. Returns whether there is one.
    pub(in crate::engine) fn restore_creation(&mut self, record: &str, now: Timestamp) -> bool {
        let dropped = self.store.outbox().discarded_of(record);
        let sent = |one: &DiscardedWrite| one.operation == OperationId::DealsCreate && one.ever_sent;
        let Some(creation) = self
            .ok_or_report(dropped)
            .unwrap_or_default()
            .into_iter()
            .find(sent)
        else {
            return false;
        };
        let taken = self.store.outbox().restore(creation.seq, now, false);
        let rows = self.ok_or_report(taken).unwrap_or_default();
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
