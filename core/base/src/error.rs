//! The error type of the core.
//!
//! It is opaque and cheap to clone, because several waiting callers may share one failure. Callers decide with
//! predicates. The message for the user is built elsewhere from [`Error::kind`] and [`Error::problem`]. The error's own
//! text is a short English diagnostic with sanitised remote text and without secrets.

mod display;
mod kind;
mod reason;
mod shape;

use std::sync::Arc;
use std::time::Duration;

pub use display::whole_seconds;
pub use kind::{DiskError, ErrorKind, NetworkError};
pub use reason::{Reason, ServiceRejection};

use crate::contract::ids::{IdError, IdempotencyKey, RequestId};
use crate::contract::json::diagnostic_excerpt::excerpt;
use crate::contract::models::delegation::DelegationRejection;
use crate::contract::operation::OperationId;
use crate::contract::problem::Problem;
use crate::text::{Lang, MessageArg, Messages};

/// A failure. Clones share it.
#[derive(Clone)]
pub struct Error(Arc<ErrorData>);

/// A localised message: its key and its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct MessageRef {
    /// Message key.
    pub key: &'static str,
    /// Name and text of each argument. Remote text is not sanitised yet.
    pub arguments: Vec<(&'static str, Box<str>)>,
}

#[derive(Clone)]
struct ErrorData {
    kind: ErrorKind,
    message: Box<str>,
    message_ref: Option<Box<MessageRef>>,
    operation: Option<OperationId>,
    route: Option<Box<str>>,
    status: Option<u16>,
    fault: Option<NetworkError>,
    request_id: Option<RequestId>,
    idempotency_key: Option<IdempotencyKey>,
    record: Option<Box<str>>,
    outbox_id: Option<i64>,
    problem: Option<Problem>,
    excerpt: Option<Box<str>>,
    retry_after: Option<Duration>,
    outcome_unknown: bool,
    intercepted: bool,
    transient: bool,
    disk_error: Option<DiskError>,
}

/// Key of the message that this device has no keyring.
pub const NO_KEYRING: &str = "usage-no-keyring";

