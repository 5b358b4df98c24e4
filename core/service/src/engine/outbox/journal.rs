//! Journal entries for each attempt of each write. An entry has the earlier values, the sent body, the idempotency key,
//! the request id and the response. The request log is stored next to it.

use super::bulk_enqueue::BULK_MIN;
use super::entries::entry_conversion::{conflict_text, has_same_conflict, problem_text, write_problem};
use crate::client::{Client, LogEntry};
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::contract::{OperationId, ShapeError};
use crate::engine::actor::Actor;
use crate::engine::connection::shown_requests::stored_request;
use crate::engine::messages::Msg;
use crate::engine::outbox::entries::entry_conversion::status_change_reason;
use crate::engine::outbox::state::send_outcome::SendOutcome;
use crate::error::Error;
use crate::model::history::journal_entry::WriteOutcome as Became;
use crate::model::snapshot::RequestLine;
use crate::store::{NewJournalEntry, OutboxEntry, RecordKind, Store, StoreError};
use std::borrow::Cow;
use std::sync::Arc;

use jiff::Timestamp;

/// Maximum number of requests that wait to be logged.
const MAX_UNLOGGED: u64 = 50;

/// One attempt of a write, with its outcome.
#[derive(Debug)]
pub struct JournaledAttempt<'a> {
    /// The outbox row of the write.
    pub entry: &'a OutboxEntry,
    /// The outcome of the attempt.
    pub outcome: Became,
    /// The server id of a created deal.
    pub record: Option<Cow<'a, str>>,
    /// The error of a failed attempt.
    pub error: Option<&'a Error>,
    /// The server's values of the fields in conflict.
    pub theirs: Option<&'a Fields>,
}

impl<'a> JournaledAttempt<'a> {
    /// Creates an attempt with this outcome and no details.
    pub fn new(entry: &'a OutboxEntry, outcome: Became) -> Self {
        Self { entry, outcome, record: None, error: None, theirs: None }
    }

    /// Returns the attempt with this outcome. `None` if the row was lost, or if the same conflict is journalled.
    pub(super) fn from_outcome(entry: &'a OutboxEntry, outcome: &'a SendOutcome) -> Option<Self> {
        let (became, error, theirs) = match outcome {
            SendOutcome::Applied { found: true, .. } if entry.outcome_unknown => {
                (Became::FoundApplied, None, None)
            }
            SendOutcome::Applied { .. } => (Became::Applied, None, None),
            SendOutcome::Rejected(error) => (Became::Rejected, Some(error), None),
            SendOutcome::Conflict { theirs, .. } if has_same_conflict(entry, theirs) => return None,
            SendOutcome::Conflict { theirs, .. } => (Became::Conflict, None, Some(theirs)),
            SendOutcome::Deleted(_) => (Became::Conflict, None, None),
            SendOutcome::Retry { error, .. } => (Became::RetryLater, Some(error), None),
            SendOutcome::Lost => return None,
        };
        Some(Self { entry, outcome: became, record: outcome.created_id(entry), error, theirs })
    }
}

/// Journals an attempt. Call it before the cache changes, because it reads the earlier values there.
///
/// # Errors
/// Those of the store; the write itself is unaffected.
pub fn journal_attempt(
    store: &Store,
    client: &Client,
    attempt: &JournaledAttempt<'_>,
    at: Timestamp,
) -> Result<(), StoreError> {
    store.history().add_journal_entry(&journal_line(store, client, attempt, at)?)
}

