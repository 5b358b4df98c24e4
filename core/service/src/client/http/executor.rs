//! Execution of every call to the service.
//!
//! Each attempt gets a bearer, passes the rate limiter, is sent, and updates clock and limiter. The answer then
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

/// Time without an answer after which a forced refresh sends a read again.
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
    /// True if the clock was already corrected for a refused exchange.
    clock_corrected: bool,
    /// True if the service already reported the idempotency key as missing.
    key_denied: bool,
    /// True if an attempt may have been applied.
    in_doubt: bool,
    /// Last failure that the service itself reported.
    last_error: Option<Error>,
}

impl Client {
    /// Sends a call and returns its answer if that is a success (2xx).
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
            let over = Error::unreachable(
                NetworkError::Timeout,
                "no time is left for this request, which was not sent",
            );
            return Err(prepared.annotate_unsent(over, false));
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
        self.run_with(prepared, deadline, &|_| Ok(body.clone()))
            .await
            .map(|(response, ..)| response)
    }

    /// Runs a request to its end; returns the answer and the send time of the last attempt.
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
        let mut course = CallProgress::default();
        loop {
            let token = match self.bearer_for(prepared, deadline).await {
                Ok(token) => token,
                Err(error) => return Err(course.finish_error(prepared, error)),
            };
            let pause = inner
                .rate_limit
                .remaining_pause()
                .filter(|wait| *wait >= SHORT_PAUSE);
            if let Some(wait) = pause.filter(|_| inner.is_fail_fast(prepared)) {
                return Err(course.finish_error(prepared, rate_limit_error().with_retry_after(wait)));
            }
            let permit = match inner.rate_limit.acquire(deadline).await {
                Ok(permit) => permit,
                Err(SendBlocked::Closed(wait)) => {
                    let refused = course
                        .last_error
                        .take()
                        .filter(|last| last.kind() == ErrorKind::RateLimited);
                    let error = refused.unwrap_or_else(|| rate_limit_error().with_retry_after(wait));
                    return Err(course.finish_error(prepared, error));
                }
                Err(SendBlocked::Busy) => {
                    let busy =
                        || Error::unreachable(NetworkError::Timeout, "earlier calls took all the time");
                    let error = course.last_error.take().unwrap_or_else(busy);
                    return Err(course.finish_error(prepared, error));
                }
            };
            let correction = inner.clock.correction_ms();
            let body = body(inner).map_err(|error| prepared.annotate_error(error, course.in_doubt))?;
            let mask = SecretMask::for_call(prepared, &body, token.as_deref());
            course.attempts += 1;
            let (sent, sent_wall) = (Instant::now(), SystemTime::now());
            let outcome = self
                .attempt(prepared, body, token.as_deref(), deadline, course.attempts)
                .await;

            let Some(outcome) = outcome else {
                drop(permit);
                continue;
            };
            let (failure, error) = match outcome {
                Ok(answer) if (200..300).contains(&answer.status) => {
                    permit.on_answer();
                    inner.retry_budget.refund(course.tries + 1);
                    let answer = prepared.into_response(mask.mask_answer(answer));
                    return prepared.validate(answer).map(|answer| (answer, sent, sent_wall));
                }
                Ok(answer) if answer.status == 429 => {
                    let asked = answer.retry_after(inner.clock.now());
                    let wait = permit.on_rate_limited(asked);
                    // Report the wait that the service asked for, even if this client waits longer.
                    let asked = asked.filter(|asked| !asked.is_zero());
                    let told = asked.unwrap_or(wait).min(MAX_PAUSE);
                    let error = mask
                        .mask_answer(answer)
                        .into_error(&mask, &prepared.url)
                        .with_retry_after(told);
                    let error = match asked {
                        Some(asked) if asked > MAX_PAUSE => error
                            .with_message(
                                "the server asks to wait longer than a day. Encours waits one day at most, then tries \
                                 again",
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
                        return Err(course.finish_error(prepared, error));
                    }
                    course.last_error = Some(error);
                    continue;
                }
                Ok(answer) => {
                    permit.on_answer();
                    if self.may_sign_again(answer.status, token.as_deref(), correction, prepared, &mut course)
                        || course.may_resend_key(answer.status, prepared)
                    {
                        continue;
                    }
                    course.clear_doubt(answer.status);
                    // Refusals have status 400 to 499; after any other status the write may have been applied.
                    course.in_doubt |= !(400..500).contains(&answer.status);
                    let wait = answer.retry_after(inner.clock.now());
                    let error = mask.mask_answer(answer).into_error(&mask, &prepared.url);
                    self.note_exchange_error(prepared, &error);
                    let failure = AttemptFailure::from_status(error.status().unwrap_or_default());
                    (
                        failure,
                        wait.map_or(error.clone(), |wait| error.with_retry_after(wait)),
                    )
                }
                Err(AttemptError { failure, error }) => {
                    drop(permit);
                    // A protocol error here is a success with an unreadable body: the write was applied.
                    course.in_doubt |= error.kind() == ErrorKind::Protocol;
                    (failure, error)
                }
            };
            course.tries += 1;
            course.in_doubt |= failure.leaves_in_doubt();
            if prepared.is_once
                || !retry::should_retry(prepared.retry_rule, failure, course.tries, inner.max_tries())
                || !inner.retry_budget.spend(failure)
            {
                return Err(course.final_error(prepared, failure, error, deadline));
            }
            let delay = inner
                .config
                .backoff
                .delay(course.tries)
                .max(error.retry_after().unwrap_or_default());
            if Instant::now() + delay.min(Duration::from_hours(24)) >= deadline {
                return Err(course.final_error(prepared, failure, error, deadline));
            }
            if error.status().is_some() {
                course.last_error = Some(error);
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
            None => Err(
                match (
                    self.inner.rate_limit.remaining_pause(),
                    self.inner.tokens.exchange_error(),
                ) {
                    (Some(wait), said) => said
                        .filter(|said| said.kind() == ErrorKind::RateLimited)
                        .unwrap_or_else(rate_limit_error)
                        .with_retry_after(wait),
                    (None, Some(said)) => said,
                    (None, None) => Error::unreachable(NetworkError::Timeout, "no token in time"),
                },
            ),
        }
    }

    /// Records an error of an exchange for the callers that wait for it.
    fn note_exchange_error(&self, prepared: &PreparedCall, error: &Error) {
        if prepared.retry_rule == RetryRule::Exchange {
            self.inner
                .tokens
                .set_exchange_error(&prepared.annotate_error(error.clone(), false));
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
        let (sent, sent_wall) = (Instant::now(), SystemTime::now());
        let bound = deadline.min(sent + MAX_ATTEMPT);
        let http = inner.http();
        let request = transport::send(
            &http,
            &inner.config,
            prepared,
            body,
            token.map(|token| &token.header),
        );
        let hangs = async {
            // The sender lives as long as this client.
            while afresh.changed().await.is_ok() {
                if sent.elapsed() >= HANG_TIMEOUT && !prepared.is_write {
                    return;
                }
            }
            std::future::pending::<()>().await;
        };
        let (outcome, given_up) = tokio::select! {
            outcome = until_deadline(bound, request) => (outcome, false),
            () = hangs => (None, true),
        };
        let outcome = outcome.unwrap_or_else(|| Err(transport::timeout_error(&inner.config)));
        if let Ok(answer) = &outcome {
            inner
                .clock
                .measure(sent_wall, SystemTime::now(), answer.status, &answer.headers);
        }
        inner.log.push(LogEntry {
            at: sent_wall,
            method: prepared.method,
            route: prepared.route.clone(),
            query: super::redact::redact_query(prepared.url.query().unwrap_or_default()).into(),
            operation: prepared.operation,
            status: outcome.as_ref().ok().map(|answer| answer.status),
            fault: outcome
                .as_ref()
                .err()
                .and_then(|no_answer| no_answer.error.fault()),
            request_id: prepared.request_id.clone(),
            key: prepared.key.clone(),
            attempt,
            duration: sent.elapsed(),
        });
        (!given_up).then_some(outcome)
    }

    /// Returns whether signing in again can resolve the answer.
    ///
    /// A 401 allows it once per call. An exchange refused for its timestamp allows it once, after the clock was
    /// corrected. The contract does not define the status for a bad timestamp.
    fn may_sign_again(
        &self,
        status: u16,
        token: Option<&Token>,
        correction: i64,
        prepared: &PreparedCall,
        course: &mut CallProgress,
    ) -> bool {
        if prepared.retry_rule == RetryRule::Exchange {
            let news = self.inner.clock.correction_ms().abs_diff(correction) > 2_000;
            let refused = matches!(status, 400 | 401 | 403 | 422);
            return refused && news && !std::mem::replace(&mut course.clock_corrected, true);
        }
        let Some(token) = token.filter(|_| status == 401) else {
            return false;
        };
        // If a newly fetched bearer is refused too, the bearer is not the cause: keep it for other calls.
        if std::mem::replace(&mut course.refreshed, true) {
            return false;
        }
        self.inner.tokens.invalidate(token.generation);
        true
    }
}

fn rate_limit_error() -> Error {
    Error::new(
        ErrorKind::RateLimited,
        "the server asks to wait before the next request",
    )
    .with_message_ref("cli-wait-asked", &[])
}

impl CallProgress {
    /// Clears the doubt after a definite refusal.
    fn clear_doubt(&mut self, status: u16) {
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
        let again = status == 428 && prepared.is_write && !std::mem::replace(&mut self.key_denied, true);
        if again {
            tracing::warn!(request_id = %prepared.request_id, "failed to pass the Idempotency-Key: the service reports it missing although it was sent");
        }
        again
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
