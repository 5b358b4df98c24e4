//! Rate-limit state, stored for all processes that use the key.

use std::time::{Duration, SystemTime};

use jiff::{SignedDuration, Timestamp};

use crate::client::{RateLimitStatus, RateLimitStore};
use crate::host;
use crate::store::{RateLimitState, SharedRateLimit, StoreError};

/// Implements the client's [`RateLimitStore`] with the store's [`SharedRateLimit`].
#[derive(Debug)]
pub(super) struct RateLimitAdapter(pub(super) SharedRateLimit);

/// Logs a storage error and returns `fallback`: each process then obeys only its own pauses.
fn or_fallback<T>(result: Result<T, StoreError>, fallback: T) -> T {
    result.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to share the rate-limit pause with other processes");
        fallback
    })
}

impl RateLimitStore for RateLimitAdapter {
    fn state(&self) -> RateLimitStatus {
        match or_fallback(self.0.state(host::timestamp()), RateLimitState::Open) {
            RateLimitState::Open => RateLimitStatus::Open,
            RateLimitState::Closed(until) => {
                // Only a time long past may be outside the system's range.
                RateLimitStatus::Closed(until.try_into().unwrap_or(SystemTime::UNIX_EPOCH))
            }
            RateLimitState::Unconfirmed => RateLimitStatus::NeedsProbe,
        }
    }

    fn close(&self, until: SystemTime) {
        // A time beyond the calendar means forever.
        let until = Timestamp::try_from(until).unwrap_or(Timestamp::MAX);
        or_fallback(self.0.start_pause(host::timestamp(), until), ());
    }

    fn claim_probe(&self, lease: Duration) -> bool {
        let now = host::timestamp();
        let lease = SignedDuration::try_from(lease).unwrap_or(SignedDuration::from_mins(1));
        or_fallback(self.0.claim_probe(now, now.saturating_add(lease).unwrap_or(now)), true)
    }

    fn open(&self) {
        or_fallback(self.0.open_after_response(host::timestamp()), ());
    }

    fn lift(&self) {
        or_fallback(self.0.end_pause(host::timestamp()), ());
    }
}
