//! The bearer, shared by all calls and fetched once for all waiting callers.
//!
//! An exchange runs as its own task, so a caller that stops waiting does not cancel it for others. All waiting callers
//! get its single result, success or failure. Each bearer has a generation: a late 401 for an old bearer does not
//! discard its successor. The bearer is refreshed before it expires. Expiry counts from the time the exchange was
//! *sent*, on a monotonic clock. The wall clock is checked too, since the monotonic clock stops while a laptop sleeps.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use http::HeaderValue;
use secrecy::ExposeSecret;
use tokio::time::Instant;

use crate::contract::models::token::TokenResponse;
use crate::error::{Error, ErrorKind};

/// Lifetime assumed if the service states none; a 401 corrects it.
const UNKNOWN_LIFETIME: Duration = Duration::from_mins(1);
/// Longest lifetime accepted.
const LONGEST_LIFETIME: Duration = Duration::from_hours(24);
/// Time before expiry at which a bearer is refreshed; for short lifetimes, a fifth of the lifetime.
const REFRESH_AHEAD: Duration = Duration::from_mins(1);
/// Pause after a failed early refresh.
const REFRESH_PAUSE: Duration = Duration::from_secs(10);
/// Pause after a refused exchange; doubled with each consecutive refusal.
const REFUSAL_PAUSE: Duration = Duration::from_secs(1);
/// Longest pause after refused exchanges.
const LONGEST_REFUSAL_PAUSE: Duration = Duration::from_mins(1);

/// A bearer in use.
#[derive(Debug)]
pub(in crate::client) struct Token {
    pub(in crate::client) response: TokenResponse,
    /// `Bearer …`, marked sensitive.
    pub(in crate::client) header: HeaderValue,
    pub(in crate::client) generation: u64,
    refresh_at: Instant,
    expires_at: Instant,
    expires_wall: SystemTime,
}

/// A token response and the time its exchange was sent.
#[derive(Debug)]
pub(in crate::client) struct Exchanged {
    pub(in crate::client) response: TokenResponse,
    pub(in crate::client) sent: Instant,
    pub(in crate::client) sent_wall: SystemTime,
}

type Flight = Shared<BoxFuture<'static, Result<Arc<Token>, Error>>>;

/// The shared cell that contains the bearer.
#[derive(Debug, Default)]
pub(in crate::client) struct TokenCell {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    current: Option<Arc<Token>>,
    flight: Option<Flight>,
    generation: u64,
    /// Number of `forget` calls: an exchange started before the last one is discarded.
    epoch: u64,
    refresh_not_before: Option<Instant>,
    refusals: u32,
    refused_until: Option<(Instant, Error)>,
    /// Last error from the service for the exchange in progress.
    trouble: Option<Error>,
}

impl TokenCell {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the bearer to use now; calls `exchange` only if one must be fetched.
    pub(in crate::client) async fn bearer(
        self: &Arc<Self>,
        exchange: impl FnOnce() -> BoxFuture<'static, Result<Exchanged, Error>>,
    ) -> Result<Arc<Token>, Error> {
        let flight = {
            let mut state = self.lock();
            let now = Instant::now();
            if let Some(token) = state.usable(now) {
                let due = now >= token.refresh_at && state.refresh_not_before.is_none_or(|then| now >= then);
                if due && state.flight.is_none() {
                    // The refresh runs in the background; later callers use its result.
                    drop(self.begin(&mut state, exchange()));
                }
                return Ok(token);
            }
            if let Some((until, error)) = &state.refused_until
                && now < *until
            {
                return Err(error.clone());
            }
            match state.flight.clone() {
                Some(flight) => flight,
                None => self.begin(&mut state, exchange()),
            }
        };
        flight.await
    }

    fn begin(
        self: &Arc<Self>,
        state: &mut State,
        exchange: BoxFuture<'static, Result<Exchanged, Error>>,
    ) -> Flight {
        let (cell, epoch) = (Arc::clone(self), state.epoch);
        let flight = async move {
            let result = exchange.await;
            cell.lock().land(result, epoch, Instant::now())
        };
        let flight = flight.boxed().shared();
        state.flight = Some(flight.clone());
        tokio::spawn(flight.clone());
        flight
    }

