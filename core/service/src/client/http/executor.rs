//! Execution of every call to the service.
//!
//! Each attempt gets a bearer, passes the rate limiter, is sent, and updates clock and limiter. The response then
//! decides: success, a new bearer, a rate-limit pause, another attempt, or an error. The error says whether the write
//! may have been applied.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use tokio::time::{Instant, sleep};

use super::build_request::PreparedCall;
use super::rate_limit::{MAX_PAUSE, SendBlocked, until_deadline};
use super::redact::SecretMask;
use super::request::{Call, Response};
use super::request_log::LogEntry;
use super::retry::{self, AttemptFailure, RetryRule};
use super::transport::{self, AttemptError, RawResponse};
use crate::client::Client;
use crate::client::auth::token::Token;
use crate::client::client::ClientInner;
use crate::error::{Error, ErrorKind, NetworkError};
use crate::host;

/// Time without a response after which a forced refresh sends a read again.
const HANG_TIMEOUT: Duration = Duration::from_secs(3);
/// Longest single attempt.
const MAX_ATTEMPT: Duration = Duration::from_mins(1);
/// Rate-limit pause short enough for calls that otherwise do not wait.
const SHORT_PAUSE: Duration = Duration::from_secs(1);
/// Statuses that settle an earlier doubt: the write was not applied.
const DEFINITE_STATUSES: [u16; 6] = [400, 403, 404, 409, 422, 428];

/// Function that builds the body of one attempt.
type MakeBody<'a> = &'a (dyn Fn(&ClientInner) -> Result<Bytes, Error> + Send + Sync);

/// Progress of one call.
#[derive(Default)]
struct CallProgress {
    /// Attempts that failed for a transient reason.
    tries: u32,
    /// Requests sent.
    attempts: u32,
    /// True if a new bearer was already fetched for a 401.
    refreshed: bool,
    /// True if the clock was already corrected for a rejected exchange.
    clock_corrected: bool,
    /// True if the service already reported the idempotency key as missing.
    key_rejected: bool,
    /// True if an attempt may have been applied.
    in_doubt: bool,
    /// Last failure that the service itself reported.
    last_error: Option<Error>,
}

impl Client {
    /// Sends a call and returns its response if that is a success (2xx).
    ///
    /// A write continues even if the caller stops waiting: stopping midway would leave its outcome unknown.
    ///
    /// # Errors
    /// See [`ErrorKind`]. [`Error::outcome_unknown`] tells if a write may have been applied.
    pub async fn call(&self, call: Call) -> Result<Response, Error> {
        let timeout = call.timeout.unwrap_or(self.inner.config.timeout);
        let deadline = self.deadline_after(timeout);
        let prepared = PreparedCall::new(call, &self.inner.config)?;
        if Instant::now() >= deadline {
            let timeout_error = Error::unreachable(
                NetworkError::Timeout,
                "no time is left for this request, which was not sent",
            );
            return Err(prepared.annotate_unsent(timeout_error, false));
        }
        if !prepared.is_write {
            return self.run_prepared(&prepared, deadline).await;
        }
        let client = self.clone();
        let write = tokio::spawn(async move { client.run_prepared(&prepared, deadline).await });
        write.await.unwrap_or_else(|_| {
            Err(Error::unexpected("the call ended abnormally").with_outcome_unknown(true))
        })
    }

    async fn run_prepared(&self, prepared: &PreparedCall, deadline: Instant) -> Result<Response, Error> {
        let body = prepared.body.clone().unwrap_or_default();
        self.run_with(prepared, deadline, &|_| Ok(body.clone())).await.map(|(response, ..)| response)
    }

