//! Rate-limit state, stored for all processes that use the key.

use std::time::{Duration, SystemTime};

use jiff::{SignedDuration, Timestamp};

use crate::boot_clock;
use crate::client::{GateKeeper, Kept};
use crate::store::{GateState, SharedGate, StoreError};

/// Implements the client's [`GateKeeper`] with the store's [`SharedGate`].
#[derive(Debug)]
pub(super) struct KeptGate(pub(super) SharedGate);

/// Logs a storage error and returns `fallback`: each process then obeys only its own pauses.
fn or<T>(kept: Result<T, StoreError>, fallback: T) -> T {
    kept.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to share the rate-limit pause with other processes");
        fallback
    })
}

impl GateKeeper for KeptGate {
    fn look(&self) -> Kept {
        let (now, uptime) = boot_clock::now();
        match or(self.0.look(now, &uptime), GateState::Open) {
            GateState::Open => Kept::Open,
            GateState::Closed(until) => Kept::Closed(until.into()),
            GateState::Untried => Kept::Untried,
        }
    }

    fn close(&self, until: SystemTime) {
        // A time beyond the calendar means forever.
        let until = Timestamp::try_from(until).unwrap_or(Timestamp::MAX);
        let (now, uptime) = boot_clock::now();
        or(self.0.close(now, &uptime, until), ());
    }

    fn claim(&self, term: Duration) -> bool {
        let (now, uptime) = boot_clock::now();
        let term = SignedDuration::try_from(term).unwrap_or(SignedDuration::from_mins(1));
        or(
            self.0
                .claim(now, &uptime, now.saturating_add(term).unwrap_or(now)),
            true,
        )
    }

    fn open(&self) {
        let (now, uptime) = boot_clock::now();
        or(self.0.open(now, &uptime), ());
    }

    fn lift(&self) {
        or(self.0.lift(Timestamp::now()), ());
    }
}