/// Builds the journal entry of an attempt.
fn journal_line<'a>(
    store: &Store,
    client: &Client,
    attempt: &JournaledAttempt<'a>,
    at: Timestamp,
) -> Result<NewJournalEntry<'a>, StoreError> {
    let entry = attempt.entry;
    let stored = store.outbox().get(entry.seq)?;
    let is_discarded = attempt.outcome == Became::Discarded;
    let request_id = match attempt.error.and_then(Error::request_id) {
        Some(id) => Some(id.to_string()),
        None if is_discarded => None,
        None => last_request_id(&client.request_log().entries(), entry),
    };
    let problem = match (attempt.theirs, attempt.error) {
        (Some(theirs), _) => Some(conflict_text(theirs)),
        (None, Some(error)) => Some(problem_text(&write_problem(error))),
        (None, None) => entry.last_problem.clone().filter(|_| is_discarded),
    };
    Ok(NewJournalEntry {
        record: attempt.record.clone(),
        before: values_before(store, entry)?,
        reason: status_change_reason(store, entry)?,
        attempts: stored.map_or(entry.attempts, |stored| stored.attempts),
        status: attempt.error.and_then(Error::status),
        request_id,
        problem,
        ..NewJournalEntry::new(entry, attempt.outcome, at)
    })
}

/// Journals writes that were never sent: cancelled, or replaced by a newer change. The values seen before each are in
/// its row; a status change that was not made has no reason. Many entries are written in several transactions, so that
/// others can use the store in between.
///
/// # Errors
/// Those of the store; the writes themselves are unaffected.
pub fn journal_unsent(
    store: &Store,
    rows: &[OutboxEntry],
    became: Became,
    at: Timestamp,
) -> Result<(), StoreError> {
    rows.chunks(BULK_MIN).try_for_each(|rows| {
        let lines = rows.iter().map(|entry| {
            Ok(NewJournalEntry {
                before: values_before(store, entry)?,
                ..NewJournalEntry::new(entry, became, at)
            })
        });
        let lines = lines.collect::<Result<Vec<_>, StoreError>>()?;
        store.history().add_journal_entries(&lines)
    })
}

/// Logs the client's requests since number `since` and returns the new number.
///
/// # Errors
/// Those of the store.
pub fn log_requests(store: &Store, client: &Client, since: u64) -> Result<u64, StoreError> {
    let log = client.request_log();
    let logged = *log.watch_count().borrow();
    debug_assert!(since <= logged, "the log of the client lost requests");
    let new = usize::try_from(logged.saturating_sub(since)).unwrap_or(usize::MAX);
    let entries = log.entries();
    let requests: Vec<RequestLine> =
        entries.iter().skip(entries.len().saturating_sub(new)).map(|entry| stored_request(entry)).collect();
    store.history().log_requests(&requests)?;
    Ok(logged)
}

impl Actor {
    /// Journals the outcome of sending `row`, before the cache changes.
    pub(in crate::engine) fn journal_outcome(
        &mut self,
        entry: &OutboxEntry,
        outcome: &SendOutcome,
        now: Timestamp,
    ) {
        let Some(attempt) = JournaledAttempt::from_outcome(entry, outcome) else { return };
        let line = journal_line(&self.store, &self.client, &attempt, now);
        self.append_journal(line.map(NewJournalEntry::into_owned));
        self.follow_journal();
        self.log_requests();
    }

    /// Journals the writes that the user discarded.
    pub(in crate::engine) fn journal_discarded(&mut self, rows: &[OutboxEntry]) {
        let now = self.now();
        for entry in rows {
            let attempt = JournaledAttempt::new(entry, Became::Discarded);
            let line = journal_line(&self.store, &self.client, &attempt, now);
            self.append_journal(line.map(NewJournalEntry::into_owned));
        }
        if !rows.is_empty() {
            self.follow_journal();
        }
    }

    /// Journals the cancelled writes. Large numbers are written in the background.
    pub(in crate::engine) fn journal_cancelled(&mut self, rows: Vec<OutboxEntry>) {
        if rows.is_empty() {
            return;
        }
        let (store, now) = (self.store.clone(), self.now());
        if rows.len() < BULK_MIN {
            let result = journal_unsent(&store, &rows, Became::Cancelled, now);
            self.ok_or_report(result);
            return self.follow_journal();
        }
        let sender = self.sender.clone();
        crate::host::spawn_blocking(move || {
            let result = journal_unsent(&store, &rows, Became::Cancelled, now);
            // If the loop has ended, the next one reads the journal.
            let _ended = sender.send(Msg::Journaled(result));
        });
    }

    /// Handles the end of a journal write in the background.
    pub(in crate::engine) fn on_journaled(&mut self, result: Result<(), StoreError>) {
        self.ok_or_report(result);
        self.follow_journal();
    }

