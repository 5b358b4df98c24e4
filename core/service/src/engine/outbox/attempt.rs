//! The steps of one attempt to send a write, shared by the engine and the command line: the comparison before it, the
//! call, and the read after it.
//!
//! If a sync fetched other values while the response was in flight, it is unknown which is newer. The deal is then read
//! again, and that result is stored.

use super::deleted_conflict::last_known;
use super::entries::entry_conversion::parse_fields;
use crate::client::{Call, Client};
use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::contract::models::deal::Deal;
use crate::contract::patch::Fields;
use crate::contract::precondition::{PreconditionResult, changed_fields, compare, current_values};
use crate::contract::record::Record;
use crate::error::{Error, ErrorKind};
use crate::store::{OutboxEntry, RecordKind, RecordOrigin, Revision, Store, StoreError, WriteSeq};
use jiff::Timestamp;

/// The result of comparing a write with the server's record.
#[derive(Debug)]
pub(super) enum Comparison {
    /// No conflict: send it.
    Unchanged,
    /// Others changed this deal, and the write overwrites their values: send it.
    Overwrites(Deal),
    /// The deal already has the wanted values.
    AlreadyDone(Deal),
    /// Others changed the deal since the user saw it.
    Changed {
        /// The server's values of the fields in conflict.
        theirs: Fields,
        /// The whole deal.
        deal: Deal,
    },
    /// Others deleted the deal; contains its last known state.
    Deleted(Record),
}

/// Fetches the deal and compares it with its change or deletion, because the contract has no `If-Match`.
///
/// With `guards_base`, values that the user did not see stop the write. Without it, they only stop a change in doubt.
///
/// # Errors
/// Those of the client and of the store. A missing deal is an error if it was never known.
pub(super) async fn compare_first(
    client: &Client,
    store: &Store,
    entry: &OutboxEntry,
    guards_base: bool,
) -> Result<Comparison, Error> {
    let is_deletion = entry.operation == OperationId::DealsDelete;
    let deal = match client.deal(&entry.record.parse()?).await {
        Ok(deal) => deal,
        Err(error) => {
            let is_deleted = guards_base && !is_deletion && means_deleted(&error);
            let known = if is_deleted { last_known(store, &entry.record)? } else { None };
            return known.map(Comparison::Deleted).ok_or(error);
        }
    };
    let base = Fields::parse(&entry.base)?;
    if is_deletion {
        // Changes by others since the request would be lost with the deal.
        let theirs = changed_fields(&base, deal.record()).filter(|_| guards_base);
        return Ok(theirs.map_or(Comparison::Unchanged, |theirs| Comparison::Changed { theirs, deal }));
    }
    Ok(match compare(&Fields::parse(&entry.body)?, &base, deal.record()) {
        PreconditionResult::AlreadyApplied => Comparison::AlreadyDone(deal),
        PreconditionResult::Unchanged => Comparison::Unchanged,
        PreconditionResult::Changed(theirs) if guards_base || entry.outcome_unknown => {
            Comparison::Changed { theirs, deal }
        }
        PreconditionResult::Changed(_) => Comparison::Overwrites(deal),
    })
}

/// Returns whether the server says that the record does not exist.
pub(super) fn means_deleted(error: &Error) -> bool {
    error.kind() == ErrorKind::NotFound && !error.is_token_exchange()
}

/// Returns whether a failure is the server's decision about the write, so a retry is useless.
pub fn is_decision(error: &Error) -> bool {
    // A rejected sign-in says nothing about the write, which was not sent.
    let decided = matches!(
        error.kind(),
        ErrorKind::Forbidden
            | ErrorKind::NotFound
            | ErrorKind::Conflict
            | ErrorKind::Invalid
            | ErrorKind::Usage
    );
    decided && !error.is_token_exchange()
}

