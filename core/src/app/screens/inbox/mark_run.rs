//! A marking of many notifications that is under way.

use crate::contract::ids::NotificationId;

/// A marking of many that is under way.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkRun {
    pub(in crate::app) ids: Vec<NotificationId>,
    /// The number of the effect that asked for it: before it is handled nothing waits yet.
    pub(in crate::app) asked: u64,
}

/// How far a marking of many is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkCounts {
    /// How many there are.
    pub total: usize,
    /// How many are marked.
    pub done: usize,
    /// How many wait.
    pub waiting: usize,
    /// How many were refused.
    pub failed: usize,
}
