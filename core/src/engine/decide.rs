//! What a person decides about a write that stands: send it after all, send a part of it, or give it up.

use jiff::Timestamp;

use crate::contract::patch::Fields;
use crate::store::{Row, RowState};

use super::actor::Actor;
use super::effects::fresh_key;
use super::rows::{fields, kind, pending};
use super::{EventKind, WriteId, WriteKind, WriteState};

impl Actor {
    /// Sends a write now; one in conflict as the person wrote it.
    pub(super) fn retry(&mut self, write: WriteId, now: Timestamp) {
        let Some(row) = self.outbox.get(write.0).cloned() else {
            return;
        };
        if row.state == RowState::Conflict {
            self.decide_as(&row, &fields(&row.body), now);
            return;
        }
        let released = self.store.outbox().release(row.seq, now);
        self.take_released(released, now);
    }

    /// Decides a conflict field by field.
    pub(super) fn decide(&mut self, write: WriteId, mine: &[String], now: Timestamp) {
        let Some(row) = self.outbox.get(write.0).cloned() else {
            return;
        };
        if row.state != RowState::Conflict {
            return;
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
        } else {
            self.decide_as(&row, &chosen, now);
        }
    }

    /// Sends `chosen` over what the service held when the conflict was found. It is another logical write: the old key
    /// could bring back the answer of the first one.
    fn decide_as(&mut self, row: &Row, chosen: &Fields, now: Timestamp) {
        let theirs = match pending(row).state {
            WriteState::Conflict { theirs } => theirs,
            _ => Fields::new(),
        };
        let mut base = Fields::new();
        for (name, raw) in theirs.iter().filter(|(name, _)| chosen.touches(name)) {
            base.set_raw(name, raw.to_owned());
        }
        let released =
            self.store
                .outbox()
                .decide(row.seq, (&chosen.to_body(), &base.to_body()), &fresh_key(), now);
        self.take_released(released, now);
    }

    fn take_released(&mut self, released: Result<Option<Row>, crate::store::StoreError>, now: Timestamp) {
        if let Some(row) = self.kept(released).flatten() {
            self.outbox.put(row);
            self.view.writes_changed();
        }
        // What was asked for by hand is tried by hand: nothing but the service's own gate holds it back.
        self.link.insist(now);
    }

    /// Forgets a write, and with a creation what was to be done to its deal.
    pub(super) fn discard(&mut self, write: WriteId) {
        let label = match self.outbox.get(write.0) {
            Some(row) => (row.record.clone(), row.label.clone()),
            None if self.outbox.is_sealed(write.0) => (String::new(), String::new()),
            None => return,
        };
        if !self.give_up(write.0) {
            self.tell(EventKind::TooLate {
                record: label.0,
                label: label.1,
            });
        }
    }

    /// Gives up a write once more that had been taken up again.
    pub(super) fn give_up_again(&mut self, wanted: WriteKind, record: String, label: String) {
        let now_called = self.again.get(&record).unwrap_or(&record);
        let found = self
            .outbox
            .of(now_called)
            .find(|row| kind(row.operation) == wanted);
        match found.map(|row| row.seq) {
            Some(seq) => self.discard(WriteId(seq)),
            None => self.tell(EventKind::TooLate { record, label }),
        }
    }
}
