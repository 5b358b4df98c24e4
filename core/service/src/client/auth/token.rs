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
use crate::error::{Error, ErrorKind, NetworkError};
use crate::host;

/// Lifetime assumed if the service states none; a 401 corrects it.
const DEFAULT_LIFETIME: Duration = Duration::from_mins(1);
/// Longest lifetime accepted.
const MAX_LIFETIME: Duration = Duration::from_hours(24);
/// Time before expiry at which a bearer is refreshed; for short lifetimes, a fifth of the lifetime.
const REFRESH_AHEAD: Duration = Duration::from_mins(1);
/// Pause after a failed early refresh.
const REFRESH_PAUSE: Duration = Duration::from_secs(10);
/// Pause after a rejected exchange; doubled with each consecutive rejection.
const REJECTION_PAUSE: Duration = Duration::from_secs(1);
/// Longest pause after rejected exchanges.
const MAX_REJECTION_PAUSE: Duration = Duration::from_mins(1);

/// A bearer in use.
#[derive(Debug)]
pub(in crate::client) struct Token {
    pub(in crate::client) response: TokenResponse,
    /// `Bearer …`, marked sensitive.
    pub(in crate::client) header: HeaderValue,
    pub(in crate::client) generation: u64,
    refresh_at: Instant,
    expires_at: Instant,
    expires_at_wall: SystemTime,
}

/// A token response and the time its exchange was sent.
#[derive(Debug)]
pub(in crate::client) struct ExchangeResult {
    pub(in crate::client) response: TokenResponse,
    pub(in crate::client) sent_at: Instant,
    pub(in crate::client) sent_at_wall: SystemTime,
}

type ExchangeFuture = Shared<BoxFuture<'static, Result<Arc<Token>, Error>>>;

/// The shared cell that contains the bearer.
#[derive(Debug, Default)]
pub(in crate::client) struct TokenCell {
    state: Mutex<TokenState>,
}

#[derive(Debug, Default)]
struct TokenState {
    current: Option<Arc<Token>>,
    in_flight: Option<ExchangeFuture>,
    generation: u64,
    /// Number of `forget` calls: an exchange started before the last one is discarded.
    epoch: u64,
    refresh_not_before: Option<Instant>,
    rejections: u32,
    rejected_until: Option<(Instant, Error)>,
    /// Last error from the service for the exchange in progress.
    last_error: Option<Error>,
}

impl TokenCell {
    fn lock(&self) -> MutexGuard<'_, TokenState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the bearer to use now; calls `exchange` only if one must be fetched.
    pub(in crate::client) async fn bearer(
        self: &Arc<Self>,
        exchange: impl FnOnce() -> BoxFuture<'static, Result<ExchangeResult, Error>>,
    ) -> Result<Arc<Token>, Error> {
        let in_flight = {
            let mut state = self.lock();
            let now = Instant::now();
            if let Some(token) = state.usable_token(now) {
                let due = now >= token.refresh_at
                    && state.refresh_not_before.is_none_or(|not_before| now >= not_before);
                if due && state.in_flight.is_none() {
                    // The refresh runs in the background; later callers use its result.
                    drop(self.start_exchange(&mut state, exchange()));
                }
                return Ok(token);
            }
            if let Some((until, error)) = &state.rejected_until
                && now < *until
            {
                return Err(error.clone());
            }
            match state.in_flight.clone() {
                Some(in_flight) => in_flight,
                None => self.start_exchange(&mut state, exchange()),
            }
        };
        in_flight.await
    }

    fn start_exchange(
        self: &Arc<Self>,
        state: &mut TokenState,
        exchange: BoxFuture<'static, Result<ExchangeResult, Error>>,
    ) -> ExchangeFuture {
        let (cell, epoch) = (Arc::clone(self), state.epoch);
        let exchange_future = async move {
            let result = exchange.await;
            cell.lock().store_result(result, epoch, Instant::now())
        };
        let exchange_future = exchange_future.boxed().shared();
        state.in_flight = Some(exchange_future.clone());
        tokio::spawn(exchange_future.clone());
        exchange_future
    }

