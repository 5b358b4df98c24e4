//! State of the record viewer and of the last identifiers entered.

use crate::contract::ids::NotificationId;
use crate::model::fetched::RouteRequest;
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::TreeLine;
use jiff::Timestamp;
use std::collections::BTreeSet;

/// The open record and the last identifiers entered.
#[derive(Clone, Debug, Default)]
pub struct ListsState {
    pub(crate) record: Option<RecordViewer>,
    /// Identifiers entered last, until the service has answered for each.
    pub(crate) awaited_ids: Option<AwaitedIds>,
}

/// Identifiers that the user entered and the service is being asked about.
#[derive(Clone, Debug)]
pub(crate) struct AwaitedIds {
    pub(crate) kind: ResourceKind,
    /// Identifiers, each with the time of its previous check.
    pub(crate) ids: Vec<(String, Option<Timestamp>)>,
    /// Item that had the focus meanwhile.
    pub(crate) focus: Option<NotificationId>,
}

/// Subject of the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewerSubject {
    /// Record of a resource kind, from its list or its own route.
    Record(ResourceKind, String),
    /// Response of a route.
    Response(RouteRequest),
}

/// State of the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordViewer {
    /// Subject of the viewer.
    pub subject: ViewerSubject,
    /// Collapsed nodes, as JSON pointers; all others are open.
    pub collapsed: BTreeSet<String>,
    /// Index of the focused line.
    pub line: usize,
    /// True if fields are shown as a tree although tiles are possible.
    pub is_tree: bool,
}

impl RecordViewer {
    /// Returns a viewer at the top of its subject.
    pub fn new(subject: ViewerSubject) -> Self {
        Self { subject, collapsed: BTreeSet::new(), line: 0, is_tree: false }
    }

    /// Opens or closes a node.
    pub(crate) fn toggle(&mut self, line: &TreeLine) {
        if line.child_count > 0 && !self.collapsed.remove(&line.pointer) {
            self.collapsed.insert(line.pointer.clone());
        }
    }
}