    /// Runs a request to its end; returns the response and the send time of the last attempt.
    pub(in crate::client) async fn run_with(
        &self,
        prepared: &PreparedCall,
        deadline: Instant,
        body: MakeBody<'_>,
    ) -> Result<(Response, Instant, SystemTime), Error> {
        let inner = &*self.inner;
        if inner.config.is_offline {
            let withheld = "no request was sent: --offline was given";
            let error =
                Error::unreachable(NetworkError::Connect, withheld).with_message_ref("cli-net-withheld", &[]);
            return Err(prepared.annotate_unsent(error, false));
        }
        let mut progress = CallProgress::default();
        loop {
            let token = match self.bearer_for(prepared, deadline).await {
                Ok(token) => token,
                Err(error) => return Err(progress.finish_error(prepared, error)),
            };
            let pause = inner.rate_limit.remaining_pause().filter(|wait| *wait >= SHORT_PAUSE);
            if let Some(wait) = pause.filter(|_| inner.is_fail_fast(prepared)) {
                return Err(progress.finish_error(prepared, rate_limit_error().with_retry_after(wait)));
            }
            let permit = match inner.rate_limit.acquire(deadline).await {
                Ok(permit) => permit,
                Err(SendBlocked::Closed(wait)) => {
                    let rejected =
                        progress.last_error.take().filter(|last| last.kind() == ErrorKind::RateLimited);
                    let error = rejected.unwrap_or_else(|| rate_limit_error().with_retry_after(wait));
                    return Err(progress.finish_error(prepared, error));
                }
                Err(SendBlocked::Busy) => {
                    let busy =
                        || Error::unreachable(NetworkError::Timeout, "earlier calls took all the time");
                    let error = progress.last_error.take().unwrap_or_else(busy);
                    return Err(progress.finish_error(prepared, error));
                }
            };
            let correction = inner.clock.correction_ms();
            let body = body(inner).map_err(|error| prepared.annotate_error(error, progress.in_doubt))?;
            let mask = SecretMask::for_call(prepared, &body, token.as_deref());
            progress.attempts += 1;
            let (sent_at, sent_at_wall) = (Instant::now(), host::now());
            let outcome = self.attempt(prepared, body, token.as_deref(), deadline, progress.attempts).await;

            let Some(outcome) = outcome else {
                drop(permit);
                continue;
            };
            let (failure, error) = match outcome {
                Ok(raw) if (200..300).contains(&raw.status) => {
                    permit.on_response();
                    inner.retry_budget.refund(progress.tries + 1);
                    let raw = prepared.to_response(mask.mask_response(raw));
                    return prepared.validate(raw).map(|raw| (raw, sent_at, sent_at_wall));
                }
                Ok(raw) if raw.status == 429 => {
                    let requested = raw.retry_after(inner.clock.now());
                    let wait = permit.on_rate_limited(requested);
                    // Report the wait that the service asked for, even if this client waits longer.
                    let requested = requested.filter(|requested| !requested.is_zero());
                    let shown_wait = requested.unwrap_or(wait).min(MAX_PAUSE);
                    let error =
                        mask.mask_response(raw).into_error(&mask, &prepared.url).with_retry_after(shown_wait);
                    let error = match requested {
                        Some(requested) if requested > MAX_PAUSE => error
                            .with_message(
                                "the server asked Encours to wait longer than a day. Encours waits one day at most, \
                                 then tries again",
                            )
                            .with_message_ref("cli-wait-absurd", &[]),
                        Some(_) => error,
                        None => error
                            .with_message(
                                "the server gave no waiting time. This one was set by Encours",
                            )
                            .with_message_ref("cli-wait-ours", &[]),
                    };
                    self.note_exchange_error(prepared, &error);
                    if prepared.is_once || inner.is_fail_fast(prepared) {
                        return Err(progress.finish_error(prepared, error));
                    }
                    progress.last_error = Some(error);
                    continue;
                }
                Ok(raw) => {
                    permit.on_response();
                    if self.may_sign_again(raw.status, token.as_deref(), correction, prepared, &mut progress)
                        || progress.may_resend_key(raw.status, prepared)
                    {
                        continue;
                    }
                    progress.clear_in_doubt(raw.status);
                    // Rejections have status 400 to 499; after any other status the write may have been applied.
                    progress.in_doubt |= !(400..500).contains(&raw.status);
                    let wait = raw.retry_after(inner.clock.now());
                    let error = mask.mask_response(raw).into_error(&mask, &prepared.url);
                    self.note_exchange_error(prepared, &error);
                    let failure = AttemptFailure::from_status(error.status().unwrap_or_default());
                    (failure, wait.map_or(error.clone(), |wait| error.with_retry_after(wait)))
                }
                Err(AttemptError { failure, error }) => {
                    drop(permit);
                    // A protocol error here is a success with an unreadable body: the write was applied.
                    progress.in_doubt |= error.kind() == ErrorKind::Protocol;
                    (failure, error)
                }
            };
            progress.tries += 1;
            progress.in_doubt |= failure.leaves_in_doubt();
            if prepared.is_once
                || !retry::should_retry(prepared.retry_rule, failure, progress.tries, inner.max_tries())
                || !inner.retry_budget.spend(failure)
            {
                return Err(progress.final_error(prepared, failure, error, deadline));
            }
            let delay =
                inner.config.backoff.delay(progress.tries).max(error.retry_after().unwrap_or_default());
            if Instant::now() + delay.min(Duration::from_hours(24)) >= deadline {
                return Err(progress.final_error(prepared, failure, error, deadline));
            }
            if error.status().is_some() {
                progress.last_error = Some(error);
            }
            sleep(delay).await;
        }
    }

