//! Handling of attempted writes. The confirmed record is stored before the outbox row is dropped. After a crash in
//! between, the same bytes are sent again under the same key, without effect.

use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::models::deal::Deal;
use crate::contract::models::notification::Notification;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::{saturating_add, to_server_clock};
use crate::error::{Error, ErrorKind};
use crate::model::pending_write::WriteKind;
use crate::model::snapshot::EventKind;
use crate::model::table::{StatusSince, TimePrecision};
use crate::store::{EntryState, OutboxEntry, RecordKind, RecordOrigin, UpsertOutcome, WriteSeq};

use super::attempt::applied_origin;
use super::deleted_conflict::{deleted_problem, last_known};
use super::entries::entry_conversion::{
    conflict_text, parse_fields, problem_text, write_kind, write_problem,
};
use super::entries::field_merge::updated_kind;
use super::lost_response_backoff;
use super::settle::{store_response, with_context};
use crate::engine::outbox::state::send_outcome::SendOutcome;

impl Actor {
    /// Handles the outcome of sending a row.
    pub(in crate::engine) fn on_send_outcome(&mut self, seq: i64, outcome: SendOutcome) {
        self.remove_in_flight(seq);
        self.view.writes_changed();
        let Some(entry) = self.outbox.get(seq).cloned() else {
            self.reload_outbox();
            return;
        };
        let now = self.now();
        self.journal_outcome(&entry, &outcome, now);
        if !matches!(&outcome, SendOutcome::Retry { error, .. } if error.kind() == ErrorKind::Unreachable) {
            self.dispatcher.lost_responses.clear(seq);
        }
        if !matches!(outcome, SendOutcome::Rejected(_) | SendOutcome::Retry { .. } | SendOutcome::Lost) {
            self.on_response::<()>(&Ok(()));
        }
        match outcome {
            SendOutcome::Applied { record: None, found, .. } => self.on_applied_without_record(&entry, found),
            SendOutcome::Applied { record: Some(record), read, found } => match entry.operation {
                OperationId::DealsCreate | OperationId::DealsUpdate => {
                    // Nothing was ever sent if the deal already had the wanted values.
                    self.on_deal_applied(&entry, record, (read, !found || entry.ever_sent), now);
                }
                _ => self.on_record_applied(&entry, &record, now),
            },
            SendOutcome::Deleted(last_known) => {
                // The user's values are preserved, and the user decides whether to recreate the deal.
                self.forget_deal(&entry.record, false);
                self.block_conflict(&entry, &Fields::new(), &deleted_problem(&last_known), now);
            }
            SendOutcome::Conflict { theirs, deal, request_seq } => {
                self.confirm_deal(&deal, RecordOrigin::Fetched { request_seq }, now);
                self.block_conflict(&entry, &theirs, &conflict_text(&theirs), now);
            }
            SendOutcome::Rejected(error) => self.on_rejected(&entry, error, now),
            SendOutcome::Retry { error, in_doubt } => self.reschedule(&entry, error, in_doubt, now),
            SendOutcome::Lost => self.reload_outbox(),
        }
        self.finish_cancelled_deletions();
        self.follow_history();
    }

    /// Handles a deal in the state that a write wanted. `read` is the cache change number from before it was fetched;
    /// `was_sent` is false if nothing was ever sent, because it already had the wanted values.
    fn on_deal_applied(
        &mut self,
        entry: &OutboxEntry,
        record: Record,
        (read, was_sent): (Option<WriteSeq>, bool),
        now: Timestamp,
    ) {
        let Ok(deal) = Deal::from_record(record) else { return };
        let id = deal.id().as_str().to_owned();
        let created = entry.operation == OperationId::DealsCreate;
        let (written, (requested_at, _)) = (parse_fields(&entry.body), self.request_times(entry));
        self.confirm_deal(&deal, applied_origin(entry.operation, &written, requested_at, read), now);
        let renamed = created.then_some(id.as_str());
        if created {
            self.temp_ids.insert(entry.record.clone(), deal.id().clone());
            self.rename_settings(&entry.record, deal.id().as_str(), now);
            if self.details.rename(&entry.record, deal.id()) {
                self.load_deal(deal.id());
            }
        }
        if self.drop_confirmed(entry, renamed) {
            if !was_sent {
                return self.report_unnecessary(entry);
            }
            let temp_id = created.then(|| entry.record.clone());
            self.report_applied(entry, id, temp_id);
        }
    }

    /// Reports an unsent change as unnecessary: the record already has its values.
    pub(super) fn report_unnecessary(&mut self, entry: &OutboxEntry) {
        self.push_event(EventKind::AlreadyApplied {
            record: entry.record.clone(),
            label: entry.label.clone(),
            base: parse_fields(&entry.base),
            fields: parse_fields(&entry.body),
        });
    }

