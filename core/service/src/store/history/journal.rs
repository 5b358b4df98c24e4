//! The journal of writes and the request log, in `history.db`. The journal has each change, the earlier values, the
//! idempotency key, the response and its request id. Neither contains headers, so neither contains secrets.

use crate::contract::method::Method;
use crate::model::history::journal_entry::{JournalEntry, WriteOutcome};
use crate::model::snapshot::RequestLine;
use std::borrow::Cow;

use jiff::Timestamp;
use rusqlite::{Connection, Row, ToSql, params};

use super::History;
use super::read::observed_at;
use crate::contract::{IdempotencyKey, OperationId};
use crate::store::{OutboxEntry as OutboxRow, StoreError};

/// A journal entry to be written.
#[derive(Clone, Debug)]
pub struct NewJournalEntry<'a> {
    /// The outbox row of the write.
    pub entry: Cow<'a, OutboxRow>,
    /// The changed record if it is not the row's: the id of a created deal.
    pub record: Option<Cow<'a, str>>,
    /// The record or the written fields before the change, as a JSON object; `None` if unknown.
    pub before: Option<String>,
    /// Number of attempts, including this one.
    pub attempts: u32,
    /// The outcome of the attempt.
    pub outcome: WriteOutcome,
    /// The HTTP status of a failure.
    pub status: Option<u16>,
    /// `X-Request-ID` of the deciding request.
    pub request_id: Option<String>,
    /// The cause of a failure, as a JSON object.
    pub problem: Option<String>,
    /// The user's reason for a status change; stored locally, never sent.
    pub reason: Option<String>,
    /// Time of the outcome.
    pub at: Timestamp,
}

impl<'a> NewJournalEntry<'a> {
    /// Returns the basic entry: `row` got `outcome` at `at`.
    pub fn new(row: &'a OutboxRow, outcome: WriteOutcome, at: Timestamp) -> Self {
        Self {
            attempts: row.attempts,
            entry: Cow::Borrowed(row),
            record: None,
            before: None,
            outcome,
            status: None,
            request_id: None,
            problem: None,
            reason: None,
            at,
        }
    }

    /// Returns an owned copy, to be written later.
    pub fn into_owned(self) -> NewJournalEntry<'static> {
        NewJournalEntry {
            entry: Cow::Owned(self.entry.into_owned()),
            record: self.record.map(|record| Cow::Owned(record.into_owned())),
            before: self.before,
            attempts: self.attempts,
            outcome: self.outcome,
            status: self.status,
            request_id: self.request_id,
            problem: self.problem,
            reason: self.reason,
            at: self.at,
        }
    }
}

/// Number of requests in the log: a day for support, but still small.
const MAX_REQUESTS: i64 = 5_000;
/// Number of newest requests among which writes are never removed. Full syncs of many pages must not push them out.
const WRITES_WINDOW: i64 = 20_000;

const JOURNAL_COLUMNS: &str = "CASE WHEN whole(sum, seq, outbox_id, idem_key, operation, record, label, before, after, attempts, \
     outcome, status, request_id, problem, asked_at, at, reason) THEN seq END, outbox_id, idem_key, operation, record, label, before, after, attempts, outcome, status, \
     request_id, problem, reason, asked_at, at";

impl History {
    /// Writes a journal entry. An applied write is recorded once, by the first process that sees it; a repeated
    /// confirmation adds nothing.
    pub fn add_journal_entry(&self, line: &NewJournalEntry<'_>) -> Result<(), StoreError> {
        insert(&self.lock(), line)
    }

    /// Writes many journal entries in one transaction, with a single sync to disk.
    pub fn add_journal_entries(&self, lines: &[NewJournalEntry<'_>]) -> Result<(), StoreError> {
        self.transact(|tx| lines.iter().try_for_each(|line| insert(tx, line)))
    }

    /// Returns the journal entries selected by the rest of a statement, in its order.
    fn query_journal(&self, clause: &str, param: impl ToSql) -> Result<Vec<JournalEntry>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(&format!("SELECT {JOURNAL_COLUMNS} FROM journal {clause}"))?;
        statement.query_and_then([param], parse_journal_entry)?.collect()
    }

    /// Returns the newest `max` journal entries, oldest first.
    pub fn journal(&self, max: usize) -> Result<Vec<JournalEntry>, StoreError> {
        let max = i64::try_from(max).unwrap_or(i64::MAX);
        let mut lines = self.query_journal("ORDER BY seq DESC LIMIT ?1", max)?;
        lines.reverse();
        Ok(lines)
    }

    /// Returns the journal entries of a record, oldest first.
    pub fn journal_of(&self, record: &str) -> Result<Vec<JournalEntry>, StoreError> {
        self.query_journal("WHERE record = ?1 ORDER BY seq", record)
    }