    async fn bearer_for(
        &self,
        prepared: &PreparedCall,
        deadline: Instant,
    ) -> Result<Option<std::sync::Arc<Token>>, Error> {
        if !prepared.needs_bearer {
            return Ok(None);
        }
        match until_deadline(deadline, self.bearer()).await {
            Some(token) => token.map(Some),
            // An error that the service sent to the running exchange is more useful than the timeout.
            None => {
                Err(match (self.inner.rate_limit.remaining_pause(), self.inner.tokens.exchange_error()) {
                    (Some(wait), last_error) => last_error
                        .filter(|last_error| last_error.kind() == ErrorKind::RateLimited)
                        .unwrap_or_else(rate_limit_error)
                        .with_retry_after(wait),
                    (None, Some(last_error)) => last_error,
                    (None, None) => Error::unreachable(NetworkError::Timeout, "no token in time"),
                })
            }
        }
    }

    /// Records an error of an exchange for the callers that wait for it.
    fn note_exchange_error(&self, prepared: &PreparedCall, error: &Error) {
        if prepared.retry_rule == RetryRule::Exchange {
            self.inner.tokens.set_exchange_error(&prepared.annotate_error(error.clone(), false));
        }
    }

    /// Runs one attempt; returns `None` if it must be repeated on a new connection.
    async fn attempt(
        &self,
        prepared: &PreparedCall,
        body: Bytes,
        token: Option<&Token>,
        deadline: Instant,
        attempt: u32,
    ) -> Option<Result<RawResponse, AttemptError>> {
        let inner = &*self.inner;
        let mut afresh = inner.reconnects.subscribe();
        let body = (!body.is_empty()).then_some(body);
        let (sent_at, sent_at_wall) = (Instant::now(), host::now());
        let attempt_deadline = deadline.min(sent_at + MAX_ATTEMPT);
        let http = inner.http();
        let request = transport::send(&http, &inner.config, prepared, body, token.map(|token| &token.header));
        let hangs = async {
            // The sender lives as long as this client.
            while afresh.changed().await.is_ok() {
                if sent_at.elapsed() >= HANG_TIMEOUT && !prepared.is_write {
                    return;
                }
            }
            std::future::pending::<()>().await;
        };
        let (outcome, given_up) = tokio::select! {
            biased;
            outcome = until_deadline(attempt_deadline, request) => (outcome, false),
            () = hangs => (None, true),
        };
        let outcome = outcome.unwrap_or_else(|| Err(transport::timeout_error(&inner.config)));
        if let Ok(raw) = &outcome {
            inner.clock.measure(sent_at_wall, host::now(), raw.status, &raw.headers);
        }
        inner.log.push(LogEntry {
            at: sent_at_wall,
            method: prepared.method,
            route: prepared.route.clone(),
            query: super::redact::redact_query(prepared.url.query().unwrap_or_default()).into(),
            operation: prepared.operation,
            status: outcome.as_ref().ok().map(|raw| raw.status),
            fault: outcome.as_ref().err().and_then(|no_response| no_response.error.fault()),
            request_id: prepared.request_id.clone(),
            key: prepared.key.clone(),
            attempt,
            duration: sent_at.elapsed(),
        });
        (!given_up).then_some(outcome)
    }