    /// Caches and shows a deal that was fetched or answered singly. A read older than the response to our own write is
    /// ignored.
    pub(in crate::engine) fn confirm_deal(&mut self, deal: &Deal, source: RecordOrigin<'_>, now: Timestamp) {
        let (id, observed) = (deal.id().as_str(), self.server_now());
        let before =
            self.confirmed.find(id).and_then(|ix| self.confirmed.row(ix)).map(|row| row.status.to_owned());
        let outcome =
            self.store.cache().confirm_record(RecordKind::Deal, "", observed, deal.record(), source);
        let outcome = self.ok_or_report(outcome).flatten();
        if outcome == Some(UpsertOutcome::Outdated) {
            return self.reload_and_count(id);
        }
        let moved = match &source {
            RecordOrigin::Response { fields, requested_at } if fields.touches("status") => {
                Some(requested_at.as_second())
            }
            _ => None,
        };
        if outcome.is_some() {
            self.reload_deal(id);
            if let Some(at) = moved {
                self.pin_position(id, at);
            }
        } else {
            // The disk refused it: show the server's values anyway, and request a full sync.
            let row = crate::model::table::RowData::from_deal(deal, None, &self.settings.zone);
            self.confirmed.set_row(row, None);
            self.view.deals_changed();
            self.refresh.refresh_now(now);
        }
        if before.is_some() || matches!(source, RecordOrigin::Created { .. }) {
            self.count_move(before.as_deref(), Some(deal.status().unwrap_or_default()));
        }
        self.details.confirm(deal, now);
    }

    /// Pins a moved deal's position to the time of its move. It is sorted by that time until the next full sync, even
    /// if the server sends another time.
    fn pin_position(&mut self, id: &str, at: i64) {
        let position_row = self.confirmed.find(id).and_then(|ix| self.confirmed.row(ix));
        if let Some(mut row) = position_row.map(|row| row.to_data()) {
            row.since = Some(StatusSince { at, precision: TimePrecision::Exact });
            self.confirmed.set_row(row, None);
        }
    }

    /// Handles a deletion, or a write whose response has no record.
    fn on_applied_without_record(&mut self, entry: &OutboxEntry, found: bool) {
        let is_deletion = entry.operation == OperationId::DealsDelete;
        if is_deletion {
            self.forget_deal(&entry.record, !found);
        }
        if self.drop_confirmed(entry, None) && is_deletion {
            self.report_applied(entry, entry.record.clone(), None);
            // It is unknown whether an earlier attempt did it.
            if found && !entry.outcome_unknown {
                let (record, label) = (entry.record.clone(), entry.label.clone());
                self.push_event(EventKind::AlreadyDeleted { record, label });
            }
        }
    }

    /// Handles the deletion of a deal, by our own write (`ours`) or by others.
    pub(super) fn forget_deal(&mut self, deal: &str, ours: bool) {
        let now = self.server_now();
        let table_row = self.confirmed.find(deal).and_then(|ix| self.confirmed.row(ix));
        let before = table_row.map(|row| row.status.to_owned());
        let removed = self.store.cache().remove(RecordKind::Deal, deal, ours, now);
        self.ok_or_report(removed);
        self.reload_deal(deal);
        if before.is_some() && ours {
            self.count_move(before.as_deref(), None);
        } else if before.is_some() {
            self.count_peer_move(before.as_deref(), None);
        }
        self.details.forget(deal);
    }

    /// Caches and shows the response to a write of a record that is no deal.
    fn on_record_applied(&mut self, entry: &OutboxEntry, response: &Record, now: Timestamp) {
        let merged = store_response(&self.store, entry, response, self.request_times(entry));
        let merged = self.ok_or_report(merged).unwrap_or_else(|| response.clone());
        if entry.operation == OperationId::NotificationsRead
            && let Ok(notification) = Notification::from_record(merged)
        {
            self.inbox.confirm(notification, now);
            self.view.inbox_changed();
        }
        if self.drop_confirmed(entry, None) {
            self.report_applied(entry, entry.record.clone(), None);
        }
        if let Some(resource_kind) = updated_kind(entry.operation) {
            self.show_cached_list(resource_kind);
            self.view.changed();
        }
    }

    /// Returns the times of a write's request and of its response, by the server's clock.
    fn request_times(&self, entry: &OutboxEntry) -> (Timestamp, Timestamp) {
        let skew = self.client.clock_skew(self.now());
        (to_server_clock(entry.created_at, skew), self.server_now())
    }

    fn drop_confirmed(&mut self, entry: &OutboxEntry, renamed: Option<&str>) -> bool {
        if self.view.storage_health.failure.is_some() && self.pending_journal.has_entry_of(entry.seq) {
            self.complete_in_memory(entry.seq, renamed);
            return true;
        }
        let removed = self.store.outbox().remove_confirmed(entry.seq, renamed);
        let is_done = self.ok_or_report(removed).is_some();
        if is_done {
            self.outbox.remove_all([entry.seq]);
        } else if self.view.storage_health.failure.is_some() {
            self.complete_in_memory(entry.seq, renamed);
            return true;
        }
        if renamed.is_some() || !is_done {
            self.reload_outbox();
        }
        is_done
    }

