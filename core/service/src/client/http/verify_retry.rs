//! Retry of a `PUT` or `DELETE` in doubt: read, compare, send again.
//!
//! Repeating the write leaves the same state, but it would overwrite another user's change made in between. A second
//! `DELETE` is rejected. Therefore the record is read first. If it already has the wanted values, the write is done. If
//! not, it is sent again with the same key and bytes. A caller that knows which values the user saw compares those too
//! and uses [`Client::call`].

use tokio::time::{Instant, sleep};

use super::request::{Call, CallTarget, Response};
use super::retry::AttemptFailure;
use crate::client::Client;
use crate::client::auth::random_id;
use crate::contract::operation::{Method, OPERATIONS, OperationId, RetrySafety};
use crate::contract::patch::Fields;
use crate::contract::precondition::{PreconditionResult, compare};
use crate::contract::record::Record;
use crate::error::{Error, ErrorKind};

/// Path suffix of an action on the record before it.
const READ_SUFFIX: &str = "/actions/read";

/// The read that verifies a write, and its expected result.
#[derive(Debug, Clone)]
struct Verification {
    read: Call,
    expected: ExpectedState,
}

#[derive(Debug, Clone)]
enum ExpectedState {
    /// These fields with these values.
    Fields(Fields),
    /// No record.
    Absent,
}

impl Client {
    /// Sends a call as [`call`](Self::call) does, and verifies a write in doubt.
    ///
    /// If the write was not applied, it is sent again until its time limit ends.
    ///
    /// # Errors
    /// Those of [`call`](Self::call).
    pub async fn call_verified(&self, mut call: Call) -> Result<Response, Error> {
        let Some(verification) = Verification::for_call(&call) else {
            return self.call(call).await;
        };
        let config = &self.inner.config;
        // All repetitions share one key: they are one write.
        let key = call.key.get_or_insert_with(random_id::idempotency_key).clone();
        let id = config.request_id.clone().unwrap_or_else(random_id::request_id);
        let request_id = call.request_id.get_or_insert(id).clone();
        let deadline = self.deadline_after(call.timeout.unwrap_or(config.timeout));
        let remaining = || deadline.saturating_duration_since(Instant::now());
        let mut attempts = 0;
        loop {
            let error = match self.call(call.clone().timeout(remaining())).await {
                Err(error) if is_transient_doubt(&error) => error,
                response => return response,
            };
            attempts += 1;
            let delay = config.backoff.delay(attempts);
            if attempts >= config.max_tries
                || delay >= remaining()
                || !self.inner.retry_budget.spend(AttemptFailure::Lost)
            {
                return Err(error);
            }
            sleep(delay).await;
            match self.call(verification.read.clone().timeout(remaining())).await {
                Ok(current) if verification.is_applied(&current) => {
                    return Ok(Response { is_verified: true, ..current });
                }
                Ok(_) => {}
                Err(not_found)
                    if not_found.kind() == ErrorKind::NotFound
                        && !not_found.is_token_exchange()
                        && matches!(verification.expected, ExpectedState::Absent) =>
                {
                    return Ok(Response {
                        status: 204,
                        headers: http::HeaderMap::new(),
                        body: bytes::Bytes::new(),
                        request_id,
                        idempotency_key: Some(key),
                        operation: verification.operation(),
                        is_verified: true,
                    });
                }
                // Without a readable record there is nothing to compare: the outcome stays in doubt.
                Err(_) => return Err(error),
            }
        }
    }
}

/// Returns whether a failure is transient and leaves the write in doubt.
fn is_transient_doubt(error: &Error) -> bool {
    let passing = error
        .status()
        .map_or(error.kind() == ErrorKind::Unreachable, |status| matches!(status, 408 | 500..=599));
    passing && error.outcome_unknown()
}

impl Verification {
    /// Returns `None` if there is nothing to compare with, or no need to.
    fn for_call(call: &Call) -> Option<Self> {
        let operation = match &call.target {
            CallTarget::Operation { id, .. } => *id,
            CallTarget::Raw { method, path } => OperationId::by_route(*method, path)?,
        };
        let spec = operation.spec();
        if spec.safety != RetrySafety::IdempotentWrite {
            return None;
        }
        let record = spec.path.strip_suffix(READ_SUFFIX).unwrap_or(spec.path);
        let read = OPERATIONS
            .iter()
            .find(|candidate| candidate.method == Method::Get && candidate.path == record)?;
        let expected = match (spec.method, operation, &call.body) {
            (Method::Delete, ..) => ExpectedState::Absent,
            (_, OperationId::NotificationsRead, _) => {
                let mut read = Fields::new();
                read.set_boolean("read", true);
                ExpectedState::Fields(read)
            }
            (.., Some(body)) => ExpectedState::Fields(Fields::from_record(&Record::parse(body).ok()?)),
            (.., None) => return None,
        };
        let target = match &call.target {
            CallTarget::Operation { parameters, .. } => {
                CallTarget::Operation { id: read.id, parameters: parameters.clone() }
            }
            CallTarget::Raw { path, .. } => CallTarget::Raw {
                method: Method::Get,
                path: path.strip_suffix(READ_SUFFIX).unwrap_or(path).to_owned(),
            },
        };
        Some(Self { read: Call::with_target(target), expected })
    }

    fn is_applied(&self, current: &Response) -> bool {
        let ExpectedState::Fields(expected) = &self.expected else {
            return false;
        };
        // The values that the user saw are unknown here, so nothing is compared with them.
        Record::parse(&current.body).is_ok_and(|current| {
            compare(expected, &Fields::new(), &current) == PreconditionResult::AlreadyApplied
        })
    }

    fn operation(&self) -> Option<OperationId> {
        match &self.read.target {
            CallTarget::Operation { id, .. } => Some(*id),
            CallTarget::Raw { .. } => None,
        }
    }
}
