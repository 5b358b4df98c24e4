//! Retry rules: failure class against safety of the operation.
//!
//! | failure | read | write compared first | keyed write | never | exchange |
//! |-|-|-|-|-|-|
//! | not sent | yes | yes | yes | yes | yes |
//! | lost after sending | yes | no | yes | no | yes |
//! | 408, 502, 503, 504 | yes | no | yes | no | yes |
//! | other 5xx | once | no | yes | no | no |
//!
//! A keyed write is repeated with the same key and bytes, an exchange with a new nonce and timestamp. A write compared
//! first depends on the record, so its caller decides. 401 and 429 are handled separately: they say nothing about the
//! write.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::client::auth::random_id;
use crate::client::config::Backoff;
use crate::contract::operation::RetrySafety;

/// Rule by which a call may be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::client) enum RetryRule {
    /// By the operation's safety.
    Safety(RetrySafety),
    /// Token exchange, built again for each attempt.
    Exchange,
}

/// Class of a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::client) enum AttemptFailure {
    /// No connection: the request was not sent.
    NotSent,
    /// Sent, but without a complete response.
    Lost,
    /// 408, 502, 503, 504.
    Unavailable,
    /// Another 5xx.
    Internal,
    /// Any other response: the service decided.
    Answered,
}

impl AttemptFailure {
    /// Returns the class of an error status.
    pub(super) fn from_status(status: u16) -> Self {
        match status {
            408 | 502..=504 => Self::Unavailable,
            500..=599 => Self::Internal,
            _ => Self::Answered,
        }
    }

    /// Returns whether a write may have been applied despite the failure.
    pub(super) fn leaves_in_doubt(self) -> bool {
        matches!(self, Self::Lost | Self::Unavailable | Self::Internal)
    }
}

/// Returns whether to try again after `attempts` attempts.
pub(in crate::client) fn should_retry(
    repeat: RetryRule,
    failure: AttemptFailure,
    attempts: u32,
    max_tries: u32,
) -> bool {
    if attempts >= max_tries {
        return false;
    }
    match failure {
        AttemptFailure::Answered => false,
        AttemptFailure::NotSent => true,
        AttemptFailure::Lost | AttemptFailure::Unavailable => {
            matches!(
                repeat,
                RetryRule::Safety(RetrySafety::Read | RetrySafety::KeyedWrite) | RetryRule::Exchange
            )
        }
        AttemptFailure::Internal => match repeat {
            RetryRule::Safety(RetrySafety::Read) => attempts < 2,
            RetryRule::Safety(RetrySafety::KeyedWrite) => true,
            _ => false,
        },
    }
}

impl Backoff {
    /// Returns the longest delay after `attempts` attempts.
    pub(super) fn max_delay(self, attempts: u32) -> Duration {
        let doublings = attempts.saturating_sub(1).min(16);
        self.base.saturating_mul(1 << doublings).min(self.cap)
    }

    /// Returns a random delay up to the ceiling.
    pub(super) fn delay(self, attempts: u32) -> Duration {
        random_id::jitter(self.max_delay(attempts))
    }
}

/// Retry budget shared by all calls of a client, to protect a failing service.
#[derive(Debug)]
pub(in crate::client) struct RetryBudget(Mutex<u32>);

impl RetryBudget {
    /// Size of the budget.
    const FULL: u32 = 100;
    /// Cost of a retry; doubled after a lost response.
    const COST: u32 = 5;

    fn lock(&self) -> MutexGuard<'_, u32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the cost of a retry from the budget; returns false if the budget is too low.
    pub(super) fn spend(&self, failure: AttemptFailure) -> bool {
        let cost = if failure == AttemptFailure::Lost { Self::COST * 2 } else { Self::COST };
        let mut budget = self.lock();
        match budget.checked_sub(cost) {
            Some(new_budget) => {
                *budget = new_budget;
                true
            }
            None => false,
        }
    }

    /// Refunds the budget after a success: the cost of a retry if it took retries, else 1.
    pub(super) fn refund(&self, attempts: u32) {
        let amount = if attempts > 1 { Self::COST } else { 1 };
        let mut budget = self.lock();
        *budget = budget.saturating_add(amount).min(Self::FULL);
    }
}

impl Default for RetryBudget {
    fn default() -> Self {
        Self(Mutex::new(Self::FULL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_rules_match_the_failure_table() {
        use AttemptFailure::{Answered, Internal, Lost, NotSent, Unavailable};
        let failures = [NotSent, Lost, Unavailable, Internal, Answered];
        for (repeat, row) in [
            (RetryRule::Safety(RetrySafety::Read), [true, true, true, true, false]),
            (RetryRule::Safety(RetrySafety::IdempotentWrite), [true, false, false, false, false]),
            (RetryRule::Safety(RetrySafety::KeyedWrite), [true, true, true, true, false]),
            (RetryRule::Safety(RetrySafety::Never), [true, false, false, false, false]),
            (RetryRule::Exchange, [true, true, true, false, false]),
        ] {
            for (failure, expected) in failures.into_iter().zip(row) {
                assert_eq!(should_retry(repeat, failure, 1, 3), expected, "{repeat:?} {failure:?}");
                assert!(!should_retry(repeat, failure, 3, 3));
            }
        }
        assert!(!should_retry(RetryRule::Safety(RetrySafety::Read), Internal, 2, 3));
        assert!(should_retry(RetryRule::Safety(RetrySafety::Read), Unavailable, 2, 3));
    }

    #[test]
    fn statuses() {
        for (status, failure) in [
            (408, AttemptFailure::Unavailable),
            (500, AttemptFailure::Internal),
            (501, AttemptFailure::Internal),
            (502, AttemptFailure::Unavailable),
            (504, AttemptFailure::Unavailable),
            (409, AttemptFailure::Answered),
            (302, AttemptFailure::Answered),
        ] {
            assert_eq!(AttemptFailure::from_status(status), failure, "{status}");
        }
    }

    #[test]
    fn delays_grow_to_the_cap() {
        let backoff = Backoff { base: Duration::from_millis(250), cap: Duration::from_secs(20) };
        assert_eq!(backoff.max_delay(1), Duration::from_millis(250));
        assert_eq!(backoff.max_delay(3), Duration::from_secs(1));
        assert_eq!(backoff.max_delay(400), Duration::from_secs(20));
        let delays: Vec<_> = (0..100).map(|_| backoff.delay(2)).collect();
        assert!(delays.iter().all(|delay| *delay <= Duration::from_millis(500)));
        assert!(delays.iter().any(|delay| *delay > Duration::from_millis(250)));
    }

    #[test]
    fn an_empty_budget_stops_retries_and_success_refills_it() {
        let quota = RetryBudget::default();
        assert_eq!((0..100).filter(|_| quota.spend(AttemptFailure::Lost)).count(), 10);
        (0..RetryBudget::COST - 1).for_each(|_| quota.refund(1));
        assert!(!quota.spend(AttemptFailure::Unavailable), "one each is too little");
        assert_eq!(*quota.lock(), RetryBudget::COST - 1);
        quota.refund(2);
        assert!(quota.spend(AttemptFailure::Unavailable));
        for _ in 0..1_000 {
            quota.refund(1);
        }
        assert_eq!(*quota.lock(), RetryBudget::FULL);
    }
}
