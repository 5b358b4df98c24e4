//! Handling of attempted writes. The confirmed record is stored before the outbox row is dropped. After a crash in
//! between, the same bytes are sent again under the same key, without effect.

use crate::engine::sync::rows::received_deal::received;
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::contract::models::deal::Deal;
use crate::contract::models::notification::Notification;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::{after, set_right};
use crate::engine::sync::state::resource_lists::kept_as;
use crate::error::{Error, ErrorKind};
use crate::model::pending_write::WriteKind;
use crate::model::resources::resource_kind::Family;
use crate::model::snapshot::EventKind;
use crate::model::table::{Bound, StageSince};
use crate::store::{Change, Kept, Kind, Received, Row, RowState, Source, StoreError};

use super::deleted_conflict::{gone_text, last_known};
use super::entries::entry_conversion::{conflict_text, fields, kind, problem, problem_text};
use super::lost_response_backoff;
use crate::engine::outbox::conflict_context;
use crate::engine::outbox::state::send_outcome::Outcome;

/// The origin of a deal that a write wanted.
#[derive(Clone, Copy)]
enum Came {
    /// The server's answer to the write.
    Answered,
    /// A read after the answer, which shows a newer change by another user.
    ReadSince(Change),
    /// A read that showed the wanted values, so nothing was sent.
    Found(Change),
}

impl Actor {
    /// Handles the outcome of sending a row.
    pub(in crate::engine) fn take_outcome(&mut self, seq: i64, outcome: Outcome) {
        self.landed(seq);
        self.view.writes_changed();
        let Some(row) = self.outbox.get(seq).cloned() else {
            self.reload_outbox();
            return;
        };
        let now = self.now();
        self.journal(&row, &outcome, now);
        if !matches!(&outcome, Outcome::Later { error, .. } if error.kind() == ErrorKind::Unreachable) {
            self.drain.losses.answered(seq);
        }
        match outcome {
            Outcome::Deal(deal) => self.applied_deal(&row, &deal, Came::Answered, now),
            Outcome::ChangedSince(deal, asked) => {
                self.applied_deal(&row, &deal, Came::ReadSince(asked), now);
            }
            Outcome::Found(deal, asked) => self.applied_deal(&row, &deal, Came::Found(asked), now),
            Outcome::Deleted { already } => self.applied_delete(&row, already),
            Outcome::Gone(known) => self.found_gone(&row, &known, now),
            Outcome::Read(notification) => self.applied_read(&row, &notification, now),
            Outcome::Record(family, record) => self.applied_record(&row, family, record, now),
            Outcome::Done => {
                self.heard::<()>(&Ok(()));
                self.drop_confirmed(&row, None);
            }
            Outcome::Refused(error) => self.refused(&row, error, now),
            Outcome::Conflict { theirs, deal, asked } => self.conflict(&row, &theirs, (&deal, asked), now),
            Outcome::Later { error, doubtful } => self.later(&row, error, doubtful, now),
            Outcome::Lost => self.reload_outbox(),
        }
        self.see_taken_back();
        self.follow_history();
    }

    fn applied_deal(&mut self, row: &Row, deal: &Deal, came: Came, now: Timestamp) {
        self.heard::<()>(&Ok(()));
        let id = deal.id().as_str().to_owned();
        let created = row.operation == OperationId::DealsCreate;
        // A record found as wanted without a send changed at an unknown time.
        let (written, asked) = (
            fields(&row.body),
            set_right(row.created_at, self.client.clock_off(now)),
        );
        let source = match came {
            _ if created => Source::Created { asked },
            Came::ReadSince(asked) | Came::Found(asked) => Source::Read { asked },
            Came::Answered => Source::Answer {
                fields: &written,
                asked,
            },
        };
        self.confirm_deal(deal, source, now);
        let renamed = created.then_some(id.as_str());
        if created {
            self.born.insert(row.record.clone(), deal.id().clone());
            self.rename_settings(&row.record, deal.id().as_str(), now);
            if self.details.rename(&row.record, deal.id()) {
                self.load_deal(deal.id());
            }
        }
        if self.drop_confirmed(row, renamed) {
            if matches!(came, Came::Found(_)) && !row.ever_sent {
                return self.tell_found(row);
            }
            let was = created.then(|| row.record.clone());
            self.tell_applied(row, id, was);
        }
    }

