//! Storage of a single record, which may be new, changed, or outdated.

use std::collections::{BTreeMap, HashMap};

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Transaction, params, params_from_iter};

use super::INTACT_BODY;
use super::page_refs::PageRefs;
use super::status_since::{self, PriorStatus, StatusObservation};
use super::types::timestamp_from_micros;
use crate::contract::record::Record;
use crate::contract::{DateOrTime, Deal};
use crate::model::history::omitted_status::LastSent;
use crate::store::files::sums;
use crate::store::history::{History, Observations, RecordOrigin};
use crate::store::{IncomingRecord, RecordKind, StoreError, UpsertOutcome, WriteSeq};

/// A record to be stored.
pub(super) struct RecordUpsert<'a> {
    pub(in crate::store) kind: RecordKind,
    pub(in crate::store) parent: &'a str,
    pub(in crate::store) pass: i64,
    pub(in crate::store) write_seq: i64,
    pub(in crate::store) at: Timestamp,
    pub(in crate::store) record: IncomingRecord<'a>,
}

/// A stored record, as far as needed for its replacement.
pub(in crate::store) struct ReplacedRecord {
    /// Its body, if different from the new one.
    pub(in crate::store) old_body: Option<String>,
    pub(in crate::store) write_seq: i64,
    fetched_at: Option<Timestamp>,
    position: i64,
}

/// Facts about the deals before a transaction, besides their rows.
pub(in crate::store) struct UpsertContext<'a> {
    pub(in crate::store) history: &'a History,
    /// Start of the last consistent pass over all deals.
    pub(super) last_consistent_pass: Option<Timestamp>,
    /// Deals that it did not contain.
    pub(in crate::store) missing: BTreeMap<String, Timestamp>,
    /// True if any deal was ever deleted.
    pub(super) any_deleted: bool,
    /// Deleted records with their change number.
    pub(in crate::store) deleted: HashMap<String, i64>,
    /// True if no deal has a stage row.
    pub(super) no_status_times: bool,
    /// Deals without a row, which are stored in history pages.
    pub(super) page_refs: PageRefs<'a>,
}

impl UpsertContext<'_> {
    /// Returns when a deal was last known in its cached state. That is when its body arrived, or the start of a
    /// consistent pass that contained it.
    pub(in crate::store) fn last_seen(&self, id: &str, fetched: Option<Timestamp>) -> Option<Timestamp> {
        match self.missing.get(id) {
            Some(last_seen) => Some(*last_seen),
            None => last_known_at(fetched, self.last_consistent_pass),
        }
    }
}

