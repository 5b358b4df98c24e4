//! Read, compare, send again: what becomes of a `PUT` or `DELETE` that may have been applied.
//!
//! Sending it twice leaves the same state, but another person's change in between would be overwritten, and a second
//! `DELETE` is refused. So the record is read first: where it already is as the write wants it, the write is done, and
//! else it is sent again under the same key with the same bytes. A caller who knows what the person saw compares that
//! too, and uses [`Client::call`].

use tokio::time::{Instant, sleep};

use super::request::{Call, Response, Target};
use super::retry::Failure;
use crate::client::Client;
use crate::client::auth::random_id;
use crate::contract::operation::{Method, OPERATIONS, OperationId, Safety};
use crate::contract::patch::Fields;
use crate::contract::precondition::{Verdict, compare};
use crate::contract::record::Record;
use crate::error::{Error, ErrorKind};

/// The end of a path that is an action on the record before it.
const READ_ACTION: &str = "/actions/read";

/// How to see whether a write is done.
#[derive(Debug, Clone)]
struct Look {
    read: Call,
    wanted: Wanted,
}

#[derive(Debug, Clone)]
enum Wanted {
    /// These fields with these values.
    Fields(Fields),
    /// No record.
    Nothing,
}

impl Client {
    /// Makes a call as [`call`](Self::call) does; a write in doubt is compared and, where it was not applied, sent
    /// again as long as its time lasts.
    ///
    /// # Errors
    /// Those of [`call`](Self::call).
    pub async fn call_compared(&self, mut call: Call) -> Result<Response, Error> {
        let Some(look) = Look::of(&call) else {
            return self.call(call).await;
        };
        let config = &self.inner.config;
        // One write, however often it is sent.
        let key = call.key.get_or_insert_with(random_id::idempotency_key).clone();
        let id = config.request_id.clone().unwrap_or_else(random_id::request_id);
        let request_id = call.request_id.get_or_insert(id).clone();
        let deadline = self.deadline_after(call.timeout.unwrap_or(config.timeout));
        let left = || deadline.saturating_duration_since(Instant::now());
        let mut tries = 0;
        loop {
            let error = match self.call(call.clone().timeout(left())).await {
                Err(error) if is_passing(&error) => error,
                answer => return answer,
            };
            tries += 1;
            let delay = config.backoff.delay(tries);
            if tries >= config.max_tries || delay >= left() || !self.inner.quota.spend(Failure::Lost) {
                return Err(error);
            }
            sleep(delay).await;
            match self.call(look.read.clone().timeout(left())).await {
                Ok(held) if look.is_done(&held) => return Ok(Response { found: true, ..held }),
                Ok(_) => {}
                Err(gone)
                    if gone.kind() == ErrorKind::NotFound
                        && !gone.is_of_the_exchange()
                        && matches!(look.wanted, Wanted::Nothing) =>
                {
                    return Ok(Response {
                        status: 204,
                        headers: http::HeaderMap::new(),
                        body: bytes::Bytes::new(),
                        request_id,
                        idempotency_key: Some(key),
                        operation: look.operation(),
                        found: true,
                    });
                }
                // What cannot be read cannot be compared: the doubt stays.
                Err(_) => return Err(error),
            }
        }
    }
}

/// Whether a failure leaves the write in doubt and may pass by itself.
fn is_passing(error: &Error) -> bool {
    let passing = error
        .status()
        .map_or(error.kind() == ErrorKind::Unreachable, |status| {
            matches!(status, 408 | 500..=599)
        });
    passing && error.outcome_unknown()
}

impl Look {
    /// `None` where there is nothing to compare with, or no need to.
    fn of(call: &Call) -> Option<Self> {
        let operation = match &call.target {
            Target::Operation { id, .. } => *id,
            Target::Raw { method, path } => OperationId::by_route(*method, path)?,
        };
        let spec = operation.spec();
        if spec.safety != Safety::IdempotentWrite {
            return None;
        }
        let record = spec.path.strip_suffix(READ_ACTION).unwrap_or(spec.path);
        let read = OPERATIONS
            .iter()
            .find(|other| other.method == Method::Get && other.path == record)?;
        let wanted = match (spec.method, operation, &call.body) {
            (Method::Delete, ..) => Wanted::Nothing,
            (_, OperationId::NotificationsRead, _) => {
                let mut read = Fields::new();
                read.set_boolean("read", true);
                Wanted::Fields(read)
            }
            (.., Some(body)) => Wanted::Fields(Fields::from_record(&Record::parse(body).ok()?)),
            (.., None) => return None,
        };
        let target = match &call.target {
            Target::Operation { parameters, .. } => Target::Operation {
                id: read.id,
                parameters: parameters.clone(),
            },
            Target::Raw { path, .. } => Target::Raw {
                method: Method::Get,
                path: path.strip_suffix(READ_ACTION).unwrap_or(path).to_owned(),
            },
        };
        let mut read = Call::to(target);
        read.user.clone_from(&call.user);
        Some(Self { read, wanted })
    }

    fn is_done(&self, held: &Response) -> bool {
        let Wanted::Fields(wanted) = &self.wanted else {
            return false;
        };
        // What the person saw is not known here, so nothing is guarded.
        Record::parse(&held.body).is_ok_and(|held| compare(wanted, &Fields::new(), &held) == Verdict::Done)
    }

    fn operation(&self) -> Option<OperationId> {
        match &self.read.target {
            Target::Operation { id, .. } => Some(*id),
            Target::Raw { .. } => None,
        }
    }
}
