//! Sending of one write. If needed, the record is first fetched and compared; then the stored bytes are sent under the
//! stored key. It runs in the background and only determines the outcome. Outbox calls may block behind a bulk write,
//! so they run on a blocking thread and never on a thread that serves other requests.

use super::attempt::{Comparison, ReadMarker, compare_first, entry_call, is_decision, is_gone, newest_deal};
use super::deleted_conflict::last_known;
use super::entries::entry_conversion::parse_fields;
use crate::client::Client;
use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::contract::models::deal::Deal;
use crate::contract::operation::DocLevel;
use crate::contract::record::Record;
use crate::engine::actor::clock::EngineClock;
use crate::engine::blocking::blocking;
use crate::engine::outbox::entries::field_merge::updated_kind;
use crate::engine::outbox::state::send_outcome::SendOutcome;
use crate::error::Error;
use crate::store::{EntryState, OutboxEntry, Store};
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
            OperationId::DealsCreate | OperationId::DealsUpdate | OperationId::DealsDelete => {
                self.send_deal().await
            }
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

    /// Compares a change or deletion with its deal and sends it, only if the server still has the values that the user
    /// saw. Otherwise the user is asked again.
    async fn send_deal(&self) -> Result<SendOutcome, SendStop> {
        let operation = self.entry.operation;
        let needs_comparison = match operation {
            OperationId::DealsCreate => false,
            OperationId::DealsDelete => self.compare_first || !parse_fields(&self.entry.base).is_empty(),
            _ => true,
        };
        if needs_comparison && let Some(outcome) = self.compare().await? {
            return Ok(outcome);
        }
        self.mark_sent().await?;
        let call = entry_call(&self.entry);
        if operation == OperationId::DealsDelete {
            return match self.client.call(call).await {
                Ok(_) => Ok(SendOutcome::Deleted { already: false }),
                Err(error) if is_gone(&error) => self.on_missing(error),
                Err(error) => Err(SendStop::Failed(error)),
            };
        }
        let marker = ReadMarker::now(&self.store).map_err(|error| SendStop::NotSent(error.into()))?;
        match self.client.send_write::<Deal>(call).await {
            Ok(deal) => {
                let newest = newest_deal(&self.client, &self.store, &self.entry, marker, deal.record()).await;
                Ok(match newest {
                    Some((now, Some(request_seq))) => SendOutcome::AppliedThenChanged(now, request_seq),
                    newest => SendOutcome::Applied(newest.map_or(deal, |(now, _)| now)),
                })
            }
            // The user decides about the change of a known deal that the server does not know.
            Err(error) if operation == OperationId::DealsUpdate && is_gone(&error) => {
                self.last_known()?.map(SendOutcome::Gone).ok_or(SendStop::Failed(error))
            }
            Err(error) => Err(SendStop::Failed(error)),
        }
    }

    /// Compares the write with its deal; returns the outcome if it is not sent.
    async fn compare(&self) -> Result<Option<SendOutcome>, SendStop> {
        let request_seq = self.store.cache().write_seq().map_err(|error| SendStop::NotSent(error.into()))?;
        Ok(match compare_first(&self.client, &self.store, &self.entry, true).await {
            Ok(Comparison::Unchanged | Comparison::Overwrites(_)) => None,
            Ok(Comparison::AlreadyDone(Some(deal))) => Some(SendOutcome::AlreadyCurrent(deal, request_seq)),
            Ok(Comparison::AlreadyDone(None)) => Some(SendOutcome::Deleted { already: true }),
            Ok(Comparison::Changed { theirs, deal }) => {
                Some(SendOutcome::Conflict { theirs, deal, request_seq })
            }
            Ok(Comparison::Deleted(last_known)) => Some(SendOutcome::Gone(last_known)),
            Err(error) if self.entry.operation == OperationId::DealsDelete && is_gone(&error) => {
                Some(self.on_missing(error)?)
            }
            Err(error) => return Err(SendStop::NotSent(error)),
        })
    }

    /// Returns the deal as last known; `None` if it was never known.
    fn last_known(&self) -> Result<Option<Record>, SendStop> {
        last_known(&self.store, &self.entry.record).map_err(|error| SendStop::NotSent(error.into()))
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
        self.mark_sent().await?;
        let read = self.client.send_write(entry_call(&self.entry)).await.map_err(SendStop::Failed)?;
        Ok(SendOutcome::NotificationRead(read))
    }

    /// Sends a change of another resource kind or of the command line. It has its stored body and key.
    async fn send_other(&self, operation: OperationId) -> Result<SendOutcome, SendStop> {
        self.mark_sent().await?;
        let answer = self.client.call(entry_call(&self.entry)).await.map_err(SendStop::Failed)?;
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
fn classify(error: Error, in_doubt: bool) -> SendOutcome {
    if is_decision(&error) { SendOutcome::Refused(error) } else { SendOutcome::Retry { error, in_doubt } }
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
