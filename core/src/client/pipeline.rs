//! The one way to the service: every call goes through here.
//!
//! Per try: bearer, gate, send, learn. Then the answer decides: success, a fresh bearer, a wait at the gate,
//! another try, or an error that says whether the write may have been applied.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::header::{CONTENT_TYPE, LOCATION, RETRY_AFTER};
use secrecy::ExposeSecret;
use tokio::time::{Instant, sleep};

use super::call::{Call, Response};
use super::gate::{Blocked, until};
use super::log::LogEntry;
use super::prepare::Prepared;
use super::retry::{self, Failure, Repeat};
use super::token::Token;
use super::transport::{self, Answer, NoAnswer};
use super::{Client, Inner, clock};
use crate::contract::problem::{MEDIA_TYPE, Problem};
use crate::contract::retry_after;
use crate::error::{Error, ErrorKind, Fault};

/// Longest single try.
const LONGEST_TRY: Duration = Duration::from_mins(1);
/// Statuses after which a write sent earlier without a known outcome is known not to have been applied now.
const SETTLED: [u16; 6] = [400, 403, 404, 409, 422, 428];

/// Makes the body of a try.
type MakeBody<'a> = &'a (dyn Fn(&Inner) -> Result<Bytes, Error> + Send + Sync);

/// What a call has been through.
#[derive(Default)]
struct Course {
    /// Tries that failed for a passing reason.
    tries: u32,
    /// Requests sent.
    attempts: u32,
    /// Whether a new bearer was already fetched for a 401.
    refreshed: bool,
    /// Whether the clock was already corrected for a refused exchange.
    clock_corrected: bool,
    /// Whether a try may have been applied.
    doubtful: bool,
    /// The last failure the service itself reported.
    last: Option<Error>,
}

