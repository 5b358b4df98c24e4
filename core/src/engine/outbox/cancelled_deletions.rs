//! Deletions that are taken back. Rule: a deal is told as deleted once that is known, and not before. A deletion that waits
//! goes at once, however often it was tried; where the service may have applied it, it is read whether it did. One that is
//! on its way is not sent again whatever comes of it, and is told when that is known.

use std::collections::BTreeMap;

use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::model::discarded::Reached;
use crate::store::{Row, RowState};

use crate::engine::actor::Actor;
use crate::model::snapshot::EventKind;

/// What was taken back and is not known to be so.
#[derive(Debug, Default)]
pub(in crate::engine) struct TakenBack {
    /// The deletions that are on their way, by their numbers.
    leaving: BTreeMap<i64, DealId>,
    /// The names of the deals that are to be read.
    unread: BTreeMap<DealId, String>,
}

impl TakenBack {
    /// The person wants the deletion after all.
    pub(in crate::engine) fn wanted_again(&mut self, deal: &DealId) {
        self.leaving.retain(|_, of| of != deal);
        self.unread.remove(deal);
    }

    /// The service has answered what became of a deal; its name, where that was to be read.
    pub(in crate::engine) fn read(&mut self, deal: &DealId) -> Option<String> {
        self.unread.remove(deal)
    }

    /// The deals that are to be read.
    pub(in crate::engine) fn unread(&self) -> Vec<DealId> {
        self.unread.keys().cloned().collect()
    }
}

impl Actor {
    /// Takes the deletion of a deal back.
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
        // It was given up, or taken back, by another process or by this one: nothing is deleted, as far as is known.
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

    /// Gives a deletion up that is not on its way; whether it is. Where the service may have applied it, that is told and
    /// looked for.
    fn give_deletion_up(&mut self, deal: &DealId, row: &Row) -> bool {
        if let Some(before) = self.drain.sent_before(row.seq) {
            // What it is compared with is being read: it has not left this time.
            let stopped = self.store.outbox().stop(row.seq, before);
            self.kept(stopped);
        }
        if !self.drop_rows(&[row.seq], true) {
            return false;
        }
        let reached = self.store.outbox().was_dropped(row.seq);
        // One that stands has been answered.
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

    /// Sees what became of deletions that were taken back while they were on their way.
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

    /// The service does not know a deal whose deletion was given up in doubt: it was done. Whether it is such a one.
    pub(in crate::engine) fn was_deleted(&mut self, deal: &DealId) -> bool {
        let Some(label) = self.taken_back.read(deal) else {
            return false;
        };
        self.forget_deal(deal.as_str(), false);
        let record = deal.as_str().to_owned();
        self.tell(EventKind::TooLate { record, label });
        true
    }

    /// Gives up what is on its way and is not waited for any longer: the next run does not send it.
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
