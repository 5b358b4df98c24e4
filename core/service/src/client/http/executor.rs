//! Execution of every call to the service.
//!
//! Each attempt gets a bearer, passes the rate limiter, is sent, and updates clock and limiter. The answer then
//! decides: success, a new bearer, a rate-limit pause, another attempt, or an error. The error says whether the write
//! may have been applied.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use tokio::time::{Instant, sleep};

use super::build_request::Prepared;
use super::rate_limit::{Blocked, LONGEST, until};
use super::redact::Mask;
use super::request::{Call, Response};
use super::request_log::LogEntry;
use super::retry::{self, Failure, Repeat};
use super::transport::{self, Answer, NoAnswer};
use crate::client::Client;
use crate::client::auth::token::Token;
use crate::client::client::Inner;
use crate::error::{Error, ErrorKind, Fault};

/// Time without an answer after which a forced refresh sends a read again.
const HANGING: Duration = Duration::from_secs(3);
/// Longest single attempt.
const LONGEST_TRY: Duration = Duration::from_mins(1);
/// Rate-limit pause short enough for calls that otherwise do not wait.
const BRIEF: Duration = Duration::from_secs(1);
/// Statuses that settle an earlier doubt: the write was not applied.
const SETTLED: [u16; 6] = [400, 403, 404, 409, 422, 428];

/// Function that builds the body of one attempt.
type MakeBody<'a> = &'a (dyn Fn(&Inner) -> Result<Bytes, Error> + Send + Sync);

