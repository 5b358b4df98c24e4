//! Talking to the service: one pipeline that every call goes through.
//!
//! A call gets a request id and a deadline; then, per try, it waits at the rate gate, takes a bearer, is sent,
//! and is read under a size cap. What may be tried again follows the operation's [`Safety`], never the HTTP
//! method alone. The secret signs token exchanges and goes nowhere else; the bearer lives in memory alone.
//!
//! [`Safety`]: crate::contract::operation::Safety

mod api;
pub mod auth;
mod config;
mod http;

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::time::Instant;

use self::http::build_request::Prepared;
pub use self::http::clock_skew::ClockKeeper;
use self::http::clock_skew::WORTH_A_WORD_MS;
pub use self::http::paginate::Walk;
pub use self::http::rate_limit_store::{GateKeeper, Kept};
pub use self::http::request::{Call, Response};
pub use self::http::request_log::{LogEntry, RequestLog};
use self::http::retry::Repeat;
pub use self::http::transport::proxy::{Proxy, ProxyError, Route, is_excepted};
pub use api::DealsQuery;
pub use api::delegated::DelegatedClient;
pub use api::list_queries::{OperateursQuery, OperationStatus, OperationsQuery, SpvsQuery};
pub use auth::secret::secret_of;
pub use config::{Backoff, ClientConfig, Delegated, SecretSource};

use crate::error::Error;

/// A client of the service for one key. Cloning shares connections, bearer, gate and log.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    config: ClientConfig,
    http: RwLock<reqwest::Client>,
    /// Counts how often everything was begun afresh.
    afresh: watch::Sender<u64>,
    tokens: Arc<auth::token::TokenCell>,
    gate: http::rate_limit::Gate,
    clock: http::clock_skew::ServiceClock,
    quota: http::retry::Quota,
    log: RequestLog,
    secret: auth::secret::SecretKeeper,
    /// When all calls end, where one bound holds for all.
    end: OnceLock<Instant>,
    /// Whether a failed try is the last one.
    once: AtomicBool,
    /// Whether a write ends where the service asks to wait.
    unwaiting: AtomicBool,
}

