//! The rate gate: after a 429 nothing is sent before the service allows it.
//!
//! Early calls lengthen a progressive ban, so all calls of a client wait at one gate. When it opens, one call
//! goes first; with each success twice as many may be under way, until the gate is forgotten.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::config::Backoff;

/// A wait longer than this is as good as for ever; it keeps clock arithmetic in range.
const LONGEST: Duration = Duration::from_hours(24 * 365);

/// With this many calls under way the ramp is over.
const RAMP_END: usize = 64;

#[derive(Debug)]
pub(super) struct Gate {
    backoff: Backoff,
    state: Mutex<State>,
    moved: Notify,
    published: watch::Sender<Option<SystemTime>>,
}

#[derive(Debug, Default)]
struct State {
    /// Closed until then.
    until: Option<Instant>,
    /// Refusals in a row.
    strikes: u32,
    /// While ramping: how many may be under way, and how many are.
    ramp: Option<Ramp>,
}

#[derive(Debug)]
struct Ramp {
    allowed: usize,
    under_way: usize,
    /// Tells permits of this ramp from those of an earlier one.
    number: u32,
}

/// The right to send one request. Say how it went, or drop it.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    gate: &'a Gate,
    ramp: Option<u32>,
}

impl Gate {
    pub(super) fn new(backoff: Backoff) -> Self {
        Self {
            backoff,
            state: Mutex::default(),
            moved: Notify::new(),
            published: watch::Sender::new(None),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a request may be sent.
    ///
    /// # Errors
    /// How long the gate stays closed, if that is beyond the deadline. Nothing was waited for then.
    pub(super) async fn pass(&self, deadline: Instant) -> Result<Permit<'_>, Duration> {
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
                () = sleep_until(opens) => if opens >= deadline { return Err(Duration::ZERO) },
            }
        }
    }

    fn try_pass(&self, deadline: Instant) -> Result<Entry<'_>, Duration> {
        let mut state = self.lock();
        let now = Instant::now();
        if let Some(until) = state.until {
            if until > now {
                return if until >= deadline {
                    Err(until - now)
                } else {
                    Ok(Entry::Closed(until))
                };
            }
            state.until = None;
            self.published.send_replace(None);
        }
        let ramp = match &mut state.ramp {
            None => None,
            Some(ramp) if ramp.under_way < ramp.allowed => {
                ramp.under_way += 1;
                Some(ramp.number)
            }
            Some(_) => return Ok(Entry::Full),
        };
        Ok(Entry::Free(Permit { gate: self, ramp }))
    }

    /// Closes the gate; a longer closure stays.
    pub(super) fn close_for(&self, wait: Duration) {
        let wait = wait.min(LONGEST);
        let mut state = self.lock();
        let until = Instant::now() + wait;
        let number = state.ramp.as_ref().map_or(0, |ramp| ramp.number).wrapping_add(1);
        state.ramp = Some(Ramp {
            allowed: 1,
            under_way: 0,
            number,
        });
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
        state.strikes = 0;
        if let (Some(ramp), Some(number)) = (&mut state.ramp, self.ramp)
            && ramp.number == number
        {
            ramp.allowed *= 2;
            if ramp.allowed >= RAMP_END {
                state.ramp = None;
            }
        }
    }

    /// The service answered 429. Closes the gate for the longer of what it asks and what repeated refusals
    /// call for; returns how long.
    pub(super) fn refused(self, retry_after: Option<Duration>) -> Duration {
        let strikes = {
            let mut state = self.gate.lock();
            state.strikes = state.strikes.saturating_add(1);
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
        if let Some(number) = self.ramp {
            let mut state = self.gate.lock();
            if let Some(ramp) = state.ramp.as_mut().filter(|ramp| ramp.number == number) {
                ramp.under_way = ramp.under_way.saturating_sub(1);
            }
        }
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
        Gate::new(Backoff {
            base: Duration::from_secs(1),
            cap: Duration::from_mins(1),
        })
    }

    fn later(seconds: u64) -> Instant {
        Instant::now() + Duration::from_secs(seconds)
    }

    #[tokio::test(start_paused = true)]
    async fn a_closure_beyond_the_deadline_is_told_at_once() {
        let gate = gate();
        gate.close_for(Duration::from_mins(2));
        let start = Instant::now();
        assert_eq!(gate.pass(later(30)).await.unwrap_err(), Duration::from_mins(2));
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
