//! Interface to the rate-limit state shared by processes that use one key.
//!
//! The store implements it. A process that cannot share the state uses its own.

use std::fmt;
use std::time::{Duration, SystemTime};

/// Shared rate-limit state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateLimitStatus {
    /// Sending is allowed.
    Open,
    /// No process sends before this time.
    Closed(SystemTime),
    /// The pause has ended; one request must probe the service.
    NeedsProbe,
}

/// Shares the rate-limit state of one key. Implementations report their own failures; these stop no call.
pub trait RateLimitStore: fmt::Debug + Send + Sync {
    /// Returns the current state. Called before every request, so it must be fast.
    fn state(&self) -> RateLimitStatus;

    /// Starts a pause until `until`; a later stored time stays.
    fn close(&self, until: SystemTime);

    /// Returns whether this process may send the probe. If so, no other process may for `term`.
    fn claim_probe(&self, term: Duration) -> bool;

    /// Records a response other than 429.
    fn open(&self);

    /// Lifts the pause for the user: one request then probes the service.
    fn lift(&self);
}
