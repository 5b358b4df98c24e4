//! Actions that wait for a list to load.

use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use jiff::{SignedDuration, Timestamp};

/// Maximum age of queued actions; later the user no longer expects them.
pub(super) const MAX_QUEUE_AGE: SignedDuration = SignedDuration::from_secs(3);

/// Actions queued for a list that is being loaded.
#[derive(Clone, Debug)]
pub(crate) struct QueuedKeys {
    pub(super) screen: Screen,
    pub(super) pane: usize,
    pub(super) actions: Vec<ActionId>,
    pub(super) since: Timestamp,
}

impl QueuedKeys {
    /// Returns the time at which the queue expires.
    pub(crate) fn expires_at(&self) -> Timestamp {
        self.since.saturating_add(MAX_QUEUE_AGE).unwrap_or(self.since)
    }
}
