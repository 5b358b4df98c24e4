//! The connection state machine, which decides when the next request may be sent. It is pure: it takes answers and
//! timestamps.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::error::{Error, ErrorKind, Fault};
use crate::model::snapshot::Connection;

use crate::engine::actor::clock::after;
use crate::engine::actor::clock_change::moved;
use crate::engine::actor::jitter::Jitter;

/// The connection with its rate limit and retry delays.
#[derive(Debug)]
pub(in crate::engine) struct Link {
    state: Connection,
    failures: u32,
    jitter: Jitter,
    base: Duration,
    cap: Duration,
}

/// Pause after a 429 without `Retry-After`.
const UNNAMED_COOLDOWN: Duration = Duration::from_mins(1);

/// Retry delay after a proxy refused the password; automatic retries would lock the account.
const LOCKED_OUT: Duration = Duration::from_hours(24);

impl Link {
    pub(in crate::engine) fn new(jitter: Jitter, base: Duration, cap: Duration) -> Self {
        Self {
            state: Connection::Starting,
            failures: 0,
            jitter,
            base,
            cap,
        }
    }

    /// Returns a connection that never sends anything.
    pub(in crate::engine) fn withheld(mut self) -> Self {
        self.state = Connection::Withheld;
        self
    }

    pub(in crate::engine) fn state(&self) -> &Connection {
        &self.state
    }

    /// Returns whether concurrent requests are allowed. In other states a single request probes first.
    pub(in crate::engine) fn is_online(&self) -> bool {
        matches!(self.state, Connection::Online | Connection::Slow { .. })
    }

    /// Returns whether answers arrive without long delays.
    pub(in crate::engine) fn is_brisk(&self) -> bool {
        matches!(self.state, Connection::Online)
    }

    /// Notes slow answers. Returns whether the state changed.
    pub(in crate::engine) fn slow(&mut self, now: Timestamp) -> bool {
        let news = self.is_brisk();
        if news {
            self.state = Connection::Slow { since: now };
        }
        news
    }

    /// Notes a quick answer. Returns whether the state changed.
    pub(super) fn brisk(&mut self) -> bool {
        let news = matches!(self.state, Connection::Slow { .. });
        if news {
            self.state = Connection::Online;
        }
        news
    }

    /// Returns the end of the rate limit, if the server set one.
    pub(in crate::engine) fn gate(&self) -> Option<Timestamp> {
        match self.state {
            Connection::RateLimited { until } => Some(until),
            _ => None,
        }
    }

    /// Returns whether the server is unreachable or sending is disabled.
    pub(in crate::engine) fn is_offline(&self) -> bool {
        matches!(self.state, Connection::Offline { .. } | Connection::Withheld)
    }

    /// Returns whether the server is unreachable or failing, which would affect peers too.
    pub(super) fn is_lost(&self) -> bool {
        matches!(
            self.state,
            Connection::Offline { .. } | Connection::Failing { .. }
        )
    }

    /// Returns whether requests have failed, for any reason.
    pub(in crate::engine) fn is_cut(&self) -> bool {
        !self.is_online() && !matches!(self.state, Connection::Starting)
    }

    /// Shifts the times in the state after a clock change.
    pub(in crate::engine) fn move_along(&mut self, by: SignedDuration) {
        match &mut self.state {
            Connection::Starting
            | Connection::Online
            | Connection::Withheld
            | Connection::SignInNeeded { .. } => {}
            Connection::Slow { since: at }
            | Connection::RateLimited { until: at }
            | Connection::Failing { retry_at: at, .. } => moved(at, by),
            Connection::Offline { since, retry_at, .. } => {
                moved(since, by);
                moved(retry_at, by);
            }
        }
    }

    /// Returns until when nothing is sent, if known.
    pub(in crate::engine) fn closed_until(&self) -> Option<Timestamp> {
        self.state.closed_until()
    }

    /// Returns whether a request may be sent now, or else when. `Err(None)` means: not before the user acts.
    pub(in crate::engine) fn open(&self, now: Timestamp) -> Result<(), Option<Timestamp>> {
        match self.state {
            Connection::Starting | Connection::Online | Connection::Slow { .. } => Ok(()),
            Connection::SignInNeeded { .. } | Connection::Withheld => Err(None),
            Connection::Offline { retry_at: at, .. }
            | Connection::RateLimited { until: at }
            | Connection::Failing { retry_at: at, .. } => {
                if at <= now {
                    Ok(())
                } else {
                    Err(Some(at))
                }
            }
        }
    }