    /// Discards the bearer of that generation after the service rejected it. A newer bearer stays.
    pub(in crate::client) fn invalidate(&self, generation: u64) {
        let mut state = self.lock();
        if state.current.as_ref().is_some_and(|token| token.generation == generation) {
            state.current = None;
        }
    }

    /// Records an error of the exchange in progress, for callers whose deadline ends first.
    pub(in crate::client) fn set_exchange_error(&self, error: &Error) {
        self.lock().last_error = Some(error.clone());
    }

    /// Clears the recorded error when the exchange ends.
    pub(super) fn clear_exchange_error(&self) {
        self.lock().last_error = None;
    }

    /// Returns the last error from the service for the exchange in progress.
    pub(in crate::client) fn exchange_error(&self) -> Option<Error> {
        self.lock().last_error.clone()
    }

    /// Discards the bearer and remembered rejections.
    pub(in crate::client) fn forget(&self) {
        let mut state = self.lock();
        *state = TokenState { generation: state.generation, epoch: state.epoch + 1, ..TokenState::default() };
    }

    /// Returns the last token, even if it has expired.
    pub(in crate::client) fn current(&self) -> Option<Arc<Token>> {
        self.lock().current.clone()
    }

    /// Returns the remaining lifetime of the bearer.
    pub(in crate::client) fn expires_in(&self) -> Option<Duration> {
        let now = Instant::now();
        self.lock().usable_token(now).map(|token| token.expires_at - now)
    }
}

impl TokenState {
    fn usable_token(&self, now: Instant) -> Option<Arc<Token>> {
        self.current.clone().filter(|token| now < token.expires_at && host::now() < token.expires_at_wall)
    }

    /// Stores the result of an exchange.
    fn store_result(
        &mut self,
        result: Result<ExchangeResult, Error>,
        epoch: u64,
        now: Instant,
    ) -> Result<Arc<Token>, Error> {
        self.generation += 1;
        let result = result.and_then(|exchanged| Token::new(exchanged, self.generation));
        if epoch != self.epoch {
            return result.map(Arc::new);
        }
        self.in_flight = None;
        match result {
            Ok(token) => {
                let token = Arc::new(token);
                self.current = Some(Arc::clone(&token));
                self.rejections = 0;
                self.rejected_until = None;
                self.refresh_not_before = None;
                Ok(token)
            }
            Err(error) => {
                self.refresh_not_before = Some(now + REFRESH_PAUSE);
                let is_rejected_by_proxy = error.fault() == Some(NetworkError::ProxySignIn);
                if is_rejected_by_proxy || matches!(error.kind(), ErrorKind::Auth | ErrorKind::Forbidden) {
                    let pause =
                        REJECTION_PAUSE.saturating_mul(1 << self.rejections.min(6)).min(MAX_REJECTION_PAUSE);
                    self.rejections = self.rejections.saturating_add(1);
                    self.rejected_until = Some((now + pause, error.clone()));
                }
                Err(error)
            }
        }
    }
}

impl Token {
    fn new(exchanged: ExchangeResult, generation: u64) -> Result<Self, Error> {
        let ExchangeResult { response, sent_at: sent, sent_at_wall: sent_wall } = exchanged;
        let lifetime = response.expires_in().map_or(DEFAULT_LIFETIME, Duration::from_secs).min(MAX_LIFETIME);
        let mut header = HeaderValue::from_str(&format!("Bearer {}", response.bearer().expose_secret()))
            .map_err(|_| Error::protocol("the bearer cannot be sent in a header"))?;
        header.set_sensitive(true);
        let refresh_at = sent + lifetime.saturating_sub(REFRESH_AHEAD.min(lifetime / 5));
        let (expires_at, expires_wall) = (sent + lifetime, sent_wall + lifetime);
        Ok(Self { response, header, generation, refresh_at, expires_at, expires_at_wall: expires_wall })
    }
}

#[cfg(test)]
#[path = "token_tests.rs"]
mod tests;
