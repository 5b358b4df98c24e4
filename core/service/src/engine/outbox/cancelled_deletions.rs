//! Cancelled deletions. A deal is reported as deleted only once that is certain. A waiting deletion is dropped at once,
//! however often it was tried. If the server may have applied it, the deal is fetched to find out. A deletion in flight
//! is not sent again, and is reported once its result is known.

use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::model::discarded::Reached;
use crate::store::{Row, RowState};

use crate::engine::actor::Actor;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Cancels the deletion of a deal.
    pub(in crate::engine) fn cancel_delete(&mut self, deal: &DealId) {
        let row = self
            .outbox
            .of(deal.as_str())
            .find(|row| row.operation == OperationId::DealsDelete)
            .cloned();
        if let Some(row) = &row {
            if self.give_deletion_up(deal, row) {
                return;
            }
            let there = self.store.outbox().get(row.seq);
            if self.kept(there).flatten().is_some() {
                self.taken_back.leaving.insert(row.seq, deal.clone());
                let (record, label) = (row.record.clone(), row.label.clone());
                return self.tell(EventKind::Leaving { record, label });
            }
        }
        let record = deal.as_str().to_owned();
        let held = self.confirmed.find(&record).and_then(|ix| self.confirmed.row(ix));
        let (held, name) = (held.is_some(), held.map(|row| row.name.to_owned()));
        let label = row
            .map(|row| row.label)
            .or_else(|| self.deleted_label(&record))
            .or(name)
            .or_else(|| self.last_name(&record))
            .unwrap_or_else(|| record.clone());
        if !held {
            return self.tell(EventKind::TooLate { record, label });
        }
        // This or another process has discarded or cancelled it; as far as is known, nothing is deleted.
        let in_doubt = self.gave_up_in_doubt(OperationId::DealsDelete, &record);
        if in_doubt {
            self.load_deal(deal);
        }
        self.tell(EventKind::AlreadySo {
            record,
            label,
            in_doubt,
        });
    }

    /// Discards a deletion that is not in flight and returns whether it did. If the server may have applied it, the
    /// user is informed and the deal is fetched.
    fn give_deletion_up(&mut self, deal: &DealId, row: &Row) -> bool {
        if let Some(before) = self.drain.sent_before(row.seq) {
            // Only its comparison is being fetched: this attempt has not been sent.
            let stopped = self.store.outbox().stop(row.seq, before);
            self.kept(stopped);
        }
        if !self.drop_rows(&[row.seq], true) {
            return false;
        }
        let reached = self.store.outbox().was_dropped(row.seq);
        // A blocked deletion has been answered, so it is not in doubt.
        if self.kept(reached).flatten() == Some(Reached::InDoubt) && !row.state.is_parked() {
            let (record, label) = (row.record.clone(), row.label.clone());
            self.taken_back.unread.insert(deal.clone(), label.clone());
            self.load_deal(deal);
            self.tell(EventKind::AlreadySo {
                record,
                label,
                in_doubt: true,
            });
        }
        true
    }

    /// Handles the outcomes of deletions that were cancelled in flight.
    pub(super) fn see_taken_back(&mut self) {
        let is_sent = |seq: &i64| {
            let row = self.outbox.get(*seq);
            row.is_some_and(|row| row.state == RowState::Sending)
        };
        let back = self.taken_back.leaving.keys().filter(|seq| !is_sent(seq));
        for seq in back.copied().collect::<Vec<i64>>() {
            if let Some(deal) = self.taken_back.leaving.remove(&seq) {
                self.cancel_delete(&deal);
            }
        }
    }

    /// Reports a deal that the server does not know as deleted. Applies to deals whose cancelled deletion was in doubt;
    /// returns whether it was such a deal.
    pub(in crate::engine) fn was_deleted(&mut self, deal: &DealId) -> bool {
        let Some(label) = self.taken_back.read(deal) else {
            return false;
        };
        self.forget_deal(deal.as_str(), false);
        let record = deal.as_str().to_owned();
        self.tell(EventKind::TooLate { record, label });
        true
    }

    /// Discards deletions in flight that are no longer awaited; the next run does not send them.
    pub(in crate::engine) fn give_up_leaving(&mut self) {
        let now = self.now();
        for seq in std::mem::take(&mut self.taken_back.leaving).into_keys() {
            let back = self.store.outbox().requeue(seq, now, (true, true), None);
            if let Some(row) = self.kept(back).flatten() {
                self.outbox.put(row);
                self.drop_rows(&[seq], true);
            }
        }
    }
}