/// Builds the call of a write, with the same bytes for every attempt.
pub(super) fn entry_call(entry: &OutboxEntry) -> Call {
    let call = Call::new(entry.operation).key(&entry.key);
    let call = match entry.operation.spec().path_parameters().next() {
        Some(parameter) => call.parameter(parameter, &entry.record),
        None => call,
    };
    if entry.body.is_empty() { call } else { call.body(entry.body.clone()) }
}

/// Replaces the base values of an explicit change by the cached values of the server.
///
/// The user's own pending values may have been rejected since, so they are not a valid base.
pub(super) fn rebase_on_cache(store: &Store, entry: &mut OutboxEntry) -> Result<(), StoreError> {
    let cached = match entry.operation {
        OperationId::DealsUpdate => store.cache().get(RecordKind::Deal, "", &entry.record)?,
        _ => None,
    };
    let Some(current) = cached.and_then(|cached| Record::parse(cached.body).ok()) else {
        return Ok(());
    };
    entry.base = current_values(parse_fields(&entry.base).names(), &current).to_body();
    Ok(())
}

/// Returns the origin of a deal in the state that a write wanted. `read` is the cache change number from before the
/// deal was fetched; `None` if it is the response to the write.
pub(super) fn applied_origin(
    operation: OperationId,
    written: &Fields,
    requested_at: Timestamp,
    read: Option<WriteSeq>,
) -> RecordOrigin<'_> {
    match (operation, read) {
        (OperationId::DealsCreate, _) => RecordOrigin::Created { requested_at },
        // The change was made at an unknown time.
        (_, Some(request_seq)) => RecordOrigin::Fetched { request_seq },
        (_, None) => RecordOrigin::Response { fields: written, requested_at },
    }
}

/// The cache revision when a write was sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadMarker(Revision);

impl ReadMarker {
    /// Returns the present revision; call it before sending a write.
    ///
    /// # Errors
    /// The disk fails.
    pub(super) fn now(store: &Store) -> Result<Self, StoreError> {
        store.cache().revision().map(Self)
    }

    /// Returns whether a later read of the deal differs from the response. False if the cache cannot tell.
    fn is_outdated(self, store: &Store, response: &Record) -> bool {
        let outdated = self.differs(store, response);
        outdated.unwrap_or_else(|error| {
            tracing::warn!(%error, "failed to compare an answer with later reads");
            false
        })
    }

    fn differs(self, store: &Store, response: &Record) -> Result<bool, StoreError> {
        let Some(id) = response.text("id").and_then(|id| DealId::new(&*id).ok()) else {
            return Ok(false);
        };
        let touched = store.cache().touched_since(self.0)?;
        if touched.is_some_and(|deals| !deals.iter().any(|deal| deal == id.as_str())) {
            return Ok(false);
        }
        let cached = store.cache().get(RecordKind::Deal, "", id.as_str())?;
        Ok(cached.is_some_and(|cached| cached.body != response.as_str()))
    }
}

/// Fetches an answered deal again if a sync fetched other values since `marker`. If that fails, the response counts
/// until the next full sync.
///
/// If others have changed the deal since the write, the result includes the cache change number from before the fetch.
pub(super) async fn newest_deal(
    client: &Client,
    store: &Store,
    entry: &OutboxEntry,
    marker: ReadMarker,
    response: &Record,
) -> Option<(Deal, Option<WriteSeq>)> {
    let is_deal = matches!(entry.operation, OperationId::DealsCreate | OperationId::DealsUpdate);
    if !is_deal || !marker.is_outdated(store, response) {
        return None;
    }
    let (id, request_seq) = (response.text("id")?.parse().ok()?, store.cache().write_seq().ok()?);
    match client.deal(&id).await {
        Ok(now) => {
            let written = compare(&parse_fields(&entry.body), &Fields::new(), now.record());
            let is_changed = written != PreconditionResult::AlreadyApplied;
            Some((now, is_changed.then_some(request_seq)))
        }
        Err(error) => {
            tracing::info!(%error, "failed to fetch a deal again that was synced while it was written");
            None
        }
    }
}
