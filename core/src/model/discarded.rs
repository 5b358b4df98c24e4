//! How far a discarded write had come.

/// How far a write had come that was given up or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It was never sent.
    Unsent,
    /// It was sent, and the service refused it.
    Refused,
    /// It was sent, and the service is known not to have applied it.
    NotApplied,
    /// The service may have applied it.
    InDoubt,
}
