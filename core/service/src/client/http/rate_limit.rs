//! Rate limiter: after a 429, nothing is sent before the service allows it.
//!
//! Early calls lengthen a progressive ban, so all calls of a client share one limiter. When the pause ends, one request
//! is sent as a probe. Each success then doubles the number of requests in flight, up to a fixed maximum. The rate per
//! second stays at half of the refused rate ([`throttle`]). A [`GateKeeper`] shares the limiter between all processes
//! that use the key.

mod throttle;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::client::config::Backoff;

use super::rate_limit_store::{GateKeeper, Kept};
use throttle::Pace;

/// Longest accepted pause, against absurd values. After it, one request probes the service.
pub(super) const LONGEST: Duration = Duration::from_hours(24);
/// Time that another process gets to probe the service.
const PROBE_TERM: Duration = Duration::from_secs(15);
/// Interval for checking the result of that probe.
const TURN: Duration = Duration::from_millis(100);
/// Rounding tolerance when two closing times are compared.
const GRAIN: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(in crate::client) struct Gate {
    backoff: Backoff,
    most: usize,
    keeper: Option<Arc<dyn GateKeeper>>,
    state: Mutex<State>,
    moved: Notify,
    published: watch::Sender<Option<SystemTime>>,
}

#[derive(Debug)]
struct State {
    /// End of the pause.
    until: Option<Instant>,
    /// Consecutive refusals.
    strikes: u32,
    /// Allowed requests in flight.
    allowed: usize,
    /// Requests in flight since the last closure.
    under_way: usize,
    /// Limit per second.
    pace: Pace,
    /// Number of closures, to detect permits issued before the last one.
    closures: u64,
    /// Value of `closures` when the user last lifted the pause; older permits are ignored.
    lifted: u64,
    /// True until the first answer after the last closure.
    untried: bool,
    /// Last closure received from the keeper.
    learned: Option<SystemTime>,
    /// True if the keeper knew of the closure; only then can another process lift it.
    shared: bool,
}

/// Permit to send one request. Report the outcome or drop it.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    gate: &'a Gate,
    closures: u64,
}

/// Reason why no request may be sent before the deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blocked {
    /// The pause lasts that long. The call did not wait.
    Closed(Duration),
    /// Other requests used all slots until the deadline.
    Busy,
}

impl Gate {
    /// Creates a limiter with at most `most` requests in flight, synchronised with `keeper`.
    pub(in crate::client) fn new(backoff: Backoff, most: usize, keeper: Option<Arc<dyn GateKeeper>>) -> Self {
        let most = most.max(1);
        let state = State {
            until: None,
            strikes: 0,
            allowed: most,
            under_way: 0,
            pace: Pace::default(),
            closures: 0,
            lifted: 0,
            untried: false,
            learned: None,
            shared: false,
        };
        Self {
            backoff,
            most,
            keeper,
            state: Mutex::new(state),
            moved: Notify::new(),
            published: watch::Sender::new(None),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a request may be sent.
    pub(super) async fn pass(&self, deadline: Instant) -> Result<Permit<'_>, Blocked> {
        loop {
            let moved = self.moved.notified();
            tokio::pin!(moved);
            // Registered before the state is read, so that no change is missed.
            moved.as_mut().enable();
            let probe = self.follow_keeper();
            let opens = match self.try_pass(deadline)? {
                Entry::Free(permit) if probe && !self.may_probe() => {
                    drop(permit);
                    self.lock().pace.kept_back();
                    let turn = Instant::now() + TURN;
                    if turn >= deadline {
                        return Err(Blocked::Closed(PROBE_TERM));
                    }
                    // A plain sleep: the permit just dropped must not wake this wait.
                    sleep_until(turn).await;
                    continue;
                }
                Entry::Free(permit) => return Ok(permit),
                Entry::Closed(until) => until,
                Entry::Full => deadline,
            };
            tokio::select! {
                () = &mut moved => {}
                () = sleep_until(opens) => if opens >= deadline { return Err(Blocked::Busy) },
            }
        }
    }

    /// Reads the shared state; returns whether the next request is the probe.
    fn follow_keeper(&self) -> bool {
        match self.keeper.as_ref().map(|keeper| keeper.look()) {
            None | Some(Kept::Open) => false,
            Some(Kept::Closed(until)) => {
                self.learn(until);
                false
            }
            Some(Kept::Untried) => {
                let mut state = self.lock();
                if !state.untried {
                    state.narrow();
                }
                true
            }
        }
    }

    fn learn(&self, until: SystemTime) {
        let wait = until
            .duration_since(SystemTime::now())
            .unwrap_or_default()
            .min(LONGEST);
        let mut state = self.lock();
        if state.learned == Some(until) {
            return;
        }
        (state.learned, state.shared) = (Some(until), true);
        let known = state
            .until
            .is_some_and(|have| have + GRAIN >= Instant::now() + wait);
        drop(state);
        if !known {
            self.shut(wait);
        }
    }

    fn may_probe(&self) -> bool {
        self.keeper.as_ref().is_none_or(|keeper| keeper.claim(PROBE_TERM))
    }

    fn try_pass(&self, deadline: Instant) -> Result<Entry<'_>, Blocked> {
        let mut state = self.lock();
        let now = Instant::now();
        if let Some(until) = state.until {
            if until > now {
                let beyond = until >= deadline;
                return if beyond {
                    Err(Blocked::Closed(until - now))
                } else {
                    Ok(Entry::Closed(until))
                };
            }
            state.until = None;
            self.published.send_replace(None);
        }
        if state.under_way >= state.allowed {
            return Ok(Entry::Full);
        }
        if let Some(at) = state.pace.opens(now) {
            return if at >= deadline {
                Err(Blocked::Closed(at - now))
            } else {
                Ok(Entry::Closed(at))
            };
        }
        state.pace.sent(now);
        state.under_way += 1;
        debug_assert!(state.is_bounded(self.most));
        Ok(Entry::Free(Permit {
            gate: self,
            closures: state.closures,
        }))
    }