    /// Applies a rate limit from an earlier run or another process; a longer own limit stays.
    pub(in crate::engine) fn close_until(&mut self, until: Timestamp, now: Timestamp) {
        let withheld = matches!(self.state, Connection::Withheld);
        if !withheld && until > now && self.gate().is_none_or(|known| known < until) {
            self.state = Connection::RateLimited { until };
        }
    }

    /// Retries at once on the user's request; the server's rate limit stays in force.
    pub(in crate::engine) fn insist(&mut self, now: Timestamp) {
        // A user's retry must not lengthen the next delay.
        self.failures = 0;
        match &mut self.state {
            Connection::Offline { retry_at, .. } | Connection::Failing { retry_at, .. } => *retry_at = now,
            Connection::SignInNeeded { .. } => self.state = Connection::Starting,
            Connection::Starting
            | Connection::Online
            | Connection::Slow { .. }
            | Connection::Withheld
            | Connection::RateLimited { .. } => {}
        }
    }

    /// Moves the next retry forward to `at`, because a peer gets answers. Returns whether a retry was moved.
    pub(in crate::engine) fn hurry(&mut self, at: Timestamp) -> bool {
        match &mut self.state {
            Connection::Offline { error, .. } if error.fault() == Some(Fault::ProxySignIn) => false,
            Connection::Offline { retry_at, .. } | Connection::Failing { retry_at, .. } if *retry_at > at => {
                *retry_at = at;
                true
            }
            _ => false,
        }
    }

    /// Lifts the server's rate limit for the user. Returns whether there was one.
    pub(super) fn lift(&mut self) -> bool {
        let paused = matches!(self.state, Connection::RateLimited { .. });
        if paused {
            self.state = Connection::Starting;
        }
        paused
    }

    /// Notes an answer of a working server, even a refusal. Returns whether the state changed.
    pub(super) fn good(&mut self, now: Timestamp) -> bool {
        // An answer to a request sent before the rate limit does not end the limit.
        if self.is_online()
            || matches!(self.state, Connection::Withheld)
            || matches!(self.state, Connection::RateLimited { until } if until > now)
        {
            return false;
        }
        self.failures = 0;
        self.state = Connection::Online;
        true
    }

    /// Notes a failed request. Returns whether the state changed.
    pub(in crate::engine) fn failed(&mut self, error: &Error, now: Timestamp) -> bool {
        match error.kind() {
            _ if matches!(self.state, Connection::Withheld) => return false,
            ErrorKind::Auth => self.state = Connection::SignInNeeded { error: error.clone() },
            ErrorKind::RateLimited => {
                let until = after(now, error.retry_after().unwrap_or(UNNAMED_COOLDOWN));
                let until = match self.state {
                    Connection::RateLimited { until: known } => known.max(until),
                    _ => until,
                };
                self.state = Connection::RateLimited { until };
            }
            // A truncated answer proves that the server is reachable.
            ErrorKind::Unreachable if error.fault() != Some(Fault::Cut) => {
                let since = match &self.state {
                    Connection::Offline { since, .. } => *since,
                    _ => now,
                };
                let retry_at = if error.fault() == Some(Fault::ProxySignIn) {
                    Some(after(now, LOCKED_OUT))
                } else {
                    self.next_try(now)
                };
                let Some(retry_at) = retry_at else {
                    return false;
                };
                self.state = Connection::Offline {
                    since,
                    retry_at,
                    error: error.clone(),
                };
            }
            ErrorKind::Unexpected | ErrorKind::Protocol | ErrorKind::Unreachable => {
                let Some(retry_at) = self.next_try(now) else {
                    return false;
                };
                self.state = Connection::Failing {
                    retry_at,
                    error: error.clone(),
                };
            }
            _ => return self.good(now),
        }
        true
    }

