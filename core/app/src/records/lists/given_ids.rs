//! Identifiers that the user added to the watch list.

use crate::contract::ids::NotificationId;
use crate::model::resources::resource_kind::ResourceKind;
use jiff::Timestamp;

/// Identifiers that the user entered and the service is being asked about.
#[derive(Clone, Debug)]
pub(crate) struct AwaitedIds {
    pub(crate) kind: ResourceKind,
    /// Identifiers, each with the time of its previous check.
    pub(crate) ids: Vec<(String, Option<Timestamp>)>,
    /// Item that had the focus meanwhile.
    pub(crate) focus: Option<NotificationId>,
}
