//! What several programs that use one key know together about its rate limit.
//!
//! The client does not say where it is kept; the store does. A program that cannot keep it goes on with what it knows
//! itself.

use std::fmt;
use std::time::{Duration, SystemTime};

/// What is known together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Nothing stands against sending.
    Open,
    /// Nobody sends before this moment.
    Closed(SystemTime),
    /// The moment has passed; one request finds out whether the service answers again.
    Untried,
}

/// Keeps the gate of one key for every program that uses it. Failures are its own to report: they stop no call.
pub trait GateKeeper: fmt::Debug + Send + Sync {
    /// What is known now. Asked before every request, so it must be quick.
    fn look(&self) -> Kept;

    /// Nobody sends before `until`; a later moment kept already stays.
    fn close(&self, until: SystemTime);

    /// Whether this program may send the request that finds out; nobody else does for as long as `term`.
    fn claim(&self, term: Duration) -> bool;

    /// The service has answered with anything but 429.
    fn open(&self);

    /// The person lifts the pause: the moment has passed, and one request finds out.
    fn lift(&self);
}