impl Client {
    /// Makes a call and gives its answer, if that is success (2xx).
    ///
    /// A write goes on even if the caller stops waiting: stopping half-way would leave its outcome unknown.
    ///
    /// # Errors
    /// See [`ErrorKind`]. [`Error::outcome_unknown`] tells whether a write may have been applied.
    pub async fn call(&self, call: Call) -> Result<Response, Error> {
        let timeout = call.timeout.unwrap_or(self.inner.config.timeout);
        let deadline = Instant::now() + timeout.min(Duration::from_hours(24));
        let prepared = Prepared::new(call, &self.inner.config)?;
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

    /// Runs a request to its end; the answer, and when its last try was sent.
    pub(super) async fn run(
        &self,
        prepared: &Prepared,
        deadline: Instant,
        body: MakeBody<'_>,
    ) -> Result<(Response, Instant, SystemTime), Error> {
        let inner = &*self.inner;
        let mut course = Course::default();
        loop {
            let token = match self.bearer_for(prepared, deadline).await {
                Ok(token) => token,
                Err(error) => return Err(course.end(prepared, error)),
            };
            let permit = match inner.gate.pass(deadline).await {
                Ok(permit) => permit,
                Err(Blocked::Closed(wait)) => {
                    let error = course
                        .last
                        .take()
                        .unwrap_or_else(closed_gate)
                        .with_retry_after(wait);
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
            course.attempts += 1;
            let (sent, sent_wall) = (Instant::now(), SystemTime::now());
            let outcome = self
                .attempt(prepared, body, token.as_deref(), deadline, course.attempts)
                .await;

            let (failure, error) = match outcome {
                Ok(answer) if (200..300).contains(&answer.status) => {
                    permit.answered();
                    inner.quota.refund(course.tries + 1);
                    return Ok((
                        prepared.response(answer.masked(token.as_deref())),
                        sent,
                        sent_wall,
                    ));
                }
                Ok(answer) if answer.status == 429 => {
                    let asked = answer.retry_after();
                    let wait = permit.refused(asked);
                    course.last = Some(
                        answer
                            .masked(token.as_deref())
                            .into_error()
                            .with_retry_after(wait),
                    );
                    continue;
                }
                Ok(answer) => {
                    permit.answered();
                    if answer.status == 401
                        && self.may_sign_again(token.as_deref(), correction, prepared, &mut course)
                    {
                        continue;
                    }
                    course.settle(answer.status);
                    let wait = answer.retry_after();
                    let error = answer.masked(token.as_deref()).into_error();
                    let failure = Failure::of_status(error.status().unwrap_or_default());
                    (
                        failure,
                        wait.map_or(error.clone(), |wait| error.with_retry_after(wait)),
                    )
                }
                Err(NoAnswer { failure, error }) => {
                    drop(permit);
                    // A body too large or damaged came with success: the write was applied, but unseen.
                    course.doubtful |= error.kind() == ErrorKind::Protocol;
                    (failure, error)
                }
            };
            course.tries += 1;
            course.doubtful |= failure.leaves_doubt();
            if !retry::again(prepared.repeat, failure, course.tries, inner.config.max_tries)
                || !inner.quota.spend(failure)
            {
                return Err(course.give_up(prepared, error, deadline));
            }
            let delay = inner
                .config
                .backoff
                .delay(course.tries)
                .max(error.retry_after().unwrap_or_default());
            if Instant::now() + delay.min(Duration::from_hours(24)) >= deadline {
                return Err(course.give_up(prepared, error, deadline));
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
            None => Err(match self.inner.gate.closed_for() {
                Some(wait) => closed_gate().with_retry_after(wait),
                None => Error::unreachable(Fault::Timeout, "no token in time"),
            }),
        }
    }

    async fn attempt(
        &self,
        prepared: &Prepared,
        body: Bytes,
        token: Option<&Token>,
        deadline: Instant,
        attempt: u32,
    ) -> Result<Answer, NoAnswer> {
        let inner = &*self.inner;
        let body = (!body.is_empty()).then_some(body);
        let (sent, sent_wall) = (Instant::now(), SystemTime::now());
        let bound = deadline.min(sent + LONGEST_TRY);
        let request = transport::send(&inner.http, prepared, body, token.map(|token| &token.header));
        let outcome = until(bound, request).await.unwrap_or_else(|| {
            let error = Error::unreachable(Fault::Timeout, "no answer in time");
            Err(NoAnswer {
                failure: Failure::Lost,
                error,
            })
        });
        if let Ok(answer) = &outcome {
            inner
                .clock
                .learn(sent_wall, SystemTime::now(), answer.status, &answer.headers);
        }
        inner.log.push(LogEntry {
            at: sent_wall,
            method: prepared.method,
            route: prepared.route.clone(),
            operation: prepared.operation,
            status: outcome.as_ref().ok().map(|answer| answer.status),
            fault: outcome
                .as_ref()
                .err()
                .and_then(|no_answer| no_answer.error.fault()),
            request_id: prepared.request_id.clone(),
            attempt,
            duration: sent.elapsed(),
        });
        outcome
    }

    /// Whether a 401 can be answered by signing in anew: once for a call, and once for an exchange whose
    /// timestamp was wrong because this machine's clock is.
    fn may_sign_again(
        &self,
        token: Option<&Token>,
        correction: i64,
        prepared: &Prepared,
        course: &mut Course,
    ) -> bool {
        if prepared.repeat == Repeat::Exchange {
            let news = self.inner.clock.correction_ms().abs_diff(correction) > 2_000;
            return news && !std::mem::replace(&mut course.clock_corrected, true);
        }
        let Some(token) = token else { return false };
        self.inner.tokens.invalidate(token.generation);
        !std::mem::replace(&mut course.refreshed, true)
    }
}

fn closed_gate() -> Error {
    Error::new(ErrorKind::RateLimited, "the service asked not to be called yet")
}

impl Course {
    /// A definite refusal settles an earlier doubt.
    fn settle(&mut self, status: u16) {
        if SETTLED.contains(&status) {
            self.doubtful = false;
        }
    }

    fn end(&self, prepared: &Prepared, error: Error) -> Error {
        prepared.sign(error, self.doubtful)
    }

    /// The error to report: where the deadline cut a retry short, what the service last said outweighs the
    /// silence.
    fn give_up(&mut self, prepared: &Prepared, error: Error, deadline: Instant) -> Error {
        let cut_short = error.fault().is_some() && Instant::now() >= deadline;
        let error = if cut_short {
            self.last.take().unwrap_or(error)
        } else {
            error
        };
        self.end(prepared, error)
    }
}

impl Prepared {
    fn response(&self, answer: Answer) -> Response {
        Response {
            status: answer.status,
            headers: answer.headers,
            body: answer.body,
            request_id: self.request_id.clone(),
            idempotency_key: self.key.clone().filter(|_| self.write),
            operation: self.operation,
        }
    }
}

impl Answer {
    fn header(&self, name: http::HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// A date is taken against the answer's own `Date`.
    fn retry_after(&self) -> Option<Duration> {
        let now = clock::date(&self.headers).unwrap_or_else(SystemTime::now);
        retry_after::parse(self.header(RETRY_AFTER)?, now)
    }

    /// The same with the bearer masked, should the service echo it: it must not reach a cache, a log or a
    /// screen.
    fn masked(self, token: Option<&Token>) -> Self {
        let Some(token) = token else { return self };
        let bearer = token.response.bearer().expose_secret();
        match std::str::from_utf8(&self.body) {
            Ok(text) if text.contains(bearer) => Self {
                body: text.replace(bearer, "[bearer]").into(),
                ..self
            },
            _ => self,
        }
    }

    /// The error an answer other than success stands for.
    fn into_error(self) -> Error {
        let media_type = self.header(CONTENT_TYPE).unwrap_or_default();
        let essence = media_type.split(';').next().unwrap_or_default().trim();
        let declared = essence.eq_ignore_ascii_case(MEDIA_TYPE);
        let text = String::from_utf8_lossy(&self.body);
        let problem = Problem::parse(text.as_bytes(), declared);
        let recognised = problem.is_some();
        let error = Error::of_status(self.status, problem);
        if recognised {
            return error;
        }
        let redirect = (300..400)
            .contains(&self.status)
            .then(|| self.header(LOCATION).unwrap_or("nowhere"));
        let message = match redirect {
            Some(target) => format!("redirects are not followed; this one leads to {target}"),
            None if text.trim_start().starts_with('<') => {
                "the answer is a web page; it came from a proxy, not from the service".to_owned()
            }
            None => String::new(),
        };
        error.with_message(message).with_excerpt(&text)
    }
}
