//! Handling of attempted writes. The confirmed record is stored before the outbox row is dropped. After a crash in
//! between, the same bytes are sent again under the same key, without effect.

use crate::engine::sync::rows::received_deal::to_received;
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::models::deal::Deal;
use crate::contract::models::notification::Notification;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::{saturating_add, to_server_clock};
use crate::engine::sync::state::resource_lists::cache_kind;
use crate::error::{Error, ErrorKind};
use crate::model::pending_write::WriteKind;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::EventKind;
use crate::model::table::{StatusSince, TimePrecision};
use crate::store::{
    EntryState, OutboxEntry, ReceivedRecord, RecordKind, RecordOrigin, StoreError, UpsertOutcome, WriteSeq,
};

use super::deleted_conflict::{deleted_problem, last_known};
use super::entries::entry_conversion::{
    conflict_text, parse_fields, problem_text, write_kind, write_problem,
};
use super::lost_response_backoff;
use crate::engine::outbox::conflict_context;
use crate::engine::outbox::state::send_outcome::SendOutcome;

/// The origin of a deal that a write wanted.
#[derive(Clone, Copy)]
enum AppliedFrom {
    /// The server's answer to the write.
    Response,
    /// A read after the answer, which shows a newer change by another user.
    LaterFetch(WriteSeq),
    /// A read that showed the wanted values, so nothing was sent.
    FetchBefore(WriteSeq),
}

impl Actor {
    /// Handles the outcome of sending a row.
    pub(in crate::engine) fn on_send_outcome(&mut self, seq: i64, outcome: SendOutcome) {
        self.remove_in_flight(seq);
        self.view.writes_changed();
        let Some(row) = self.outbox.get(seq).cloned() else {
            self.reload_outbox();
            return;
        };
        let now = self.now();
        self.journal_outcome(&row, &outcome, now);
        if !matches!(&outcome, SendOutcome::Retry { error, .. } if error.kind() == ErrorKind::Unreachable) {
            self.dispatcher.lost_responses.clear(seq);
        }
        match outcome {
            SendOutcome::Applied(deal) => self.on_deal_applied(&row, &deal, AppliedFrom::Response, now),
            SendOutcome::AppliedThenChanged(deal, asked) => {
                self.on_deal_applied(&row, &deal, AppliedFrom::LaterFetch(asked), now);
            }
            SendOutcome::AlreadyCurrent(deal, asked) => {
                self.on_deal_applied(&row, &deal, AppliedFrom::FetchBefore(asked), now)
            }
            SendOutcome::Deleted { already } => self.on_deleted(&row, already),
            SendOutcome::Gone(known) => self.on_deal_missing(&row, &known, now),
            SendOutcome::NotificationRead(notification) => {
                self.on_notification_read(&row, &notification, now)
            }
            SendOutcome::Record(family, record) => self.on_record_applied(&row, family, record, now),
            SendOutcome::Done => {
                self.on_response::<()>(&Ok(()));
                self.drop_confirmed(&row, None);
            }
            SendOutcome::Refused(error) => self.on_refused(&row, error, now),
            SendOutcome::Conflict { theirs, deal, asked } => {
                self.on_conflict(&row, &theirs, (&deal, asked), now)
            }
            SendOutcome::Retry { error, doubtful } => self.reschedule(&row, error, doubtful, now),
            SendOutcome::Lost => self.reload_outbox(),
        }
        self.finish_cancelled_deletions();
        self.follow_history();
    }

    fn on_deal_applied(&mut self, row: &OutboxEntry, deal: &Deal, came: AppliedFrom, now: Timestamp) {
        self.on_response::<()>(&Ok(()));
        let id = deal.id().as_str().to_owned();
        let created = row.operation == OperationId::DealsCreate;
        // A record found as wanted without a send changed at an unknown time.
        let (written, asked) = (
            parse_fields(&row.body),
            to_server_clock(row.created_at, self.client.clock_skew(now)),
        );
        let source = match came {
            _ if created => RecordOrigin::Created { asked },
            AppliedFrom::LaterFetch(asked) | AppliedFrom::FetchBefore(asked) => {
                RecordOrigin::Fetched { asked }
            }
            AppliedFrom::Response => RecordOrigin::Answer {
                fields: &written,
                asked,
            },
        };
        self.confirm_deal(deal, source, now);
        let renamed = created.then_some(id.as_str());
        if created {
            self.temp_ids.insert(row.record.clone(), deal.id().clone());
            self.rename_settings(&row.record, deal.id().as_str(), now);
            if self.details.rename(&row.record, deal.id()) {
                self.load_deal(deal.id());
            }
        }
        if self.drop_confirmed(row, renamed) {
            if matches!(came, AppliedFrom::FetchBefore(_)) && !row.ever_sent {
                return self.report_unnecessary(row);
            }
            let was = created.then(|| row.record.clone());
            self.report_applied(row, id, was);
        }
    }

    /// Reports an unsent change as unnecessary: the record already has its values.
    pub(super) fn report_unnecessary(&mut self, row: &OutboxEntry) {
        self.push_event(EventKind::AlreadyApplied {
            record: row.record.clone(),
            label: row.label.clone(),
            base: parse_fields(&row.base),
            fields: parse_fields(&row.body),
        });
    }

