//! Conversion of effects into outbox entries: stored first, shown next, sent last. Before it is sent, an undone change
//! is removed from the outbox. Afterwards, the undo is another write.

use crate::engine::outbox::entries::new_entry::{deletion, new_row};
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::ids::{DealId, TEMPORARY, is_temporary};
use crate::contract::patch::Fields;
use crate::discovery::Insist;
use crate::engine::outbox::entries::entry_conversion::{fields, kind};
use crate::engine::outbox::entries::field_merge::updated_by;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::Family;
use crate::model::snapshot::EventKind;
use crate::store::{NewRow, Row, RowState, StoreError};

use super::Actor;
use super::clock::after;

impl Actor {
    /// Handles effects in order. Consecutive writes are stored together. If that fails, each write reports its own
    /// result.
    pub(in crate::engine) fn handle_all(&mut self, effects: Vec<Effect>) {
        let mut rest = effects;
        while !rest.is_empty() {
            let together = |one: &Effect, next: &Effect| one.is_write() && next.is_write();
            let end = rest.chunk_by(together).next().map_or(0, <[Effect]>::len);
            let after = rest.split_off(end);
            match self.keep_many(rest) {
                Ok(()) => return self.take_later(after.into_iter().map(Some).collect()),
                Err(asked) => self.handle_together(&asked),
            }
            rest = after;
        }
    }

    /// Handles a group of consecutive writes in one transaction.
    pub(in crate::engine) fn handle_together(&mut self, asked: &[Effect]) {
        let (store, handled) = (self.store.clone(), self.view.handled);
        if let [_, _, ..] = asked
            && store.outbox().together(|| self.handle_each(asked)).is_ok()
        {
            return;
        }
        if self.view.handled != handled {
            self.view.handled = handled;
            self.begin_again();
        }
        self.handle_each(asked);
    }

    /// Reloads the outbox after a transaction was rolled back.
    fn begin_again(&mut self) {
        let read = self.store.outbox().all();
        if let Some(all) = self.kept(read) {
            let (rows, sealed) = self.not_over(all);
            self.outbox.replace(rows, sealed);
            self.view.writes_changed();
        }
    }

    fn handle_each(&mut self, effects: &[Effect]) {
        for effect in effects {
            self.handle(effect.clone());
            self.view.handled += 1;
        }
    }

    /// Handles one effect.
    pub(in crate::engine) fn handle(&mut self, effect: Effect) {
        let now = self.now();
        // Another process may have changed the outbox; the effect must see its present state.
        self.follow_outbox();
        match effect {
            Effect::Refresh => self.refresh_all(now),
            Effect::LoadDeal(deal) => {
                let deal = self.known_as(deal);
                self.load_deal(&deal);
            }
            Effect::LoadPortfolio => self.load_portfolio(),
            Effect::LoadNotifications => self.load_family(Family::Notifications, Insist::No),
            Effect::LoadFamily(family) => self.load_family(family, Insist::No),
            Effect::Discover => self.discover(),
            Effect::Watch { family, ids } => self.watch(family, &ids),
            Effect::Unwatch { family, ids } => self.unwatch(family, &ids),
            Effect::Read(asked) => self.explore(&asked),
            Effect::Update {
                deal,
                fields,
                base,
                label,
                hold,
            } => {
                let deal = self.known_as(deal);
                let change = (&fields, &base);
                self.update(OperationId::DealsUpdate, deal.as_str(), change, label, hold, now);
            }
            Effect::UpdateRecord {
                family,
                id,
                fields,
                base,
                label,
                hold,
            } => {
                if let Some(operation) = updated_by(family) {
                    self.update(operation, &id, (&fields, &base), label, hold, now);
                }
            }
            Effect::Create { fields, label } => self.create(&fields, &Fields::new(), label, None, now),
            Effect::Recreate {
                deal,
                fields,
                then,
                label,
            } => self.create(&fields, &then, label, Some(deal.as_str().to_owned()), now),
            Effect::Delete {
                deal,
                base,
                label,
                hold,
            } => {
                let deal = self.known_as(deal);
                self.delete(&deal, &base, (label, hold), now);
            }
            Effect::CancelDelete(deal) => {
                let deal = self.known_as(deal);
                self.cancel_delete(&deal);
            }
            Effect::MarkRead { ids, hold } => self.mark_read(&ids, hold, now),
            Effect::CancelRead(ids) => self.cancel_read(&ids),
            Effect::Attend(attention) => self.attend(attention, now),
            Effect::Prolong(hold) => self.prolong(hold, now),
            Effect::LookForUsers => self.look_beside(),
            Effect::LookAtChanges => self.look_at_changes(),
            Effect::EndVisit => self.end_visit(),
            Effect::ResumeVisit(before) => self.resume_visit(before),
            Effect::Retry(write) => self.retry(write, now),
            Effect::Decide { write, mine, hold } => self.decide(write, &mine, hold, now),
            Effect::Reopen { write, record, label } => self.stand_again(write, record, label),
            Effect::Discard(write) => self.discard(write),
            Effect::TakeUp {
                write,
                record,
                label,
                hold,
            } => self.take_up(write, (record, label), hold),
            Effect::Keep { name, value } => self.keep_settings(&[(name, value)], now),
            Effect::KeepAll(settings) => self.keep_settings(&settings, now),
        }
    }

