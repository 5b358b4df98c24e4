//! Clock skew of the service, stored between processes.

use crate::boot_clock;
use crate::client::ClockKeeper;
use crate::store::{KeptClock, StoreError};

/// Implements the client's [`ClockKeeper`] with the store's [`KeptClock`].
#[derive(Debug)]
pub(super) struct RememberedClock(pub(super) KeptClock);

/// Logs a storage error and returns the default: the skew is then measured again.
fn or<T: Default>(kept: Result<T, StoreError>) -> T {
    kept.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to access the stored clock skew");
        T::default()
    })
}

impl ClockKeeper for RememberedClock {
    fn recall(&self) -> Option<i64> {
        let (now, uptime) = boot_clock::now();
        or(self.0.recall(now, &uptime))
    }

    fn note(&self, skew_ms: Option<i64>) {
        let (now, uptime) = boot_clock::now();
        or(self.0.note(now, &uptime, skew_ms));
    }
}
