//! What a person decides about a write that stands: send it after all, send a part of it, give it up, or take it up again.

use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::after;
use crate::engine::actor::effect_handlers::fresh_key;
use crate::model::pending_write::WriteId;
use crate::model::snapshot::EventKind;
use crate::store::{Dropped, Row, RowState, Store, StoreError};

use super::deleted_conflict::{gone, recreation};
use super::entry_conversion::{decided_over, fields};

/// A conflict as it stood, and what it was decided to send.
pub(in crate::engine) struct Decided {
    stood: Row,
    instead: Vec<Row>,
}

impl Actor {
    /// Sends a write now; one in conflict as the person wrote it. One whose deal is gone is tried again: only a choice lets
    /// the deal be again.
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

    /// Decides a conflict field by field; what is to be sent is held as any other write is, the creation of a deal that
    /// is to be again too.
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
            // A deal is deleted whole or not at all.
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

    /// Sends `body` over what the service held when the conflict was found. It is another logical write: the old key
    /// could bring back the answer of the first one.
    fn decide_as(&mut self, row: &Row, body: &str, hold: Duration, now: Timestamp) {
        let base = decided_over(row, body).to_body();
        let until = (!hold.is_zero()).then(|| after(now, hold));
        let released = self
            .store
            .outbox()
            .decide(row.seq, (body, &base), &fresh_key(), now, until);
        if let Ok(Some(decided)) = &released {
            self.note_decided(row, vec![decided.clone()]);
        }
        self.take_released(released, now);
    }

    fn note_decided(&mut self, stood: &Row, instead: Vec<Row>) {
        let stood = stood.clone();
        self.decided.insert(stood.seq, Decided { stood, instead });
    }

    /// Lets a conflict stand again that was decided, where nothing of the decision has left.
    pub(in crate::engine) fn stand_again(&mut self, write: WriteId, record: String, label: String) {
        let decided = self.decided.remove(&write.0);
        let Some(row) = decided.and_then(|decided| self.put_back(&decided)) else {
            self.reload_outbox();
            return self.tell(EventKind::TooLate { record, label });
        };
        self.outbox.put(row);
        self.view.writes_changed();
    }

    /// Puts a conflict back in the place of what was to be sent; the row, where it could be. It is the same write as it was,
    /// and its line in the journal stands; what took its place was another one.
    fn put_back(&mut self, Decided { stood, instead }: &Decided) -> Option<Row> {
        if instead.iter().all(|row| row.seq != stood.seq) {
            let back = self.store.outbox().put_back_replaced(stood.seq, instead);
            let row = self.kept(back).flatten()?;
            let withdrawn = self.outbox.drop_rows(instead.iter().map(|row| row.seq));
            self.journal_withdrawn(withdrawn);
            return Some(row);
        }
        // A later change may have become part of it, and gone from it again.
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
        // What was asked for by hand is tried by hand: nothing but the service's own gate holds it back.
        self.link.insist(now);
    }

    /// Lets a deal that is gone be again, with what was chosen of the write that met it.
    fn recreate(&mut self, row: &Row, (known, chosen): (&Fields, &Fields), hold: Duration, now: Timestamp) {
        let rows = recreation(row, known, chosen, hold, now);
        let replaced = self.store.outbox().replace(row.seq, &rows);
        let Some(kept) = self.kept(replaced) else {
            return;
        };
        if kept.is_some() {
            // It was replaced here, by nobody else.
            self.outbox.drop_rows([row.seq]);
        }
        self.reload_outbox();
        let kept = kept.unwrap_or_default();
        self.note_decided(row, kept.clone());
        let Some(creation) = kept.into_iter().next() else {
            return;
        };
        // The change itself is never sent: the creation stands for it, under a key of its own.
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

    /// Gives a write up, and with a creation what was to be done to its deal. One that another process gave up meanwhile
    /// is as it is wished.
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

    /// Sees what became of a write that was given up and may have been applied.
    fn look_after(&mut self, row: &Row, now: Timestamp) {
        match (row.operation, DealId::new(&row.record)) {
            (OperationId::DealsUpdate | OperationId::DealsDelete, Ok(deal)) => self.load_deal(&deal),
            (OperationId::DealsCreate, _) => self.refresh.ask(now),
            _ => {}
        }
    }

    /// What was to be given up is not there: nothing is to be said where somebody gave it up.
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

    /// Takes a write up again that was given up, by whoever: the same one, under its key.
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

    /// Takes a creation up again that left and was given up: under another key it would be made twice. Whether there is
    /// one.
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

    /// Whether a write of this kind to the record was given up that the service may have applied.
    pub(super) fn gave_up_in_doubt(&mut self, operation: OperationId, record: &str) -> bool {
        let in_doubt = gave_up_in_doubt(&self.store, operation, record);
        self.kept(in_doubt).unwrap_or_default()
    }
}

/// Whether a write of this kind to the record was given up that the service may have applied.
pub(super) fn gave_up_in_doubt(
    store: &Store,
    operation: OperationId,
    record: &str,
) -> Result<bool, StoreError> {
    let mut dropped = store.outbox().dropped_of(record)?.into_iter();
    Ok(dropped.any(|one| one.operation == operation && one.in_doubt))
}
