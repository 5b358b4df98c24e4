//! Writing down what became of each try of each write: what was held before, what was sent, under which key and request
//! id, and what the service said. The log of requests goes beside it.

use std::borrow::Cow;
use std::sync::Arc;

use jiff::Timestamp;

use crate::client::{Client, LogEntry};
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::contract::{OperationId, ShapeError};
use crate::engine::actor::{Actor, Msg};
use crate::engine::outbox::entry_conversion::reason_of;
use crate::error::Error;
use crate::model::journal_entry::Outcome as Became;
use crate::store::{Kind, NewJournalEntry, NewRequest, Row, Store, StoreError};

use super::bulk_enqueue::MANY;
use super::entry_conversion::{conflict_text, problem, problem_text};
use super::send::Outcome;

/// How many requests may wait to be written down.
const WAITING: u64 = 50;

/// One try of a write, and what became of it.
#[derive(Debug)]
pub struct Tried<'a> {
    /// The write as it stood in the outbox.
    pub row: &'a Row,
    /// What became of it.
    pub became: Became,
    /// What a creation became: the deal's id.
    pub record: Option<&'a str>,
    /// Why it failed, if it did.
    pub error: Option<&'a Error>,
    /// With a conflict: the fields as the service holds them.
    pub theirs: Option<&'a Fields>,
}

/// Writes down what came of a try. To be called before it changes what is held: what was there before is read here.
///
/// # Errors
/// Those of the store; the write itself is not concerned.
pub fn write_down(
    store: &Store,
    client: &Client,
    tried: &Tried<'_>,
    at: Timestamp,
) -> Result<(), StoreError> {
    store.history().write_down(&line(store, client, tried, at)?)
}

/// What is to be written down.
fn line<'a>(
    store: &Store,
    client: &Client,
    tried: &Tried<'a>,
    at: Timestamp,
) -> Result<NewJournalEntry<'a>, StoreError> {
    let row = tried.row;
    let sent = store.outbox().get(row.seq)?;
    let given_up = tried.became == Became::Discarded;
    let request_id = match tried.error.and_then(Error::request_id) {
        Some(id) => Some(id.to_string()),
        None if given_up => None,
        None => sent_as(&client.observe().entries(), row),
    };
    let problem = match (tried.theirs, tried.error) {
        (Some(theirs), _) => Some(conflict_text(theirs)),
        (None, Some(error)) => Some(problem_text(&problem(error))),
        (None, None) => row.last_problem.clone().filter(|_| given_up),
    };
    Ok(NewJournalEntry {
        record: tried.record.map(Cow::Borrowed),
        before: before(store, row)?,
        reason: reason_of(store, row)?,
        attempts: sent.map_or(row.attempts, |sent| sent.attempts),
        status: tried.error.and_then(Error::status),
        request_id,
        problem,
        ..NewJournalEntry::of(row, tried.became, at)
    })
}

/// Writes down what became of writes that never left: taken back, or replaced by a newer change. What was seen before each
/// is in its row; the reason of a move that was not made is none. Very many take several steps, between which whoever else
/// has something to note or to read comes in.
///
/// # Errors
/// Those of the store; the writes themselves are not concerned.
pub fn write_down_unsent(
    store: &Store,
    rows: &[Row],
    became: Became,
    at: Timestamp,
) -> Result<(), StoreError> {
    rows.chunks(MANY).try_for_each(|rows| {
        let lines = rows.iter().map(|row| {
            Ok(NewJournalEntry {
                before: before(store, row)?,
                ..NewJournalEntry::of(row, became, at)
            })
        });
        let lines = lines.collect::<Result<Vec<_>, StoreError>>()?;
        store.history().write_down_all(&lines)
    })
}

/// Writes the requests down that a client has made since it had made `from`; how many it has made.
///
/// # Errors
/// Those of the store.
pub fn log_requests(store: &Store, client: &Client, from: u64) -> Result<u64, StoreError> {
    let log = client.observe();
    let made = *log.changes().borrow();
    let new = usize::try_from(made.saturating_sub(from)).unwrap_or(usize::MAX);
    let entries = log.entries();
    let requests: Vec<NewRequest> = entries
        .iter()
        .skip(entries.len().saturating_sub(new))
        .map(|entry| request(entry))
        .collect();
    store.history().log_requests(&requests)?;
    Ok(made)
}

impl Actor {
    /// Writes down what came of sending `row`, before it changes what is held.
    pub(in crate::engine) fn journal(&mut self, row: &Row, outcome: &Outcome, now: Timestamp) {
        let (became, error) = match outcome {
            Outcome::Found(..) | Outcome::Deleted { already: true } if row.doubtful => (Became::Found, None),
            Outcome::Deal(_)
            | Outcome::ChangedSince(..)
            | Outcome::Found(..)
            | Outcome::Deleted { .. }
            | Outcome::Read(_)
            | Outcome::Record(..)
            | Outcome::Done => (Became::Applied, None),
            Outcome::Refused(error) => (Became::Refused, Some(error)),
            Outcome::Conflict { .. } | Outcome::Gone(_) => (Became::Conflict, None),
            Outcome::Later { error, .. } => (Became::Later, Some(error)),
            Outcome::Lost => return,
        };
        let tried = Tried {
            row,
            became,
            record: match outcome {
                Outcome::Deal(deal) | Outcome::ChangedSince(deal, _) | Outcome::Found(deal, _) => {
                    Some(deal.id().as_str())
                }
                _ => None,
            },
            error,
            theirs: match outcome {
                Outcome::Conflict { theirs, .. } => Some(theirs),
                _ => None,
            },
        };
        let line = line(&self.store, &self.client, &tried, now);
        self.write_down(line.map(NewJournalEntry::into_owned));
        self.follow_journal();
        self.log_requests();
    }

