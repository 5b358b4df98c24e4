//! Sending of one write. If needed, the record is first fetched and compared; then the stored bytes are sent under the
//! stored key. It runs in the background and only determines the outcome. Outbox calls may block behind a bulk write,
//! so they run on a blocking thread and never on a thread that serves other requests.

use super::deleted_conflict::last_known;
use super::entries::entry_conversion::parse_fields;
use super::stale_response::{ReadMarker, has_written_values};
use crate::client::{Call, Client};
use crate::contract::OperationId;
use crate::contract::ids::{DealId, NotificationId, is_temporary};
use crate::contract::models::deal::Deal;
use crate::contract::operation::DocLevel;
use crate::contract::precondition::{PreconditionResult, changed_fields, compare};
use crate::contract::record::Record;
use crate::engine::actor::clock::EngineClock;
use crate::engine::blocking::blocking;
use crate::engine::outbox::entries::field_merge::updated_kind;
use crate::engine::outbox::state::send_outcome::SendOutcome;
use crate::error::{Error, ErrorKind};
use crate::store::{EntryState, OutboxEntry, Store, WriteSeq};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// One row to send.
pub(in crate::engine) struct SendJob {
    pub(in crate::engine) client: Client,
    pub(in crate::engine) store: Arc<Store>,
    pub(in crate::engine) clock: EngineClock,
    /// Duration of this process's claim on the row.
    pub(super) term: Duration,
    pub(in crate::engine) entry: OutboxEntry,
    /// True if age or an unknown outcome requires a comparison first.
    pub(in crate::engine) compare_first: bool,
}