impl RecordUpsert<'_> {
    /// Stores the record, unless the cached one is newer.
    pub(super) fn merge(
        &self,
        tx: &Transaction<'_>,
        context: &UpsertContext<'_>,
        observed: &mut Observations,
    ) -> Result<UpsertOutcome, StoreError> {
        let id = self.record.id;
        if context.deleted.get(id).is_some_and(|change| *change > self.write_seq) {
            return Ok(UpsertOutcome::Outdated);
        }
        let before = replaced_record(tx, self.kind, self.parent, &self.record, &context.page_refs)?;
        let outcome = match &before {
            Some(replaced) if replaced.write_seq > self.write_seq => return Ok(UpsertOutcome::Outdated),
            Some(replaced) if replaced.old_body.is_none() => UpsertOutcome::Unchanged,
            Some(_) => UpsertOutcome::Changed,
            None => UpsertOutcome::New,
        };
        if outcome != UpsertOutcome::Unchanged {
            let request_seq = WriteSeq(self.write_seq);
            self.observe(tx, before.as_ref(), context, RecordOrigin::Fetched { request_seq }, observed)?;
            self.write(tx, &context.page_refs)?;
            return Ok(outcome);
        }
        if context.missing.contains_key(id) {
            observed.add_seen_again(id);
        }
        // The list order of deals has no meaning, and updating it would rewrite every row.
        let moved = self.kind != RecordKind::Deal
            && before.as_ref().is_some_and(|replaced| replaced.position != self.record.position);
        if moved {
            // Only the position changes; the body keeps its arrival time.
            tx.prepare_cached("UPDATE record SET position = ?4 WHERE kind = ?1 AND parent = ?2 AND id = ?3")?
                .execute(params![self.kind.name(), self.parent, id, self.record.position])?;
        }
        Ok(outcome)
    }

    /// Stores the record unconditionally.
    pub(in crate::store) fn write(
        &self,
        tx: &Transaction<'_>,
        page_refs: &PageRefs<'_>,
    ) -> Result<(), StoreError> {
        let row = [
            sums::text_value(self.kind.name()),
            sums::text_value(self.parent),
            sums::text_value(self.record.id),
            sums::text_value(self.record.body),
            ValueRef::Integer(self.record.position),
            ValueRef::Integer(self.at.as_microsecond()),
            ValueRef::Integer(self.pass),
            ValueRef::Integer(self.write_seq),
        ];
        // Computed here, because SQL would copy the body for it.
        let sum = ValueRef::Integer(sums::checksum(row));
        let values = row.into_iter().chain([sum]).map(ToSqlOutput::Borrowed);
        tx.prepare_cached(
            "INSERT INTO record (kind, parent, id, body, position, fetched_at, pass, change, sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (kind, parent, id) DO UPDATE
             SET body = ?4, position = ?5, fetched_at = ?6, pass = ?7, change = ?8, sum = ?9",
        )?
        .execute(params_from_iter(values))?;
        if self.kind == RecordKind::Deal {
            page_refs.supersede(self.record.id)?;
        }
        Ok(())
    }

    /// Records new facts from the record. Call it before storing the record.
    pub(in crate::store) fn observe(
        &self,
        tx: &Transaction<'_>,
        before: Option<&ReplacedRecord>,
        context: &UpsertContext<'_>,
        source: RecordOrigin<'_>,
        observed: &mut Observations,
    ) -> Result<(), StoreError> {
        if self.kind != RecordKind::Deal {
            tx.prepare_cached("INSERT OR IGNORE INTO first_seen (kind, id, at) VALUES (?1, ?2, ?3)")?
                .execute(params![self.kind.name(), self.record.id, self.at.as_microsecond()])?;
            return Ok(());
        }
        let id = self.record.id;
        let last_seen = context.last_seen(id, before.and_then(|replaced| replaced.fetched_at));
        // The time when a deleted deal came back is unknown, even if it is being written.
        let reappeared = before.is_none() && context.any_deleted && context.history.was_deleted(id)?;
        // A deal created before the last consistent pass was only missing from it, so it is not new.
        let last_seen =
            last_seen.filter(|at| before.is_some() || reappeared || !created_before(self.record.body, *at));
        let requested_at = source.write_time("status").filter(|_| !reappeared);
        // A deal without a stage row has had its status since its body first arrived.
        let first_of_all =
            requested_at.is_none() && before.is_none() && last_seen.is_none() && context.no_status_times;
        if !first_of_all {
            let prior = before.map(|replaced| self.prior_status(replaced)).transpose()?;
            match (nonempty(self.record.status), &prior) {
                (Some(status), _) => {
                    // While its status was omitted, the deal may have moved at any time.
                    let omits_status = prior.as_ref().is_some_and(|prior| prior.status.is_none());
                    let last_sent = if omits_status { context.history.omitted_status(id)? } else { None };
                    let last_seen = last_sent.map_or(last_seen, LastSent::timestamp);
                    let observation = requested_at
                        .map_or(StatusObservation::Synced(last_seen), |requested_at| {
                            StatusObservation::Set { requested_at }
                        });
                    status_since::observe(tx, id, status, self.at, observation, prior.as_ref())?;
                }
                (None, Some(prior)) => status_since::record_omitted(tx, id, prior)?,
                (None, None) => {}
            }
        }
        if context.missing.contains_key(id) {
            observed.add_seen_again(id);
        }
        let body = self.record.body;
        // A sync contained the deal before the response arrived.
        if let (RecordOrigin::Created { requested_at }, Some(seen_at)) =
            (source, before.and_then(|replaced| replaced.fetched_at))
            && seen_at >= requested_at
        {
            observed.add_created(id, body, (requested_at, seen_at));
        }
        match before.map(|replaced| replaced.old_body.as_deref()) {
            Some(Some(prior)) => observed.add_changed(id, (prior, body), last_seen, source)?,
            Some(None) => match source {
                RecordOrigin::Fetched { .. } | RecordOrigin::Created { .. } => {}
                RecordOrigin::Response { .. } => {
                    let response =
                        Record::parse(body).map_err(|error| StoreError::Unreadable(error.to_string()))?;
                    observed.add_response(id, &response, source);
                }
            },
            None if reappeared => {
                observed.add_recreated(id, body, last_seen);
            }
            None => observed.add_new(id, body, last_seen, source),
        }
        Ok(())
    }

    /// Returns the cached status, and when its body arrived.
    fn prior_status(&self, replaced: &ReplacedRecord) -> Result<PriorStatus, StoreError> {
        let status = match &replaced.old_body {
            None => nonempty(self.record.status).map(str::to_owned),
            Some(body) => Record::parse(body)
                .map_err(|error| StoreError::Unreadable(error.to_string()))?
                .text("status")
                .map(String::from)
                .filter(|code| !code.is_empty()),
        };
        Ok(PriorStatus { status, fetched_at: replaced.fetched_at.unwrap_or(self.at) })
    }
}