    /// Writes down which writes the person gave up.
    pub(in crate::engine) fn journal_discarded(&mut self, rows: &[Row]) {
        let now = self.now();
        for row in rows {
            let tried = Tried {
                row,
                became: Became::Discarded,
                record: None,
                error: None,
                theirs: None,
            };
            let line = line(&self.store, &self.client, &tried, now);
            self.write_down(line.map(NewJournalEntry::into_owned));
        }
        if !rows.is_empty() {
            self.follow_journal();
        }
    }

    /// Writes down which writes were taken back before they left. Very many are written beside the loop.
    pub(in crate::engine) fn journal_withdrawn(&mut self, rows: Vec<Row>) {
        if rows.is_empty() {
            return;
        }
        let (store, now) = (self.store.clone(), self.now());
        if rows.len() < MANY {
            let written = write_down_unsent(&store, &rows, Became::Withdrawn, now);
            self.kept(written);
            return self.follow_journal();
        }
        let me = self.me.clone();
        tokio::task::spawn_blocking(move || {
            let written = write_down_unsent(&store, &rows, Became::Withdrawn, now);
            // Where the loop has ended, the next one reads it.
            let _ended = me.send(Msg::Journaled(written));
        });
    }

    /// What was written down beside the loop is there.
    pub(in crate::engine) fn take_journaled(&mut self, written: Result<(), StoreError>) {
        self.kept(written);
        self.follow_journal();
    }

    /// Writes the requests down that have been made since, if they are many enough.
    pub(in crate::engine) fn log_requests_if_many(&mut self) {
        let made = *self.client.observe().changes().borrow();
        if made.saturating_sub(self.logged) >= WAITING {
            self.log_requests();
        }
    }

    /// Writes the requests down that have been made since.
    pub(in crate::engine) fn log_requests(&mut self) {
        let logged = log_requests(&self.store, &self.client, self.logged);
        if let Some(logged) = self.kept(logged) {
            self.logged = logged;
        }
    }
}

/// A request as it is kept.
fn request(entry: &LogEntry) -> NewRequest {
    NewRequest {
        at: Timestamp::try_from(entry.at).unwrap_or(Timestamp::UNIX_EPOCH),
        method: entry.method.as_str(),
        path: entry.route.to_string(),
        status: entry.status,
        fault: fault(entry),
        request_id: entry.request_id.as_str().to_owned(),
        attempt: entry.attempt,
        took: entry.duration,
    }
}

/// Where a request failed, in a word.
pub(in crate::engine) fn fault(entry: &LogEntry) -> Option<String> {
    entry.fault.map(|fault| format!("{fault:?}").to_lowercase())
}

/// The request id under which a write was last sent, from the log.
fn sent_as(entries: &[Arc<LogEntry>], row: &Row) -> Option<String> {
    entries
        .iter()
        .rev()
        .find(|entry| entry.key.as_ref() == Some(&row.key))
        .map(|entry| entry.request_id.as_str().to_owned())
}

/// What was there before a write: the whole record for a deletion, else the fields it sets, as the person saw them, whatever
/// somebody else has made of them since; as they are held where the person saw none. `None` where nothing is known.
fn before(store: &Store, row: &Row) -> Result<Option<String>, StoreError> {
    if row.operation == OperationId::DealsUpdate
        && let Some(before) = all_seen(row)?
    {
        return Ok(Some(before.to_body()));
    }
    let kind = match row.operation {
        OperationId::DealsUpdate | OperationId::DealsDelete => Kind::Deal,
        OperationId::NotificationsRead => Kind::Notification,
        _ => return Ok(seen(row)),
    };
    let Some(stored) = store.cache().get(kind, "", &row.record)? else {
        return Ok(seen(row));
    };
    if row.operation == OperationId::DealsDelete {
        return Ok(Some(stored.body));
    }
    let held = Record::parse(&stored.body).map_err(|error| unreadable(&error))?;
    let mut before = Fields::new();
    if kind == Kind::Notification {
        if let Some(read) = held.raw("read") {
            before.set_raw("read", read.to_owned());
        }
    } else {
        let saw = Fields::parse(&row.base).map_err(|error| unreadable(&error))?;
        for name in Fields::parse(&row.body)
            .map_err(|error| unreadable(&error))?
            .names()
        {
            match saw.get(name).or_else(|| held.raw(name)) {
                Some(raw) => before.set_raw(name, raw.to_owned()),
                None => before.set_null(name),
            };
        }
    }
    Ok(Some(before.to_body()))
}

/// The fields that a change writes as the person saw them, where they saw all of them: then what is held is not asked.
fn all_seen(row: &Row) -> Result<Option<Fields>, StoreError> {
    let (saw, body) = (
        Fields::parse(&row.base).map_err(|error| unreadable(&error))?,
        Fields::parse(&row.body).map_err(|error| unreadable(&error))?,
    );
    let mut before = Fields::new();
    for name in body.names() {
        let Some(raw) = saw.get(name) else { return Ok(None) };
        before.set_raw(name, raw.to_owned());
    }
    Ok(Some(before).filter(|before| !before.is_empty()))
}

fn unreadable(error: &ShapeError) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

/// The fields as the person saw them.
fn seen(row: &Row) -> Option<String> {
    Some(row.base.clone()).filter(|base| *base != Fields::new().to_body())
}
