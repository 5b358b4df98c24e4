//! Cancelled deletions. A deal is reported as deleted only once that is certain. A waiting deletion is dropped at once,
//! however often it was tried. If the server may have applied it, the deal is fetched to find out. A deletion in flight
//! is not sent again, and is reported once its result is known.

use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::model::discarded::WriteProgress;
use crate::store::{EntryState, OutboxEntry};

use crate::engine::actor::Actor;
use crate::model::snapshot::EventKind;

impl Actor {
    /// Cancels the deletion of a deal.
    pub(in crate::engine) fn cancel_delete(&mut self, deal: &DealId) {
        let row = self
            .outbox
            .entries_of(deal.as_str())
            .find(|row| row.operation == OperationId::DealsDelete)
            .cloned();
        if let Some(row) = &row {
            if self.discard_deletion(deal, row) {
                return;
            }
            let stored = self.store.outbox().get(row.seq);
            if self.ok_or_report(stored).flatten().is_some() {
                self.cancelled_deletions.in_flight.insert(row.seq, deal.clone());
                let (record, label) = (row.record.clone(), row.label.clone());
                return self.push_event(EventKind::DeletionInFlight { record, label });
            }
        }
        let record = deal.as_str().to_owned();
        let known = self.confirmed.find(&record).and_then(|ix| self.confirmed.row(ix));
        let (known, name) = (known.is_some(), known.map(|row| row.name.to_owned()));
        let label = row
            .map(|row| row.label)
            .or_else(|| self.deleted_label(&record))
            .or(name)
            .or_else(|| self.last_name(&record))
            .unwrap_or_else(|| record.clone());
        if !known {
            return self.push_event(EventKind::TooLate { record, label });
        }
        // This or another process has discarded or cancelled it; as far as is known, nothing is deleted.
        let in_doubt = self.is_discarded_in_doubt(OperationId::DealsDelete, &record);
        if in_doubt {
            self.load_deal(deal);
        }
        self.push_event(EventKind::NothingToDo { record, label, in_doubt });
    }

    /// Discards a deletion that is not in flight and returns whether it did. If the server may have applied it, the
    /// user is informed and the deal is fetched.
    fn discard_deletion(&mut self, deal: &DealId, entry: &OutboxEntry) -> bool {
        if let Some(before) = self.dispatcher.earlier_attempts(entry.seq) {
            // Only its comparison is being fetched: this attempt has not been sent.
            let is_stopped = self.store.outbox().release_claim(entry.seq, before);
            self.ok_or_report(is_stopped);
        }
        if !self.discard_entries(&[entry.seq], true) {
            return false;
        }
        let reached = self.store.outbox().discard_progress(entry.seq);
        // A blocked deletion has been answered, so it is not in doubt.
        if self.ok_or_report(reached).flatten() == Some(WriteProgress::InDoubt) && !entry.state.is_blocked() {
            let (record, label) = (entry.record.clone(), entry.label.clone());
            self.cancelled_deletions.to_fetch.insert(deal.clone(), label.clone());
            self.load_deal(deal);
            self.push_event(EventKind::NothingToDo { record, label, in_doubt: true });
        }
        true
    }

    /// Handles the outcomes of deletions that were cancelled in flight.
    pub(super) fn finish_cancelled_deletions(&mut self) {
        let is_sent = |seq: &i64| {
            let row = self.outbox.get(*seq);
            row.is_some_and(|row| row.state == EntryState::Sending)
        };
        let finished = self.cancelled_deletions.in_flight.keys().filter(|seq| !is_sent(seq));
        for seq in finished.copied().collect::<Vec<i64>>() {
            if let Some(deal) = self.cancelled_deletions.in_flight.remove(&seq) {
                self.cancel_delete(&deal);
            }
        }
    }

    /// Reports a deal that the server does not know as deleted. Applies to deals whose cancelled deletion was in doubt;
    /// returns whether it was such a deal.
    pub(in crate::engine) fn was_deleted(&mut self, deal: &DealId) -> bool {
        let Some(label) = self.cancelled_deletions.take_fetched(deal) else {
            return false;
        };
        self.forget_deal(deal.as_str(), false);
        let record = deal.as_str().to_owned();
        self.push_event(EventKind::TooLate { record, label });
        true
    }

    /// Discards deletions in flight that are no longer awaited; the next run does not send them.
    pub(in crate::engine) fn discard_unawaited(&mut self) {
        let now = self.now();
        for seq in std::mem::take(&mut self.cancelled_deletions.in_flight).into_keys() {
            let requeued = self.store.outbox().requeue(seq, now, (true, true), None);
            if let Some(row) = self.ok_or_report(requeued).flatten() {
                self.outbox.put(row);
                self.discard_entries(&[seq], true);
            }
        }
    }
}
