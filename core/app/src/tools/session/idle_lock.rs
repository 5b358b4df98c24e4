//! Idle lock: hides the content after a time without input, until the user has proved their identity.
//!
//! The front end reports input, draws the locked screen and checks the passphrase. The engine runs on.

use std::time::Duration;

use jiff::Timestamp;

use crate::error::Reason;

/// The idle lock of a session.
#[derive(Clone, Debug, Default)]
pub struct IdleLock {
    last_input: Option<Timestamp>,
    is_locked: bool,
    /// True while the front end checks the user.
    pub is_checking: bool,
    /// The reason why the last check failed.
    pub rejection: Option<Reason>,
    /// True if a passphrase opens the lock, instead of Enter alone.
    pub asks_passphrase: bool,
}

impl IdleLock {
    /// Returns whether the content is hidden.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Notes input of the user, which postpones the lock. Input on the locked screen has no effect.
    pub fn note_input(&mut self, now: Timestamp) {
        self.last_input = Some(now);
    }

    /// Locks after `limit` without input.
    pub(crate) fn advance(&mut self, limit: Option<Duration>, now: Timestamp) {
        let last = *self.last_input.get_or_insert(now);
        // If the clock was set back, the time starts again.
        self.last_input = Some(last.min(now));
        self.is_locked |= limit.is_some_and(|limit| elapsed(last, now) >= limit);
    }

    /// Returns the whole seconds until the lock, at least one.
    pub(crate) fn seconds_left(&self, limit: Option<Duration>, now: Timestamp) -> Option<u64> {
        let limit = limit.filter(|_| !self.is_locked)?;
        let left = limit.saturating_sub(elapsed(self.last_input.unwrap_or(now), now));
        Some(left.as_secs().max(1))
    }

    /// Applies the result of a check: opens the lock, or shows the reason.
    pub fn on_checked(&mut self, result: Result<(), Reason>, now: Timestamp) {
        self.is_checking = false;
        match result {
            Ok(()) => {
                *self =
                    Self { last_input: Some(now), asks_passphrase: self.asks_passphrase, ..Self::default() };
            }
            Err(reason) => self.rejection = Some(reason),
        }
    }

    /// Begins a check. Returns false if one is running.
    pub fn begin_check(&mut self) -> bool {
        self.rejection = None;
        !std::mem::replace(&mut self.is_checking, true)
    }
}

fn elapsed(from: Timestamp, to: Timestamp) -> Duration {
    Duration::try_from(to.duration_since(from)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Option<Duration> = Some(Duration::from_mins(1));

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn lock_opens_only_after_a_passed_check() {
        let mut lock = IdleLock::default();
        lock.advance(LIMIT, at(0));
        lock.note_input(at(30));
        lock.advance(LIMIT, at(89));
        assert!(!lock.is_locked());
        assert_eq!(lock.seconds_left(LIMIT, at(89)), Some(1));
        lock.advance(LIMIT, at(90));
        assert!(lock.is_locked());
        assert_eq!(lock.seconds_left(LIMIT, at(90)), None);
        lock.note_input(at(91));
        lock.advance(LIMIT, at(92));
        assert!(lock.is_locked(), "input alone opens nothing");
        assert!(lock.begin_check() && !lock.begin_check());
        lock.on_checked(Err(Reason::from("wrong".to_owned())), at(93));
        assert!(lock.is_locked() && lock.rejection.is_some());
        lock.on_checked(Ok(()), at(94));
        assert!(!lock.is_locked() && lock.rejection.is_none());
        lock.advance(LIMIT, at(153));
        assert!(!lock.is_locked(), "the time starts again");
    }

    #[test]
    fn lock_survives_a_clock_set_back() {
        let mut lock = IdleLock::default();
        lock.advance(None, at(0));
        lock.advance(None, at(1_000_000));
        assert!(!lock.is_locked());
        lock.note_input(at(1_000_000));
        lock.advance(LIMIT, at(10));
        lock.advance(LIMIT, at(70));
        assert!(lock.is_locked());
    }
}