    /// Returns the next retry time; `None` if one is already set, because several requests may fail together.
    fn next_try(&mut self, now: Timestamp) -> Option<Timestamp> {
        match self.state {
            Connection::Offline { retry_at, .. } | Connection::Failing { retry_at, .. } if retry_at > now => {
                None
            }
            Connection::RateLimited { until } if until > now => None,
            Connection::SignInNeeded { .. } | Connection::Withheld => None,
            _ => {
                self.failures = self.failures.saturating_add(1);
                Some(after(
                    now,
                    self.jitter.backoff(self.failures, self.base, self.cap),
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn link() -> Link {
        Link::new(Jitter::new(1), SECOND, SECOND * 60)
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn offline() -> Error {
        Error::unreachable(Fault::Connect, "refused")
    }

    #[test]
    fn offline_says_since_when_and_waits_longer_each_time() {
        let mut link = link();
        assert!(link.failed(&offline(), at(0)));
        assert!(
            !link.failed(&offline(), at(0)),
            "a second failure of the same moment changes nothing"
        );
        let Connection::Offline { since, retry_at, .. } = *link.state() else {
            panic!("not offline")
        };
        assert_eq!(since, at(0));
        assert_eq!(link.open(at(0)), Err(Some(retry_at)));
        assert_eq!(link.open(retry_at), Ok(()));
        assert!(link.failed(&offline(), at(100)));
        assert!(matches!(link.state(), Connection::Offline { since, .. } if *since == at(0)));
        assert!(link.good(at(200)) && link.is_online());
    }

    #[test]
    fn insisting_opens_every_gate_but_the_services_own() {
        let mut link = link();
        link.failed(&offline(), at(0));
        link.insist(at(0));
        assert_eq!(link.open(at(0)), Ok(()));
        link.failed(&Error::of_status(429, None).with_retry_after(SECOND * 30), at(0));
        link.insist(at(0));
        assert_eq!(link.open(at(1)), Err(Some(at(30))));
        assert!(!link.good(at(1)), "a late answer does not open the gate");
        assert_eq!(link.open(at(30)), Ok(()));
        assert!(link.good(at(31)));
    }

    #[test]
    fn what_others_hear_hurries_a_try_and_opens_no_gate() {
        let mut link = link();
        assert!(!link.hurry(at(0)), "no write is pending");
        link.failed(&offline(), at(0));
        assert!(link.hurry(at(0)));
        assert_eq!(link.open(at(0)), Ok(()));
        assert!(!link.hurry(at(0)), "it is being tried");
        link.failed(&Error::of_status(429, None).with_retry_after(SECOND * 30), at(0));
        assert!(!link.hurry(at(1)));
        assert_eq!(link.open(at(1)), Err(Some(at(30))));
        assert!(link.lift() && !link.lift());
        assert_eq!(link.open(at(1)), Ok(()));
    }

    #[test]
    fn whoever_asks_does_not_wait_the_longer_for_it() {
        let (mut asked, mut never) = (link(), link());
        for time in 0..8 {
            let at = at(1_000 * time);
            asked.insist(at);
            asked.failed(&offline(), at);
            never.failed(&offline(), at);
        }
        let left = |link: &Link| link.closed_until().unwrap().duration_since(at(7_000));
        assert!(
            left(&asked) * 8 < left(&never),
            "{:?}, {:?}",
            left(&asked),
            left(&never)
        );
    }

    #[test]
    fn a_shorter_cooldown_does_not_shorten_a_longer_one() {
        let mut link = link();
        link.failed(&Error::of_status(429, None).with_retry_after(SECOND * 30), at(0));
        link.failed(&Error::of_status(429, None).with_retry_after(SECOND), at(0));
        assert_eq!(link.open(at(5)), Err(Some(at(30))));
    }

    #[test]
    fn a_refused_key_waits_for_the_person() {
        let mut link = link();
        link.failed(&Error::of_status(401, None), at(0));
        assert_eq!(link.open(at(10_000)), Err(None));
        link.insist(at(1));
        assert_eq!(link.open(at(1)), Ok(()));
    }

    #[test]
    fn a_proxy_that_refuses_the_password_is_not_given_it_again_by_itself() {
        let mut link = link();
        link.failed(&Error::unreachable(Fault::ProxySignIn, "407"), at(0));
        assert!(link.is_offline() && !link.hurry(at(1)));
        assert!(matches!(link.open(at(3_600)), Err(Some(_))));
        link.insist(at(3_600));
        assert_eq!(link.open(at(3_600)), Ok(()));
    }

    #[test]
    fn half_an_answer_comes_from_a_service_that_is_there() {
        let mut link = link();
        link.failed(&Error::unreachable(Fault::Cut, "half"), at(0));
        assert!(matches!(link.state(), Connection::Failing { .. }));
        link.failed(&Error::unreachable(Fault::Reset, "none"), at(10_000));
        assert!(link.is_offline());
    }

    #[test]
    fn a_refusal_is_an_answer() {
        let mut link = link();
        assert!(link.failed(&Error::of_status(403, None), at(0)));
        assert!(link.is_online());
        link.failed(&Error::of_status(502, None), at(0));
        assert!(matches!(link.state(), Connection::Failing { .. }));
    }
}
