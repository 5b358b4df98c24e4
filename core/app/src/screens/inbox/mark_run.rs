//! A marking of many notifications that is under way.

use crate::contract::ids::NotificationId;

/// A bulk marking in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkRun {
    pub(crate) ids: Vec<NotificationId>,
    /// Number of the effect that requested it; before the engine handles it no write exists.
    pub(crate) submitted_seq: u64,
}

/// Progress of a bulk marking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkCounts {
    /// Total number.
    pub total: usize,
    /// Number of marked notifications.
    pub done: usize,
    /// Number of pending notifications.
    pub pending: usize,
    /// Number of refused notifications.
    pub failed: usize,
}
