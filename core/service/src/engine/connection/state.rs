//! The connection state machine, which decides when the next request may be sent. It is pure: it takes responses and
//! timestamps.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::error::{Error, ErrorKind, NetworkError};
use crate::model::snapshot::ConnectionState;

use crate::engine::actor::clock::saturating_add;
use crate::engine::actor::clock_change::shift;
use crate::engine::actor::jitter::Jitter;

/// The connection with its rate limit and retry delays.
#[derive(Debug)]
pub(in crate::engine) struct Link {
    state: ConnectionState,
    failures: u32,
    jitter: Jitter,
    retry_base: Duration,
    retry_cap: Duration,
}

/// Pause after a 429 without `Retry-After`.
const DEFAULT_COOLDOWN: Duration = Duration::from_mins(1);

/// Retry delay after a proxy rejected the password; automatic retries would lock the account.
const PROXY_RETRY_DELAY: Duration = Duration::from_hours(24);

impl Link {
    pub(in crate::engine) fn new(jitter: Jitter, retry_base: Duration, retry_cap: Duration) -> Self {
        Self { state: ConnectionState::Starting, failures: 0, jitter, retry_base, retry_cap }
    }

    /// Returns a connection that never sends anything.
    pub(in crate::engine) fn never_sending(mut self) -> Self {
        self.state = ConnectionState::OfflineMode;
        self
    }

    pub(in crate::engine) fn state(&self) -> &ConnectionState {
        &self.state
    }

    /// Returns whether concurrent requests are allowed. In other states a single request probes first.
    pub(in crate::engine) fn is_online(&self) -> bool {
        matches!(self.state, ConnectionState::Online | ConnectionState::Slow { .. })
    }

    /// Returns whether responses arrive without long delays.
    pub(in crate::engine) fn is_responsive(&self) -> bool {
        matches!(self.state, ConnectionState::Online)
    }

    /// Notes slow responses. Returns whether the state changed.
    pub(in crate::engine) fn on_slow(&mut self, now: Timestamp) -> bool {
        let is_new = self.is_responsive();
        if is_new {
            self.state = ConnectionState::Slow { since: now };
        }
        is_new
    }

    /// Notes a quick response. Returns whether the state changed.
    pub(super) fn on_responsive(&mut self) -> bool {
        let is_new = matches!(self.state, ConnectionState::Slow { .. });
        if is_new {
            self.state = ConnectionState::Online;
        }
        is_new
    }

    /// Returns the end of the rate limit, if the server set one.
    pub(in crate::engine) fn rate_limit(&self) -> Option<Timestamp> {
        match self.state {
            ConnectionState::RateLimited { until } => Some(until),
            _ => None,
        }
    }

    /// Returns whether the server is unreachable or sending is disabled.
    pub(in crate::engine) fn is_offline(&self) -> bool {
        matches!(self.state, ConnectionState::Offline { .. } | ConnectionState::OfflineMode)
    }

    /// Returns whether the server is unreachable or failing, which would affect peers too.
    pub(super) fn is_server_down(&self) -> bool {
        matches!(self.state, ConnectionState::Offline { .. } | ConnectionState::Failing { .. })
    }

    /// Returns whether requests have failed, for any reason.
    pub(in crate::engine) fn is_failing(&self) -> bool {
        !self.is_online() && !matches!(self.state, ConnectionState::Starting)
    }

    /// Shifts the times in the state after a clock change.
    pub(in crate::engine) fn shift_times(&mut self, by: SignedDuration) {
        match &mut self.state {
            ConnectionState::Starting
            | ConnectionState::Online
            | ConnectionState::OfflineMode
            | ConnectionState::SignInNeeded { .. } => {}
            ConnectionState::Slow { since: at }
            | ConnectionState::RateLimited { until: at }
            | ConnectionState::Failing { retry_at: at, .. } => shift(at, by),
            ConnectionState::Offline { since, retry_at, .. } => {
                shift(since, by);
                shift(retry_at, by);
            }
        }
    }

    /// Returns until when nothing is sent, if known.
    pub(in crate::engine) fn blocked_until(&self) -> Option<Timestamp> {
        self.state.paused_until()
    }