    /// Logs the new requests once there are enough of them.
    pub(in crate::engine) fn log_requests_if_many(&mut self) {
        let logged = *self.client.request_log().watch_count().borrow();
        if logged.saturating_sub(self.logged_requests) >= MAX_UNLOGGED {
            self.log_requests();
        }
    }

    /// Logs the new requests.
    pub(in crate::engine) fn log_requests(&mut self) {
        let logged = log_requests(&self.store, &self.client, self.logged_requests);
        if let Some(logged) = self.ok_or_report(logged) {
            self.logged_requests = logged;
        }
    }
}

/// Returns the request id of the last attempt of a write, from the log.
fn last_request_id(entries: &[Arc<LogEntry>], outbox_entry: &OutboxEntry) -> Option<String> {
    entries
        .iter()
        .rev()
        .find(|entry| entry.key.as_ref() == Some(&outbox_entry.key))
        .map(|entry| entry.request_id.as_str().to_owned())
}

/// Returns the values before a write, as JSON. That is the whole record for a deletion, else the fields that it sets.
/// The values that the user saw have priority over cached ones, which others may have changed. `None` if nothing is
/// known.
fn values_before(store: &Store, entry: &OutboxEntry) -> Result<Option<String>, StoreError> {
    if entry.operation == OperationId::DealsUpdate
        && let Some(before) = complete_base(entry)?
    {
        return Ok(Some(before.to_body()));
    }
    let kind = match entry.operation {
        OperationId::DealsUpdate | OperationId::DealsDelete => RecordKind::Deal,
        OperationId::NotificationsRead => RecordKind::Notification,
        _ => return Ok(base_values(entry)),
    };
    let Some(stored) = store.cache().get(kind, "", &entry.record)? else {
        return Ok(base_values(entry));
    };
    if entry.operation == OperationId::DealsDelete {
        return Ok(Some(stored.body));
    }
    let cached = Record::parse(&stored.body).map_err(|error| unreadable(&error))?;
    let mut before = Fields::new();
    if kind == RecordKind::Notification {
        if let Some(read_flag) = cached.raw("read") {
            before.set_raw("read", read_flag.to_owned());
        }
    } else {
        let base = Fields::parse(&entry.base).map_err(|error| unreadable(&error))?;
        for name in Fields::parse(&entry.body).map_err(|error| unreadable(&error))?.names() {
            match base.get(name).or_else(|| cached.raw(name)) {
                Some(raw) => before.set_raw(name, raw.to_owned()),
                None => before.set_null(name),
            };
        }
    }
    Ok(Some(before.to_body()))
}

/// Returns the values that the user saw, if they saw every written field. The cache is then not needed.
fn complete_base(entry: &OutboxEntry) -> Result<Option<Fields>, StoreError> {
    let (base, body) = (
        Fields::parse(&entry.base).map_err(|error| unreadable(&error))?,
        Fields::parse(&entry.body).map_err(|error| unreadable(&error))?,
    );
    let mut before = Fields::new();
    for name in body.names() {
        let Some(raw) = base.get(name) else {
            return Ok(None);
        };
        before.set_raw(name, raw.to_owned());
    }
    Ok(Some(before).filter(|before| !before.is_empty()))
}

fn unreadable(error: &ShapeError) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

