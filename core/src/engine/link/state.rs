//! What the answers say about the connection, and when the next request may leave. Pure: answers and moments go in.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::error::{Error, ErrorKind, Fault};
use crate::model::snapshot::Connection;

use crate::engine::actor::clock::after;
use crate::engine::actor::clock_change::moved;
use crate::engine::actor::jitter::Jitter;

/// The connection with its gate.
#[derive(Debug)]
pub(in crate::engine) struct Link {
    state: Connection,
    failures: u32,
    jitter: Jitter,
    base: Duration,
    cap: Duration,
}

/// A 429 that names no moment.
const UNNAMED_COOLDOWN: Duration = Duration::from_mins(1);

/// After a proxy refused the password it is not given again by itself: that would lock the account.
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

    /// A link that nothing ever leaves by.
    pub(in crate::engine) fn withheld(mut self) -> Self {
        self.state = Connection::Withheld;
        self
    }

    pub(in crate::engine) fn state(&self) -> &Connection {
        &self.state
    }

    /// Whether requests may go side by side: only while the answers are good. Before, one goes ahead to try.
    pub(in crate::engine) fn is_online(&self) -> bool {
        matches!(self.state, Connection::Online | Connection::Slow { .. })
    }

    /// Whether answers come, and do not take long.
    pub(in crate::engine) fn is_brisk(&self) -> bool {
        matches!(self.state, Connection::Online)
    }

    /// Answers take long. Whether that is news.
    pub(in crate::engine) fn slow(&mut self, now: Timestamp) -> bool {
        let news = self.is_brisk();
        if news {
            self.state = Connection::Slow { since: now };
        }
        news
    }

    /// An answer came quickly. Whether that is news.
    pub(super) fn brisk(&mut self) -> bool {
        let news = matches!(self.state, Connection::Slow { .. });
        if news {
            self.state = Connection::Online;
        }
        news
    }

    /// Until when the service asked to wait, if it did.
    pub(in crate::engine) fn gate(&self) -> Option<Timestamp> {
        match self.state {
            Connection::RateLimited { until } => Some(until),
            _ => None,
        }
    }

    /// Whether there is no connection.
    pub(in crate::engine) fn is_offline(&self) -> bool {
        matches!(self.state, Connection::Offline { .. } | Connection::Withheld)
    }

    /// Whether the service is away or in trouble, which another program would meet as well.
    pub(super) fn is_lost(&self) -> bool {
        matches!(
            self.state,
            Connection::Offline { .. } | Connection::Failing { .. }
        )
    }

    /// Whether answers have failed to come, for whatever reason.
    pub(in crate::engine) fn is_cut(&self) -> bool {
        !self.is_online() && !matches!(self.state, Connection::Starting)
    }

    /// Follows a clock that was set.
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

    /// Until when nothing is sent, as far as that is known.
    pub(in crate::engine) fn closed_until(&self) -> Option<Timestamp> {
        self.state.closed_until()
    }

    /// Whether a request may leave now; if not, when. `Err(None)`: not before the person acts.
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

    /// The gate that a former run or another window left; a longer one of our own stays.
    pub(in crate::engine) fn close_until(&mut self, until: Timestamp, now: Timestamp) {
        let withheld = matches!(self.state, Connection::Withheld);
        if !withheld && until > now && self.gate().is_none_or(|known| known < until) {
            self.state = Connection::RateLimited { until };
        }
    }

    /// The person asks: what only waited for a better moment is tried now. A gate the service set stays shut.
    pub(in crate::engine) fn insist(&mut self, now: Timestamp) {
        // Whoever is there to ask does not wait the longer for having asked.
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

    /// Others get answers: what only waited for a better moment is tried at `at`. Whether anything did.
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

    /// The person has lifted the pause that the service asked for. Whether there was one.
    pub(super) fn lift(&mut self) -> bool {
        let paused = matches!(self.state, Connection::RateLimited { .. });
        if paused {
            self.state = Connection::Starting;
        }
        paused
    }

    /// An answer came that a working service gives, be it a refusal. Whether the state changed.
    pub(super) fn good(&mut self, now: Timestamp) -> bool {
        // An answer to a request from before the gate closed does not open it.
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

    /// A request failed. Whether the state changed.
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
            // Half an answer comes from a service that is there.
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

    /// When to try again. `None` if that is settled already: several requests may fail for one reason.
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
        assert!(!link.hurry(at(0)), "nothing waits");
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