    /// Returns the present id of a deal; a front end may still use its temporary id.
    fn known_as(&mut self, deal: DealId) -> DealId {
        if !is_temporary(deal.as_str()) {
            return deal;
        }
        if let Some(born) = self.born.get(deal.as_str()) {
            return born.clone();
        }
        // Another process or an earlier run may have had it created.
        let born = self.store.outbox().born(deal.as_str());
        let born = self.kept(born).flatten();
        born.and_then(|id| DealId::new(id).ok()).unwrap_or(deal)
    }

    fn refresh_all(&mut self, now: Timestamp) {
        if !self.link.is_brisk() {
            self.client.start_afresh();
        }
        self.link.insist(now);
        self.view.link_changed();
        self.load_settings();
        self.look_for_damage();
        if self.view.keeping.hindered.is_none() {
            let hurried = self.store.outbox().hurry(now);
            self.kept(hurried);
        } else {
            self.room_at = Some(now);
        }
        self.reload_outbox();
        self.refresh.ask(now);
        self.families.insist();
    }

    fn create(
        &mut self,
        fields: &Fields,
        then: &Fields,
        label: String,
        again: Option<String>,
        now: Timestamp,
    ) {
        if again
            .as_deref()
            .is_some_and(|was| is_temporary(was) && self.take_up_creation(was, now))
        {
            return;
        }
        let record = format!("{TEMPORARY}{}", uuid::Uuid::new_v4().hyphenated());
        let row = |operation, fields: &Fields| {
            let none = Fields::new();
            new_row(
                operation,
                &record,
                fields,
                &none,
                label.clone(),
                Duration::ZERO,
                now,
            )
        };
        let mut rows = vec![row(OperationId::DealsCreate, fields)];
        if !then.is_empty() {
            rows.push(row(OperationId::DealsUpdate, then));
        }
        if self.enqueue(&rows) {
            self.tell(EventKind::Created {
                record,
                label,
                fields: fields.clone(),
                again,
                decided: None,
            });
        }
    }

