//! What happens to unsent writes when the engine stops, and what it leaves.

/// What a closed engine left in the outbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leftover {
    /// Writes that will be sent by the next engine on the same directory.
    pub waiting: usize,
    /// Writes that wait for a person, whatever for.
    pub parked: usize,
    /// Of them those that met somebody else's change.
    pub conflicts: usize,
    /// Of them those that the service refused.
    pub refused: usize,
}

/// What becomes of the writes when an engine stops in good order. Whatever is chosen, none is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leave {
    /// What may leave is sent as far as it can be; what is held stays held.
    #[default]
    Settle,
    /// Holds end now, and what waits is sent as far as it can be: only where the person has said so.
    Send,
    /// Nothing more is sent: what waits and what is held stays as it is.
    Keep,
}
