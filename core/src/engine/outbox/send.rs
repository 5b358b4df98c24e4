//! Sending one write: read and compare where that is called for, then send the bytes that are kept under the key that is
//! kept. Runs beside the loop and decides nothing but the outcome. Very many writes may be kept meanwhile, and whoever needs
//! the outbox waits for that: on a thread made for it, never on one that others are sent and answered on.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use crate::client::{Call, Client};
use crate::contract::OperationId;
use crate::contract::ids::{DealId, NotificationId, is_temporary};
use crate::contract::models::deal::Deal;
use crate::contract::models::notification::Notification;
use crate::contract::operation::Documented;
use crate::contract::patch::Fields;
use crate::contract::precondition::{Verdict, changed, compare};
use crate::contract::record::Record;
use crate::engine::actor::clock::Clock;
use crate::engine::sync::full_sync::blocking;
use crate::error::{Error, ErrorKind};
use crate::model::resource_kind::Family;
use crate::store::{Change, Row, Store};

use super::coalesce::family_of;
use super::deleted_conflict::last_known;
use super::entry_conversion::fields;
use super::stale_response::{LeftAt, is_as_wanted};

/// What came of sending a row.
#[derive(Debug)]
pub(in crate::engine) enum Outcome {
    /// The service answered with the deal as wanted.
    Deal(Deal),
    /// The service has applied the write, and somebody has changed the deal since: so a reading asked for then found it.
    ChangedSince(Deal, Change),
    /// The service holds the deal as wanted, and nothing was sent: a reading asked for then found it so.
    Found(Deal, Change),
    /// The deal is deleted.
    Deleted {
        /// Whether it was before: the service does not know it. An earlier try of the same write may have deleted it.
        already: bool,
    },
    /// The deal that was to be changed is deleted at the service; as it was last known here.
    Gone(Record),
    /// The notification is read.
    Read(Notification),
    /// A record of a family is as wanted; what the service answered of it, which may be part of it.
    Record(Family, Record),
    /// The service has applied a write of a kind that only the command line makes.
    Done,
    /// The service refused.
    Refused(Error),
    /// The record is neither as the person saw it nor as they want it.
    Conflict {
        /// The fields of the write as the service holds them.
        theirs: Fields,
        /// The whole record.
        deal: Deal,
        /// Noted before it was read.
        asked: Change,
    },
    /// It may work later.
    Later {
        /// Why not now.
        error: Error,
        /// Whether it may have been applied.
        doubtful: bool,
    },
    /// The row is no longer ours to send.
    Lost,
}

/// One row to send.
pub(in crate::engine) struct Sending {
    pub(in crate::engine) client: Client,
    pub(in crate::engine) store: Arc<Store>,
    pub(in crate::engine) clock: Clock,
    /// How long the row stays ours from now on.
    pub(super) term: Duration,
    pub(in crate::engine) row: Row,
    /// Whether time or an unknown outcome casts doubt on what the person saw.
    pub(in crate::engine) doubtful: bool,
}

impl Sending {
    /// Sends the row.
    pub(in crate::engine) async fn run(self) -> Outcome {
        if self.row.operation != OperationId::DealsCreate && is_temporary(&self.row.record) {
            // Nothing will give it the id it would need.
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
                // An answer that says success but can't be read leaves as much doubt as one that never came.
                let odd = |status: u16| !(300..500).contains(&status);
                let doubtful = error.outcome_unknown() || error.status().is_some_and(odd);
                classify(error, doubtful)
            }
        }
    }

    fn sends(&self) -> usize {
        self.client.observe().sends_under(&self.row.key)
    }

    /// A call may go out more than once; the first time was counted as it left. What became of the write is told even
    /// where the count can't be kept.
    async fn count_again(&self, sends: usize) {
        let (store, seq, more) = (self.store.clone(), self.row.seq, sends.saturating_sub(1));
        if more == 0 {
            return;
        }
        if let Err(error) = blocking(move || store.outbox().sent_again(seq, more)).await {
            tracing::warn!(%error, more, "how often a write was sent is not counted");
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

    /// There is no `If-Match`: what the service holds is read before every change, and changed only if it still is what
    /// the person saw.
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

    /// What became of a deal that the service has answered with: as the answer says, unless it was read meanwhile, and was
    /// otherwise. Where it cannot be read once more the answer stands, until everything is read again.
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
                tracing::info!(%error, "a deal that was read while it was written could not be read once more");
                Outcome::Deal(answer)
            }
        }
    }

    /// To be noted before a record is read.
    fn asking(&self) -> Result<Change, Stop> {
        self.store
            .cache()
            .change()
            .map_err(|error| Stop::Unread(error.into()))
    }

    /// A deal that was known here and that the service does not know is gone: what was to be changed of it is the person's
    /// to decide. Any other failure is one.
    fn unknown(&self, error: Error, failure: fn(Error) -> Stop) -> Result<Outcome, Stop> {
        if is_gone(&error)
            && let Some(known) = self.last_known()?
        {
            return Ok(Outcome::Gone(known));
        }
        Err(failure(error))
    }

    /// The deal as it was last known here; `None` if it never was.
    fn last_known(&self) -> Result<Option<Record>, Stop> {
        last_known(&self.store, &self.row.record).map_err(|error| Stop::Unread(error.into()))
    }

    /// What somebody changed since the person asked for the deletion would be lost with the deal: as with a change, what
    /// the service holds is read first, and where it is not what they saw they are asked again.
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

    /// What was to be deleted is not there: that is what was wished, whoever deleted it, an earlier try of the same write or
    /// another. An identifier that was never known here is a mistake.
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

    /// A change of a record of a family, or a write that the command line left behind: its bytes under its key, as it would have sent them.
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
        // Where the contract says what is answered, another answer leaves in doubt what was done.
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

    /// Notes on disk that the row leaves now. From here on it is never taken for unsent. The token says for which entity
    /// it would leave; for another one than it was written for it does not.
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

/// What a failed try means. What the service has decided is for the person; the rest may work later.
fn classify(error: Error, doubtful: bool) -> Outcome {
    // What signing in was refused says nothing of the write, which has not left.
    if is_decision(error.kind()) && !error.is_of_the_exchange() {
        Outcome::Refused(error)
    } else {
        Outcome::Later { error, doubtful }
    }
}

/// Whether the service says that the record is not there.
fn is_gone(error: &Error) -> bool {
    error.kind() == ErrorKind::NotFound && !error.is_of_the_exchange()
}

/// Whether a failure of this kind says what the service thinks of the write, so that trying again changes nothing.
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

/// Why sending stopped.
enum Stop {
    /// Before the write left.
    Unread(Error),
    /// The write left and failed.
    Failed(Error),
    /// The row is not ours any more.
    Lost,
}
