//! Sending of one write. If needed, the record is first fetched and compared; then the stored bytes are sent under the
//! stored key. It runs in the background and only determines the outcome. Outbox calls may block behind a bulk write,
//! so they run on a blocking thread and never on a thread that serves other requests.

use super::deleted_conflict::last_known;
use super::entries::entry_conversion::fields;
use super::stale_response::{LeftAt, is_as_wanted};
use crate::client::{Call, Client};
use crate::contract::OperationId;
use crate::contract::ids::{DealId, NotificationId, is_temporary};
use crate::contract::models::deal::Deal;
use crate::contract::operation::Documented;
use crate::contract::precondition::{Verdict, changed, compare};
use crate::contract::record::Record;
use crate::engine::actor::clock::Clock;
use crate::engine::blocking::blocking;
use crate::engine::outbox::entries::field_merge::family_of;
use crate::engine::outbox::state::send_outcome::Outcome;
use crate::error::{Error, ErrorKind};
use crate::store::{Change, Row, RowState, Store};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// One row to send.
pub(in crate::engine) struct Sending {
    pub(in crate::engine) client: Client,
    pub(in crate::engine) store: Arc<Store>,
    pub(in crate::engine) clock: Clock,
    /// Duration of this process's claim on the row.
    pub(super) term: Duration,
    pub(in crate::engine) row: Row,
    /// True if age or an unknown outcome requires a comparison first.
    pub(in crate::engine) doubtful: bool,
}

impl Sending {
    /// Sends the row.
    pub(in crate::engine) async fn run(self) -> Outcome {
        debug_assert!(self.row.state == RowState::Sending && self.row.locked.is_none());
        if self.row.operation != OperationId::DealsCreate && is_temporary(&self.row.record) {
            // No creation remains that would give it an id.
            let why = Error::usage("the deal to change was never created: the change can only be discarded");
            return Outcome::Refused(why.with_said("usage-never-created", &[]));
        }
        let before = self.sends();
        let done = match self.row.operation {
            OperationId::DealsCreate => self.create().await,
            OperationId::DealsUpdate => self.update().await,
            OperationId::DealsDelete => self.delete().await,
            OperationId::NotificationsRead => self.mark_read().await,
            other => self.other(other).await,
        };
        self.count_again(self.sends().saturating_sub(before)).await;
        match done {
            Ok(outcome) => outcome,
            Err(Stop::Lost) => Outcome::Lost,
            Err(Stop::Unread(error)) => classify(error, false),
            Err(Stop::Failed(error)) => {
                // An unreadable success leaves the same doubt as a lost answer.
                let odd = |status: u16| !(300..500).contains(&status);
                let doubtful = error.outcome_unknown() || error.status().is_some_and(odd);
                classify(error, doubtful)
            }
        }
    }

    fn sends(&self) -> usize {
        self.client.observe().sends_under(&self.row.key)
    }

    /// Stores the additional sends of a call that was retried. The first was counted when it was sent. If storing
    /// fails, the outcome is still reported.
    async fn count_again(&self, sends: usize) {
        let (store, seq, more) = (self.store.clone(), self.row.seq, sends.saturating_sub(1));
        if more == 0 {
            return;
        }
        if let Err(error) = blocking(move || store.outbox().sent_again(seq, more)).await {
            tracing::warn!(%error, more, "failed to update the attempt count");
        }
    }

    async fn create(&self) -> Result<Outcome, Stop> {
        self.leaving().await?;
        let left = self.left_at()?;
        let deal = self
            .client
            .create_deal(&self.row.body, &self.row.key)
            .await
            .map_err(Stop::Failed)?;
        Ok(self.newest(deal, left).await)
    }

    /// Fetches the deal, compares it, and sends the change. The contract has no `If-Match`, so the change is sent only
    /// if the server still has the values the user saw.
    async fn update(&self) -> Result<Outcome, Stop> {
        let id = self.deal_id()?;
        let asked = self.asking()?;
        let held = match self.client.deal(&id).await {
            Ok(held) => held,
            Err(error) => return self.unknown(error, Stop::Unread),
        };
        match compare(&fields(&self.row.body), &fields(&self.row.base), held.record()) {
            Verdict::Done => return Ok(Outcome::Found(held, asked)),
            Verdict::Changed(theirs) => {
                let deal = held;
                return Ok(Outcome::Conflict { theirs, deal, asked });
            }
            Verdict::Clear => {}
        }
        self.leaving().await?;
        let left = self.left_at()?;
        match self.client.update_deal(&id, &self.row.body, &self.row.key).await {
            Ok(deal) => Ok(self.newest(deal, left).await),
            Err(error) => self.unknown(error, Stop::Failed),
        }
    }

    fn left_at(&self) -> Result<LeftAt, Stop> {
        LeftAt::now(&self.store).map_err(|error| Stop::Unread(error.into()))
    }

    /// Returns the outcome for an answered deal, with a new read if needed. It is read again if a sync fetched other
    /// values while the answer was in flight. If that fails, the answer counts until the next full sync.
    async fn newest(&self, answer: Deal, left: LeftAt) -> Outcome {
        if !left.is_overtaken(&self.store, answer.record()) {
            return Outcome::Deal(answer);
        }
        let Ok(asked) = self.asking() else {
            return Outcome::Deal(answer);
        };
        match self.client.deal(answer.id()).await {
            Ok(now) if is_as_wanted(&fields(&self.row.body), now.record()) => Outcome::Deal(now),
            Ok(now) => Outcome::ChangedSince(now, asked),
            Err(error) => {
                tracing::info!(%error, "failed to fetch a deal again that was synced while it was written");
                Outcome::Deal(answer)
            }
        }
    }