    /// Returns whether a request may be sent now, or else when. `Err(None)` means: not before the user acts.
    pub(in crate::engine) fn check_open(&self, now: Timestamp) -> Result<(), Option<Timestamp>> {
        match self.state {
            ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. } => Ok(()),
            ConnectionState::SignInNeeded { .. } | ConnectionState::OfflineMode => Err(None),
            ConnectionState::Offline { retry_at: at, .. }
            | ConnectionState::RateLimited { until: at }
            | ConnectionState::Failing { retry_at: at, .. } => {
                if at <= now {
                    Ok(())
                } else {
                    Err(Some(at))
                }
            }
        }
    }

    /// Applies a rate limit from an earlier run or another process; a longer own limit stays.
    pub(in crate::engine) fn limit_until(&mut self, until: Timestamp, now: Timestamp) {
        let is_disabled = matches!(self.state, ConnectionState::OfflineMode);
        if !is_disabled && until > now && self.rate_limit().is_none_or(|current| current < until) {
            self.state = ConnectionState::RateLimited { until };
        }
    }

    /// Retries at once on the user's request; the server's rate limit stays in force.
    pub(in crate::engine) fn retry_now(&mut self, now: Timestamp) {
        // A user's retry must not lengthen the next delay.
        self.failures = 0;
        match &mut self.state {
            ConnectionState::Offline { retry_at, .. } | ConnectionState::Failing { retry_at, .. } => {
                *retry_at = now;
            }
            ConnectionState::SignInNeeded { .. } => self.state = ConnectionState::Starting,
            ConnectionState::Starting
            | ConnectionState::Online
            | ConnectionState::Slow { .. }
            | ConnectionState::OfflineMode
            | ConnectionState::RateLimited { .. } => {}
        }
    }

    /// Moves the next retry forward to `at`, because a peer gets responses. Returns whether a retry was moved.
    pub(in crate::engine) fn advance_retry(&mut self, at: Timestamp) -> bool {
        match &mut self.state {
            ConnectionState::Offline { error, .. } if error.fault() == Some(NetworkError::ProxySignIn) => {
                false
            }
            ConnectionState::Offline { retry_at, .. } | ConnectionState::Failing { retry_at, .. }
                if *retry_at > at =>
            {
                *retry_at = at;
                true
            }
            _ => false,
        }
    }

    /// Lifts the server's rate limit for the user. Returns whether there was one.
    pub(super) fn lift_rate_limit(&mut self) -> bool {
        let paused = matches!(self.state, ConnectionState::RateLimited { .. });
        if paused {
            self.state = ConnectionState::Starting;
        }
        paused
    }

    /// Notes a response of a working server, even a rejection. Returns whether the state changed.
    pub(super) fn on_success(&mut self, now: Timestamp) -> bool {
        // A response to a request sent before the rate limit does not end the limit.
        if self.is_online()
            || matches!(self.state, ConnectionState::OfflineMode)
            || matches!(self.state, ConnectionState::RateLimited { until } if until > now)
        {
            return false;
        }
        self.failures = 0;
        self.state = ConnectionState::Online;
        true
    }

    /// Notes a failed request. Returns whether the state changed.
    pub(in crate::engine) fn on_failure(&mut self, error: &Error, now: Timestamp) -> bool {
        match error.kind() {
            _ if matches!(self.state, ConnectionState::OfflineMode) => return false,
            ErrorKind::Auth => self.state = ConnectionState::SignInNeeded { error: error.clone() },
            ErrorKind::RateLimited => {
                let until = saturating_add(now, error.retry_after().unwrap_or(DEFAULT_COOLDOWN));
                let until = match self.state {
                    ConnectionState::RateLimited { until: current } => current.max(until),
                    _ => until,
                };
                self.state = ConnectionState::RateLimited { until };
            }
            // A truncated response proves that the server is reachable.
            ErrorKind::Unreachable if error.fault() != Some(NetworkError::Cut) => {
                let since = match &self.state {
                    ConnectionState::Offline { since, .. } => *since,
                    _ => now,
                };
                let retry_at = if error.fault() == Some(NetworkError::ProxySignIn) {
                    Some(saturating_add(now, PROXY_RETRY_DELAY))
                } else {
                    self.next_retry(now)
                };
                let Some(retry_at) = retry_at else {
                    return false;
                };
                self.state = ConnectionState::Offline { since, retry_at, error: error.clone() };
            }
            ErrorKind::Unexpected | ErrorKind::Protocol | ErrorKind::Unreachable => {
                let Some(retry_at) = self.next_retry(now) else {
                    return false;
                };
                self.state = ConnectionState::Failing { retry_at, error: error.clone() };
            }
            _ => return self.on_success(now),
        }
        true
    }

    /// Returns the next retry time; `None` if one is already set, because several requests may fail together.
    fn next_retry(&mut self, now: Timestamp) -> Option<Timestamp> {
        match self.state {
            ConnectionState::Offline { retry_at, .. } | ConnectionState::Failing { retry_at, .. }
                if retry_at > now =>
            {
                None
            }
            ConnectionState::RateLimited { until } if until > now => None,
            ConnectionState::SignInNeeded { .. } | ConnectionState::OfflineMode => None,
            _ => {
                self.failures = self.failures.saturating_add(1);
                Some(saturating_add(now, self.jitter.backoff(self.failures, self.retry_base, self.retry_cap)))
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
        Error::unreachable(NetworkError::Connect, "refused")
    }

    #[test]
    fn offline_state_keeps_its_start_time_across_failures() {
        let mut link = link();
        assert!(link.on_failure(&offline(), at(0)));
        assert!(!link.on_failure(&offline(), at(0)), "a second failure of the same moment changes nothing");
        let ConnectionState::Offline { since, retry_at, .. } = *link.state() else { panic!("not offline") };
        assert_eq!(since, at(0));
        assert_eq!(link.check_open(at(0)), Err(Some(retry_at)));
        assert_eq!(link.check_open(retry_at), Ok(()));
        assert!(link.on_failure(&offline(), at(100)));
        assert!(matches!(link.state(), ConnectionState::Offline { since, .. } if *since == at(0)));
        assert!(link.on_success(at(200)) && link.is_online());
    }

    #[test]
    fn insisting_opens_every_gate_but_the_services_own() {
        let mut link = link();
        link.on_failure(&offline(), at(0));
        link.retry_now(at(0));
        assert_eq!(link.check_open(at(0)), Ok(()));
        link.on_failure(&Error::from_status(429, None).with_retry_after(SECOND * 30), at(0));
        link.retry_now(at(0));
        assert_eq!(link.check_open(at(1)), Err(Some(at(30))));
        assert!(!link.on_success(at(1)), "a late answer does not open the gate");
        assert_eq!(link.check_open(at(30)), Ok(()));
        assert!(link.on_success(at(31)));
    }

    #[test]
    fn peer_signal_hastens_a_retry_but_no_rate_limit() {
        let mut link = link();
        assert!(!link.advance_retry(at(0)), "no write is pending");
        link.on_failure(&offline(), at(0));
        assert!(link.advance_retry(at(0)));
        assert_eq!(link.check_open(at(0)), Ok(()));
        assert!(!link.advance_retry(at(0)), "it is being tried");
        link.on_failure(&Error::from_status(429, None).with_retry_after(SECOND * 30), at(0));
        assert!(!link.advance_retry(at(1)));
        assert_eq!(link.check_open(at(1)), Err(Some(at(30))));
        assert!(link.lift_rate_limit() && !link.lift_rate_limit());
        assert_eq!(link.check_open(at(1)), Ok(()));
    }

    #[test]
    fn requested_retries_do_not_lengthen_the_backoff() {
        let (mut asked, mut never) = (link(), link());
        for time in 0..8 {
            let at = at(1_000 * time);
            asked.retry_now(at);
            asked.on_failure(&offline(), at);
            never.on_failure(&offline(), at);
        }
        let left = |link: &Link| link.blocked_until().unwrap().duration_since(at(7_000));
        assert!(left(&asked) * 8 < left(&never), "{:?}, {:?}", left(&asked), left(&never));
    }

    #[test]
    fn shorter_cooldown_does_not_shorten_a_longer_cooldown() {
        let mut link = link();
        link.on_failure(&Error::from_status(429, None).with_retry_after(SECOND * 30), at(0));
        link.on_failure(&Error::from_status(429, None).with_retry_after(SECOND), at(0));
        assert_eq!(link.check_open(at(5)), Err(Some(at(30))));
    }

    #[test]
    fn failure_during_a_cooldown_does_not_end_it() {
        let mut link = link();
        link.on_failure(&Error::from_status(429, None).with_retry_after(SECOND * 30), at(0));
        assert!(!link.on_failure(&offline(), at(1)) && !link.is_offline());
        assert_eq!(link.check_open(at(1)), Err(Some(at(30))));
        assert!(link.on_failure(&offline(), at(30)) && link.is_offline());
    }

    #[test]
    fn offline_mode_ends_by_no_response() {
        let link = link();
        assert!(!link.is_offline() && link.blocked_until().is_none());
        let mut link = link.never_sending();
        assert!(!link.on_success(at(0)) && !link.on_failure(&Error::from_status(401, None), at(0)));
        assert!(link.is_offline());
        assert_eq!(link.check_open(at(10_000)), Err(None));
    }

    #[test]
    fn rejected_key_blocks_requests_until_a_manual_retry() {
        let mut link = link();
        link.on_failure(&Error::from_status(401, None), at(0));
        assert!(!link.on_failure(&offline(), at(1)), "its late failures change nothing");
        assert_eq!(link.check_open(at(10_000)), Err(None));
        link.retry_now(at(1));
        assert_eq!(link.check_open(at(1)), Ok(()));
    }

    #[test]
    fn rejected_proxy_password_is_only_retried_manually() {
        let mut link = link();
        link.on_failure(&Error::unreachable(NetworkError::ProxySignIn, "407"), at(0));
        assert!(link.is_offline() && !link.advance_retry(at(1)));
        assert!(matches!(link.check_open(at(3_600)), Err(Some(_))));
        link.retry_now(at(3_600));
        assert_eq!(link.check_open(at(3_600)), Ok(()));
    }

    #[test]
    fn truncated_response_means_failing_not_offline() {
        let mut link = link();
        link.on_failure(&Error::unreachable(NetworkError::Cut, "half"), at(0));
        assert!(matches!(link.state(), ConnectionState::Failing { .. }));
        link.on_failure(&Error::unreachable(NetworkError::Reset, "none"), at(10_000));
        assert!(link.is_offline());
    }

    #[test]
    fn a_rejection_is_a_response() {
        let mut link = link();
        assert!(link.on_failure(&Error::from_status(403, None), at(0)));
        assert!(link.is_online());
        link.on_failure(&Error::from_status(502, None), at(0));
        assert!(matches!(link.state(), ConnectionState::Failing { .. }));
    }

    #[test]
    fn slow_responses_change_an_online_connection_once() {
        let mut link = link();
        assert!(!link.is_responsive() && !link.on_slow(at(0)) && !link.on_responsive(), "not online yet");
        link.on_success(at(1));
        assert!(link.is_responsive() && link.on_slow(at(2)) && !link.on_slow(at(3)));
        assert!(matches!(link.state(), ConnectionState::Slow { since } if *since == at(2)));
        assert!(!link.is_responsive() && link.is_online());
        assert!(link.on_responsive() && !link.on_responsive() && link.is_responsive());
    }

    #[test]
    fn failing_and_server_down_follow_the_state() {
        let mut link = link();
        let seen = |link: &Link| (link.is_failing(), link.is_server_down(), link.rate_limit());
        assert_eq!(seen(&link), (false, false, None));
        link.on_failure(&offline(), at(0));
        assert_eq!(seen(&link), (true, true, None));
        link.on_failure(&Error::from_status(502, None), at(10_000));
        assert_eq!(seen(&link), (true, true, None));
        link.on_failure(&Error::from_status(429, None).with_retry_after(SECOND * 30), at(10_000));
        assert_eq!(seen(&link), (true, false, Some(at(10_030))));
        link.on_failure(&Error::from_status(401, None), at(20_000));
        assert_eq!(seen(&link), (true, false, None));
        link.retry_now(at(20_000));
        link.on_success(at(20_001));
        assert_eq!(seen(&link), (false, false, None));
        link.on_slow(at(20_002));
        assert_eq!(seen(&link), (false, false, None));
    }

    #[test]
    fn stored_rate_limit_applies_if_it_is_later() {
        let mut link = link();
        link.limit_until(at(10), at(10));
        assert_eq!(link.rate_limit(), None, "it has ended");
        for (until, expected) in [(20, 20), (15, 20), (20, 20), (30, 30)] {
            link.limit_until(at(until), at(10));
            assert_eq!(link.rate_limit(), Some(at(expected)), "{until}");
        }
        let mut disabled = self::link().never_sending();
        disabled.limit_until(at(20), at(10));
        assert_eq!(disabled.rate_limit(), None);
    }
}
