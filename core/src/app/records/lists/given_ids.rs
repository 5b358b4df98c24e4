//! Identifiers that a person has given to be watched.

use jiff::Timestamp;
use crate::contract::ids::NotificationId;
use crate::discovery::Family;

/// Identifiers that were given, and that the service is being asked for.
#[derive(Clone, Debug)]
pub(in crate::app) struct Given {
    pub(in crate::app) family: Family,
    /// Each, with when it had been asked for before.
    pub(in crate::app) ids: Vec<(String, Option<Timestamp>)>,
    /// What had the focus meanwhile.
    pub(in crate::app) focus: Option<NotificationId>,
}