    /// Discards the bearer of that generation after the service refused it. A newer bearer stays.
    pub(in crate::client) fn invalidate(&self, generation: u64) {
        let mut state = self.lock();
        if state
            .current
            .as_ref()
            .is_some_and(|token| token.generation == generation)
        {
            state.current = None;
        }
    }

    /// Records an error of the exchange in progress, for callers whose deadline ends first.
    pub(in crate::client) fn exchange_troubled(&self, error: &Error) {
        self.lock().trouble = Some(error.clone());
    }

    /// Clears the recorded error when the exchange ends.
    pub(super) fn exchange_ended(&self) {
        self.lock().trouble = None;
    }

    /// Returns the last error from the service for the exchange in progress.
    pub(in crate::client) fn trouble(&self) -> Option<Error> {
        self.lock().trouble.clone()
    }

    /// Discards the bearer and remembered refusals.
    pub(in crate::client) fn forget(&self) {
        let mut state = self.lock();
        *state = State {
            generation: state.generation,
            epoch: state.epoch + 1,
            ..State::default()
        };
    }

    /// Returns the last token, even if it has expired.
    pub(in crate::client) fn current(&self) -> Option<Arc<Token>> {
        self.lock().current.clone()
    }

    /// Returns the remaining lifetime of the bearer.
    pub(in crate::client) fn expires_in(&self) -> Option<Duration> {
        let now = Instant::now();
        self.lock().usable(now).map(|token| token.expires_at - now)
    }
}

impl State {
    fn usable(&self, now: Instant) -> Option<Arc<Token>> {
        self.current
            .clone()
            .filter(|token| now < token.expires_at && SystemTime::now() < token.expires_wall)
    }

    /// Stores the result of an exchange.
    fn land(
        &mut self,
        result: Result<Exchanged, Error>,
        epoch: u64,
        now: Instant,
    ) -> Result<Arc<Token>, Error> {
        self.generation += 1;
        let result = result.and_then(|exchanged| Token::new(exchanged, self.generation));
        if epoch != self.epoch {
            return result.map(Arc::new);
        }
        self.flight = None;
        match result {
            Ok(token) => {
                let token = Arc::new(token);
                self.current = Some(Arc::clone(&token));
                self.refusals = 0;
                self.refused_until = None;
                self.refresh_not_before = None;
                Ok(token)
            }
            Err(error) => {
                self.refresh_not_before = Some(now + REFRESH_PAUSE);
                if matches!(error.kind(), ErrorKind::Auth | ErrorKind::Forbidden) {
                    let pause = REFUSAL_PAUSE
                        .saturating_mul(1 << self.refusals.min(6))
                        .min(LONGEST_REFUSAL_PAUSE);
                    self.refusals = self.refusals.saturating_add(1);
                    self.refused_until = Some((now + pause, error.clone()));
                }
                Err(error)
            }
        }
    }
}

impl Token {
    fn new(exchanged: Exchanged, generation: u64) -> Result<Self, Error> {
        let Exchanged {
            response,
            sent,
            sent_wall,
        } = exchanged;
        let lifetime = response
            .expires_in()
            .map_or(UNKNOWN_LIFETIME, Duration::from_secs)
            .min(LONGEST_LIFETIME);
        let mut header = HeaderValue::from_str(&format!("Bearer {}", response.bearer().expose_secret()))
            .map_err(|_| Error::protocol("the bearer cannot be sent in a header"))?;
        header.set_sensitive(true);
        let refresh_at = sent + lifetime.saturating_sub(REFRESH_AHEAD.min(lifetime / 5));
        let (expires_at, expires_wall) = (sent + lifetime, sent_wall + lifetime);
        Ok(Self {
            response,
            header,
            generation,
            refresh_at,
            expires_at,
            expires_wall,
        })
    }
}

#[cfg(test)]
#[path = "token_tests.rs"]
mod tests;