    /// Returns the journal entries of outbox number `outbox_id`, oldest first.
    pub fn journal_of_write(&self, outbox_id: i64) -> Result<Vec<JournalEntry>, StoreError> {
        self.query_journal("WHERE outbox_id = ?1 ORDER BY seq", outbox_id)
    }

    /// Returns the highest outbox number in the journal.
    pub(in crate::store) fn highest_outbox_seq(&self) -> Result<i64, StoreError> {
        let highest = "SELECT coalesce(max(outbox_id), 0) FROM journal";
        Ok(self.lock().query_row(highest, [], |row| row.get(0))?)
    }

    /// Returns the journal entries with an idempotency key, oldest first.
    pub fn journal_of_key(&self, key: &IdempotencyKey) -> Result<Vec<JournalEntry>, StoreError> {
        self.query_journal("WHERE idem_key = ?1 ORDER BY seq", key.as_str())
    }

    /// Logs requests; the oldest are removed above the limit.
    pub fn log_requests(&self, requests: &[RequestLine]) -> Result<(), StoreError> {
        if requests.is_empty() {
            return Ok(());
        }
        self.transact(|tx| {
            for request in requests {
                tx.prepare_cached(
                    "INSERT INTO request (at, method, path, status, fault, request_id, attempt, took)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute(params![
                    request.at.as_microsecond(),
                    request.method,
                    request.path,
                    request.status,
                    request.fault,
                    request.request_id,
                    request.attempt,
                    i64::try_from(request.took.as_micros()).unwrap_or(i64::MAX)
                ])?;
            }
            tx.execute(
                "DELETE FROM request WHERE seq <= (SELECT max(seq) FROM request) - ?1
                     AND (method = 'GET' OR path LIKE '/auth/%'
                          OR seq <= (SELECT max(seq) FROM request) - ?2)",
                [MAX_REQUESTS, WRITES_WINDOW],
            )?;
            Ok(())
        })
    }

    /// Returns the logged requests, oldest first, without those whose method this version does not know.
    pub fn requests(&self) -> Result<Vec<RequestLine>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(
            "SELECT at, method, path, status, fault, request_id, attempt, took FROM request ORDER BY seq",
        )?;
        let requests = statement.query_and_then([], |row| {
            let (method, took): (String, i64) = (row.get(1)?, row.get(7)?);
            let Some(method) = Method::by_name(&method) else { return Ok(None) };
            Ok(Some(RequestLine {
                at: observed_at(row, 0)?,
                method: method.as_str(),
                path: row.get(2)?,
                status: row.get(3)?,
                fault: row.get(4)?,
                request_id: row.get(5)?,
                attempt: row.get(6)?,
                took: std::time::Duration::from_micros(took.unsigned_abs()),
            }))
        })?;
        requests.filter_map(Result::transpose).collect()
    }
}

fn insert(db: &Connection, line: &NewJournalEntry<'_>) -> Result<(), StoreError> {
    let row = &*line.entry;
    db.prepare_cached(
        "INSERT INTO journal (outbox_id, idem_key, operation, record, label, before, after, attempts, outcome,
             status, request_id, problem, reason, asked_at, at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15
         WHERE ?10 <> 'applied' OR NOT EXISTS (SELECT 1 FROM journal
             WHERE record = ?4 AND outbox_id = ?1 AND idem_key = ?2 AND outcome = 'applied')",
    )?
    .execute(params![
        row.seq,
        row.key.as_str(),
        row.operation.name(),
        line.record.as_deref().unwrap_or(&row.record),
        row.label,
        line.before,
        Some(&row.body).filter(|body| !body.is_empty()),
        line.attempts,
        line.outcome.name(),
        line.status,
        line.request_id,
        line.problem,
        line.reason,
        row.created_at.as_microsecond(),
        line.at.as_microsecond()
    ])?;
    Ok(())
}

pub(crate) fn parse_journal_entry(row: &Row<'_>) -> Result<JournalEntry, StoreError> {
    let seq: i64 = row.get(0)?;
    let unreadable = |column: &str| StoreError::Unreadable(format!("journal line {seq}: {column}"));
    let (operation, outcome): (String, String) = (row.get(3)?, row.get(9)?);
    Ok(JournalEntry {
        seq,
        outbox_id: row.get(1)?,
        key: row.get(2)?,
        operation: OperationId::by_name(&operation).ok_or_else(|| unreadable("unknown operation"))?,
        record: row.get(4)?,
        label: row.get(5)?,
        before: row.get(6)?,
        after: row.get(7)?,
        attempts: row.get(8)?,
        outcome: WriteOutcome::by_name(&outcome).ok_or_else(|| unreadable("unknown outcome"))?,
        status: row.get(10)?,
        request_id: row.get(11)?,
        problem: row.get(12)?,
        reason: row.get(13)?,
        requested_at: observed_at(row, 14)?,
        at: observed_at(row, 15)?,
    })
}
