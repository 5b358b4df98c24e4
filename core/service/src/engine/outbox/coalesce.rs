//! Coalescing: a change becomes part of the record's previous write (see `merge_target`). The earlier write must be
//! unsent and from this process. This gives one write instead of two, and none if both together change nothing. A
//! creation whose deletion was requested before it was sent is not sent either.

use super::entries::entry_conversion::parse_fields;
use super::entries::merge_target::{MergeTarget, find_target};
use super::undo::{UndoAction, undo_action};
use crate::contract::OperationId;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::saturating_add;
use crate::engine::outbox::entries::field_merge::{already_current, is_change, is_current, merge_changes};
use crate::engine::outbox::entries::new_entry::{new_entry, new_key};
use crate::model::pending_write::WriteId;
use crate::model::snapshot::EventKind;
use crate::store::{EntryRewrite, OutboxEntry, StoreError};
use std::time::Duration;

use jiff::Timestamp;

impl Actor {
    /// Stores a change of a record.
    pub(in crate::engine) fn update(
        &mut self,
        operation: OperationId,
        record: &str,
        (fields, base): (&Fields, &Fields),
        label: String,
        hold: Duration,
        now: Timestamp,
    ) {
        let waiting = self.outbox.waiting_for(operation, record);
        let back = hold.is_zero();
        if waiting.is_empty() && self.is_already_current(operation, record, fields) {
            let seen = (base.clone(), fields.clone());
            return self.push_event(already_current(record.to_owned(), label, seen, back));
        }
        let belongs = find_target(&waiting, operation, (fields, base), back);
        if back {
            let asked = (&belongs, &*waiting);
            let taking = undo_action(&self.store, (operation, record), (fields, base), asked);
            match self.ok_or_report(taking) {
                Some(UndoAction::Discard(row)) => return self.discard(WriteId(row.seq)),
                Some(UndoAction::Skip(left)) => {
                    let record = record.to_owned();
                    return self.push_event(EventKind::UndoSkipped { record, label, left });
                }
                Some(UndoAction::Write) | None => {}
            }
        }
        let done = match belongs {
            MergeTarget::Amend(row) => self.coalesce(row, (fields, base), (hold, now)),
            MergeTarget::Cancel(row) => self.cancel_part(row, (fields, base), now),
            MergeTarget::CancelBlocked(_) | MergeTarget::Append | MergeTarget::Superseded => false,
        };
        if done {
            // Another process still requests the same value.
            if back && self.is_requested_by_peer(operation, record, base) {
                let record = record.to_owned();
                self.push_event(EventKind::SameWriteByPeer { record, label });
            }
            return;
        }
        if is_change(fields, base) {
            let row = new_entry(operation, record, fields, base, label, hold, now);
            self.enqueue(&[row]);
        }
    }

    /// Returns whether another process's newest waiting write sets these fields to the same values.
    fn is_requested_by_peer(&self, operation: OperationId, record: &str, asked: &Fields) -> bool {
        let waiting = self.outbox.waiting_for(operation, record);
        let newest = waiting.iter().find_map(|one| {
            let set = parse_fields(&one.entry.body);
            let touches = !one.entry.needs_user() && asked.names().any(|name| set.touches(name));
            touches.then_some((one.is_own, set))
        });
        let says = |set: &Fields| {
            asked
                .names()
                .all(|name| is_same_value(set.get(name), asked.get(name)))
        };
        newest.is_some_and(|(own, set)| !own && says(&set))
    }

    /// Returns whether the record already has the wanted values. False if a discarded change of it is in doubt.
    fn is_already_current(&mut self, operation: OperationId, record: &str, fields: &Fields) -> bool {
        let so = is_current(&self.store, operation, record, fields);
        self.ok_or_report(so).unwrap_or_default()
    }

    /// Merges a change into the newest unsent row of its record. Returns whether it did.
    fn coalesce(
        &mut self,
        row: &OutboxEntry,
        (changed, base): (&Fields, &Fields),
        (hold, now): (Duration, Timestamp),
    ) -> bool {
        let (merged, base) = merge_changes(row, changed, base);
        if merged.is_empty() && row.state.is_blocked() {
            // Back to the original values: this resolves the blocked write.
            return self.discard_entries(&[row.seq], true);
        }
        if merged.is_empty() {
            return self.cancel_entry(row);
        }
        let until = row.not_before.max(saturating_add(now, hold));
        let rewritten = self.store.outbox().rewrite(
            row,
            &EntryRewrite {
                body: &merged.to_body(),
                base: &base.to_body(),
                key: &new_key(),
                not_before: until,
                scheduled: until > now,
            },
        );
        self.apply_rewritten(rewritten)
    }

    /// Undoes the part of a row that a change reverts. Writes may wait behind the row. Returns whether that succeeded.
    fn cancel_part(
        &mut self,
        row: &OutboxEntry,
        (changed, base): (&Fields, &Fields),
        now: Timestamp,
    ) -> bool {
        let (left, base) = merge_changes(row, changed, base);
        if left.is_empty() {
            return self.cancel_entry(row);
        }
        let rewritten = self.store.outbox().cancel_part(
            row,
            &EntryRewrite {
                body: &left.to_body(),
                base: &base.to_body(),
                key: &new_key(),
                not_before: row.not_before,
                scheduled: row.not_before > now,
            },
        );
        let done = self.apply_rewritten(rewritten);
        self.reload_outbox();
        done
    }

    fn apply_rewritten(&mut self, rewritten: Result<Option<OutboxEntry>, StoreError>) -> bool {
        let Some(row) = self.ok_or_report(rewritten).flatten() else {
            return false;
        };
        self.outbox.put_own(row);
        self.view.writes_changed();
        true
    }

    /// Removes a whole row; returns whether that succeeded.
    fn cancel_entry(&mut self, row: &OutboxEntry) -> bool {
        let gone = self.store.outbox().cancel(&[row]);
        let gone = self.ok_or_report(gone).unwrap_or_default();
        let done = gone.contains(&row.seq);
        let gone = self.outbox.remove_all(gone);
        self.journal_cancelled(gone);
        // The writes behind it now have another base.
        if self.outbox.entries_of(&row.record).next().is_some() {
            self.reload_outbox();
        }
        self.view.writes_changed();
        done
    }

    /// Drops an unsent creation whose deletion was requested meanwhile, with that deletion. Returns whether it did.
    pub(super) fn drop_unwanted_creation(&mut self, seq: i64) -> bool {
        let Some(row) = self.outbox.get(seq) else {
            return false;
        };
        let deleted = |row: &OutboxEntry| row.operation == OperationId::DealsDelete && row.is_unsent();
        let unborn = row.operation == OperationId::DealsCreate && row.is_unsent();
        if !unborn || !self.outbox.entries_of(&row.record).any(deleted) {
            return false;
        }
        let dropped = self.store.outbox().discard_unsent_creation(&row.record);
        let dropped = self.ok_or_report(dropped).unwrap_or_default();
        let dropped = self.outbox.remove_all(dropped);
        self.journal_cancelled(dropped);
        self.view.writes_changed();
        true
    }
}
