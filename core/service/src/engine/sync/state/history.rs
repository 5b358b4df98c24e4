//! The history as the engine publishes it.

use crate::model::history::observed::Observed;
use crate::store::history::Version;
use std::sync::Arc;

/// The published part, and the version that it was read at.
#[derive(Debug, Default)]
pub(crate) struct History {
    pub(in crate::engine) shown: Arc<Observed>,
    pub(crate) version: Option<Version>,
    /// The newest entry when the user last viewed the changes.
    pub(crate) looked: Option<i64>,
    /// The newest entry that the user marked as seen.
    pub(crate) said_seen: Option<i64>,
}