impl SendJob {
    /// Sends the row.
    pub(in crate::engine) async fn run(self) -> SendOutcome {
        debug_assert!(self.entry.state == EntryState::Sending && self.entry.locked_by.is_none());
        if self.entry.operation != OperationId::DealsCreate && is_temporary(&self.entry.record) {
            // No creation remains that would give it an id.
            let never_created =
                Error::usage("the deal to change was never created: the change can only be discarded");
            return SendOutcome::Refused(never_created.with_message_ref("usage-never-created", &[]));
        }
        let sends_before = self.send_count();
        let result = match self.entry.operation {
            OperationId::DealsCreate => self.create().await,
            OperationId::DealsUpdate => self.update().await,
            OperationId::DealsDelete => self.delete().await,
            OperationId::NotificationsRead => self.mark_read().await,
            operation => self.send_other(operation).await,
        };
        self.count_retries(self.send_count().saturating_sub(sends_before)).await;
        match result {
            Ok(outcome) => outcome,
            Err(SendStop::Lost) => SendOutcome::Lost,
            Err(SendStop::NotSent(error)) => classify(error, false),
            Err(SendStop::Failed(error)) => {
                // An unreadable success leaves the same doubt as a lost answer.
                let is_unexpected = |status: u16| !(300..500).contains(&status);
                let doubtful = error.outcome_unknown() || error.status().is_some_and(is_unexpected);
                classify(error, doubtful)
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

    async fn create(&self) -> Result<SendOutcome, SendStop> {
        self.mark_sent().await?;
        let marker = self.read_marker()?;
        let deal =
            self.client.create_deal(&self.entry.body, &self.entry.key).await.map_err(SendStop::Failed)?;
        Ok(self.newest_outcome(deal, marker).await)
    }

    /// Fetches the deal, compares it, and sends the change. The contract has no `If-Match`, so the change is sent only
    /// if the server still has the values the user saw.
    async fn update(&self) -> Result<SendOutcome, SendStop> {
        let id = self.deal_id()?;
        let request_seq = self.request_seq()?;
        let current = match self.client.deal(&id).await {
            Ok(current) => current,
            Err(error) => return self.gone_or_failed(error, SendStop::NotSent),
        };
        match compare(&parse_fields(&self.entry.body), &parse_fields(&self.entry.base), current.record()) {
            PreconditionResult::AlreadyApplied => {
                return Ok(SendOutcome::AlreadyCurrent(current, request_seq));
            }
            PreconditionResult::Changed(theirs) => {
                let deal = current;
                return Ok(SendOutcome::Conflict { theirs, deal, request_seq });
            }
            PreconditionResult::Unchanged => {}
        }
        self.mark_sent().await?;
        let marker = self.read_marker()?;
        match self.client.update_deal(&id, &self.entry.body, &self.entry.key).await {
            Ok(deal) => Ok(self.newest_outcome(deal, marker).await),
            Err(error) => self.gone_or_failed(error, SendStop::Failed),
        }
    }

    fn read_marker(&self) -> Result<ReadMarker, SendStop> {
        ReadMarker::now(&self.store).map_err(|error| SendStop::NotSent(error.into()))
    }

    /// Returns the outcome for an answered deal, with a new read if needed. It is read again if a sync fetched other
    /// values while the answer was in flight. If that fails, the answer counts until the next full sync.
    async fn newest_outcome(&self, answer: Deal, marker: ReadMarker) -> SendOutcome {
        if !marker.is_outdated(&self.store, answer.record()) {
            return SendOutcome::Applied(answer);
        }
        let Ok(request_seq) = self.request_seq() else {
            return SendOutcome::Applied(answer);
        };
        match self.client.deal(answer.id()).await {
            Ok(now) if has_written_values(&parse_fields(&self.entry.body), now.record()) => {
                SendOutcome::Applied(now)
            }
            Ok(now) => SendOutcome::AppliedThenChanged(now, request_seq),
            Err(error) => {
                tracing::info!(%error, "failed to fetch a deal again that was synced while it was written");
                SendOutcome::Applied(answer)
            }
        }
    }

    /// Returns the cache change number, to be noted before a record is read.
    fn request_seq(&self) -> Result<WriteSeq, SendStop> {
        self.store.cache().write_seq().map_err(|error| SendStop::NotSent(error.into()))
    }

    /// Returns `Gone` if a known deal is unknown to the server. The user decides about the change. Any other failure is
    /// returned as an error.
    fn gone_or_failed(&self, error: Error, failure: fn(Error) -> SendStop) -> Result<SendOutcome, SendStop> {
        if is_gone(&error)
            && let Some(last_known) = self.last_known()?
        {
            return Ok(SendOutcome::Gone(last_known));
        }
        Err(failure(error))
    }

    /// Returns the deal as last known; `None` if it was never known.
    fn last_known(&self) -> Result<Option<Record>, SendStop> {
        last_known(&self.store, &self.entry.record).map_err(|error| SendStop::NotSent(error.into()))
    }

    /// Fetches the deal, compares it, and deletes it. Changes by others since the request would be lost with the deal.
    /// If the server's values differ from those the user saw, the user is asked again.
    async fn delete(&self) -> Result<SendOutcome, SendStop> {
        let id = self.deal_id()?;
        let base = parse_fields(&self.entry.base);
        if self.compare_first || !base.is_empty() {
            let request_seq = self.request_seq()?;
            match self.client.deal(&id).await {
                Ok(deal) => {
                    if let Some(theirs) = changed_fields(&base, deal.record()) {
                        return Ok(SendOutcome::Conflict { theirs, deal, request_seq });
                    }
                }
                Err(error) if is_gone(&error) => return self.on_missing(error),
                Err(error) => return Err(SendStop::NotSent(error)),
            }
        }
        self.mark_sent().await?;
        match self.client.delete_deal(&id, &self.entry.key).await {
            Ok(()) => Ok(SendOutcome::Deleted { already: false }),
            Err(error) if is_gone(&error) => self.on_missing(error),
            Err(error) => Err(SendStop::Failed(error)),
        }
    }

    /// Handles a deletion of a missing deal. The deal is deleted as requested, by an earlier attempt or by others. If
    /// its id was never known, that is an error.
    fn on_missing(&self, error: Error) -> Result<SendOutcome, SendStop> {
        if self.entry.ever_sent || self.last_known()?.is_some() {
            Ok(SendOutcome::Deleted { already: true })
        } else {
            Err(SendStop::Failed(error))
        }
    }

    async fn mark_read(&self) -> Result<SendOutcome, SendStop> {
        let id = NotificationId::new(&self.entry.record).map_err(|error| SendStop::NotSent(error.into()))?;
        self.mark_sent().await?;
        let read = self.client.read_notification(&id, &self.entry.key).await.map_err(SendStop::Failed)?;
        Ok(SendOutcome::NotificationRead(read))
    }

    /// Sends a change of another resource kind or of the command line. It has its stored body and key.
    async fn send_other(&self, operation: OperationId) -> Result<SendOutcome, SendStop> {
        let mut call = Call::new(operation).key(&self.entry.key);
        if let Some(parameter) = operation.spec().path_parameters().next() {
            call = call.parameter(parameter, &self.entry.record);
        }
        if !self.entry.body.is_empty() {
            call = call.body(self.entry.body.clone());
        }
        self.mark_sent().await?;
        let answer = self.client.call(call).await.map_err(SendStop::Failed)?;
        // If the contract documents the answer, an undocumented one leaves the outcome in doubt.
        let fully = operation.spec().documented == DocLevel::Full;
        let record = match answer.documented_record() {
            Ok(record) => Some(record),
            Err(error) if fully && operation.spec().success != 204 => return Err(SendStop::Failed(error)),
            Err(_) => None,
        };
        Ok(match (updated_kind(operation), record) {
            (Some(kind), Some(record)) => SendOutcome::Record(kind, record),
            _ => SendOutcome::Done,
        })
    }

    fn deal_id(&self) -> Result<DealId, SendStop> {
        DealId::new(&self.entry.record).map_err(|error| SendStop::NotSent(error.into()))
    }

    /// Notes on disk that the row is being sent; it never counts as unsent again. Refuses if the token's entity differs
    /// from the one that the write belongs to.
    async fn mark_sent(&self) -> Result<(), SendStop> {
        let token = self.client.token().await.map_err(SendStop::NotSent)?;
        let (store, seq, term) = (self.store.clone(), self.entry.seq, self.term);
        let (entity, now) = (token.entity_slug().map(Cow::into_owned), (self.clock)());
        let ours = blocking(move || {
            if let Some(slug) = entity {
                store.outbox().set_entity(&slug)?;
            }
            store.outbox().mark_sent(seq, now, term)
        });
        match ours.await {
            Ok(true) => Ok(()),
            Ok(false) => Err(SendStop::Lost),
            Err(error) => Err(SendStop::NotSent(error)),
        }
    }
}

/// Classifies a failed attempt: refusals are for the user, other failures are retried.
fn classify(error: Error, doubtful: bool) -> SendOutcome {
    // A refused sign-in says nothing about the write, which was not sent.
    if is_decision(error.kind()) && !error.is_token_exchange() {
        SendOutcome::Refused(error)
    } else {
        SendOutcome::Retry { error, in_doubt: doubtful }
    }
}

/// Returns whether the server says that the record does not exist.
fn is_gone(error: &Error) -> bool {
    error.kind() == ErrorKind::NotFound && !error.is_token_exchange()
}

/// Returns whether this kind of failure is the server's decision, so a retry is useless.
pub fn is_decision(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Forbidden
            | ErrorKind::NotFound
            | ErrorKind::Conflict
            | ErrorKind::Invalid
            | ErrorKind::Usage
    )
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
