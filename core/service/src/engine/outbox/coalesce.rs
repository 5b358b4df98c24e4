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
        undo_delay: Duration,
        now: Timestamp,
    ) {
        let waiting = self.outbox.waiting_for(operation, record);
        let is_undo = undo_delay.is_zero();
        if waiting.is_empty() && self.is_already_current(operation, record, fields) {
            let base_and_wanted = (base.clone(), fields.clone());
            return self.push_event(already_current(record.to_owned(), label, base_and_wanted, is_undo));
        }
        let target = find_target(&waiting, operation, (fields, base), is_undo);
        if is_undo {
            let target_and_waiting = (&target, &*waiting);
            let action = undo_action(&self.store, (operation, record), (fields, base), target_and_waiting);
            match self.ok_or_report(action) {
                Some(UndoAction::Discard(entry)) => return self.discard(WriteId(entry.seq)),
                Some(UndoAction::Skip(reason)) => {
                    let record = record.to_owned();
                    return self.push_event(EventKind::UndoSkipped { record, label, reason });
                }
                Some(UndoAction::Write) | None => {}
            }
        }
        let merged = match target {
            MergeTarget::Amend(entry) => self.coalesce(entry, (fields, base), (undo_delay, now)),
            MergeTarget::Cancel(entry) => self.cancel_part(entry, (fields, base), now),
            MergeTarget::CancelBlocked(_) | MergeTarget::Append | MergeTarget::Superseded => false,
        };
        if merged {
            // Another process still requests the same value.
            if is_undo && self.is_requested_by_peer(operation, record, base) {
                let record = record.to_owned();
                self.push_event(EventKind::SameWriteByPeer { record, label });
            }
            return;
        }
        if is_change(fields, base) {
            let entry = new_entry(operation, record, fields, base, label, undo_delay, now);
            self.enqueue(&[entry]);
        }
    }

    /// Returns whether another process's newest waiting write sets these fields to the same values.
    fn is_requested_by_peer(&self, operation: OperationId, record: &str, fields: &Fields) -> bool {
        let waiting = self.outbox.waiting_for(operation, record);
        let newest = waiting.iter().find_map(|waiting_entry| {
            let set = parse_fields(&waiting_entry.entry.body);
            let touches = !waiting_entry.entry.needs_user() && fields.names().any(|name| set.touches(name));
            touches.then_some((waiting_entry.is_own, set))
        });
        let sets_same =
            |set: &Fields| fields.names().all(|name| is_same_value(set.get(name), fields.get(name)));
        newest.is_some_and(|(is_own, set)| !is_own && sets_same(&set))
    }

    /// Returns whether the record already has the wanted values. False if a discarded change of it is in doubt.
    fn is_already_current(&mut self, operation: OperationId, record: &str, fields: &Fields) -> bool {
        let is_match = is_current(&self.store, operation, record, fields);
        self.ok_or_report(is_match).unwrap_or_default()
    }

    /// Merges a change into the newest unsent row of its record. Returns whether it did.
    fn coalesce(
        &mut self,
        entry: &OutboxEntry,
        (changed, base): (&Fields, &Fields),
        (undo_delay, now): (Duration, Timestamp),
    ) -> bool {
        let (merged, base) = merge_changes(entry, changed, base);
        if merged.is_empty() && entry.state.is_blocked() {
            // Back to the original values: this resolves the blocked write.
            return self.discard_entries(&[entry.seq], true);
        }
        if merged.is_empty() {
            return self.cancel_entry(entry);
        }
        let until = entry.not_before.max(saturating_add(now, undo_delay));
        let rewritten = self.store.outbox().rewrite(
            entry,
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
        entry: &OutboxEntry,
        (changed, base): (&Fields, &Fields),
        now: Timestamp,
    ) -> bool {
        let (remaining, base) = merge_changes(entry, changed, base);
        if remaining.is_empty() {
            return self.cancel_entry(entry);
        }
        let rewritten = self.store.outbox().cancel_part(
            entry,
            &EntryRewrite {
                body: &remaining.to_body(),
                base: &base.to_body(),
                key: &new_key(),
                not_before: entry.not_before,
                scheduled: entry.not_before > now,
            },
        );
        let is_done = self.apply_rewritten(rewritten);
        self.reload_outbox();
        is_done
    }

    fn apply_rewritten(&mut self, rewritten: Result<Option<OutboxEntry>, StoreError>) -> bool {
        let Some(entry) = self.ok_or_report(rewritten).flatten() else {
            return false;
        };
        self.outbox.put_own(entry);
        self.view.writes_changed();
        true
    }

    /// Removes a whole row; returns whether that succeeded.
    fn cancel_entry(&mut self, entry: &OutboxEntry) -> bool {
        let removed = self.store.outbox().cancel(&[entry]);
        let removed = self.ok_or_report(removed).unwrap_or_default();
        let is_done = removed.contains(&entry.seq);
        let removed = self.outbox.remove_all(removed);
        self.journal_cancelled(removed);
        // The writes behind it now have another base.
        if self.outbox.entries_of(&entry.record).next().is_some() {
            self.reload_outbox();
        }
        self.view.writes_changed();
        is_done
    }

    /// Drops an unsent creation whose deletion was requested meanwhile, with that deletion. Returns whether it did.
    pub(super) fn drop_unwanted_creation(&mut self, seq: i64) -> bool {
        let Some(entry) = self.outbox.get(seq) else {
            return false;
        };
        let deleted = |entry: &OutboxEntry| entry.operation == OperationId::DealsDelete && entry.is_unsent();
        let unsent_creation = entry.operation == OperationId::DealsCreate && entry.is_unsent();
        if !unsent_creation || !self.outbox.entries_of(&entry.record).any(deleted) {
            return false;
        }
        let removed = self.store.outbox().discard_unsent_creation(&entry.record);
        let removed = self.ok_or_report(removed).unwrap_or_default();
        let removed = self.outbox.remove_all(removed);
        self.journal_cancelled(removed);
        self.view.writes_changed();
        true
    }
}