    fn report_applied(&mut self, entry: &OutboxEntry, record: String, temp_id: Option<String>) {
        self.push_event(EventKind::Applied {
            kind: write_kind(entry.operation),
            record,
            label: entry.label.clone(),
            temp_id,
        });
    }

    fn on_rejected(&mut self, entry: &OutboxEntry, error: Error, now: Timestamp) {
        let problem = write_problem(&error);
        if error.status().is_some() {
            self.on_response::<()>(&Err(error));
        }
        self.block_entry(entry, EntryState::Rejected, &problem_text(&problem), now);
        let (record, label) = (entry.record.clone(), entry.label.clone());
        self.push_event(EventKind::Rejected { kind: write_kind(entry.operation), record, label, problem });
    }

    /// Blocks a write until the user decides, and reports it.
    fn block_conflict(&mut self, entry: &OutboxEntry, theirs: &Fields, problem: &str, now: Timestamp) {
        let problem = self.add_conflict_context(entry, theirs, problem);
        self.block_entry(entry, EntryState::Conflict, &problem, now);
        self.push_event(EventKind::Conflict { record: entry.record.clone(), label: entry.label.clone() });
    }

    /// Returns a conflict as stored, with other changes observed since the request.
    pub(super) fn add_conflict_context(
        &mut self,
        entry: &OutboxEntry,
        theirs: &Fields,
        problem: &str,
    ) -> String {
        let stored = with_context(&self.store, entry, theirs, problem, self.request_times(entry));
        self.ok_or_report(stored).unwrap_or_else(|| problem.to_owned())
    }

    fn block_entry(&mut self, entry: &OutboxEntry, state: EntryState, reason: &str, now: Timestamp) {
        let blocked = self.store.outbox().block(entry.seq, state, now, reason);
        match self.ok_or_report(blocked).flatten() {
            Some(blocked) => {
                debug_assert!(blocked.is_same_write(entry) && blocked.state.is_blocked());
                self.outbox.put(blocked);
            }
            None => self.reload_outbox(),
        }
    }

    /// Reschedules a failed write. Connection problems wait for the connection. Problems of this write alone, and
    /// repeatedly lost responses, wait for a delay that grows with each attempt.
    fn reschedule(&mut self, entry: &OutboxEntry, error: Error, in_doubt: bool, now: Timestamp) {
        let is_own_failure =
            !matches!(error.kind(), ErrorKind::Unreachable | ErrorKind::RateLimited | ErrorKind::Auth);
        let (base, cap) = (self.settings.retry_base, self.settings.retry_cap);
        let wait = if is_own_failure {
            self.jitter.backoff(entry.attempts + 1, base, cap)
        } else if in_doubt && error.kind() == ErrorKind::Unreachable {
            match self.dispatcher.lost_responses.count_loss(entry.seq) {
                1 => Duration::ZERO,
                times => self.jitter.backoff(times, base, cap.min(lost_response_backoff::MAX_DELAY)),
            }
        } else {
            Duration::ZERO
        };
        let problem_json = problem_text(&write_problem(&error));
        let requeued = self.store.outbox().requeue(
            entry.seq,
            saturating_add(now, wait),
            (in_doubt || entry.ever_sent, in_doubt || entry.outcome_unknown),
            Some(&problem_json),
        );
        match self.ok_or_report(requeued).flatten() {
            Some(requeued) => {
                // What may have reached the server keeps key and bytes, so that a repetition changes nothing.
                debug_assert!(requeued.is_same_write(entry) && (requeued.outcome_unknown || !in_doubt));
                self.outbox.put(requeued);
            }
            None => self.reload_outbox(),
        }
        // A response that concerns only this write must not delay others.
        if !is_own_failure {
            self.on_response::<()>(&Err(error));
        }
    }

    /// Returns the last known name of a deal that was deleted earlier or elsewhere.
    pub(super) fn last_name(&mut self, deal: &str) -> Option<String> {
        let known = last_known(&self.store, deal);
        let known = self.ok_or_report(known).flatten()?;
        let name = known.text("name").map(String::from);
        name.filter(|name| !name.is_empty())
    }

    /// Returns the name of a recently deleted deal, from recent events.
    pub(super) fn deleted_label(&self, deal: &str) -> Option<String> {
        self.view.recent_events().find_map(|kind| match kind {
            EventKind::Applied { kind: WriteKind::Delete, record, label, .. } if record == deal => {
                Some(label.clone())
            }
            _ => None,
        })
    }
}
