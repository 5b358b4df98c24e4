//! The user's decisions about blocked writes: send all, send a part, discard, or restore.

use super::deleted_conflict::recreation;
use super::entries::entry_conversion::{decided_over, fields};
use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::after;
use crate::engine::outbox::entries::entry_conversion::{gave_up_in_doubt, gone};
use crate::engine::outbox::entries::new_entry::fresh_key;
use crate::engine::outbox::state::resolved::Decided;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::EventKind;
use crate::store::{Dropped, Row, RowState, StoreError};
use std::time::Duration;

use jiff::Timestamp;

impl Actor {
    /// Sends a write now; a write in conflict is sent as the user wrote it. A write to a deleted deal is only retried:
    /// recreating the deal requires a choice by the user.
    pub(in crate::engine) fn retry(&mut self, write: WriteId, now: Timestamp) {
        let Some(row) = self.outbox.get(write.0).cloned() else {
            return;
        };
        if row.state == RowState::Conflict && gone(&row).is_none() {
            self.decide_as(&row, &row.body, Duration::ZERO, now);
            return;
        }
        let released = self.store.outbox().release(row.seq, now);
        self.take_released(released, now);
    }

    /// Resolves a conflict field by field. The resulting write has an undo window like any other, and so has the
    /// recreation of a deal.
    pub(in crate::engine) fn decide(
        &mut self,
        write: WriteId,
        mine: &[String],
        hold: Duration,
        now: Timestamp,
    ) {
        let Some(row) = self.outbox.get(write.0).cloned() else {
            return;
        };
        if row.state != RowState::Conflict {
            return;
        }
        if row.operation == OperationId::DealsDelete {
            // A deletion cannot be split by field.
            return if mine.is_empty() {
                self.discard(write);
            } else {
                self.decide_as(&row, &row.body, hold, now);
            };
        }
        let mut chosen = fields(&row.body);
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
        } else if let Some(known) = gone(&row) {
            self.recreate(&row, (&known, &chosen), hold, now);
        } else {
            self.decide_as(&row, &chosen.to_body(), hold, now);
        }
    }

    /// Sends `body` over the server's values from when the conflict was found. It needs a new key: the old key could
    /// return the first write's answer.
    fn decide_as(&mut self, row: &Row, body: &str, hold: Duration, now: Timestamp) {
        let base = decided_over(row, body).to_body();
        let until = (!hold.is_zero()).then(|| after(now, hold));
        let released = self
            .store
            .outbox()
            .decide(row.seq, (body, &base), &fresh_key(), now, until);
        if let Ok(Some(decided)) = &released {
            debug_assert!(decided.is_unsent() && !decided.is_same_write(row));
            self.note_decided(row, vec![decided.clone()]);
        }
        self.take_released(released, now);
    }

    fn note_decided(&mut self, stood: &Row, instead: Vec<Row>) {
        debug_assert!(stood.state.is_parked() && instead.iter().all(Row::is_unsent));
        let stood = stood.clone();
        self.decided.insert(stood.seq, Decided { stood, instead });
    }

    /// Reopens a resolved conflict, if nothing of the decision was sent.
    pub(in crate::engine) fn stand_again(&mut self, write: WriteId, record: String, label: String) {
        let decided = self.decided.remove(&write.0);
        let Some(row) = decided.and_then(|decided| self.put_back(&decided)) else {
            self.reload_outbox();
            return self.tell(EventKind::TooLate { record, label });
        };
        self.outbox.put(row);
        self.view.writes_changed();
    }

    /// Restores a conflict in place of its replacement rows; returns the row on success. It keeps its key and journal
    /// entry; the replacement was another write.
    fn put_back(&mut self, Decided { stood, instead }: &Decided) -> Option<Row> {
        if instead.iter().all(|row| row.seq != stood.seq) {
            let back = self.store.outbox().put_back_replaced(stood.seq, instead);
            let row = self.kept(back).flatten()?;
            let withdrawn = self.outbox.drop_rows(instead.iter().map(|row| row.seq));
            self.journal_withdrawn(withdrawn);
            return Some(row);
        }
        // A later change may have been merged into it and undone again.
        let now = self.outbox.get(stood.seq)?;
        let now = (!now.in_doubt() && now.locked.is_none()).then(|| now.clone())?;
        let back = self.store.outbox().put_back(stood, &now);
        self.kept(back).flatten()
    }

    fn take_released(&mut self, released: Result<Option<Row>, StoreError>, now: Timestamp) {
        if let Some(row) = self.kept(released).flatten() {
            self.outbox.put(row);
            self.view.writes_changed();
        }
        // A manual retry runs at once; only the server's rate limit can delay it.
        self.link.insist(now);
    }

    /// Recreates a deleted deal with the values chosen from the write in conflict.
    fn recreate(&mut self, row: &Row, (known, chosen): (&Fields, &Fields), hold: Duration, now: Timestamp) {
        let rows = recreation(row, known, chosen, hold, now);
        let replaced = self.store.outbox().replace(row.seq, &rows);
        let Some(kept) = self.kept(replaced) else {
            return;
        };
        if kept.is_some() {
            // This process replaced the row itself.
            self.outbox.drop_rows([row.seq]);
        }
        self.reload_outbox();
        let kept = kept.unwrap_or_default();
        self.note_decided(row, kept.clone());
        let Some(creation) = kept.into_iter().next() else {
            return;
        };
        // The original change is never sent; the creation replaces it under its own key.
        self.journal_discarded(std::slice::from_ref(row));
        self.tell(EventKind::Created {
            fields: fields(&creation.body),
            record: creation.record,
            label: creation.label,
            again: None,
            decided: Some(WriteId(row.seq)),
        });
        self.link.insist(now);
    }

    /// Discards a write, and with a creation the other writes of its deal. If another process already discarded it,
    /// nothing remains to do.
    pub(in crate::engine) fn discard(&mut self, write: WriteId) {
        let row = self.outbox.get(write.0).cloned();
        if row.is_none() && !self.outbox.is_sealed(write.0) {
            return self.tell_gone(write);
        }
        if !self.give_up(write.0) {
            self.reload_outbox();
            return self.tell_gone(write);
        }
        if let Some(row) = row.filter(Row::in_doubt) {
            self.look_after(&row, self.now());
        }
    }

    /// Fetches the record of a discarded write that may have been applied.
    fn look_after(&mut self, row: &Row, now: Timestamp) {
        match (row.operation, DealId::new(&row.record)) {
            (OperationId::DealsUpdate | OperationId::DealsDelete, Ok(deal)) => self.load_deal(&deal),
            (OperationId::DealsCreate, _) => self.refresh.ask(now),
            _ => {}
        }
    }

    /// Reports that a write to discard no longer exists. Silent if it was discarded elsewhere.
    fn tell_gone(&mut self, write: WriteId) {
        let dropped = self.store.outbox().was_dropped(write.0);
        let leaving = self
            .outbox
            .get(write.0)
            .map(|row| (row.record.clone(), row.label.clone()));
        if leaving.is_none() && self.kept(dropped).flatten().is_some() {
            return;
        }
        let lines = self.store.history().journal_of_write(write.0);
        let last = self.kept(lines).and_then(|mut lines| lines.pop());
        if let Some((record, label)) = leaving.or(last.map(|line| (line.record, line.label))) {
            self.tell(EventKind::TooLate { record, label });
        }
    }

    /// Restores a discarded write as the same write, under its key.
    pub(in crate::engine) fn take_up(
        &mut self,
        write: WriteId,
        (record, label): (String, String),
        hold: Duration,
    ) {
        let now = self.now();
        let taken = self
            .store
            .outbox()
            .take_up(write.0, after(now, hold), !hold.is_zero());
        let Some(rows) = self.kept(taken) else {
            return;
        };
        debug_assert!(rows.iter().all(|row| row.state != RowState::Sending));
        self.reload_outbox();
        self.outbox.taken_up(&rows);
        if rows.is_empty() && self.outbox.get(write.0).is_none() {
            self.tell(EventKind::AlreadySo {
                record,
                label,
                in_doubt: false,
            });
        }
    }

    /// Restores a discarded creation that was sent; a new key would create it twice. Returns whether there is one.
    pub(in crate::engine) fn take_up_creation(&mut self, record: &str, now: Timestamp) -> bool {
        let dropped = self.store.outbox().dropped_of(record);
        let sent = |one: &Dropped| one.operation == OperationId::DealsCreate && one.ever_sent;
        let Some(creation) = self.kept(dropped).unwrap_or_default().into_iter().find(sent) else {
            return false;
        };
        let taken = self.store.outbox().take_up(creation.seq, now, false);
        let rows = self.kept(taken).unwrap_or_default();
        self.reload_outbox();
        self.outbox.taken_up(&rows);
        !rows.is_empty()
    }

    /// Returns whether a discarded write of this kind to the record is in doubt.
    pub(super) fn gave_up_in_doubt(&mut self, operation: OperationId, record: &str) -> bool {
        let in_doubt = gave_up_in_doubt(&self.store, operation, record);
        self.kept(in_doubt).unwrap_or_default()
    }
}
