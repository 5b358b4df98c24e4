//! Rate limit with growing cooldowns (contract, "Limits": they exist, numbers not shown).
//!
//! Above the limit a cooldown starts. Every call during a cooldown is a strike: it doubles the cooldown and restarts
//! it. A second without calls after the cooldown resets all strikes.

use jiff::{SignedDuration, Timestamp};

use super::problem::ApiProblem;

/// The rate limiter of the key.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    per_second: u32,
    first_ban: u64,
    max_ban: u64,
    window_start: Timestamp,
    calls: u32,
    strikes: u32,
    banned_until: Option<Timestamp>,
}

impl RateLimiter {
    /// Creates a rate limiter; `per_second` 0 disables it, bans are in seconds.
    pub(crate) fn new(per_second: u32, first_ban: u64, longest_ban: u64) -> Self {
        Self {
            per_second,
            first_ban: first_ban.max(1),
            max_ban: longest_ban.max(1),
            window_start: Timestamp::MIN,
            calls: 0,
            strikes: 0,
            banned_until: None,
        }
    }

    /// Counts a call; 429 with `Retry-After` if it comes too early.
    pub(crate) fn count_call(&mut self, now: Timestamp) -> Result<(), ApiProblem> {
        if self.per_second == 0 {
            return Ok(());
        }
        if let Some(until) = self.banned_until {
            if now < until {
                return Err(self.strike(now));
            }
            if now >= add_seconds(until, 1) {
                self.strikes = 0;
                self.banned_until = None;
            }
        }
        if now >= add_seconds(self.window_start, 1) {
            self.window_start = now;
            self.calls = 0;
        }
        if self.calls >= self.per_second {
            return Err(self.strike(now));
        }
        self.calls += 1;
        Ok(())
    }

    fn strike(&mut self, now: Timestamp) -> ApiProblem {
        let factor = 1_u64.checked_shl(self.strikes).unwrap_or(u64::MAX);
        let seconds = self.first_ban.saturating_mul(factor).min(self.max_ban);
        self.strikes = self.strikes.saturating_add(1);
        self.banned_until = Some(add_seconds(now, i64::try_from(seconds).unwrap_or(i64::MAX)));
        self.window_start = Timestamp::MIN;
        let mut problem = ApiProblem::new(
            429,
            format!("more than {} calls a second; call again in {seconds} s, not before", self.per_second),
        )
        .with_reason(if self.strikes > 1 { "progressive_ban" } else { "rate_limit" });
        problem.retry_after = Some(seconds);
        problem
    }
}

fn add_seconds(at: Timestamp, seconds: i64) -> Timestamp {
    at.saturating_add(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millisecond(1_800_000_000_000 + millis).unwrap()
    }

    #[test]
    fn calls_inside_a_cooldown_lengthen_it() {
        let mut limiter = RateLimiter::new(2, 1, 300);
        assert_eq!((limiter.count_call(at(0)), limiter.count_call(at(10))), (Ok(()), Ok(())));
        let mut delays = Vec::new();
        for millis in [20, 30, 40, 50] {
            delays.push(limiter.count_call(at(millis)).unwrap_err().retry_after.unwrap());
        }
        assert_eq!(delays, [1, 2, 4, 8]);
        assert_eq!(limiter.count_call(at(8_049)).unwrap_err().retry_after, Some(16));
        assert_eq!(limiter.count_call(at(24_049)), Ok(()));
    }

    #[test]
    fn a_quiet_second_after_the_cooldown_forgives() {
        let mut limiter = RateLimiter::new(1, 1, 300);
        assert_eq!(limiter.count_call(at(0)), Ok(()));
        assert_eq!(limiter.count_call(at(1)).unwrap_err().reason_code, Some("rate_limit"));
        assert_eq!(limiter.count_call(at(2_500)), Ok(()));
        assert_eq!(limiter.count_call(at(2_501)).unwrap_err().retry_after, Some(1));
    }

    #[test]
    fn coming_back_at_once_is_not_forgiven() {
        let mut limiter = RateLimiter::new(1, 1, 4);
        assert_eq!(limiter.count_call(at(0)), Ok(()));
        assert!(limiter.count_call(at(1)).is_err());
        assert_eq!(limiter.count_call(at(1_001)), Ok(()));
        assert_eq!(limiter.count_call(at(1_002)).unwrap_err().retry_after, Some(2));
        assert_eq!(limiter.count_call(at(1_003)).unwrap_err().retry_after, Some(4));
        assert_eq!(limiter.count_call(at(1_004)).unwrap_err().retry_after, Some(4));
    }

    #[test]
    fn zero_is_off() {
        let mut limiter = RateLimiter::new(0, 1, 300);
        assert!((0..10_000).all(|_| limiter.count_call(at(0)).is_ok()));
    }
}
