//! Rate limiter: after a 429, nothing is sent before the service allows it.
//!
//! Early calls lengthen a progressive ban, so all calls of a client share one limiter. When the pause ends, one request
//! is sent as a probe. Each success then doubles the number of requests in flight, up to a fixed maximum. The rate per
//! second stays at half of the rejected rate ([`throttle`]). A [`RateLimitStore`] shares the limiter between all
//! processes that use the key.

mod throttle;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::client::config::Backoff;
use crate::host;

use super::rate_limit_store::{RateLimitStatus, RateLimitStore};
use throttle::Throttle;

/// Longest accepted pause, against absurd values. After it, one request probes the service.
pub(super) const MAX_PAUSE: Duration = Duration::from_hours(24);
/// Time that another process gets to probe the service.
const PROBE_LEASE: Duration = Duration::from_secs(15);
/// Interval for checking the result of that probe.
const PROBE_POLL: Duration = Duration::from_millis(100);
/// Rounding tolerance when two closing times are compared.
const TIME_TOLERANCE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(in crate::client) struct RateLimitGate {
    backoff: Backoff,
    max_in_flight: usize,
    store: Option<Arc<dyn RateLimitStore>>,
    state: Mutex<GateInner>,
    changed: Notify,
    pause_sender: watch::Sender<Option<SystemTime>>,
}

#[derive(Debug)]
struct GateInner {
    /// End of the pause.
    paused_until: Option<Instant>,
    /// Consecutive rejections.
    strikes: u32,
    /// Allowed requests in flight.
    allowed: usize,
    /// Requests in flight since the last closure.
    in_flight: usize,
    /// Limit per second.
    throttle: Throttle,
    /// Number of closures, to detect permits issued before the last one.
    pause_count: u64,
    /// Value of `pause_count` when the user last lifted the pause; older permits are ignored.
    lifted_at_closure: u64,
    /// True until the first response after the last closure.
    needs_probe: bool,
    /// Last closure received from the shared rate limit.
    learned_until: Option<SystemTime>,
    /// True if the shared rate limit knew of the closure; only then can another process lift it.
    is_shared: bool,
}

/// Permit to send one request. Report the outcome or drop it.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    limit: &'a RateLimitGate,
    pause_count: u64,
}

/// Reason why no request may be sent before the deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SendBlocked {
    /// The pause lasts that long. The call did not wait.
    Closed(Duration),
    /// Other requests used all slots until the deadline.
    Busy,
}

impl RateLimitGate {
    /// Creates a limiter with at most `max_in_flight` requests in flight, synchronised with `store`.
    pub(in crate::client) fn new(
        backoff: Backoff,
        max_in_flight: usize,
        store: Option<Arc<dyn RateLimitStore>>,
    ) -> Self {
        let max_in_flight = max_in_flight.max(1);
        let state = GateInner {
            paused_until: None,
            strikes: 0,
            allowed: max_in_flight,
            in_flight: 0,
            throttle: Throttle::default(),
            pause_count: 0,
            lifted_at_closure: 0,
            needs_probe: false,
            learned_until: None,
            is_shared: false,
        };
        Self {
            backoff,
            max_in_flight,
            store,
            state: Mutex::new(state),
            changed: Notify::new(),
            pause_sender: watch::Sender::new(None),
        }
    }