    /// Reports an unsent change as unnecessary: the record already has its values.
    pub(super) fn tell_found(&mut self, row: &Row) {
        self.tell(EventKind::FoundSo {
            record: row.record.clone(),
            label: row.label.clone(),
            base: fields(&row.base),
            fields: fields(&row.body),
        });
    }

    /// Caches and shows a deal that was fetched or answered singly. A read older than the answer to our own write is
    /// ignored.
    pub(in crate::engine) fn confirm_deal(&mut self, deal: &Deal, source: Source<'_>, now: Timestamp) {
        let (id, observed) = (deal.id().as_str(), self.observed_now());
        let before = self
            .confirmed
            .find(id)
            .and_then(|ix| self.confirmed.row(ix))
            .map(|row| row.status.to_owned());
        let kept = self
            .store
            .cache()
            .confirm(Kind::Deal, "", observed, &received(deal, 0), source);
        let kept = self.kept(kept);
        if kept == Some(Kept::Overtaken) {
            return self.recount(id);
        }
        let moved = match &source {
            Source::Answer { fields, asked } if fields.touches("status") => Some(asked.as_second()),
            _ => None,
        };
        if kept.is_some() {
            self.reread_deal(id);
            if let Some(at) = moved {
                self.stay(id, at);
            }
        } else {
            // The disk refused it: show the server's values anyway, and request a full sync.
            let row = crate::model::table::RowData::from_deal(deal, None, &self.settings.zone);
            self.confirmed.patch(row, None);
            self.view.deals_changed();
            self.refresh.ask(now);
        }
        if before.is_some() || matches!(source, Source::Created { .. }) {
            self.count_move(before.as_deref(), Some(deal.status().unwrap_or_default()));
        }
        self.details.confirm(deal, now);
    }

    /// Pins a moved deal's position to the time of its move. It is sorted by that time until the next full sync, even
    /// if the server sends another time.
    fn stay(&mut self, id: &str, at: i64) {
        let held = self.confirmed.find(id).and_then(|ix| self.confirmed.row(ix));
        if let Some(mut row) = held.map(|row| row.to_data()) {
            row.since = Some(StageSince {
                at,
                bound: Bound::Exact,
            });
            self.confirmed.patch(row, None);
        }
    }

    fn applied_delete(&mut self, row: &Row, already: bool) {
        self.heard::<()>(&Ok(()));
        self.forget_deal(&row.record, !already);
        if self.drop_confirmed(row, None) {
            self.tell_applied(row, row.record.clone(), None);
            // It is unknown whether an earlier attempt did it.
            if already && !row.doubtful {
                let (record, label) = (row.record.clone(), row.label.clone());
                self.tell(EventKind::GoneAlready { record, label });
            }
        }
    }

    /// Handles the deletion of a deal, by our own write (`ours`) or by others.
    pub(super) fn forget_deal(&mut self, deal: &str, ours: bool) {
        let now = self.observed_now();
        let held = self.confirmed.find(deal).and_then(|ix| self.confirmed.row(ix));
        let before = held.map(|row| row.status.to_owned());
        let removed = self.store.cache().remove(Kind::Deal, deal, ours, now);
        self.kept(removed);
        self.reread_deal(deal);
        if before.is_some() && ours {
            self.count_move(before.as_deref(), None);
        } else if before.is_some() {
            self.follow_move(before.as_deref(), None);
        }
        self.details.forget(deal);
    }

