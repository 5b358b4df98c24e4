//! Coalescing: a change becomes part of the record's previous write (see `merge_target`). The earlier write must be
//! unsent and from this process. This gives one write instead of two, and none if both together change nothing. A
//! creation whose deletion was requested before it was sent is not sent either.

use super::bulk_enqueue::{BulkPlan, UpdateRequest};
use super::entries::entry_conversion::parse_fields;
use crate::contract::OperationId;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::outbox::entries::field_merge::is_current;
use crate::engine::outbox::entries::new_entry::new_entry;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::EventKind;
use crate::store::OutboxEntry;
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
        let is_current = waiting.is_empty() && self.is_already_current(operation, record, fields);
        let request = UpdateRequest {
            operation,
            record: record.to_owned(),
            fields: fields.clone(),
            base: base.clone(),
            label: label.clone(),
            undo_delay,
            waiting,
        };
        let mut plan = BulkPlan::default();
        let planned = plan.update(request, is_current, (&self.store, now));
        if let Some(blocked) = plan.discards_blocked().filter(|_| is_undo) {
            return self.discard(WriteId(blocked));
        }
        let merged = planned.and_then(|()| plan.merge(&self.store));
        let Some((rows, mut stored, inserts)) = self.ok_or_report(merged) else {
            let entry = new_entry(operation, record, fields, base, label, undo_delay, now);
            self.enqueue(&[entry]);
            return;
        };
        let is_merged = inserts.is_empty() && (!rows.is_empty() || !stored.dropped.is_empty());
        stored.add(rows);
        self.apply_bulk_result(stored);
        self.enqueue(&inserts);
        // Another process still requests the same value.
        if is_merged && is_undo && self.is_requested_by_peer(operation, record, base) {
            let record = record.to_owned();
            self.push_event(EventKind::SameWriteByPeer { record, label });
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

    /// Drops an unsent creation whose deletion was requested meanwhile, with that deletion. Returns whether it did.
    pub(super) fn discard_unwanted_creation(&mut self, seq: i64) -> bool {
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