impl Error {
    /// Creates an error of a kind with a diagnostic.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Arc::new(ErrorData {
            kind,
            message: message.into().into(),
            message_ref: None,
            operation: None,
            route: None,
            status: None,
            fault: None,
            request_id: None,
            idempotency_key: None,
            record: None,
            outbox_id: None,
            problem: None,
            excerpt: None,
            retry_after: None,
            outcome_unknown: false,
            intercepted: false,
            transient: matches!(kind, ErrorKind::Unreachable | ErrorKind::RateLimited),
            disk_error: None,
        }))
    }

    /// Creates an error with the localised message `key`. Its diagnostic is the English text.
    pub fn localized(kind: ErrorKind, key: &'static str, arguments: &[(&'static str, &str)]) -> Self {
        let args: Vec<(&str, MessageArg<'_>)> =
            arguments.iter().map(|(name, text)| (*name, (*text).into())).collect();
        Self::new(kind, Messages::new(Lang::En).with(key, &args)).with_message_ref(key, arguments)
    }

    /// Creates an error for invalid arguments or configuration.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// Creates an error for a missing or unusable credential.
    pub fn auth(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Auth, message)
    }

    /// Creates an error for a defect or a local failure: disk, store, task.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unexpected, message)
    }

    /// Creates an error for an unusable local file.
    pub fn storage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Storage, message)
    }

    /// Creates an error for a response that violates the contract.
    pub fn protocol(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Protocol, message)
    }

    /// Creates an error for a write that stays in the outbox.
    pub fn queued(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Queued, message)
    }

    /// Creates an error for an interruption by the user.
    pub fn interrupted() -> Self {
        Self::new(ErrorKind::Interrupted, "interrupted")
    }

    /// Creates an error for a missing response.
    pub fn unreachable(fault: NetworkError, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unreachable, message).modify(|inner| inner.fault = Some(fault))
    }

    /// Creates an error for a response with an error status.
    pub fn from_status(status: u16, problem: Option<Problem>) -> Self {
        Self::new(ErrorKind::from_status(status), "").modify(|inner| {
            inner.status = Some(status);
            inner.problem = problem;
            inner.transient = matches!(status, 408 | 429 | 500..=599);
        })
    }

    fn modify(mut self, change: impl FnOnce(&mut ErrorData)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// Replaces the kind.
    #[must_use]
    pub fn with_kind(self, kind: ErrorKind) -> Self {
        self.modify(|inner| inner.kind = kind)
    }

    /// Replaces the diagnostic.
    #[must_use]
    pub fn with_message(self, message: impl Into<String>) -> Self {
        self.modify(|inner| {
            inner.message = message.into().into();
            inner.message_ref = None;
        })
    }

    /// Sets the localised message that matches the diagnostic.
    #[must_use]
    pub fn with_message_ref(self, key: &'static str, arguments: &[(&'static str, &str)]) -> Self {
        let arguments = arguments.iter().map(|(name, text)| (*name, (*text).into()));
        let message_ref = MessageRef { key, arguments: arguments.collect() };
        self.modify(|inner| inner.message_ref = Some(message_ref.into()))
    }

    /// Sets the operation.
    #[must_use]
    pub fn with_operation(self, operation: OperationId) -> Self {
        self.modify(|inner| inner.operation = Some(operation))
    }

    /// Sets method and path, for a route outside the operation table.
    #[must_use]
    pub fn with_route(self, route: &str) -> Self {
        self.modify(|inner| inner.route = Some(route.into()))
    }

    /// Sets the request id of the call.
    #[must_use]
    pub fn with_request_id(self, request_id: RequestId) -> Self {
        self.modify(|inner| inner.request_id = Some(request_id))
    }

    /// Sets the idempotency key of the write.
    #[must_use]
    pub fn with_idempotency_key(self, key: IdempotencyKey) -> Self {
        self.modify(|inner| inner.idempotency_key = Some(key))
    }

    /// Sets the identifier of the affected record.
    #[must_use]
    pub fn with_record(self, id: &str) -> Self {
        self.modify(|inner| inner.record = Some(id.into()))
    }

    /// Sets the number of the write's outbox entry.
    #[must_use]
    pub fn with_outbox_id(self, id: i64) -> Self {
        self.modify(|inner| inner.outbox_id = Some(id))
    }

    /// Sets the HTTP status of the response.
    #[must_use]
    pub fn with_status(self, status: u16) -> Self {
        self.modify(|inner| inner.status = Some(status))
    }

    /// Sets the service's problem body.
    #[must_use]
    pub fn with_problem(self, problem: Problem) -> Self {
        self.modify(|inner| inner.problem = Some(problem))
    }

    /// Sets the wait that the service asks for.
    #[must_use]
    pub fn with_retry_after(self, wait: Duration) -> Self {
        self.modify(|inner| inner.retry_after = Some(wait))
    }

    /// Sets the excerpt of a response that is not a problem body.
    #[must_use]
    pub fn with_excerpt(self, body: &str) -> Self {
        self.modify(|inner| {
            inner.excerpt =
                Some(excerpt(body, crate::contract::json::diagnostic_excerpt::MAX_EXCERPT_CHARS).into());
        })
    }

    /// Sets whether an intermediary answered instead of the service.
    #[must_use]
    pub fn with_intercepted(self, intercepted: bool) -> Self {
        self.modify(|inner| inner.intercepted = intercepted)
    }

    /// Sets whether the write may have been applied.
    #[must_use]
    pub fn with_outcome_unknown(self, unknown: bool) -> Self {
        self.modify(|inner| inner.outcome_unknown = unknown)
    }

    /// Sets the kind of local failure.
    #[must_use]
    pub fn with_disk_error(self, local: DiskError) -> Self {
        self.modify(|inner| inner.disk_error = Some(local))
    }

    /// Returns the kind of local failure, which is independent of the service.
    pub fn disk_error(&self) -> Option<DiskError> {
        self.0.disk_error
    }

    /// Returns the kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns the operation that failed.
    pub fn operation(&self) -> Option<OperationId> {
        self.0.operation
    }

    /// Returns the HTTP status of the response, if one came.
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// Returns the step at which a call without response failed.
    pub fn fault(&self) -> Option<NetworkError> {
        self.0.fault
    }

    /// Returns the request id by which the service knows the call.
    pub fn request_id(&self) -> Option<&RequestId> {
        self.0.request_id.as_ref()
    }

    /// Returns the idempotency key; reuse it to send the same write again.
    pub fn idempotency_key(&self) -> Option<&IdempotencyKey> {
        self.0.idempotency_key.as_ref()
    }

    /// Returns the identifier of the affected record, if several were given.
    pub fn record(&self) -> Option<&str> {
        self.0.record.as_deref()
    }

    /// Returns the number of the write's outbox entry.
    pub fn outbox_id(&self) -> Option<i64> {
        self.0.outbox_id
    }

    /// Returns the service's problem body.
    pub fn problem(&self) -> Option<&Problem> {
        self.0.problem.as_ref()
    }

    /// Returns the sanitised excerpt of a response that is not a problem body.
    pub fn excerpt(&self) -> Option<&str> {
        self.0.excerpt.as_deref()
    }

    /// Returns the rejection reason of a delegated-user route.
    pub fn delegation(&self) -> Option<DelegationRejection> {
        let delegated = match (self.0.operation, self.0.route.as_deref()) {
            (Some(operation), _) => operation.spec().delegated,
            (None, Some(route)) => route.contains(" /users/me"),
            (None, None) => false,
        };
        let status = self.0.status.filter(|_| delegated)?;
        DelegationRejection::from_response(status, self.0.problem.as_ref())
    }

    /// Returns the wait before the next attempt, if the service stated one.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Returns the localised message of the diagnostic, if there is one.
    pub fn message_ref(&self) -> Option<&MessageRef> {
        self.0.message_ref.as_deref()
    }

    /// Returns the diagnostic without operation, status and ids.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns whether the service was unreachable.
    pub fn is_offline(&self) -> bool {
        self.0.kind == ErrorKind::Unreachable
    }

    /// Returns whether an intermediary answered instead of the service.
    ///
    /// Most likely it is a network's sign-in page.
    pub fn is_intercepted(&self) -> bool {
        self.0.intercepted
    }

    /// Returns whether the error says that this device has no keyring.
    pub fn lacks_keyring(&self) -> bool {
        self.message_ref().is_some_and(|message_ref| message_ref.key == NO_KEYRING)
    }

    /// Returns whether the write may have been applied although no success was received.
    ///
    /// Read and compare before sending it again, or send it again with the same key and bytes.
    pub fn outcome_unknown(&self) -> bool {
        self.0.outcome_unknown
    }

    /// Returns whether the token exchange failed; the call that needed the token was not sent.
    pub fn is_token_exchange(&self) -> bool {
        self.0.operation == Some(OperationId::AuthTokenExchange)
    }

    /// Returns whether the same call may succeed later without any change.
    pub fn is_transient(&self) -> bool {
        self.0.transient
    }
}