    /// Caches and shows a deal that was fetched or answered singly. A read older than the answer to our own write is
    /// ignored.
    pub(in crate::engine) fn confirm_deal(&mut self, deal: &Deal, source: RecordOrigin<'_>, now: Timestamp) {
        let (id, observed) = (deal.id().as_str(), self.server_now());
        let before = self
            .confirmed
            .find(id)
            .and_then(|ix| self.confirmed.row(ix))
            .map(|row| row.status.to_owned());
        let kept = self
            .store
            .cache()
            .confirm(RecordKind::Deal, "", observed, &to_received(deal, 0), source);
        let kept = self.ok_or_report(kept);
        if kept == Some(UpsertOutcome::Outdated) {
            return self.reload_and_count(id);
        }
        let moved = match &source {
            RecordOrigin::Answer { fields, asked } if fields.touches("status") => Some(asked.as_second()),
            _ => None,
        };
        if kept.is_some() {
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
        let held = self.confirmed.find(id).and_then(|ix| self.confirmed.row(ix));
        if let Some(mut row) = held.map(|row| row.to_data()) {
            row.since = Some(StatusSince {
                at,
                precision: TimePrecision::Exact,
            });
            self.confirmed.set_row(row, None);
        }
    }

    fn on_deleted(&mut self, row: &OutboxEntry, already: bool) {
        self.on_response::<()>(&Ok(()));
        self.forget_deal(&row.record, !already);
        if self.drop_confirmed(row, None) {
            self.report_applied(row, row.record.clone(), None);
            // It is unknown whether an earlier attempt did it.
            if already && !row.outcome_unknown {
                let (record, label) = (row.record.clone(), row.label.clone());
                self.push_event(EventKind::AlreadyDeleted { record, label });
            }
        }
    }

    /// Handles the deletion of a deal, by our own write (`ours`) or by others.
    pub(super) fn forget_deal(&mut self, deal: &str, ours: bool) {
        let now = self.server_now();
        let held = self.confirmed.find(deal).and_then(|ix| self.confirmed.row(ix));
        let before = held.map(|row| row.status.to_owned());
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

    /// Blocks a change of a deal that the server has deleted. The user's values are preserved, and the user decides
    /// whether to recreate the deal.
    fn on_deal_missing(&mut self, row: &OutboxEntry, known: &Record, now: Timestamp) {
        self.on_response::<()>(&Ok(()));
        self.forget_deal(&row.record, false);
        let told = self.add_conflict_context(row, &Fields::new(), &deleted_problem(known));
        self.block_entry(row, EntryState::Conflict, &told, now);
        self.push_event(EventKind::Conflict {
            record: row.record.clone(),
            label: row.label.clone(),
        });
    }

    fn on_notification_read(&mut self, row: &OutboxEntry, answer: &Notification, now: Timestamp) {
        self.on_response::<()>(&Ok(()));
        let stored = self.store.cache().get(RecordKind::Notification, "", &row.record);
        let stored = self.ok_or_report(stored).flatten();
        // The answer has only `id` and `read`; the other fields come from the list.
        let whole = stored
            .as_ref()
            .and_then(|stored| crate::contract::record::Record::parse(&stored.body).ok())
            .and_then(|known| Fields::from_record(answer.record()).apply_to(&known).ok())
            .unwrap_or_else(|| answer.record().clone());
        let position = self.inbox.position(&row.record);
        let record = ReceivedRecord {
            id: row.record.clone(),
            body: whole.as_str().to_owned(),
            position,
            status: None,
        };
        let kept = self.store_response(RecordKind::Notification, row, &record, now);
        self.ok_or_report(kept);
        if let Ok(notification) = Notification::from_record(whole) {
            self.inbox.confirm(notification, now);
            self.view.inbox_changed();
        }
        if self.drop_confirmed(row, None) {
            self.report_applied(row, row.record.clone(), None);
        }
    }

    /// Caches an answered record; fields missing from a partial answer keep their known values.
    fn on_record_applied(&mut self, row: &OutboxEntry, family: ResourceKind, answer: Record, now: Timestamp) {
        self.on_response::<()>(&Ok(()));
        if let Some(kind) = cache_kind(family) {
            let stored = self.store.cache().get(kind, "", &row.record);
            let stored = self.ok_or_report(stored).flatten();
            let known = stored
                .as_ref()
                .and_then(|stored| Record::parse(&stored.body).ok());
            let whole = known
                .and_then(|known| Fields::from_record(&answer).apply_to(&known).ok())
                .unwrap_or(answer);
            let record = ReceivedRecord {
                id: row.record.clone(),
                body: whole.as_str().to_owned(),
                position: stored.map_or(i64::MAX, |stored| stored.position),
                status: None,
            };
            let confirmed = self.store_response(kind, row, &record, now);
            self.ok_or_report(confirmed);
        }
        if self.drop_confirmed(row, None) {
            self.report_applied(row, row.record.clone(), None);
        }
        self.show_cached_list(family);
        self.view.changed();
    }

    /// Caches a list record as changed by our write.
    fn store_response(
        &self,
        kind: RecordKind,
        row: &OutboxEntry,
        record: &ReceivedRecord,
        now: Timestamp,
    ) -> Result<UpsertOutcome, StoreError> {
        let source = RecordOrigin::Answer {
            fields: &parse_fields(&row.body),
            asked: row.created_at,
        };
        self.store.cache().confirm(kind, "", now, record, source)
    }

    fn drop_confirmed(&mut self, row: &OutboxEntry, renamed: Option<&str>) -> bool {
        if self.view.storage_health.failure.is_some() && self.pending_journal.has_entry_of(row.seq) {
            self.complete_in_memory(row.seq, renamed);
            return true;
        }
        let dropped = self.store.outbox().remove_confirmed(row.seq, renamed);
        let done = self.ok_or_report(dropped).is_some();
        if done {
            self.outbox.remove_all([row.seq]);
        } else if self.view.storage_health.failure.is_some() {
            self.complete_in_memory(row.seq, renamed);
            return true;
        }
        if renamed.is_some() || !done {
            self.reload_outbox();
        }
        done
    }

    fn report_applied(&mut self, row: &OutboxEntry, record: String, was: Option<String>) {
        self.push_event(EventKind::Applied {
            kind: write_kind(row.operation),
            record,
            label: row.label.clone(),
            was,
        });
    }

    fn on_refused(&mut self, row: &OutboxEntry, error: Error, now: Timestamp) {
        let problem = write_problem(&error);
        if error.status().is_some() {
            self.on_response::<()>(&Err(error));
        }
        self.block_entry(row, EntryState::Refused, &problem_text(&problem), now);
        let (record, label) = (row.record.clone(), row.label.clone());
        self.push_event(EventKind::Refused {
            kind: write_kind(row.operation),
            record,
            label,
            problem,
        });
    }

    fn on_conflict(
        &mut self,
        row: &OutboxEntry,
        theirs: &Fields,
        (deal, asked): (&Deal, WriteSeq),
        now: Timestamp,
    ) {
        self.on_response::<()>(&Ok(()));
        self.confirm_deal(deal, RecordOrigin::Fetched { asked }, now);
        let told = self.add_conflict_context(row, theirs, &conflict_text(theirs));
        self.block_entry(row, EntryState::Conflict, &told, now);
        self.push_event(EventKind::Conflict {
            record: row.record.clone(),
            label: row.label.clone(),
        });
    }

    /// Returns a conflict as stored, with other changes observed since the request.
    pub(super) fn add_conflict_context(&mut self, row: &OutboxEntry, theirs: &Fields, told: &str) -> String {
        let now = self.now();
        let asked = to_server_clock(row.created_at, self.client.clock_skew(now));
        let found = conflict_context::observed_since(&self.store, row, theirs, (asked, self.server_now()));
        self.ok_or_report(found)
            .map_or_else(|| told.to_owned(), |found| found.beside(told))
    }

    fn block_entry(&mut self, row: &OutboxEntry, state: EntryState, why: &str, now: Timestamp) {
        let parked = self.store.outbox().block(row.seq, state, now, why);
        match self.ok_or_report(parked).flatten() {
            Some(parked) => {
                debug_assert!(parked.is_same_write(row) && parked.state.is_blocked());
                self.outbox.put(parked);
            }
            None => self.reload_outbox(),
        }
    }

    /// Reschedules a failed write. Connection problems wait for the connection. Problems of this write alone, and
    /// repeatedly lost answers, wait for a delay that grows with each attempt.
    fn reschedule(&mut self, row: &OutboxEntry, error: Error, doubtful: bool, now: Timestamp) {
        let own = !matches!(
            error.kind(),
            ErrorKind::Unreachable | ErrorKind::RateLimited | ErrorKind::Auth
        );
        let (base, cap) = (self.settings.retry_base, self.settings.retry_cap);
        let wait = if own {
            self.jitter.backoff(row.attempts + 1, base, cap)
        } else if doubtful && error.kind() == ErrorKind::Unreachable {
            match self.dispatcher.lost_responses.count_loss(row.seq) {
                1 => Duration::ZERO,
                times => self
                    .jitter
                    .backoff(times, base, cap.min(lost_response_backoff::MAX_DELAY)),
            }
        } else {
            Duration::ZERO
        };
        let why = problem_text(&write_problem(&error));
        let back = self.store.outbox().requeue(
            row.seq,
            saturating_add(now, wait),
            (doubtful || row.ever_sent, doubtful || row.outcome_unknown),
            Some(&why),
        );
        match self.ok_or_report(back).flatten() {
            Some(back) => {
                // What may have reached the server keeps key and bytes, so that a repetition changes nothing.
                debug_assert!(back.is_same_write(row) && (back.outcome_unknown || !doubtful));
                self.outbox.put(back);
            }
            None => self.reload_outbox(),
        }
        // An answer that concerns only this write must not delay others.
        if !own {
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
            EventKind::Applied {
                kind: WriteKind::Delete,
                record,
                label,
                ..
            } if record == deal => Some(label.clone()),
            _ => None,
        })
    }
}
