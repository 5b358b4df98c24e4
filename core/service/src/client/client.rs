//! The client: one set of connections, tokens and limits for a key.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::time::Instant;

use super::config::ClientConfig;
use super::http::build_request::PreparedCall;
use super::http::clock_skew::WARNING_SKEW_MS;
use super::http::request_log::RequestLog;
use super::http::retry::RetryRule;
use super::{auth, http};
use crate::error::Error;
use crate::host;

/// Client of the service for one key. Clones share connections, bearer, rate limiter and log.
#[derive(Clone)]
pub struct Client {
    pub(super) inner: Arc<ClientInner>,
}

pub(crate) struct ClientInner {
    pub(super) config: ClientConfig,
    pub(super) http: RwLock<reqwest::Client>,
    /// Number of forced reconnects.
    pub(super) reconnects: watch::Sender<u64>,
    pub(super) tokens: Arc<auth::token::TokenCell>,
    pub(super) rate_limit: http::rate_limit::RateLimitGate,
    pub(super) clock: http::clock_skew::ServiceClock,
    pub(super) retry_budget: http::retry::RetryBudget,
    pub(super) log: RequestLog,
    pub(super) secret: auth::secret::SecretCache,
    /// Deadline of all calls, if one time limit covers them all.
    pub(super) deadline: OnceLock<Instant>,
    /// True if failed attempts are not retried.
    pub(super) is_once: AtomicBool,
    /// True if writes fail instead of waiting for a rate limit.
    pub(super) fails_if_rate_limited: AtomicBool,
}

