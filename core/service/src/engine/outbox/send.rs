//! Sending of one write, for the engine's loop and for the command line. If needed, the record is first fetched and
//! compared; then the stored bytes are sent under the stored key. It only determines the outcome. Outbox calls may
//! block behind a bulk write, so they run on a blocking thread and never on a thread that serves other requests.

use super::attempt::{
    Comparison, ReadMarker, compare_first, entry_call, is_decision, means_deleted, newest_deal,
    rebase_on_cache,
};
use super::deleted_conflict::last_known;
use super::entries::entry_conversion::parse_fields;
use crate::client::{Client, Response};
use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::contract::models::deal::Deal;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::engine::actor::clock::{EngineClock, to_server_clock};
use crate::engine::blocking::blocking;
use crate::engine::outbox::entries::field_merge::is_current;
use crate::engine::outbox::state::send_outcome::SendOutcome;
use crate::error::Error;
use crate::store::{EntryState, OutboxEntry, RecordKind, RecordOrigin, Store, StoreError, WriteSeq};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

/// Minimum time for a response to a write that is sent late.
const MIN_RESPONSE_TIME: Duration = Duration::from_millis(100);

/// One claimed row to send.
pub struct SendJob {
    /// The client that sends it.
    pub client: Client,
    /// The store with the row.
    pub store: Arc<Store>,
    /// The source of timestamps.
    pub clock: EngineClock,
    /// Duration of this process's claim on the row.
    pub term: Duration,
    /// The row. A retry that finds it applied marks it as in doubt.
    pub entry: OutboxEntry,
    /// True if values that the user did not see stop the write. Without it, the write applies to the current record.
    pub guards_base: bool,
    /// End of the time for the response, if the caller waits in line. It does not wait for a rate limit.
    pub deadline: Option<Instant>,
    /// The response to the write, if any. The outcome may have a newer record.
    pub response: Option<Record>,
}

impl SendJob {
    /// Sends the row.
    pub async fn run(&mut self) -> SendOutcome {
        debug_assert!(self.entry.state == EntryState::Sending && self.entry.locked_by.is_none());
        if self.entry.operation != OperationId::DealsCreate && is_temporary(&self.entry.record) {
            // No creation remains that would give it an id.
            let never_created =
                Error::usage("the deal to change was never created: the change can only be discarded");
            return SendOutcome::Rejected(never_created.with_message_ref("usage-never-created", &[]));
        }
        let sends_before = self.send_count();
        let result = self.compare_and_send().await;
        self.count_retries(self.send_count().saturating_sub(sends_before)).await;
        match result {
            Ok(outcome) => outcome,
            Err(SendStop::Lost) => SendOutcome::Lost,
            Err(SendStop::NotSent(error)) => classify(error, false),
            Err(SendStop::Failed(error)) => {
                // An unreadable success leaves the same doubt as a lost response.
                let is_unexpected = |status: u16| !(300..500).contains(&status);
                let in_doubt = error.outcome_unknown() || error.status().is_some_and(is_unexpected);
                classify(error, in_doubt)
            }
        }
    }

    fn send_count(&self) -> usize {
        self.client.request_log().sends_with_key(&self.entry.key)
    }

    /// Stores the additional sends of a call that was retried. The first was counted when it was sent. If storing
    /// fails, the outcome is still reported.
    async fn count_retries(&self, sends: usize) {
        let (store, seq, more) = (self.store.clone(), self.entry.seq, sends.saturating_sub(1));
        if more == 0 {
            return;
        }
        if let Err(error) = blocking(move || store.outbox().add_attempts(seq, more)).await {
            tracing::warn!(%error, more, "failed to update the attempt count");
        }
    }

    async fn compare_and_send(&mut self) -> Result<SendOutcome, SendStop> {
        if self.needs_comparison()? {
            // The token shows whose record the write would be compared with.
            self.check_entity(false).await?;
            if let Some(outcome) = self.compare().await? {
                return Ok(outcome);
            }
        }
        self.check_entity(true).await?;
        if !self.guards_base {
            rebase_on_cache(&self.store, &mut self.entry)?;
        }
        let marker = ReadMarker::now(&self.store)?;
        let request_seq = self.store.cache().write_seq()?;
        let response = match self.call().await {
            Ok(response) => response,
            // The user decides about the change of a known deal that the server does not know.
            Err(error) if means_deleted(&error) => return self.on_missing(error),
            Err(error) => return Err(SendStop::Failed(error)),
        };
        let record = match self.entry.operation {
            operation if operation.spec().success == 204 => None,
            OperationId::DealsCreate | OperationId::DealsUpdate => {
                let deal: Deal = response.documented_resource().map_err(SendStop::Failed)?;
                Some(deal.record().clone())
            }
            _ => Some(response.documented_record().map_err(SendStop::Failed)?),
        };
        self.response.clone_from(&record);
        if response.is_verified {
            // The response was lost, and a read shows that the write was applied, by this attempt or by others.
            self.entry.outcome_unknown = true;
            return Ok(SendOutcome::Applied { record, read: Some(request_seq), found: true });
        }
        let newest = match &record {
            Some(record) => newest_deal(&self.client, &self.store, &self.entry, marker, record).await,
            None => None,
        };
        Ok(match newest {
            Some((now, read)) => {
                SendOutcome::Applied { record: Some(now.record().clone()), read, found: false }
            }
            None => SendOutcome::Applied { record, read: None, found: false },
        })
    }