    /// Blocks a change of a deal that the server has deleted. The user's values are preserved, and the user decides
    /// whether to recreate the deal.
    fn found_gone(&mut self, row: &Row, known: &Record, now: Timestamp) {
        self.heard::<()>(&Ok(()));
        self.forget_deal(&row.record, false);
        let told = self.with_meanwhile(row, &Fields::new(), &gone_text(known));
        self.park(row, RowState::Conflict, &told, now);
        self.tell(EventKind::Conflict {
            record: row.record.clone(),
            label: row.label.clone(),
        });
    }

    fn applied_read(&mut self, row: &Row, answer: &Notification, now: Timestamp) {
        self.heard::<()>(&Ok(()));
        let stored = self.store.cache().get(Kind::Notification, "", &row.record);
        let stored = self.kept(stored).flatten();
        // The answer has only `id` and `read`; the other fields come from the list.
        let whole = stored
            .as_ref()
            .and_then(|stored| crate::contract::record::Record::parse(&stored.body).ok())
            .and_then(|known| Fields::from_record(answer.record()).over(&known).ok())
            .unwrap_or_else(|| answer.record().clone());
        let position = self.inbox.position(&row.record);
        let record = Received {
            id: row.record.clone(),
            body: whole.as_str().to_owned(),
            position,
            status: None,
        };
        let kept = self.keep_answer(Kind::Notification, row, &record, now);
        self.kept(kept);
        if let Ok(notification) = Notification::from_record(whole) {
            self.inbox.confirm(notification, now);
            self.view.inbox_changed();
        }
        if self.drop_confirmed(row, None) {
            self.tell_applied(row, row.record.clone(), None);
        }
    }

    /// Caches an answered record; fields missing from a partial answer keep their known values.
    fn applied_record(&mut self, row: &Row, family: Family, answer: Record, now: Timestamp) {
        self.heard::<()>(&Ok(()));
        if let Some(kind) = kept_as(family) {
            let stored = self.store.cache().get(kind, "", &row.record);
            let stored = self.kept(stored).flatten();
            let known = stored
                .as_ref()
                .and_then(|stored| Record::parse(&stored.body).ok());
            let whole = known
                .and_then(|known| Fields::from_record(&answer).over(&known).ok())
                .unwrap_or(answer);
            let record = Received {
                id: row.record.clone(),
                body: whole.as_str().to_owned(),
                position: stored.map_or(i64::MAX, |stored| stored.position),
                status: None,
            };
            let confirmed = self.keep_answer(kind, row, &record, now);
            self.kept(confirmed);
        }
        if self.drop_confirmed(row, None) {
            self.tell_applied(row, row.record.clone(), None);
        }
        self.recall(family);
        self.view.changed();
    }

    /// Caches a list record as changed by our write.
    fn keep_answer(
        &self,
        kind: Kind,
        row: &Row,
        record: &Received,
        now: Timestamp,
    ) -> Result<Kept, StoreError> {
        let source = Source::Answer {
            fields: &fields(&row.body),
            asked: row.created_at,
        };
        self.store.cache().confirm(kind, "", now, record, source)
    }

    fn drop_confirmed(&mut self, row: &Row, renamed: Option<&str>) -> bool {
        if self.view.keeping.hindered.is_some() && self.unwritten.tells_of(row.seq) {
            self.over_but_for_the_disk(row.seq, renamed);
            return true;
        }
        let dropped = self.store.outbox().confirmed(row.seq, renamed);
        let done = self.kept(dropped).is_some();
        if done {
            self.outbox.drop_rows([row.seq]);
        } else if self.view.keeping.hindered.is_some() {
            self.over_but_for_the_disk(row.seq, renamed);
            return true;
        }
        if renamed.is_some() || !done {
            self.reload_outbox();
        }
        done
    }

    fn tell_applied(&mut self, row: &Row, record: String, was: Option<String>) {
        self.tell(EventKind::Applied {
            kind: kind(row.operation),
            record,
            label: row.label.clone(),
            was,
        });
    }