    /// Starts a pause for all processes that use the key. A longer existing pause stays.
    pub(in crate::client) fn close_for(&self, wait: Duration) {
        let wait = wait.min(LONGEST);
        // Stored first, so that the next process knows even if this one ends now.
        if let (Some(keeper), Some(until)) = (&self.keeper, SystemTime::now().checked_add(wait)) {
            keeper.close(until);
            self.lock().shared = matches!(keeper.look(), Kept::Closed(_));
        }
        self.shut(wait);
    }

    fn shut(&self, wait: Duration) {
        let mut state = self.lock();
        let until = Instant::now() + wait;
        state.narrow();
        if state.until.is_none_or(|have| have < until) {
            state.until = Some(until);
            self.published.send_replace(SystemTime::now().checked_add(wait));
        }
        drop(state);
        self.moved.notify_waiters();
    }

    /// Lifts the pause for the user: the next request probes the service.
    pub(in crate::client) fn lift(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.lift();
        }
        self.reopen();
    }

    fn reopen(&self) {
        let mut state = self.lock();
        (state.until, state.learned, state.shared) = (None, None, false);
        state.narrow();
        state.lifted = state.closures;
        self.published.send_replace(None);
        drop(state);
        self.moved.notify_waiters();
    }

    /// Ends the pause here if the user lifted it in another process. Returns whether it did.
    pub(in crate::client) fn follow_lift(&self) -> bool {
        let lifted = self.is_lifted_elsewhere();
        if lifted {
            self.reopen();
        }
        lifted
    }

    /// Returns whether another process lifted the pause that is active here.
    fn is_lifted_elsewhere(&self) -> bool {
        let shut = self.closed_for().is_some() && self.lock().shared;
        shut && self.is_known_open()
    }

    /// Returns whether the shared state exists and reports no pause.
    pub(in crate::client) fn is_known_open(&self) -> bool {
        let keeper = self.keeper.as_ref();
        keeper.is_some_and(|keeper| !matches!(keeper.look(), Kept::Closed(_)))
    }

    /// Returns the end of the pause, started here or by another process with the key.
    pub(in crate::client) fn paused_until(&self) -> Option<SystemTime> {
        self.follow_keeper();
        SystemTime::now().checked_add(self.closed_for()?)
    }

    /// Returns the remaining time of the pause, if there is one.
    pub(super) fn closed_for(&self) -> Option<Duration> {
        self.lock()
            .until?
            .checked_duration_since(Instant::now())
            .filter(|wait| !wait.is_zero())
    }

    /// Returns a receiver of the pause's end.
    pub(in crate::client) fn subscribe(&self) -> watch::Receiver<Option<SystemTime>> {
        self.published.subscribe()
    }
}

impl State {
    /// Returns whether no more requests are in flight than allowed.
    fn is_bounded(&self, most: usize) -> bool {
        self.under_way <= self.allowed && (1..=most).contains(&self.allowed) && self.lifted <= self.closures
    }

    /// Allows one probe after a closure and invalidates earlier permits.
    fn narrow(&mut self) {
        self.closures += 1;
        (self.allowed, self.under_way, self.untried) = (1, 0, true);
    }
}

enum Entry<'a> {
    Free(Permit<'a>),
    /// Nothing may be sent before this time.
    Closed(Instant),
    Full,
}

impl Permit<'_> {
    /// Reports an answer other than 429.
    pub(in crate::client) fn answered(self) {
        let mut state = self.gate.lock();
        // A request sent before the closure tells nothing about the time after it.
        if state.closures != self.closures {
            return;
        }
        state.strikes = 0;
        debug_assert!(state.under_way > 0, "an answer without a request in flight");
        state.allowed = (state.allowed * 2).min(self.gate.most);
        let first = std::mem::take(&mut state.untried);
        drop(state);
        if let Some(keeper) = self.gate.keeper.as_ref().filter(|_| first) {
            keeper.open();
        }
    }

    /// Reports a 429: starts a pause and returns its length.
    ///
    /// The pause is the longer of `retry_after` and the back-off for repeated refusals. After the user lifts a pause,
    /// answers to earlier requests start no new one; the next request probes the service.
    pub(super) fn refused(self, retry_after: Option<Duration>) -> Duration {
        if self.gate.is_lifted_elsewhere() {
            return Duration::ZERO;
        }
        let strikes = {
            let mut state = self.gate.lock();
            if self.closures < state.lifted {
                return Duration::ZERO;
            }
            // Of several requests in flight at the limit, only the first refusal counts.
            if state.closures == self.closures {
                state.strikes = state.strikes.saturating_add(1);
                state.pace.refused(Instant::now());
            }
            state.strikes
        };
        let own = self.gate.backoff.ceiling(strikes);
        let wait = retry_after.map_or(own, |asked| asked.max(own)).min(LONGEST);
        self.gate.close_for(wait);
        wait
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.gate.lock();
        if state.closures == self.closures {
            state.under_way = state.under_way.saturating_sub(1);
            debug_assert!(state.is_bounded(self.gate.most));
        }
        drop(state);
        self.gate.moved.notify_waiters();
    }
}

/// Waits until the deadline at most; returns `None` if it passed first.
pub(in crate::client) async fn until<T>(deadline: Instant, future: impl Future<Output = T>) -> Option<T> {
    timeout_at(deadline, future).await.ok()
}

#[cfg(test)]
#[path = "rate_limit_tests.rs"]
mod tests;
