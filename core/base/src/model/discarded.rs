//! Progress of a discarded write.

/// Progress of a write that was discarded or cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteProgress {
    /// Never sent.
    Unsent,
    /// Sent and rejected by the service.
    Rejected,
    /// Sent, and known not to be applied.
    NotApplied,
    /// Possibly applied by the service.
    InDoubt,
}
