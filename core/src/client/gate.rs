//! The rate gate: after a 429 nothing is sent before the service allows it.
//!
//! Early calls lengthen a progressive ban, so all calls of a client wait at one gate. When it opens, one call
//! goes first; with each success twice as many may be under way, up to a bound that always holds.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::config::Backoff;

/// A wait longer than this is as good as for ever; it keeps clock arithmetic in range.
const LONGEST: Duration = Duration::from_hours(24 * 365);

#[derive(Debug)]
pub(super) struct Gate {
    backoff: Backoff,
    most: usize,
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
    /// Counts closures, to tell permits given before one from those after.
    closures: u32,
}

/// The right to send one request. Say how it went, or drop it.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    gate: &'a Gate,
    closures: u32,
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
    /// With at most `most` requests under way.
    pub(super) fn new(backoff: Backoff, most: usize) -> Self {
        let most = most.max(1);
        let state = State {
            until: None,
            strikes: 0,
            allowed: most,
            under_way: 0,
            closures: 0,
        };
        Self {
            backoff,
            most,
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
            let opens = match self.try_pass(deadline)? {
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
        state.under_way += 1;
        Ok(Entry::Free(Permit {
            gate: self,
            closures: state.closures,
        }))
    }

    /// Closes the gate; a longer closure stays.
    pub(super) fn close_for(&self, wait: Duration) {
        let wait = wait.min(LONGEST);
        let mut state = self.lock();
        let until = Instant::now() + wait;
        state.closures = state.closures.wrapping_add(1);
        (state.allowed, state.under_way) = (1, 0);
        if state.until.is_none_or(|have| have < until) {
            state.until = Some(until);
            self.published.send_replace(SystemTime::now().checked_add(wait));
        }
        drop(state);
        self.moved.notify_waiters();
    }

    /// How long the gate stays closed, if it is.
    pub(super) fn closed_for(&self) -> Option<Duration> {
        self.lock()
            .until?
            .checked_duration_since(Instant::now())
            .filter(|wait| !wait.is_zero())
    }

    /// Until when the gate is closed.
    pub(super) fn subscribe(&self) -> watch::Receiver<Option<SystemTime>> {
        self.published.subscribe()
    }
}

enum Entry<'a> {
    Free(Permit<'a>),
    Closed(Instant),
    Full,
}

impl Permit<'_> {
    /// The service answered with anything but 429.
    pub(super) fn answered(self) {
        let mut state = self.gate.lock();
        // An answer to a request sent before the closure says nothing about the time after it.
        if state.closures == self.closures {
            state.strikes = 0;
            state.allowed = (state.allowed * 2).min(self.gate.most);
        }
    }

    /// The service answered 429. Closes the gate for the longer of what it asks and what repeated refusals
    /// call for; returns how long.
    pub(super) fn refused(self, retry_after: Option<Duration>) -> Duration {
        let strikes = {
            let mut state = self.gate.lock();
            // Of several under way when the limit was hit, the first refusal counts.
            if state.closures == self.closures {
                state.strikes = state.strikes.saturating_add(1);
            }
            state.strikes
        };
        let own = self.gate.backoff.ceiling(strikes);
        let wait = retry_after.map_or(own, |asked| asked.max(own));
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
pub(super) async fn until<T>(deadline: Instant, future: impl Future<Output = T>) -> Option<T> {
    timeout_at(deadline, future).await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn gate() -> Gate {
        let backoff = Backoff {
            base: Duration::from_secs(1),
            cap: Duration::from_mins(1),
        };
        Gate::new(backoff, 8)
    }

    fn later(seconds: u64) -> Instant {
        Instant::now() + Duration::from_secs(seconds)
    }

    #[tokio::test(start_paused = true)]
    async fn a_closure_beyond_the_deadline_is_told_at_once() {
        let gate = gate();
        gate.close_for(Duration::from_mins(2));
        let start = Instant::now();
        assert_eq!(
            gate.pass(later(30)).await.unwrap_err(),
            Blocked::Closed(Duration::from_mins(2))
        );
        assert_eq!(Instant::now(), start);
    }

    #[tokio::test(start_paused = true)]
    async fn waits_until_it_opens_and_not_longer() {
        let gate = gate();
        gate.close_for(Duration::from_secs(5));
        gate.close_for(Duration::from_secs(2));
        let start = Instant::now();
        drop(gate.pass(later(30)).await.unwrap());
        assert_eq!(start.elapsed().as_secs(), 5);
    }

    #[tokio::test(start_paused = true)]
    async fn one_probe_first_then_twice_as_many() {
        let gate = Arc::new(gate());
        gate.close_for(Duration::from_secs(1));
        let (under_way, most) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::new(std::sync::Mutex::new(Vec::new())),
        );
        let calls: Vec<_> = (0..40)
            .map(|_| {
                let (gate, under_way, most) = (gate.clone(), under_way.clone(), most.clone());
                tokio::spawn(async move {
                    let permit = gate.pass(later(1_000)).await.unwrap();
                    let now = under_way.fetch_add(1, Ordering::SeqCst) + 1;
                    most.lock().unwrap().push(now);
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    under_way.fetch_sub(1, Ordering::SeqCst);
                    permit.answered();
                })
            })
            .collect();
        for call in calls {
            call.await.unwrap();
        }
        let seen = most.lock().unwrap().clone();
        assert_eq!(seen.first(), Some(&1));
        assert_eq!(seen.get(1..3).unwrap().iter().max(), Some(&2), "{seen:?}");
        assert_eq!(seen.iter().max(), Some(&8), "{seen:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn refusals_of_one_burst_count_once() {
        let gate = gate();
        let mut burst = Vec::new();
        for _ in 0..8 {
            burst.push(gate.pass(later(30)).await.unwrap());
        }
        assert_eq!(gate.pass(later(30)).await.unwrap_err(), Blocked::Busy);
        for permit in burst {
            assert_eq!(permit.refused(Some(Duration::from_secs(3))).as_secs(), 3);
        }
        assert_eq!(gate.closed_for(), Some(Duration::from_secs(3)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_late_answer_from_before_a_closure_does_not_widen_the_gate() {
        let gate = gate();
        let old = gate.pass(later(30)).await.unwrap();
        gate.close_for(Duration::from_secs(1));
        let probe = gate.pass(later(30)).await.unwrap();
        old.answered();
        assert_eq!(gate.pass(later(30)).await.unwrap_err(), Blocked::Busy);
        probe.answered();
        drop(gate.pass(later(30)).await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn refusals_in_a_row_wait_longer_than_asked() {
        let gate = gate();
        let mut waits = Vec::new();
        for _ in 0..4 {
            let permit = gate.pass(later(1_000)).await.unwrap();
            waits.push(permit.refused(Some(Duration::ZERO)).as_secs());
        }
        assert_eq!(waits, [1, 2, 4, 8]);
        gate.pass(later(1_000)).await.unwrap().answered();
        assert_eq!(gate.pass(later(1_000)).await.unwrap().refused(None).as_secs(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_dropped_probe_lets_the_next_one_through() {
        let gate = gate();
        gate.close_for(Duration::from_secs(1));
        drop(gate.pass(later(30)).await.unwrap());
        drop(gate.pass(later(30)).await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn closures_are_published() {
        let gate = gate();
        let published = gate.subscribe();
        gate.close_for(Duration::MAX);
        assert!(published.borrow().is_some());
    }
}
