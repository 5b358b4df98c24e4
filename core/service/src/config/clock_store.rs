//! Clock skew of the service, stored between processes.

use crate::client::ClockSkewStore;
use crate::host;
use crate::store::{StoreError, StoredClockSkew};

/// Implements the client's [`ClockSkewStore`] with the store's [`StoredClockSkew`].
#[derive(Debug)]
pub(super) struct ClockSkewAdapter(pub(super) StoredClockSkew);

/// Logs a storage error and returns the default: the skew is then measured again.
fn or_default<T: Default>(result: Result<T, StoreError>) -> T {
    result.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to access the stored clock skew");
        T::default()
    })
}

impl ClockSkewStore for ClockSkewAdapter {
    fn load(&self) -> Option<i64> {
        or_default(self.0.load(host::timestamp()))
    }

    fn save(&self, skew_ms: Option<i64>) {
        or_default(self.0.save(host::timestamp(), skew_ms));
    }
}
