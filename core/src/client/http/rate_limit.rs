//! The rate gate: after a 429 nothing is sent before the service allows it.
//!
//! Early calls lengthen a progressive ban, so all calls of a client wait at one gate. When it opens, one call
//! goes first; with each success twice as many may be under way, up to a bound that always holds, and no more a second
//! than half of what was refused ([`throttle`]). A [`GateKeeper`] makes it one gate for every program that uses the key.

mod throttle;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::client::config::Backoff;

use super::rate_limit_store::{GateKeeper, Kept};
use throttle::Pace;

/// Longest wait that is believed: one absurd number must not shut a key out for years. After it one request asks again.
pub(super) const LONGEST: Duration = Duration::from_hours(24);
/// How long another program is given to find out whether the gate is open.
const PROBE_TERM: Duration = Duration::from_secs(15);
/// How often to look whether it has.
const TURN: Duration = Duration::from_millis(100);
/// What the same moment may differ by after a clock or a store has rounded it.
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
    /// Closed until then.
    until: Option<Instant>,
    /// Refusals in a row.
    strikes: u32,
    /// How many may be under way.
    allowed: usize,
    /// How many are, of those let through since the last closure.
    under_way: usize,
    /// How many a second.
    pace: Pace,
    /// Counts closures, to tell permits given before one from those after.
    closures: u64,
    /// How many there had been when a person last lifted the pause: what left before that is not about the time after it.
    lifted: u64,
    /// Whether no answer has come since the last closure.
    untried: bool,
    /// The closure last learned from the keeper.
    learned: Option<SystemTime>,
    /// Whether the keeper knew of the closure: only then it can say that somebody lifted it.
    shared: bool,
}

/// The right to send one request. Say how it went, or drop it.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    gate: &'a Gate,
    closures: u64,
}

/// Why no request may be sent before the deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blocked {
    /// The gate stays closed for that long. Nothing was waited for.
    Closed(Duration),
    /// Others were under way all the time.
    Busy,
}

impl Gate {
    /// With at most `most` requests under way. What `keeper` knows holds here too, and the other way round.
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
                    // Not woken by the permit just given back.
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

    /// Takes in what other programs have learned; whether the next request is the one that finds out if the gate is
    /// open.
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
        Ok(Entry::Free(Permit {
            gate: self,
            closures: state.closures,
        }))
    }

    /// Closes the gate for every program; a longer closure stays.
    pub(in crate::client) fn close_for(&self, wait: Duration) {
        let wait = wait.min(LONGEST);
        // Kept first: should this program end now, the next one knows.
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

    /// The person lifts the pause: the next request finds out whether the service answers again.
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

    /// Opens where the person has lifted the pause in another program; whether that was so.
    pub(in crate::client) fn follow_lift(&self) -> bool {
        let lifted = self.is_lifted_elsewhere();
        if lifted {
            self.reopen();
        }
        lifted
    }

    /// Whether the pause that is in force here was lifted by another program.
    fn is_lifted_elsewhere(&self) -> bool {
        let shut = self.closed_for().is_some() && self.lock().shared;
        shut && self.is_known_open()
    }

    /// Whether whoever keeps the gate for every program says that it is not closed.
    pub(in crate::client) fn is_known_open(&self) -> bool {
        let keeper = self.keeper.as_ref();
        keeper.is_some_and(|keeper| !matches!(keeper.look(), Kept::Closed(_)))
    }

    /// Until when the gate is closed, for this program or for another one that uses the key.
    pub(in crate::client) fn paused_until(&self) -> Option<SystemTime> {
        self.follow_keeper();
        SystemTime::now().checked_add(self.closed_for()?)
    }

    /// How long the gate stays closed, if it is.
    pub(super) fn closed_for(&self) -> Option<Duration> {
        self.lock()
            .until?
            .checked_duration_since(Instant::now())
            .filter(|wait| !wait.is_zero())
    }

    /// Until when the gate is closed.
    pub(in crate::client) fn subscribe(&self) -> watch::Receiver<Option<SystemTime>> {
        self.published.subscribe()
    }
}

impl State {
    /// After a closure one request goes first, and answers to earlier ones say nothing any more.
    fn narrow(&mut self) {
        self.closures += 1;
        (self.allowed, self.under_way, self.untried) = (1, 0, true);
    }
}

enum Entry<'a> {
    Free(Permit<'a>),
    /// Nothing may go before that.
    Closed(Instant),
    Full,
}

impl Permit<'_> {
    /// The service answered with anything but 429.
    pub(in crate::client) fn answered(self) {
        let mut state = self.gate.lock();
        // An answer to a request sent before the closure says nothing about the time after it.
        if state.closures != self.closures {
            return;
        }
        state.strikes = 0;
        state.allowed = (state.allowed * 2).min(self.gate.most);
        let first = std::mem::take(&mut state.untried);
        drop(state);
        if let Some(keeper) = self.gate.keeper.as_ref().filter(|_| first) {
            keeper.open();
        }
    }

    /// The service answered 429. Closes the gate for the longer of what it asks and what repeated refusals
    /// call for; returns how long. Who lifts the pause wants to know what the service says now: the answer to a request
    /// that left before that closes nothing, whatever it asks, and what is sent next finds out.
    pub(super) fn refused(self, retry_after: Option<Duration>) -> Duration {
        if self.gate.is_lifted_elsewhere() {
            return Duration::ZERO;
        }
        let strikes = {
            let mut state = self.gate.lock();
            if self.closures < state.lifted {
                return Duration::ZERO;
            }
            // Of several under way when the limit was hit, the first refusal counts.
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
        }
        drop(state);
        self.gate.moved.notify_waiters();
    }
}

/// Waits no longer than the deadline; `None` if that passed first.
pub(in crate::client) async fn until<T>(deadline: Instant, future: impl Future<Output = T>) -> Option<T> {
    timeout_at(deadline, future).await.ok()
}

#[cfg(test)]
#[path = "rate_limit_tests.rs"]
mod tests;
