//! A page that breaks off on its way is asked for again within the pass that is under way: what came before it stays read,
//! and a person sees one reading that goes on instead of many that begin. Whether the list moved meanwhile the pass finds
//! out by the service's total, as between any two pages.

use std::time::Duration;

use crate::error::{Error, ErrorKind, Fault};

/// So often one page is asked for again.
const TRIES: u32 = 6;
/// How long the first pause is; each one after it is twice as long.
const PAUSE: Duration = Duration::from_millis(250);
/// No pause is longer.
const LONGEST: Duration = Duration::from_secs(4);

/// How often the page that is waited for has broken off.
#[derive(Debug, Default)]
pub(super) struct Patience {
    failed: u32,
}

impl Patience {
    /// A page came whole.
    pub(in crate::engine) fn came(&mut self) {
        self.failed = 0;
    }

    /// How long to wait before the page is asked for again; `None` where that would not help, or was tried often enough.
    pub(super) fn pause(&mut self, error: &Error) -> Option<Duration> {
        if !broke_off(error) || self.failed >= TRIES {
            return None;
        }
        let pause = PAUSE.saturating_mul(1 << self.failed);
        self.failed += 1;
        Some(pause.min(LONGEST))
    }
}

/// Whether an answer ended before it was whole: the service is there, and something between cuts what it sends.
pub(super) fn broke_off(error: &Error) -> bool {
    error.kind() == ErrorKind::Unreachable && matches!(error.fault(), Some(Fault::Cut | Fault::Reset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_breaks_off_is_asked_for_again_and_not_for_ever() {
        let mut patience = Patience::default();
        let cut = Error::unreachable(Fault::Cut, "half");
        let pauses: Vec<u64> = std::iter::from_fn(|| patience.pause(&cut))
            .map(|pause| pause.as_millis() as u64)
            .collect();
        assert_eq!(pauses, [250, 500, 1_000, 2_000, 4_000, 4_000]);
        patience.came();
        assert_eq!(patience.pause(&cut), Some(PAUSE), "the next page begins anew");
    }

    #[test]
    fn what_is_refused_or_not_there_is_not_asked_for_again() {
        for error in [
            Error::unreachable(Fault::Connect, "refused"),
            Error::of_status(403, None),
            Error::protocol("no list"),
        ] {
            assert_eq!(Patience::default().pause(&error), None, "{error}");
        }
    }
}
