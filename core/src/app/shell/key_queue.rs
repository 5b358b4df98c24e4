//! Actions asked of a list that is on its way.

use jiff::Timestamp;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Screen;
use jiff::SignedDuration;

/// Later than this whoever asked does not expect it any more.
pub(super) const LONGEST: SignedDuration = SignedDuration::from_secs(3);

/// What was asked of a list that is on its way.
#[derive(Clone, Debug)]
pub(in crate::app) struct Ahead {
    pub(super) screen: Screen,
    pub(super) pane: usize,
    pub(super) asked: Vec<ActionId>,
    pub(super) since: Timestamp,
}

impl Ahead {
    /// When it is done no more.
    pub(in crate::app) fn until(&self) -> Timestamp {
        self.since.saturating_add(LONGEST).unwrap_or(self.since)
    }
}
