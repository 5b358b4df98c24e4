//! The history as the engine publishes it.

use crate::model::history::observed::ObservedHistory;
use crate::store::history::HistoryVersion;
use std::sync::Arc;

/// The published part, and the version that it was read at.
#[derive(Debug, Default)]
pub(crate) struct HistoryState {
    pub(in crate::engine) published: Arc<ObservedHistory>,
    pub(crate) version: Option<HistoryVersion>,
    /// The newest entry when the user last viewed the changes.
    pub(crate) viewed: Option<i64>,
    /// The newest entry that the user marked as seen.
    pub(crate) marked_seen: Option<i64>,
}