    /// Returns the cache change number, to be noted before a record is read.
    fn asking(&self) -> Result<Change, Stop> {
        self.store
            .cache()
            .change()
            .map_err(|error| Stop::Unread(error.into()))
    }

    /// Returns `Gone` if a known deal is unknown to the server. The user decides about the change. Any other failure is
    /// returned as an error.
    fn unknown(&self, error: Error, failure: fn(Error) -> Stop) -> Result<Outcome, Stop> {
        if is_gone(&error)
            && let Some(known) = self.last_known()?
        {
            return Ok(Outcome::Gone(known));
        }
        Err(failure(error))
    }

    /// Returns the deal as last known; `None` if it was never known.
    fn last_known(&self) -> Result<Option<Record>, Stop> {
        last_known(&self.store, &self.row.record).map_err(|error| Stop::Unread(error.into()))
    }

    /// Fetches the deal, compares it, and deletes it. Changes by others since the request would be lost with the deal.
    /// If the server's values differ from those the user saw, the user is asked again.
    async fn delete(&self) -> Result<Outcome, Stop> {
        let id = self.deal_id()?;
        let base = fields(&self.row.base);
        if self.doubtful || !base.is_empty() {
            let asked = self.asking()?;
            match self.client.deal(&id).await {
                Ok(deal) => {
                    if let Some(theirs) = changed(&base, deal.record()) {
                        return Ok(Outcome::Conflict { theirs, deal, asked });
                    }
                }
                Err(error) if is_gone(&error) => return self.not_there(error),
                Err(error) => return Err(Stop::Unread(error)),
            }
        }
        self.leaving().await?;
        match self.client.delete_deal(&id, &self.row.key).await {
            Ok(()) => Ok(Outcome::Deleted { already: false }),
            Err(error) if is_gone(&error) => self.not_there(error),
            Err(error) => Err(Stop::Failed(error)),
        }
    }

    /// Handles a deletion of a missing deal. The deal is deleted as requested, by an earlier attempt or by others. If
    /// its id was never known, that is an error.
    fn not_there(&self, error: Error) -> Result<Outcome, Stop> {
        if self.row.ever_sent || self.last_known()?.is_some() {
            Ok(Outcome::Deleted { already: true })
        } else {
            Err(Stop::Failed(error))
        }
    }

    async fn mark_read(&self) -> Result<Outcome, Stop> {
        let id = NotificationId::new(&self.row.record).map_err(|error| Stop::Unread(error.into()))?;
        self.leaving().await?;
        let read = self
            .client
            .read_notification(&id, &self.row.key)
            .await
            .map_err(Stop::Failed)?;
        Ok(Outcome::Read(read))
    }

    /// Sends a change of another resource kind or of the command line. It has its stored body and key.
    async fn other(&self, operation: OperationId) -> Result<Outcome, Stop> {
        let mut call = Call::new(operation).key(&self.row.key);
        if let Some(parameter) = operation.spec().path_parameters().next() {
            call = call.parameter(parameter, &self.row.record);
        }
        if !self.row.body.is_empty() {
            call = call.body(self.row.body.clone());
        }
        self.leaving().await?;
        let answer = self.client.call(call).await.map_err(Stop::Failed)?;
        // If the contract documents the answer, an undocumented one leaves the outcome in doubt.
        let fully = operation.spec().documented == Documented::Full;
        let record = match answer.documented() {
            Ok(record) => Some(record),
            Err(error) if fully && operation.spec().success != 204 => return Err(Stop::Failed(error)),
            Err(_) => None,
        };
        Ok(match (family_of(operation), record) {
            (Some(family), Some(record)) => Outcome::Record(family, record),
            _ => Outcome::Done,
        })
    }

    fn deal_id(&self) -> Result<DealId, Stop> {
        DealId::new(&self.row.record).map_err(|error| Stop::Unread(error.into()))
    }

    /// Notes on disk that the row is being sent; it never counts as unsent again. Refuses if the token's entity differs
    /// from the one that the write belongs to.
    async fn leaving(&self) -> Result<(), Stop> {
        let token = self.client.token().await.map_err(Stop::Unread)?;
        let (store, seq, term) = (self.store.clone(), self.row.seq, self.term);
        let (entity, now) = (token.entity_slug().map(Cow::into_owned), (self.clock)());
        let ours = blocking(move || {
            if let Some(slug) = entity {
                store.outbox().learn_entity(&slug)?;
            }
            store.outbox().leaving(seq, now, term)
        });
        match ours.await {
            Ok(true) => Ok(()),
            Ok(false) => Err(Stop::Lost),
            Err(error) => Err(Stop::Unread(error)),
        }
    }
}

/// Classifies a failed attempt: refusals are for the user, other failures are retried.
fn classify(error: Error, doubtful: bool) -> Outcome {
    // A refused sign-in says nothing about the write, which was not sent.
    if is_decision(error.kind()) && !error.is_of_the_exchange() {
        Outcome::Refused(error)
    } else {
        Outcome::Later { error, doubtful }
    }
}

/// Returns whether the server says that the record does not exist.
fn is_gone(error: &Error) -> bool {
    error.kind() == ErrorKind::NotFound && !error.is_of_the_exchange()
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
enum Stop {
    /// A failure before the write was sent.
    Unread(Error),
    /// A failure after the write was sent.
    Failed(Error),
    /// The row no longer belongs to this process.
    Lost,
}