/// Returns the values that the user saw.
fn base_values(entry: &OutboxEntry) -> Option<String> {
    Some(entry.base.clone()).filter(|base| *base != Fields::new().to_body())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::contract::ids::{IdempotencyKey, RequestId};
    use crate::contract::operation::Method;
    use crate::model::entry_values::reason_setting;
    use crate::store::{NewOutboxEntry, ReceivedRecord, RecordOrigin};

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn write(store: &Store, operation: OperationId, (body, base): (&str, &str)) -> OutboxEntry {
        let row = NewOutboxEntry {
            operation,
            record: "d".into(),
            body: body.into(),
            key: uuid::Uuid::new_v4().into(),
            base: base.into(),
            label: String::new(),
            created_at: NOW,
            not_before: NOW,
            scheduled: false,
        };
        store.outbox().enqueue(&[row]).unwrap().remove(0)
    }

    #[test]
    fn values_before_a_write_are_the_seen_or_cached_ones() {
        use OperationId::{DealsCreate, DealsDelete, DealsUpdate, NotificationsRead, TasksUpdate};
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), NOW).unwrap();
        let seen =
            |operation, body, base| values_before(&store, &write(&store, operation, (body, base))).unwrap();
        assert_eq!(seen(DealsDelete, "", r#"{"name":"seen"}"#).unwrap(), r#"{"name":"seen"}"#, "not cached");
        for kind in [RecordKind::Deal, RecordKind::Notification] {
            let body = r#"{"id":"d","name":"cached","status":"ic","read":true}"#;
            let record = ReceivedRecord { id: "d".into(), body: body.into(), position: 0, status: None };
            let source = RecordOrigin::Fetched { request_seq: store.cache().write_seq().unwrap() };
            store.cache().confirm(kind, "", NOW, &record, source).unwrap();
        }
        let cases = [
            (DealsUpdate, r#"{"name":"N"}"#, r#"{"name":"seen"}"#, Some(r#"{"name":"seen"}"#)),
            (
                DealsUpdate,
                r#"{"name":"N","status":"lost"}"#,
                r#"{"name":"seen"}"#,
                Some(r#"{"name":"seen","status":"ic"}"#),
            ),
            (DealsUpdate, r#"{"owner":"A"}"#, "{}", Some(r#"{"owner":null}"#)),
            (DealsDelete, "", "{}", Some(r#"{"id":"d","name":"cached","status":"ic","read":true}"#)),
            (NotificationsRead, "", "{}", Some(r#"{"read":true}"#)),
            (TasksUpdate, r#"{"status":"done"}"#, r#"{"status":"open"}"#, Some(r#"{"status":"open"}"#)),
            (TasksUpdate, r#"{"status":"done"}"#, "{}", None),
            (DealsCreate, r#"{"name":"N"}"#, "{}", None),
        ];
        for (operation, body, base, expected) in cases {
            assert_eq!(seen(operation, body, base).as_deref(), expected, "{operation:?} {body} {base}");
        }
    }

    #[test]
    fn request_id_is_that_of_the_last_attempt() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), NOW).unwrap();
        let entry = write(&store, OperationId::DealsUpdate, ("{}", "{}"));
        let request = |id: &str, key: Option<&IdempotencyKey>| {
            Arc::new(LogEntry {
                at: SystemTime::UNIX_EPOCH,
                method: Method::Put,
                route: "/deals/d".into(),
                query: "".into(),
                operation: Some(OperationId::DealsUpdate),
                status: Some(200),
                fault: None,
                request_id: RequestId::new(id).unwrap(),
                key: key.cloned(),
                attempt: 1,
                duration: Duration::ZERO,
            })
        };
        let other: IdempotencyKey = uuid::Uuid::new_v4().into();
        let log = [
            request("first", Some(&entry.key)),
            request("last", Some(&entry.key)),
            request("other", Some(&other)),
            request("read", None),
        ];
        assert_eq!(last_request_id(&log, &entry).as_deref(), Some("last"));
        assert_eq!(last_request_id(&log[2..], &entry), None);
    }

    #[test]
    fn only_a_status_change_has_a_reason() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), NOW).unwrap();
        store.set_setting(&reason_setting("lost", "d"), Some("price"), NOW).unwrap();
        let reason =
            |operation, body| status_change_reason(&store, &write(&store, operation, (body, "{}"))).unwrap();
        assert_eq!(reason(OperationId::DealsUpdate, r#"{"status":"lost"}"#).as_deref(), Some("price"));
        assert_eq!(reason(OperationId::DealsUpdate, r#"{"status":"ic"}"#), None);
        assert_eq!(reason(OperationId::DealsUpdate, r#"{"name":"lost"}"#), None);
        assert_eq!(reason(OperationId::DealsCreate, r#"{"status":"lost"}"#), None);
    }
}