/// Progress of one call.
#[derive(Default)]
struct Course {
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
    doubtful: bool,
    /// Last failure that the service itself reported.
    last: Option<Error>,
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
        let prepared = Prepared::new(call, &self.inner.config)?;
        if Instant::now() >= deadline {
            let over = Error::unreachable(
                Fault::Timeout,
                "no time is left for this request, which was not sent",
            );
            return Err(prepared.sign_unsent(over, false));
        }
        if !prepared.write {
            return self.run_prepared(&prepared, deadline).await;
        }
        let client = self.clone();
        let write = tokio::spawn(async move { client.run_prepared(&prepared, deadline).await });
        write.await.unwrap_or_else(|_| {
            Err(Error::unexpected("the call ended abnormally").with_outcome_unknown(true))
        })
    }

    async fn run_prepared(&self, prepared: &Prepared, deadline: Instant) -> Result<Response, Error> {
        let body = prepared.body.clone().unwrap_or_default();
        self.run(prepared, deadline, &|_| Ok(body.clone()))
            .await
            .map(|(response, ..)| response)
    }

    /// Runs a request to its end; returns the answer and the send time of the last attempt.
    pub(in crate::client) async fn run(
        &self,
        prepared: &Prepared,
        deadline: Instant,
        body: MakeBody<'_>,
    ) -> Result<(Response, Instant, SystemTime), Error> {
        let inner = &*self.inner;
        if inner.config.withheld {
            let withheld = "no request was sent: --offline was given";
            let error = Error::unreachable(Fault::Connect, withheld).with_said("cli-net-withheld", &[]);
            return Err(prepared.sign_unsent(error, false));
        }
        let mut course = Course::default();
        loop {
            let token = match self.bearer_for(prepared, deadline).await {
                Ok(token) => token,
                Err(error) => return Err(course.end(prepared, error)),
            };
            let pause = inner.gate.closed_for().filter(|wait| *wait >= BRIEF);
            if let Some(wait) = pause.filter(|_| inner.is_unwaiting(prepared)) {
                return Err(course.end(prepared, closed_gate().with_retry_after(wait)));
            }
            let permit = match inner.gate.pass(deadline).await {
                Ok(permit) => permit,
                Err(Blocked::Closed(wait)) => {
                    let refused = course
                        .last
                        .take()
                        .filter(|last| last.kind() == ErrorKind::RateLimited);
                    let error = refused.unwrap_or_else(|| closed_gate().with_retry_after(wait));
                    return Err(course.end(prepared, error));
                }
                Err(Blocked::Busy) => {
                    let busy = || Error::unreachable(Fault::Timeout, "earlier calls took all the time");
                    let error = course.last.take().unwrap_or_else(busy);
                    return Err(course.end(prepared, error));
                }
            };
            let correction = inner.clock.correction_ms();
            let body = body(inner).map_err(|error| prepared.sign(error, course.doubtful))?;
            let mask = Mask::of(prepared, &body, token.as_deref());
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
                    permit.answered();
                    inner.quota.refund(course.tries + 1);
                    let answer = prepared.response(mask.over(answer));
                    return prepared.complete(answer).map(|answer| (answer, sent, sent_wall));
                }
                Ok(answer) if answer.status == 429 => {
                    let asked = answer.retry_after(inner.clock.now());
                    let wait = permit.refused(asked);
                    // Report the wait that the service asked for, even if this client waits longer.
                    let asked = asked.filter(|asked| !asked.is_zero());
                    let told = asked.unwrap_or(wait).min(LONGEST);
                    let error = mask
                        .over(answer)
                        .into_error(&mask, &prepared.url)
                        .with_retry_after(told);
                    let error = match asked {
                        Some(asked) if asked > LONGEST => error
                            .with_message(
                                "the server asks to wait longer than a day. Encours waits one day at most, then tries \
                                 again",
                            )
                            .with_said("cli-wait-absurd", &[]),
                        Some(_) => error,
                        None => error
                            .with_message(
                                "the server gave no waiting time. This one was set by Encours",
                            )
                            .with_said("cli-wait-ours", &[]),
                    };
                    self.note(prepared, &error);
                    if prepared.once || inner.is_unwaiting(prepared) {
                        return Err(course.end(prepared, error));
                    }
                    course.last = Some(error);
                    continue;
                }
                Ok(answer) => {
                    permit.answered();
                    if self.may_sign_again(answer.status, token.as_deref(), correction, prepared, &mut course)
                        || course.may_show_the_key_again(answer.status, prepared)
                    {
                        continue;
                    }
                    course.settle(answer.status);
                    // Refusals have status 400 to 499; after any other status the write may have been applied.
                    course.doubtful |= !(400..500).contains(&answer.status);
                    let wait = answer.retry_after(inner.clock.now());
                    let error = mask.over(answer).into_error(&mask, &prepared.url);
                    self.note(prepared, &error);
                    let failure = Failure::of_status(error.status().unwrap_or_default());
                    (
                        failure,
                        wait.map_or(error.clone(), |wait| error.with_retry_after(wait)),
                    )
                }
                Err(NoAnswer { failure, error }) => {
                    drop(permit);
                    // A protocol error here is a success with an unreadable body: the write was applied.
                    course.doubtful |= error.kind() == ErrorKind::Protocol;
                    (failure, error)
                }
            };
            course.tries += 1;
            course.doubtful |= failure.leaves_doubt();
            if prepared.once
                || !retry::again(prepared.repeat, failure, course.tries, inner.most_tries())
                || !inner.quota.spend(failure)
            {
                return Err(course.give_up(prepared, failure, error, deadline));
            }
            let delay = inner
                .config
                .backoff
                .delay(course.tries)
                .max(error.retry_after().unwrap_or_default());
            if Instant::now() + delay.min(Duration::from_hours(24)) >= deadline {
                return Err(course.give_up(prepared, failure, error, deadline));
            }
            if error.status().is_some() {
                course.last = Some(error);
            }
            sleep(delay).await;
        }
    }

    async fn bearer_for(
        &self,
        prepared: &Prepared,
        deadline: Instant,
    ) -> Result<Option<std::sync::Arc<Token>>, Error> {
        if !prepared.bearer {
            return Ok(None);
        }
        match until(deadline, self.bearer()).await {
            Some(token) => token.map(Some),
            // An error that the service sent to the running exchange is more useful than the timeout.
            None => Err(
                match (self.inner.gate.closed_for(), self.inner.tokens.trouble()) {
                    (Some(wait), said) => said
                        .filter(|said| said.kind() == ErrorKind::RateLimited)
                        .unwrap_or_else(closed_gate)
                        .with_retry_after(wait),
                    (None, Some(said)) => said,
                    (None, None) => Error::unreachable(Fault::Timeout, "no token in time"),
                },
            ),
        }
    }

    /// Records an error of an exchange for the callers that wait for it.
    fn note(&self, prepared: &Prepared, error: &Error) {
        if prepared.repeat == Repeat::Exchange {
            self.inner
                .tokens
                .exchange_troubled(&prepared.sign(error.clone(), false));
        }
    }

    /// Runs one attempt; returns `None` if it must be repeated on a new connection.
    async fn attempt(
        &self,
        prepared: &Prepared,
        body: Bytes,
        token: Option<&Token>,
        deadline: Instant,
        attempt: u32,
    ) -> Option<Result<Answer, NoAnswer>> {
        let inner = &*self.inner;
        let mut afresh = inner.afresh.subscribe();
        let body = (!body.is_empty()).then_some(body);
        let (sent, sent_wall) = (Instant::now(), SystemTime::now());
        let bound = deadline.min(sent + LONGEST_TRY);
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
                if sent.elapsed() >= HANGING && !prepared.write {
                    return;
                }
            }
            std::future::pending::<()>().await;
        };
        let (outcome, given_up) = tokio::select! {
            outcome = until(bound, request) => (outcome, false),
            () = hangs => (None, true),
        };
        let outcome = outcome.unwrap_or_else(|| Err(transport::silent(&inner.config)));
        if let Ok(answer) = &outcome {
            inner
                .clock
                .learn(sent_wall, SystemTime::now(), answer.status, &answer.headers);
        }
        inner.log.push(LogEntry {
            at: sent_wall,
            method: prepared.method,
            route: prepared.route.clone(),
            query: super::redact::query(prepared.url.query().unwrap_or_default()).into(),
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
        prepared: &Prepared,
        course: &mut Course,
    ) -> bool {
        if prepared.repeat == Repeat::Exchange {
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

fn closed_gate() -> Error {
    Error::new(
        ErrorKind::RateLimited,
        "the server asks to wait before the next request",
    )
    .with_said("cli-wait-asked", &[])
}

impl Course {
    /// Clears the doubt after a definite refusal.
    fn settle(&mut self, status: u16) {
        if SETTLED.contains(&status) {
            self.doubtful = false;
        }
    }

    fn end(&self, prepared: &Prepared, error: Error) -> Error {
        if self.attempts == 0 {
            prepared.sign_unsent(error, self.doubtful)
        } else {
            prepared.sign(error, self.doubtful)
        }
    }

    /// Returns whether to resend after a 428, which says that the key is missing.
    ///
    /// The key is always sent. One repetition covers the case that it was lost in transit.
    fn may_show_the_key_again(&mut self, status: u16, prepared: &Prepared) -> bool {
        let again = status == 428 && prepared.write && !std::mem::replace(&mut self.key_denied, true);
        if again {
            tracing::warn!(request_id = %prepared.request_id, "failed to pass the Idempotency-Key: the service reports it missing although it was sent");
        }
        again
    }

    /// Returns the error to report.
    ///
    /// If the deadline cut a retry short, an earlier failure from the service is more useful than the timeout. A write
    /// that was sent is the exception: its outcome is in doubt.
    fn give_up(&mut self, prepared: &Prepared, failure: Failure, error: Error, deadline: Instant) -> Error {
        let cut_short = error.fault().is_some() && Instant::now() >= deadline;
        let in_doubt = prepared.write && failure == Failure::Lost;
        let reported = self
            .last
            .take()
            .filter(|last| cut_short && !in_doubt && last.kind() == ErrorKind::Unexpected);
        self.end(prepared, reported.unwrap_or(error))
    }
}
