//! Retries of truncated pages within a pass. Earlier pages stay valid, and the user sees a single continuous sync. If
//! the list changed meanwhile, the pass notices by the server's total, as between any two pages.

use std::time::Duration;

use crate::error::{Error, ErrorKind, NetworkError};

/// Maximum number of retries of a page.
const MAX_RETRIES: u32 = 6;
/// First pause, doubled for each further retry.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// Maximum pause.
const MAX_PAUSE: Duration = Duration::from_secs(4);

/// The number of failures of the present page.
#[derive(Debug, Default)]
pub(super) struct PageRetry {
    failed: u32,
}

impl PageRetry {
    /// Resets the count after a complete page.
    pub(in crate::engine) fn reset(&mut self) {
        self.failed = 0;
    }

    /// Returns the pause before a retry. `None` if a retry cannot help, or the limit is reached.
    pub(super) fn next_pause(&mut self, error: &Error) -> Option<Duration> {
        if !is_truncated(error) || self.failed >= MAX_RETRIES {
            return None;
        }
        let pause = FIRST_PAUSE.saturating_mul(1 << self.failed);
        self.failed += 1;
        Some(pause.min(MAX_PAUSE))
    }
}

/// Returns whether a response was truncated. The server is reachable, but something in between cuts its responses.
pub(super) fn is_truncated(error: &Error) -> bool {
    error.kind() == ErrorKind::Unreachable
        && matches!(error.fault(), Some(NetworkError::Cut | NetworkError::Reset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interrupted_page_is_retried_a_limited_number_of_times() {
        let mut patience = PageRetry::default();
        let cut = Error::unreachable(NetworkError::Cut, "half");
        let pauses: Vec<u64> =
            std::iter::from_fn(|| patience.next_pause(&cut)).map(|pause| pause.as_millis() as u64).collect();
        assert_eq!(pauses, [250, 500, 1_000, 2_000, 4_000, 4_000]);
        patience.reset();
        assert_eq!(patience.next_pause(&cut), Some(FIRST_PAUSE), "the next page begins anew");
    }

    #[test]
    fn page_retry_skips_permanent_errors() {
        for error in [
            Error::unreachable(NetworkError::Connect, "refused"),
            Error::from_status(403, None),
            Error::protocol("no list"),
        ] {
            assert_eq!(PageRetry::default().next_pause(&error), None, "{error}");
        }
    }
}