    fn delete(&mut self, deal: &DealId, base: &Fields, (label, hold): (String, Duration), now: Timestamp) {
        let rows: Vec<Row> = self.outbox.of(deal.as_str()).cloned().collect();
        // The creation has not been sent, so there is nothing to delete: drop it and its changes.
        let unborn = |row: &Row| {
            row.operation == OperationId::DealsCreate && (row.is_unsent() || row.state == RowState::Refused)
        };
        if rows.iter().any(unborn) {
            let seqs: Vec<i64> = rows.iter().map(|row| row.seq).collect();
            self.drop_rows(&seqs, true);
            return;
        }
        for row in rows
            .iter()
            .filter(|row| row.operation == OperationId::DealsDelete)
        {
            if row.state.is_parked() {
                self.drop_rows(&[row.seq], true);
            } else {
                return self.taken_back.wanted_again(deal);
            }
        }
        self.taken_back.wanted_again(deal);
        let record = deal.as_str();
        let row = deletion(record, base, label, hold, now);
        // Entries in their undo window precede the deletion and must not delay it.
        let shortened = self.store.outbox().shorten_holds(record, row.not_before);
        self.put_all(shortened);
        self.enqueue(&[row]);
    }

    fn prolong(&mut self, hold: Duration, now: Timestamp) {
        let longer = self.store.outbox().prolong_holds(now, after(now, hold));
        self.put_all(longer);
    }

    /// Takes over rows that the store has changed.
    fn put_all(&mut self, changed: Result<Vec<Row>, StoreError>) {
        let changed = self.kept(changed).unwrap_or_default();
        if changed.is_empty() {
            return;
        }
        for row in changed {
            debug_assert_eq!(row.state, RowState::Held);
            self.outbox.put(row);
        }
        self.view.writes_changed();
    }

    /// Discards rows and returns whether the first of them was removed. Rows that are being sent stay; rows that were
    /// sent before also stay, unless `even_sent`. The journal records a row that was neither sent nor blocked as
    /// cancelled.
    pub(in crate::engine) fn drop_rows(&mut self, seqs: &[i64], even_sent: bool) -> bool {
        self.drop_and_note(seqs, even_sent, |row| row.ever_sent || row.state.is_parked())
    }

    /// Discards a row on the user's request, with a journal entry. Returns whether it was removed.
    pub(in crate::engine) fn give_up(&mut self, seq: i64) -> bool {
        self.outbox.give_up(seq);
        self.drop_and_note(&[seq], true, |_| true)
    }

    fn drop_and_note(&mut self, seqs: &[i64], even_sent: bool, given_up: impl Fn(&Row) -> bool) -> bool {
        let dropped = self.store.outbox().discard(seqs, even_sent);
        let dropped = self.kept(dropped).unwrap_or_default();
        let first = seqs.first().is_some_and(|first| dropped.contains(first));
        let rows = self.outbox.drop_rows(dropped);
        let (told, withdrawn): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(given_up);
        self.journal_discarded(&told);
        self.journal_withdrawn(withdrawn);
        self.view.writes_changed();
        first
    }

    /// Returns whether a row changes a temporary deal that no entry creates.
    fn is_of_nothing(&self, row: &NewRow, beside: &[NewRow]) -> bool {
        let creates = OperationId::DealsCreate;
        is_temporary(&row.record)
            && row.operation != creates
            && !beside
                .iter()
                .any(|one| one.operation == creates && one.record == row.record)
            && !self.outbox.of(&row.record).any(|one| one.operation == creates)
    }

    /// Stores rows and returns whether that succeeded. A failure is reported to the user.
    pub(in crate::engine) fn enqueue(&mut self, rows: &[NewRow]) -> bool {
        let Some(first) = rows.first() else { return true };
        let kept = if rows.iter().any(|row| self.is_of_nothing(row, rows)) {
            None
        } else {
            let kept = self.store.outbox().enqueue(rows);
            self.kept(kept)
        };
        let Some(kept) = kept else {
            self.tell(EventKind::NotKept {
                kind: kind(first.operation),
                record: first.record.clone(),
                label: first.label.clone(),
                fields: fields(&first.body),
            });
            return false;
        };
        debug_assert_eq!(kept.len(), rows.len(), "each write has its row");
        for row in kept {
            self.outbox.put_own(row);
        }
        self.view.writes_changed();
        true
    }
}