    /// Returns whether the deal must be compared with its change or deletion first, because the user may not have seen
    /// its present values, or because the write may be done already.
    fn needs_comparison(&self) -> Result<bool, StoreError> {
        let (entry, guards) = (&self.entry, self.guards_base);
        Ok(match entry.operation {
            OperationId::DealsUpdate => {
                let wanted = parse_fields(&entry.body);
                entry.outcome_unknown
                    || guards
                    || is_current(&self.store, entry.operation, &entry.record, &wanted)?
            }
            OperationId::DealsDelete => {
                entry.outcome_unknown || guards && !parse_fields(&entry.base).is_empty()
            }
            _ => false,
        })
    }

    /// Compares the write with its deal; returns the outcome if it is not sent.
    async fn compare(&self) -> Result<Option<SendOutcome>, SendStop> {
        let request_seq = self.store.cache().write_seq()?;
        Ok(match compare_first(&self.client, &self.store, &self.entry, self.guards_base).await {
            Ok(Comparison::Unchanged) => None,
            Ok(Comparison::Overwrites(deal)) => {
                self.cache_overwritten(&deal, request_seq)?;
                None
            }
            Ok(Comparison::AlreadyDone(deal)) => Some(SendOutcome::Applied {
                read: Some(request_seq),
                record: Some(deal.record().clone()),
                found: true,
            }),
            Ok(Comparison::Changed { theirs, deal }) => {
                Some(SendOutcome::Conflict { theirs, deal, request_seq })
            }
            Ok(Comparison::Deleted(last_known)) => Some(SendOutcome::Deleted(last_known)),
            Err(error) if self.entry.operation == OperationId::DealsDelete && means_deleted(&error) => {
                Some(self.on_missing(error)?)
            }
            Err(error) => return Err(SendStop::NotSent(error)),
        })
    }

    /// Caches the values that the write replaces, so that the journal has them.
    fn cache_overwritten(&self, deal: &Deal, request_seq: WriteSeq) -> Result<(), StoreError> {
        let (now, cache) = ((self.clock)(), self.store.cache());
        let at = to_server_clock(now, self.client.clock_skew(now));
        let source = RecordOrigin::Fetched { request_seq };
        cache.confirm_record(RecordKind::Deal, "", at, deal.record(), source).map(drop)
    }

    async fn call(&self) -> Result<Response, Error> {
        let mut call = entry_call(&self.entry);
        if self.entry.operation == OperationId::SavedViewsUpdate {
            // The server's limits apply to the view after the change.
            let cached = self.store.cache().get(RecordKind::View, "", &self.entry.record)?;
            if let Some(view) = cached.and_then(|cached| Record::parse(cached.body).ok()) {
                call = call.stored_view(&view);
            }
        }
        let Some(deadline) = self.deadline else {
            return self.client.call(call).await;
        };
        let remaining = deadline.saturating_duration_since(Instant::now()).max(MIN_RESPONSE_TIME);
        let call = call.timeout(remaining).fail_if_rate_limited();
        if self.guards_base && self.entry.base != Fields::new().to_body() {
            // Only the comparison before the next attempt includes the values that the user saw.
            self.client.call(call).await
        } else {
            self.client.call_verified(call).await
        }
    }

    /// Handles a missing deal. A deletion is done as requested, by an earlier attempt or by others. The user decides
    /// about a change. If the id was never known, that is an error.
    fn on_missing(&self, error: Error) -> Result<SendOutcome, SendStop> {
        let deleted = SendOutcome::Applied { record: None, read: None, found: true };
        let is_deletion = self.entry.operation == OperationId::DealsDelete;
        if is_deletion && self.entry.ever_sent {
            return Ok(deleted);
        }
        let guarded = self.guards_base && (is_deletion || self.entry.operation == OperationId::DealsUpdate);
        match if guarded { last_known(&self.store, &self.entry.record)? } else { None } {
            Some(_) if is_deletion => Ok(deleted),
            Some(known) => Ok(SendOutcome::Deleted(known)),
            None => Err(SendStop::Failed(error)),
        }
    }

    /// Returns the row if the token's entity differs from the one that the write belongs to. With `sends`, notes on
    /// disk that the row is being sent; it never counts as unsent again.
    async fn check_entity(&self, sends: bool) -> Result<(), SendStop> {
        let token = self.client.token().await.map_err(SendStop::NotSent)?;
        let (store, seq, term) = (self.store.clone(), self.entry.seq, self.term);
        let sent_before = (self.entry.ever_sent, self.entry.outcome_unknown);
        let (entity, now) = (token.entity_slug().map(Cow::into_owned), (self.clock)());
        let ours = blocking(move || {
            let outbox = store.outbox();
            if let Some(slug) = entity {
                outbox.set_entity(&slug)?;
            }
            if outbox.get(seq)?.is_some_and(|row| row.locked_by.is_some()) {
                outbox.requeue(seq, now, sent_before, None)?;
                return Ok(false);
            }
            if sends { outbox.mark_sent(seq, now, term) } else { Ok(true) }
        });
        match ours.await {
            Ok(true) => Ok(()),
            Ok(false) => Err(SendStop::Lost),
            Err(error) => Err(SendStop::NotSent(error)),
        }
    }
}

/// Classifies a failed attempt: rejections are for the user, other failures are retried.
fn classify(error: Error, in_doubt: bool) -> SendOutcome {
    if is_decision(&error) { SendOutcome::Rejected(error) } else { SendOutcome::Retry { error, in_doubt } }
}

/// The reason why sending stopped.
enum SendStop {
    /// A failure before the write was sent.
    NotSent(Error),
    /// A failure after the write was sent.
    Failed(Error),
    /// The row no longer belongs to this process.
    Lost,
}

impl From<StoreError> for SendStop {
    fn from(error: StoreError) -> Self {
        Self::NotSent(error.into())
    }
}