impl Client {
    /// Creates a client; sends nothing yet.
    ///
    /// # Errors
    /// [`Usage`](crate::error::ErrorKind::Usage) for an unusable configuration.
    pub fn new(config: ClientConfig) -> Result<Self, Error> {
        config.check()?;
        let inner = ClientInner {
            http: RwLock::new(http::transport::build_http_client(&config)?),
            reconnects: watch::Sender::default(),
            tokens: Arc::default(),
            rate_limit: http::rate_limit::RateLimitGate::new(
                config.backoff,
                config.max_in_flight,
                config.rate_limit_store.clone(),
            ),
            clock: http::clock_skew::ServiceClock::new(config.corrects_clock, config.clock_store.clone()),
            retry_budget: http::retry::RetryBudget::default(),
            log: RequestLog::default(),
            secret: auth::secret::SecretCache::new(config.secret.clone()),
            config,
            deadline: OnceLock::new(),
            is_once: AtomicBool::new(false),
            fails_if_rate_limited: AtomicBool::new(false),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Returns the client's configuration.
    pub fn config(&self) -> &ClientConfig {
        &self.inner.config
    }

    /// Returns the deadline of a call that begins now.
    ///
    /// A shared time limit starts with the first call, or earlier.
    pub fn deadline(&self) -> Instant {
        self.deadline_after(self.inner.config.timeout)
    }

    pub(super) fn deadline_after(&self, timeout: Duration) -> Instant {
        let config = &self.inner.config;
        let longest = Duration::from_hours(24);
        let end = Instant::now() + timeout.min(longest);
        if !config.is_shared_timeout {
            return end;
        }
        let all = || config.started_at.unwrap_or_else(Instant::now) + config.timeout.min(longest);
        end.min(*self.inner.deadline.get_or_init(all))
    }

    /// Returns the log of sent requests.
    pub fn request_log(&self) -> RequestLog {
        self.inner.log.clone()
    }

    /// Discards bearer, cached secret and remembered rejections, so that the next call signs in again.
    ///
    /// For a changed key, or for signing out.
    pub async fn forget_token(&self) {
        self.inner.tokens.forget();
        self.inner.secret.forget().await;
    }

    /// Starts a rate-limit pause learned from the store or from another process.
    pub fn start_rate_limit(&self, until: SystemTime) {
        if let Ok(wait) = until.duration_since(host::now()) {
            self.inner.rate_limit.close_for(wait);
        }
    }

    /// Lifts the rate-limit pause, here and for every process that uses the key.
    ///
    /// The next request probes the service. A call during a ban may lengthen it, so only the user may decide this.
    pub fn lift_rate_limit(&self) {
        self.inner.rate_limit.lift();
    }

    /// Ends the pause if the user lifted it in another process that uses the key. Returns whether it did.
    pub fn on_limit_lifted(&self) -> bool {
        self.inner.rate_limit.on_limit_lifted()
    }

    /// Returns whether the shared state of the key reports no pause; false without shared state.
    pub fn is_known_unlimited(&self) -> bool {
        self.inner.rate_limit.is_known_unlimited()
    }

    /// Returns the end of the rate-limit pause, started by any process.
    pub fn rate_limited_until(&self) -> Option<SystemTime> {
        self.inner.rate_limit.paused_until()
    }

    /// Returns a receiver of the end of the rate-limit pause, for storing and sharing it.
    pub fn watch_rate_limit(&self) -> watch::Receiver<Option<SystemTime>> {
        self.inner.rate_limit.subscribe()
    }

    /// Returns the service's clock minus this device's in milliseconds, once measured. Accurate to a second.
    pub fn clock_skew_ms(&self) -> Option<i64> {
        self.inner.clock.skew_ms()
    }

    /// Returns the service's clock minus the clock that shows `now`, if both are off.
    ///
    /// "Off" means by more than a minute: both this device's clock and the given one. The user is warned of it, and
    /// stored timestamps are corrected by it.
    pub fn clock_skew(&self, now: Timestamp) -> Option<SignedDuration> {
        let worth_a_word = |off: SignedDuration| off.unsigned_abs().as_millis() > WARNING_SKEW_MS.into();
        let system = SignedDuration::from_millis(self.inner.clock.date_correction_ms());
        if !worth_a_word(system) {
            return None;
        }
        // A difference of more than a second means that `now` is from another clock than the system's.
        let difference = host::timestamp().duration_since(now);
        let is_local_off = difference.unsigned_abs() > Duration::from_secs(1);
        Some(if is_local_off { system + difference } else { system }).filter(|off| worth_a_word(*off))
    }

    /// Returns the current time by the service's clock.
    pub fn service_now(&self) -> SystemTime {
        self.inner.clock.now()
    }

    /// Returns the remaining lifetime of the bearer, if there is one.
    pub fn bearer_expires_in(&self) -> Option<Duration> {
        self.inner.tokens.expires_in()
    }

    /// Sets whether a call retries failed attempts; the default is true.
    ///
    /// A caller with its own waits between calls disables it, because the delays would multiply.
    pub fn set_retries(&self, retries: bool) {
        self.inner.is_once.store(!retries, Ordering::Relaxed);
    }

    /// Makes every later write fail instead of waiting for a rate limit; see
    /// [`Call::fail_if_rate_limited`](super::http::request::Call::fail_if_rate_limited).
    pub fn fail_writes_if_rate_limited(&self) {
        self.inner.fails_if_rate_limited.store(true, Ordering::Relaxed);
    }

    /// Replaces the connections and repeats reads that have waited for some seconds.
    ///
    /// For a user who says that the network is back: a dead connection would otherwise be waited for until its timeout.
    /// A write in flight continues.
    pub fn reconnect(&self) {
        match http::transport::build_http_client(&self.inner.config) {
            Ok(http) => *self.inner.http.write().unwrap_or_else(PoisonError::into_inner) = http,
            Err(error) => tracing::warn!(%error, "failed to replace the connections"),
        }
        self.inner.reconnects.send_modify(|times| *times += 1);
    }
}

impl ClientInner {
    pub(super) fn http(&self) -> reqwest::Client {
        self.http.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns whether a request fails instead of waiting for a rate limit. Sign-in requests always wait.
    pub(super) fn is_fail_fast(&self, prepared: &PreparedCall) -> bool {
        let is_queued_write = prepared.is_write && prepared.retry_rule != RetryRule::Exchange;
        is_queued_write
            && (prepared.fails_if_rate_limited || self.fails_if_rate_limited.load(Ordering::Relaxed))
    }

    /// Returns the most attempts of a call.
    pub(super) fn max_tries(&self) -> u32 {
        if self.is_once.load(Ordering::Relaxed) { 1 } else { self.config.max_tries }
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("config", &self.inner.config).finish_non_exhaustive()
    }
}