    fn refused(&mut self, row: &Row, error: Error, now: Timestamp) {
        let problem = problem(&error);
        if error.status().is_some() {
            self.heard::<()>(&Err(error));
        }
        self.park(row, RowState::Refused, &problem_text(&problem), now);
        let (record, label) = (row.record.clone(), row.label.clone());
        self.tell(EventKind::Refused {
            kind: kind(row.operation),
            record,
            label,
            problem,
        });
    }

    fn conflict(&mut self, row: &Row, theirs: &Fields, (deal, asked): (&Deal, Change), now: Timestamp) {
        self.heard::<()>(&Ok(()));
        self.confirm_deal(deal, Source::Read { asked }, now);
        let told = self.with_meanwhile(row, theirs, &conflict_text(theirs));
        self.park(row, RowState::Conflict, &told, now);
        self.tell(EventKind::Conflict {
            record: row.record.clone(),
            label: row.label.clone(),
        });
    }

    /// Returns a conflict as stored, with other changes observed since the request.
    pub(super) fn with_meanwhile(&mut self, row: &Row, theirs: &Fields, told: &str) -> String {
        let now = self.now();
        let asked = set_right(row.created_at, self.client.clock_off(now));
        let found = conflict_context::observed_since(&self.store, row, theirs, (asked, self.observed_now()));
        self.kept(found)
            .map_or_else(|| told.to_owned(), |found| found.beside(told))
    }

    fn park(&mut self, row: &Row, state: RowState, why: &str, now: Timestamp) {
        let parked = self.store.outbox().park(row.seq, state, now, why);
        match self.kept(parked).flatten() {
            Some(parked) => {
                debug_assert!(parked.is_same_write(row) && parked.state.is_parked());
                self.outbox.put(parked);
            }
            None => self.reload_outbox(),
        }
    }

    /// Reschedules a failed write. Connection problems wait for the connection. Problems of this write alone, and
    /// repeatedly lost answers, wait for a delay that grows with each attempt.
    fn later(&mut self, row: &Row, error: Error, doubtful: bool, now: Timestamp) {
        let own = !matches!(
            error.kind(),
            ErrorKind::Unreachable | ErrorKind::RateLimited | ErrorKind::Auth
        );
        let (base, cap) = (self.settings.retry_base, self.settings.retry_cap);
        let wait = if own {
            self.jitter.backoff(row.attempts + 1, base, cap)
        } else if doubtful && error.kind() == ErrorKind::Unreachable {
            match self.drain.losses.lost(row.seq) {
                1 => Duration::ZERO,
                times => self
                    .jitter
                    .backoff(times, base, cap.min(lost_response_backoff::LONGEST)),
            }
        } else {
            Duration::ZERO
        };
        let why = problem_text(&problem(&error));
        let back = self.store.outbox().requeue(
            row.seq,
            after(now, wait),
            (doubtful || row.ever_sent, doubtful || row.doubtful),
            Some(&why),
        );
        match self.kept(back).flatten() {
            Some(back) => {
                // What may have reached the server keeps key and bytes, so that a repetition changes nothing.
                debug_assert!(back.is_same_write(row) && (back.doubtful || !doubtful));
                self.outbox.put(back);
            }
            None => self.reload_outbox(),
        }
        // An answer that concerns only this write must not delay others.
        if !own {
            self.heard::<()>(&Err(error));
        }
    }

    /// Returns the last known name of a deal that was deleted earlier or elsewhere.
    pub(super) fn last_name(&mut self, deal: &str) -> Option<String> {
        let known = last_known(&self.store, deal);
        let known = self.kept(known).flatten()?;
        let name = known.text("name").map(String::from);
        name.filter(|name| !name.is_empty())
    }

    /// Returns the name of a recently deleted deal, from recent events.
    pub(super) fn deleted_label(&self, deal: &str) -> Option<String> {
        self.view.told().find_map(|kind| match kind {
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
