//! Treatment of unsent writes at engine shutdown, and the remaining outbox.

/// Content of the outbox after engine shutdown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnsentSummary {
    /// Number of writes that the next engine on the same directory will send.
    pub waiting: usize,
    /// Number of blocked writes.
    pub blocked: usize,
    /// Number of blocked writes in conflict.
    pub conflicts: usize,
    /// Number of blocked writes that the service rejected.
    pub rejected: usize,
}

/// Treatment of pending writes at an orderly shutdown. No choice loses a write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShutdownMode {
    /// Send the ready writes as far as possible; scheduled writes stay scheduled.
    #[default]
    SendReady,
    /// End all undo windows and send as far as possible; only if the user requested it.
    SendAll,
    /// Send nothing more: all writes stay as they are.
    SendNothing,
}
