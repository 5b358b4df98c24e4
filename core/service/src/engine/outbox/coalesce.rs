//! Coalescing: a change becomes part of the record's previous write (see `merge_target`). The earlier write must be
//! unsent and from this process. This gives one write instead of two, and none if both together change nothing. A
//! creation whose deletion was requested before it was sent is not sent either.

use super::entries::entry_conversion::fields;
use super::entries::merge_target::{Belongs, belongs};
use super::undo::{Taking, taking};
use crate::contract::OperationId;
use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::after;
use crate::engine::outbox::entries::field_merge::{changes, is_so, merge, so_already};
use crate::engine::outbox::entries::new_entry::{fresh_key, new_row};
use crate::model::pending_write::WriteId;
use crate::model::snapshot::EventKind;
use crate::store::{Rewritten, Row, StoreError};
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
        let waiting = self.outbox.waiting(operation, record);
        let back = hold.is_zero();
        if waiting.is_empty() && self.is_so(operation, record, fields) {
            let seen = (base.clone(), fields.clone());
            return self.tell(so_already(record.to_owned(), label, seen, back));
        }
        let belongs = belongs(&waiting, operation, (fields, base), back);
        if back {
            let asked = (&belongs, &*waiting);
            let taking = taking(&self.store, (operation, record), (fields, base), asked);
            match self.kept(taking) {
                Some(Taking::GiveUp(row)) => return self.discard(WriteId(row.seq)),
                Some(Taking::Leave(left)) => {
                    let record = record.to_owned();
                    return self.tell(EventKind::ChangedSince { record, label, left });
                }
                Some(Taking::Write) | None => {}
            }
        }
        let done = match belongs {
            Belongs::Over(row) => self.coalesce(row, (fields, base), (hold, now)),
            Belongs::Back(row) => self.withdraw(row, (fields, base), now),
            Belongs::Stood(_) | Belongs::Behind | Belongs::Otherwise => false,
        };
        if done {
            // Another process still requests the same value.
            if back && self.asked_elsewhere(operation, record, base) {
                let record = record.to_owned();
                self.tell(EventKind::SameElsewhere { record, label });
            }
            return;
        }
        if changes(fields, base) {
            let row = new_row(operation, record, fields, base, label, hold, now);
            self.enqueue(&[row]);
        }
    }

    /// Returns whether another process's newest waiting write sets these fields to the same values.
    fn asked_elsewhere(&self, operation: OperationId, record: &str, asked: &Fields) -> bool {
        let waiting = self.outbox.waiting(operation, record);
        let newest = waiting.iter().find_map(|one| {
            let set = fields(&one.row.body);
            let touches = !one.row.stands() && asked.names().any(|name| set.touches(name));
            touches.then_some((one.own, set))
        });
        let says = |set: &Fields| asked.names().all(|name| same(set.get(name), asked.get(name)));
        newest.is_some_and(|(own, set)| !own && says(&set))
    }

    /// Returns whether the record already has the wanted values. False if a discarded change of it is in doubt.
    fn is_so(&mut self, operation: OperationId, record: &str, fields: &Fields) -> bool {
        let so = is_so(&self.store, operation, record, fields);
        self.kept(so).unwrap_or_default()
    }

    /// Merges a change into the newest unsent row of its record. Returns whether it did.
    fn coalesce(
        &mut self,
        row: &Row,
        (changed, base): (&Fields, &Fields),
        (hold, now): (Duration, Timestamp),
    ) -> bool {
        let (merged, base) = merge(row, changed, base);
        if merged.is_empty() && row.state.is_parked() {
            // Back to the original values: this resolves the blocked write.
            return self.drop_rows(&[row.seq], true);
        }
        if merged.is_empty() {
            return self.take_back(row);
        }
        let until = row.not_before.max(after(now, hold));
        let rewritten = self.store.outbox().rewrite(
            row,
            &Rewritten {
                body: &merged.to_body(),
                base: &base.to_body(),
                key: &fresh_key(),
                not_before: until,
                held: until > now,
            },
        );
        self.take_rewritten(rewritten)
    }

    /// Undoes the part of a row that a change reverts. Writes may wait behind the row. Returns whether that succeeded.
    fn withdraw(&mut self, row: &Row, (changed, base): (&Fields, &Fields), now: Timestamp) -> bool {
        let (left, base) = merge(row, changed, base);
        if left.is_empty() {
            return self.take_back(row);
        }
        let rewritten = self.store.outbox().withdraw_part(
            row,
            &Rewritten {
                body: &left.to_body(),
                base: &base.to_body(),
                key: &fresh_key(),
                not_before: row.not_before,
                held: row.not_before > now,
            },
        );
        let done = self.take_rewritten(rewritten);
        self.reload_outbox();
        done
    }

    fn take_rewritten(&mut self, rewritten: Result<Option<Row>, StoreError>) -> bool {
        let Some(row) = self.kept(rewritten).flatten() else {
            return false;
        };
        self.outbox.put_own(row);
        self.view.writes_changed();
        true
    }

    /// Removes a whole row; returns whether that succeeded.
    fn take_back(&mut self, row: &Row) -> bool {
        let gone = self.store.outbox().withdraw(&[row]);
        let gone = self.kept(gone).unwrap_or_default();
        let done = gone.contains(&row.seq);
        let gone = self.outbox.drop_rows(gone);
        self.journal_withdrawn(gone);
        // The writes behind it now have another base.
        if self.outbox.of(&row.record).next().is_some() {
            self.reload_outbox();
        }
        self.view.writes_changed();
        done
    }

    /// Drops an unsent creation whose deletion was requested meanwhile, with that deletion. Returns whether it did.
    pub(super) fn was_not_to_be(&mut self, seq: i64) -> bool {
        let Some(row) = self.outbox.get(seq) else {
            return false;
        };
        let deleted = |row: &Row| row.operation == OperationId::DealsDelete && row.is_unsent();
        let unborn = row.operation == OperationId::DealsCreate && row.is_unsent();
        if !unborn || !self.outbox.of(&row.record).any(deleted) {
            return false;
        }
        let dropped = self.store.outbox().drop_unborn(&row.record);
        let dropped = self.kept(dropped).unwrap_or_default();
        let dropped = self.outbox.drop_rows(dropped);
        self.journal_withdrawn(dropped);
        self.view.writes_changed();
        true
    }
}
