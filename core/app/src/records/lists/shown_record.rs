//! A record or an answer that is looked at whole.

use crate::model::fetched::RouteRequest;
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::TreeLine;
use std::collections::BTreeSet;

/// Subject of the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewerSubject {
    /// Record of a resource kind, from its list or its own route.
    Record(ResourceKind, String),
    /// Answer of a route.
    Answer(RouteRequest),
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