/// Returns whether a deal was created before `at`, allowing for rounded dates and time zones.
fn created_before(deal: &str, at: Timestamp) -> bool {
    let deal = Record::parse(deal).ok().and_then(|record| Deal::from_record(record).ok());
    let latest = deal.and_then(|deal| deal.created_at()).and_then(|created| match created {
        DateOrTime::Instant(instant) => instant.checked_add(SignedDuration::from_secs(1)).ok(),
        day @ DateOrTime::Day(_) => {
            let day_start = day.instant(&TimeZone::UTC);
            day_start.checked_add(SignedDuration::from_hours(36)).ok()
        }
    });
    latest.is_some_and(|latest| latest <= at)
}

/// Returns a status; an empty one counts as none.
fn nonempty(status: Option<&str>) -> Option<&str> {
    status.filter(|code| !code.is_empty())
}

/// Returns when a record was last known in its earlier state. That is the arrival of its old body, or the start of a
/// consistent pass that confirmed it.
pub(in crate::store) fn last_known_at(
    fetched: Option<Timestamp>,
    seen_all: Option<Timestamp>,
) -> Option<Timestamp> {
    match (fetched, seen_all) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    }
}

/// Returns the stored record that would be replaced.
pub(in crate::store) fn replaced_record(
    tx: &Connection,
    kind: RecordKind,
    parent: &str,
    record: &IncomingRecord<'_>,
    page_refs: &PageRefs<'_>,
) -> Result<Option<ReplacedRecord>, StoreError> {
    if kind == RecordKind::Deal
        && let Some(deal_position) = page_refs.find(record.id)?
    {
        return page_refs.read(deal_position, |deal, page_ref, position| {
            (deal.id == record.id).then(|| ReplacedRecord {
                old_body: (deal.body != record.body).then(|| deal.body.to_owned()),
                write_seq: page_ref.write_seq,
                fetched_at: Some(page_ref.received_at),
                position,
            })
        });
    }
    Ok(tx
        .prepare_cached(&format!(
            "SELECT CASE WHEN r.body <> ?4 THEN {INTACT_BODY} END, r.change, r.fetched_at, r.position FROM record r
             WHERE r.kind = ?1 AND r.parent = ?2 AND r.id = ?3"
        ))?
        .query_row(params![kind.name(), parent, record.id, record.body], |row| {
            Ok(ReplacedRecord {
                old_body: row.get(0)?,
                write_seq: row.get(1)?,
                fetched_at: timestamp_from_micros(row.get(2)?),
                position: row.get(3)?,
            })
        })
        .optional()?)
}