    /// Returns whether signing in again can resolve the response.
    ///
    /// A 401 allows it once per call. An exchange rejected for its timestamp allows it once, after the clock was
    /// corrected. The contract does not define the status for a bad timestamp.
    fn may_sign_again(
        &self,
        status: u16,
        token: Option<&Token>,
        correction: i64,
        prepared: &PreparedCall,
        progress: &mut CallProgress,
    ) -> bool {
        if prepared.retry_rule == RetryRule::Exchange {
            let is_corrected = self.inner.clock.correction_ms().abs_diff(correction) > 2_000;
            let rejected = matches!(status, 400 | 401 | 403 | 422);
            return rejected && is_corrected && !std::mem::replace(&mut progress.clock_corrected, true);
        }
        let Some(token) = token.filter(|_| status == 401) else {
            return false;
        };
        // If a newly fetched bearer is rejected too, the bearer is not the cause: keep it for other calls.
        if std::mem::replace(&mut progress.refreshed, true) {
            return false;
        }
        self.inner.tokens.invalidate(token.generation);
        true
    }
}

fn rate_limit_error() -> Error {
    Error::new(ErrorKind::RateLimited, "the server asked Encours to wait before the next request")
        .with_message_ref("cli-wait-asked", &[])
}

impl CallProgress {
    /// Clears the doubt after a definite rejection.
    fn clear_in_doubt(&mut self, status: u16) {
        if DEFINITE_STATUSES.contains(&status) {
            self.in_doubt = false;
        }
    }

    fn finish_error(&self, prepared: &PreparedCall, error: Error) -> Error {
        if self.attempts == 0 {
            prepared.annotate_unsent(error, self.in_doubt)
        } else {
            prepared.annotate_error(error, self.in_doubt)
        }
    }

    /// Returns whether to resend after a 428, which says that the key is missing.
    ///
    /// The key is always sent. One repetition covers the case that it was lost in transit.
    fn may_resend_key(&mut self, status: u16, prepared: &PreparedCall) -> bool {
        let may_resend =
            status == 428 && prepared.is_write && !std::mem::replace(&mut self.key_rejected, true);
        if may_resend {
            tracing::warn!(request_id = %prepared.request_id, "failed to pass the Idempotency-Key: the service reports it missing although it was sent");
        }
        may_resend
    }

    /// Returns the error to report.
    ///
    /// If the deadline cut a retry short, an earlier failure from the service is more useful than the timeout. A write
    /// that was sent is the exception: its outcome is in doubt.
    fn final_error(
        &mut self,
        prepared: &PreparedCall,
        failure: AttemptFailure,
        error: Error,
        deadline: Instant,
    ) -> Error {
        let cut_short = error.fault().is_some() && Instant::now() >= deadline;
        let in_doubt = prepared.is_write && failure == AttemptFailure::Lost;
        let reported = self
            .last_error
            .take()
            .filter(|last| cut_short && !in_doubt && last.kind() == ErrorKind::Unexpected);
        self.finish_error(prepared, reported.unwrap_or(error))
    }
}