impl Client {
    /// A client; sends nothing yet.
    ///
    /// # Errors
    /// [`Usage`](crate::error::ErrorKind::Usage) if the configuration cannot work.
    pub fn new(config: ClientConfig) -> Result<Self, Error> {
        config.check()?;
        let inner = Inner {
            http: RwLock::new(http::transport::build(&config)?),
            afresh: watch::Sender::default(),
            tokens: Arc::default(),
            gate: http::rate_limit::Gate::new(config.backoff, config.max_in_flight, config.gate.clone()),
            clock: http::clock_skew::ServiceClock::new(config.correct_clock, config.clock.clone()),
            quota: http::retry::Quota::default(),
            log: RequestLog::default(),
            secret: auth::secret::SecretKeeper::new(config.secret.clone()),
            config,
            end: OnceLock::new(),
            once: AtomicBool::new(false),
            unwaiting: AtomicBool::new(false),
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// How the client was set up.
    pub fn config(&self) -> &ClientConfig {
        &self.inner.config
    }

    /// When a call that begins now must have ended. Where one bound holds for all calls it begins with the first, or before.
    pub fn deadline(&self) -> Instant {
        self.deadline_after(self.inner.config.timeout)
    }

    fn deadline_after(&self, timeout: Duration) -> Instant {
        let config = &self.inner.config;
        let longest = Duration::from_hours(24);
        let end = Instant::now() + timeout.min(longest);
        if !config.bounds_all {
            return end;
        }
        let all = || config.began.unwrap_or_else(Instant::now) + config.timeout.min(longest);
        end.min(*self.inner.end.get_or_init(all))
    }

    /// The log of requests sent.
    pub fn observe(&self) -> RequestLog {
        self.inner.log.clone()
    }

    /// Forgets bearer, cached secret and remembered refusals, so that the next call signs in anew: after a
    /// change of the key, or on signing out.
    pub async fn forget_token(&self) {
        self.inner.tokens.forget();
        self.inner.secret.forget().await;
    }

    /// Closes the rate gate until a time, as learned elsewhere: from the store, or from another process.
    pub fn close_gate_until(&self, until: SystemTime) {
        if let Ok(wait) = until.duration_since(SystemTime::now()) {
            self.inner.gate.close_for(wait);
        }
    }

    /// Lifts the pause that a 429 asked for, here and for every program that uses the key: the next request finds out
    /// whether the service answers again. A call inside a ban may lengthen it, so only a person decides this.
    pub fn lift_pause(&self) {
        self.inner.gate.lift();
    }

    /// Opens the gate where the person has lifted the pause in another program that uses the key; whether that was so.
    pub fn follow_lift(&self) -> bool {
        self.inner.gate.follow_lift()
    }

    /// Whether what the programs that use this key know together says that no pause is in force. `false` where they know
    /// nothing together.
    pub fn is_known_open(&self) -> bool {
        self.inner.gate.is_known_open()
    }

    /// Until when nothing is sent because of a 429, whichever program met it.
    pub fn paused_until(&self) -> Option<SystemTime> {
        self.inner.gate.paused_until()
    }

    /// Until when the service asked not to be called, if it did; changes are signalled, so that they can be
    /// kept in the store and shared.
    pub fn gate(&self) -> watch::Receiver<Option<SystemTime>> {
        self.inner.gate.subscribe()
    }

    /// The service's clock minus this machine's, in milliseconds, once an answer told it. Exact to a second.
    pub fn clock_skew_ms(&self) -> Option<i64> {
        self.inner.clock.skew_ms()
    }

    /// The service's clock minus the one that says `now`, where this machine's is found to be off by more than a minute and
    /// the other one is too: what a person should know, and what moments that are kept are set right by.
    pub fn clock_off(&self, now: Timestamp) -> Option<SignedDuration> {
        let worth_a_word = |off: SignedDuration| off.unsigned_abs().as_millis() > WORTH_A_WORD_MS.into();
        let system = SignedDuration::from_millis(self.inner.clock.dating_ms());
        if !worth_a_word(system) {
            return None;
        }
        // The clock asked about is the system's but for the time it takes to look, or one of its own.
        let apart = Timestamp::now().duration_since(now);
        let own = apart.unsigned_abs() > Duration::from_secs(1);
        Some(if own { system + apart } else { system }).filter(|off| worth_a_word(*off))
    }

    /// The time as the service sees it.
    pub fn service_now(&self) -> SystemTime {
        self.inner.clock.now()
    }

    /// Time left of the bearer in use, if there is one.
    pub fn bearer_expires_in(&self) -> Option<Duration> {
        self.inner.tokens.expires_in()
    }
}

impl Client {
    /// Whether what fails is tried again within a call, as it is at first. Whoever waits between calls while the service
    /// is away says no: two kinds of waiting multiply.
    pub fn insist(&self, again: bool) {
        self.inner.once.store(!again, Ordering::Relaxed);
    }

    /// From now on every write ends where the service asks to wait, as [`Call::unwaiting`] says.
    pub fn keeps_writes(&self) {
        self.inner.unwaiting.store(true, Ordering::Relaxed);
    }
}

impl Client {
    /// Leaves the connections there are, and with them every read that has been without an answer for some seconds: it is
    /// asked again over a new one. For a person who says that the way is open again; a connection that died of itself
    /// would be waited for to the end. A write under way is left alone.
    pub fn start_afresh(&self) {
        match http::transport::build(&self.inner.config) {
            Ok(http) => *self.inner.http.write().unwrap_or_else(PoisonError::into_inner) = http,
            Err(error) => tracing::warn!(%error, "the connections stay as they are"),
        }
        self.inner.afresh.send_modify(|times| *times += 1);
    }
}

impl Inner {
    fn http(&self) -> reqwest::Client {
        self.http.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether this ends where the service asks to wait. Signing in waits for whoever needs it.
    fn is_unwaiting(&self, prepared: &Prepared) -> bool {
        let kept = prepared.write && prepared.repeat != Repeat::Exchange;
        kept && (prepared.unwaiting || self.unwaiting.load(Ordering::Relaxed))
    }

    /// How often a call may be tried in all.
    fn most_tries(&self) -> u32 {
        if self.once.load(Ordering::Relaxed) {
            1
        } else {
            self.config.max_tries
        }
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("config", &self.inner.config)
            .finish_non_exhaustive()
    }
}
