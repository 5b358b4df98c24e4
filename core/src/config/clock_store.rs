//! The service's clock, remembered from one program to the next.

use crate::boot_clock;
use crate::client::ClockKeeper;
use crate::store::{KeptClock, StoreError};

/// The client's [`ClockKeeper`] on the store's [`KeptClock`].
#[derive(Debug)]
pub(super) struct RememberedClock(pub(super) KeptClock);

/// What cannot be remembered is measured again.
fn or<T: Default>(kept: Result<T, StoreError>) -> T {
    kept.unwrap_or_else(|error| {
        tracing::warn!(%error, "how far this machine's clock is off is not remembered");
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