impl std::error::Error for Error {}

impl From<IdError> for Error {
    fn from(error: IdError) -> Self {
        Self::usage(format!("the ID cannot be used: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_503_and_429_are_transient() {
        assert!(Error::from_status(503, None).is_transient() && Error::from_status(429, None).is_transient());
        assert!(!Error::from_status(409, None).is_transient());
        assert_eq!(Error::from_status(403, None).kind(), ErrorKind::Forbidden);
    }

    #[test]
    fn text_is_short_and_harmless() {
        let problem = Problem::parse(b"{\"title\":\"T\",\"detail\":\"no \\u001b[31m deal\"}", false);
        let error = Error::from_status(404, problem)
            .with_operation(OperationId::DealsGet)
            .with_request_id(RequestId::new("r-1").unwrap());
        assert_eq!(error.to_string(), "deals_get: 404 Not Found: no \\u{1b}[31m deal (request r-1)");
        assert_eq!(Error::usage("no base URL").to_string(), "no base URL");
    }

    #[test]
    fn clones_share_and_changes_do_not_leak() {
        let error = Error::unreachable(NetworkError::Timeout, "no answer");
        let other = error.clone().with_outcome_unknown(true);
        assert!(other.outcome_unknown() && !error.outcome_unknown());
        assert!(error.is_offline() && error.is_transient());
    }
}
