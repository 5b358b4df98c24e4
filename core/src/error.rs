//! The one error of the core.
//!
//! It is opaque and cheap to clone: many waiters may share one failure. What callers decide on is asked with
//! predicates; what a person reads is made elsewhere from [`Error::kind`] and [`Error::problem`]. Its own text
//! is a short English diagnostic in which remote text cannot do harm and no secret occurs.

mod display;
mod kind;
mod reason;
mod shape;

use std::sync::Arc;
use std::time::Duration;

pub use display::whole_seconds;
pub use kind::{ErrorKind, Fault, Local};
pub use reason::{Answered, Why};

use crate::contract::ids::{IdError, IdempotencyKey, RequestId};
use crate::contract::json::diagnostic_excerpt::excerpt;
use crate::contract::models::delegation::DelegationRefusal;
use crate::contract::operation::OperationId;
use crate::contract::problem::Problem;

/// What went wrong. Cloning shares it.
#[derive(Clone)]
pub struct Error(Arc<Inner>);

/// A sentence of the locales: its key, and the texts that stand in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The key of the message.
    pub key: &'static str,
    /// Name and text of each argument. Text from outside is not made harmless yet.
    pub arguments: Vec<(&'static str, Box<str>)>,
}

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    message: Box<str>,
    said: Option<Box<Said>>,
    operation: Option<OperationId>,
    route: Option<Box<str>>,
    status: Option<u16>,
    fault: Option<Fault>,
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
    local: Option<Local>,
}

/// The sentence that this machine has no keyring.
pub(crate) const NO_KEYRING: &str = "usage-no-keyring";