    fn lock(&self) -> MutexGuard<'_, GateInner> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a request may be sent.
    pub(super) async fn acquire(&self, deadline: Instant) -> Result<Permit<'_>, SendBlocked> {
        loop {
            let moved = self.changed.notified();
            tokio::pin!(moved);
            // Registered before the state is read, so that no change is missed.
            moved.as_mut().enable();
            let probe = self.sync_with_store();
            let opens = match self.try_acquire(deadline)? {
                AcquireResult::Permitted(permit) if probe && !self.may_probe() => {
                    drop(permit);
                    self.lock().throttle.uncount_request();
                    let next_check = Instant::now() + PROBE_POLL;
                    if next_check >= deadline {
                        return Err(SendBlocked::Closed(PROBE_LEASE));
                    }
                    // A plain sleep: the permit just dropped must not wake this wait.
                    sleep_until(next_check).await;
                    continue;
                }
                AcquireResult::Permitted(permit) => return Ok(permit),
                AcquireResult::Closed(until) => until,
                AcquireResult::Full => deadline,
            };
            tokio::select! {
                biased;
                () = &mut moved => {}
                () = sleep_until(opens) => if opens >= deadline { return Err(SendBlocked::Busy) },
            }
        }
    }

    /// Reads the shared state; returns whether the next request is the probe.
    fn sync_with_store(&self) -> bool {
        match self.store.as_ref().map(|store| store.state()) {
            None | Some(RateLimitStatus::Open) => false,
            Some(RateLimitStatus::Closed(until)) => {
                self.apply_shared_pause(until);
                false
            }
            Some(RateLimitStatus::NeedsProbe) => {
                let mut state = self.lock();
                if !state.needs_probe {
                    state.require_probe();
                }
                true
            }
        }
    }

    fn apply_shared_pause(&self, until: SystemTime) {
        let wait = until.duration_since(host::now()).unwrap_or_default().min(MAX_PAUSE);
        let mut state = self.lock();
        if state.learned_until == Some(until) {
            return;
        }
        (state.learned_until, state.is_shared) = (Some(until), true);
        let is_known =
            state.paused_until.is_some_and(|existing| existing + TIME_TOLERANCE >= Instant::now() + wait);
        drop(state);
        if !is_known {
            self.close_locally(wait);
        }
    }

    fn may_probe(&self) -> bool {
        self.store.as_ref().is_none_or(|store| store.claim_probe(PROBE_LEASE))
    }

    fn try_acquire(&self, deadline: Instant) -> Result<AcquireResult<'_>, SendBlocked> {
        let mut state = self.lock();
        let now = Instant::now();
        if let Some(until) = state.paused_until {
            if until > now {
                let beyond = until >= deadline;
                return if beyond {
                    Err(SendBlocked::Closed(until - now))
                } else {
                    Ok(AcquireResult::Closed(until))
                };
            }
            state.paused_until = None;
            self.pause_sender.send_replace(None);
        }
        if state.in_flight >= state.allowed {
            return Ok(AcquireResult::Full);
        }
        if let Some(at) = state.throttle.next_allowed(now) {
            return if at >= deadline {
                Err(SendBlocked::Closed(at - now))
            } else {
                Ok(AcquireResult::Closed(at))
            };
        }
        state.throttle.count_request(now);
        state.in_flight += 1;
        debug_assert!(state.is_bounded(self.max_in_flight));
        Ok(AcquireResult::Permitted(Permit { limit: self, pause_count: state.pause_count }))
    }

    /// Starts a pause for all processes that use the key. A longer existing pause stays.
    pub(in crate::client) fn close_for(&self, wait: Duration) {
        let wait = wait.min(MAX_PAUSE);
        // Stored first, so that the next process knows even if this one ends now.
        if let (Some(store), Some(until)) = (&self.store, host::now().checked_add(wait)) {
            store.close(until);
            self.lock().is_shared = matches!(store.state(), RateLimitStatus::Closed(_));
        }
        self.close_locally(wait);
    }

    fn close_locally(&self, wait: Duration) {
        let mut state = self.lock();
        let until = Instant::now() + wait;
        state.require_probe();
        if state.paused_until.is_none_or(|existing| existing < until) {
            state.paused_until = Some(until);
            self.pause_sender.send_replace(host::now().checked_add(wait));
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// Lifts the pause for the user: the next request probes the service.
    pub(in crate::client) fn lift(&self) {
        if let Some(store) = &self.store {
            store.lift();
        }
        self.reopen();
    }

    fn reopen(&self) {
        let mut state = self.lock();
        (state.paused_until, state.learned_until, state.is_shared) = (None, None, false);
        state.require_probe();
        state.lifted_at_closure = state.pause_count;
        self.pause_sender.send_replace(None);
        drop(state);
        self.changed.notify_waiters();
    }

    /// Ends the pause here if the user lifted it in another process. Returns whether it did.
    pub(in crate::client) fn on_limit_lifted(&self) -> bool {
        let lifted = self.is_lifted_by_peer();
        if lifted {
            self.reopen();
        }
        lifted
    }

    /// Returns whether another process lifted the pause that is active here.
    fn is_lifted_by_peer(&self) -> bool {
        let shut = self.remaining_pause().is_some() && self.lock().is_shared;
        shut && self.is_known_unlimited()
    }

    /// Returns whether the shared state exists and reports no pause.
    pub(in crate::client) fn is_known_unlimited(&self) -> bool {
        let store = self.store.as_ref();
        store.is_some_and(|store| !matches!(store.state(), RateLimitStatus::Closed(_)))
    }

    /// Returns the end of the pause, started here or by another process with the key.
    pub(in crate::client) fn paused_until(&self) -> Option<SystemTime> {
        self.sync_with_store();
        host::now().checked_add(self.remaining_pause()?)
    }

    /// Returns the remaining time of the pause, if there is one.
    pub(super) fn remaining_pause(&self) -> Option<Duration> {
        self.lock().paused_until?.checked_duration_since(Instant::now()).filter(|wait| !wait.is_zero())
    }

    /// Returns a receiver of the pause's end.
    pub(in crate::client) fn subscribe(&self) -> watch::Receiver<Option<SystemTime>> {
        self.pause_sender.subscribe()
    }
}

impl GateInner {
    /// Returns whether no more requests are in flight than allowed.
    fn is_bounded(&self, max: usize) -> bool {
        self.in_flight <= self.allowed
            && (1..=max).contains(&self.allowed)
            && self.lifted_at_closure <= self.pause_count
    }

    /// Allows one probe after a closure and invalidates earlier permits.
    fn require_probe(&mut self) {
        self.pause_count += 1;
        (self.allowed, self.in_flight, self.needs_probe) = (1, 0, true);
    }
}

enum AcquireResult<'a> {
    Permitted(Permit<'a>),
    /// Nothing may be sent before this time.
    Closed(Instant),
    Full,
}

impl Permit<'_> {
    /// Reports a response other than 429.
    pub(in crate::client) fn on_response(self) {
        let mut state = self.limit.lock();
        // A request sent before the closure tells nothing about the time after it.
        if state.pause_count != self.pause_count {
            return;
        }
        state.strikes = 0;
        debug_assert!(state.in_flight > 0, "an answer without a request in flight");
        state.allowed = (state.allowed * 2).min(self.limit.max_in_flight);
        let first = std::mem::take(&mut state.needs_probe);
        drop(state);
        if let Some(store) = self.limit.store.as_ref().filter(|_| first) {
            store.open();
        }
    }

    /// Reports a 429: starts a pause and returns its length.
    ///
    /// The pause is the longer of `retry_after` and the back-off for repeated rejections. After the user lifts a pause,
    /// responses to earlier requests start no new one; the next request probes the service.
    pub(super) fn on_rate_limited(self, retry_after: Option<Duration>) -> Duration {
        if self.limit.is_lifted_by_peer() {
            return Duration::ZERO;
        }
        let strikes = {
            let mut state = self.limit.lock();
            if self.pause_count < state.lifted_at_closure {
                return Duration::ZERO;
            }
            // Of several requests in flight at the limit, only the first rejection counts.
            if state.pause_count == self.pause_count {
                state.strikes = state.strikes.saturating_add(1);
                state.throttle.lower_limit(Instant::now());
            }
            state.strikes
        };
        let backoff = self.limit.backoff.max_delay(strikes);
        let wait = retry_after.map_or(backoff, |requested| requested.max(backoff)).min(MAX_PAUSE);
        self.limit.close_for(wait);
        wait
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.limit.lock();
        if state.pause_count == self.pause_count {
            state.in_flight = state.in_flight.saturating_sub(1);
            debug_assert!(state.is_bounded(self.limit.max_in_flight));
        }
        drop(state);
        self.limit.changed.notify_waiters();
    }
}

/// Waits until the deadline at most; returns `None` if it passed first.
pub(in crate::client) async fn until_deadline<T>(
    deadline: Instant,
    future: impl Future<Output = T>,
) -> Option<T> {
    timeout_at(deadline, future).await.ok()
}

#[cfg(test)]
#[path = "rate_limit_tests.rs"]
mod tests;