impl Error {
    /// An error of a kind, with a diagnostic.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Arc::new(Inner {
            kind,
            message: message.into().into(),
            said: None,
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
            local: None,
        }))
    }

    /// Bad arguments or configuration.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// No usable credential.
    pub fn auth(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Auth, message)
    }

    /// A defect or a failure of this machine: disk, store, task.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unexpected, message)
    }

    /// A file kept on this machine that cannot be used.
    pub fn storage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Storage, message)
    }

    /// An answer the contract does not allow.
    pub fn protocol(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Protocol, message)
    }

    /// The write waits in the outbox.
    pub fn queued(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Queued, message)
    }

    /// The user stopped it.
    pub fn interrupted() -> Self {
        Self::new(ErrorKind::Interrupted, "interrupted")
    }

    /// No answer.
    pub fn unreachable(fault: Fault, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unreachable, message).set(|inner| inner.fault = Some(fault))
    }

    /// An answer with a status that is not success.
    pub fn of_status(status: u16, problem: Option<Problem>) -> Self {
        Self::new(ErrorKind::of_status(status), "").set(|inner| {
            inner.status = Some(status);
            inner.problem = problem;
            inner.transient = matches!(status, 408 | 429 | 500..=599);
        })
    }

    fn set(mut self, change: impl FnOnce(&mut Inner)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// The same with another kind.
    #[must_use]
    pub fn with_kind(self, kind: ErrorKind) -> Self {
        self.set(|inner| inner.kind = kind)
    }

    /// The same with another diagnostic.
    #[must_use]
    pub fn with_message(self, message: impl Into<String>) -> Self {
        self.set(|inner| {
            inner.message = message.into().into();
            inner.said = None;
        })
    }

    /// The same with the sentence of the locales that says to a person what the diagnostic says to a script.
    #[must_use]
    pub fn with_said(self, key: &'static str, arguments: &[(&'static str, &str)]) -> Self {
        let arguments = arguments.iter().map(|(name, text)| (*name, (*text).into()));
        let said = Said {
            key,
            arguments: arguments.collect(),
        };
        self.set(|inner| inner.said = Some(said.into()))
    }

    /// The same with the operation it belongs to.
    #[must_use]
    pub fn with_operation(self, operation: OperationId) -> Self {
        self.set(|inner| inner.operation = Some(operation))
    }

    /// The same with the method and path it belongs to, where no operation of the table does.
    #[must_use]
    pub fn with_route(self, route: &str) -> Self {
        self.set(|inner| inner.route = Some(route.into()))
    }

    /// The same with the request id of the call.
    #[must_use]
    pub fn with_request_id(self, request_id: RequestId) -> Self {
        self.set(|inner| inner.request_id = Some(request_id))
    }

    /// The same with the key the write was sent under.
    #[must_use]
    pub fn with_idempotency_key(self, key: IdempotencyKey) -> Self {
        self.set(|inner| inner.idempotency_key = Some(key))
    }

    /// The same with the identifier of the record it is about.
    #[must_use]
    pub fn with_record(self, id: &str) -> Self {
        self.set(|inner| inner.record = Some(id.into()))
    }

    /// The same with the number under which the write is kept in the outbox.
    #[must_use]
    pub fn with_outbox_id(self, id: i64) -> Self {
        self.set(|inner| inner.outbox_id = Some(id))
    }

    /// The same with the HTTP status of the answer.
    #[must_use]
    pub fn with_status(self, status: u16) -> Self {
        self.set(|inner| inner.status = Some(status))
    }

    /// The same with the service's own account of the failure.
    #[must_use]
    pub fn with_problem(self, problem: Problem) -> Self {
        self.set(|inner| inner.problem = Some(problem))
    }

    /// The same with the time the service asks to wait.
    #[must_use]
    pub fn with_retry_after(self, wait: Duration) -> Self {
        self.set(|inner| inner.retry_after = Some(wait))
    }

    /// The same with the beginning of an answer that is no problem body.
    #[must_use]
    pub fn with_excerpt(self, body: &str) -> Self {
        self.set(|inner| {
            inner.excerpt = Some(excerpt(body, crate::contract::json::diagnostic_excerpt::MAX_CHARS).into());
        })
    }

    /// The same, answered by something on the way and not by the service.
    #[must_use]
    pub fn with_intercepted(self, intercepted: bool) -> Self {
        self.set(|inner| inner.intercepted = intercepted)
    }

    /// The same, saying whether the write may have been applied.
    #[must_use]
    pub fn with_outcome_unknown(self, unknown: bool) -> Self {
        self.set(|inner| inner.outcome_unknown = unknown)
    }

    /// The same, saying that it is this machine that failed, and how.
    #[must_use]
    pub fn with_local(self, local: Local) -> Self {
        self.set(|inner| inner.local = Some(local))
    }

    /// How this machine failed to keep something, if that is what failed: it says nothing of the service.
    pub fn local(&self) -> Option<Local> {
        self.0.local
    }

    /// What kind of failure it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The operation that failed.
    pub fn operation(&self) -> Option<OperationId> {
        self.0.operation
    }

    /// HTTP status of the answer, if there was one.
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// Where a call without answer failed.
    pub fn fault(&self) -> Option<Fault> {
        self.0.fault
    }

    /// The request id under which the service knows the call.
    pub fn request_id(&self) -> Option<&RequestId> {
        self.0.request_id.as_ref()
    }

    /// The key the write was sent under; reuse it to try the same write again.
    pub fn idempotency_key(&self) -> Option<&IdempotencyKey> {
        self.0.idempotency_key.as_ref()
    }

    /// The identifier of the record it is about, where several were given.
    pub fn record(&self) -> Option<&str> {
        self.0.record.as_deref()
    }

    /// The number under which the write is kept in the outbox.
    pub fn outbox_id(&self) -> Option<i64> {
        self.0.outbox_id
    }

    /// The service's own account of the failure.
    pub fn problem(&self) -> Option<&Problem> {
        self.0.problem.as_ref()
    }

    /// The beginning of an answer that is no problem body, made harmless.
    pub fn excerpt(&self) -> Option<&str> {
        self.0.excerpt.as_deref()
    }

    /// Why a route of a delegated user refused, where that is what it refused for.
    pub fn delegation(&self) -> Option<DelegationRefusal> {
        let delegated = match (self.0.operation, self.0.route.as_deref()) {
            (Some(operation), _) => operation.spec().delegated,
            (None, Some(route)) => route.contains(" /users/me"),
            (None, None) => false,
        };
        let status = self.0.status.filter(|_| delegated)?;
        DelegationRefusal::of(status, self.0.problem.as_ref())
    }

    /// How long to wait before the next try, where the service said so.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// The sentence of the locales that says the diagnostic, where there is one.
    pub fn said(&self) -> Option<&Said> {
        self.0.said.as_deref()
    }

    /// The diagnostic without operation, status and ids.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Whether the service could not be reached at all.
    pub fn is_offline(&self) -> bool {
        self.0.kind == ErrorKind::Unreachable
    }

    /// Whether something between here and the service answered in its place: most likely the page on which a network wants
    /// people to sign in.
    pub fn is_intercepted(&self) -> bool {
        self.0.intercepted
    }

    /// Whether it says that this machine has no keyring at all, so that nothing is kept in it.
    pub fn lacks_keyring(&self) -> bool {
        self.said().is_some_and(|said| said.key == NO_KEYRING)
    }

    /// Whether the write may have been applied although no success was seen. Read and compare before sending
    /// it again, or send it again under the same key with the same bytes.
    pub fn outcome_unknown(&self) -> bool {
        self.0.outcome_unknown
    }

    /// Whether it is the token that could not be had: it says nothing about the call that needed it, which was not sent
    /// with it.
    pub fn is_of_the_exchange(&self) -> bool {
        self.0.operation == Some(OperationId::AuthTokenExchange)
    }

    /// Whether the same call may succeed later without any change.
    pub fn is_transient(&self) -> bool {
        self.0.transient
    }
}

impl std::error::Error for Error {}

impl From<IdError> for Error {
    fn from(error: IdError) -> Self {
        Self::usage(format!("the identifier cannot be used: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_by_itself_is_transient() {
        assert!(Error::of_status(503, None).is_transient() && Error::of_status(429, None).is_transient());
        assert!(!Error::of_status(409, None).is_transient());
        assert_eq!(Error::of_status(403, None).kind(), ErrorKind::Forbidden);
    }

    #[test]
    fn text_is_short_and_harmless() {
        let problem = Problem::parse(b"{\"title\":\"T\",\"detail\":\"no \\u001b[31m deal\"}", false);
        let error = Error::of_status(404, problem)
            .with_operation(OperationId::DealsGet)
            .with_request_id(RequestId::new("r-1").unwrap());
        assert_eq!(
            error.to_string(),
            "deals_get: 404 Not Found: no \\u{1b}[31m deal (request r-1)"
        );
        assert_eq!(Error::usage("no base URL").to_string(), "no base URL");
    }

    #[test]
    fn clones_share_and_changes_do_not_leak() {
        let error = Error::unreachable(Fault::Timeout, "no answer");
        let other = error.clone().with_outcome_unknown(true);
        assert!(other.outcome_unknown() && !error.outcome_unknown());
        assert!(error.is_offline() && error.is_transient());
    }
}
