//! A record or an answer that is looked at whole.

use crate::model::fetched::Asked;
use crate::model::resources::resource_kind::Family;
use crate::open_json::Line;
use std::collections::BTreeSet;

/// Subject of the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownWhat {
    /// Record of a resource kind, from its list or its own route.
    Record(Family, String),
    /// Answer of a route.
    Answer(Asked),
}

/// State of the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Subject of the viewer.
    pub what: ShownWhat,
    /// Collapsed nodes, as JSON pointers; all others are open.
    pub closed: BTreeSet<String>,
    /// Index of the focused line.
    pub line: usize,
    /// True if fields are shown as a tree although tiles are possible.
    pub tree: bool,
}

impl Shown {
    /// Returns a viewer at the top of its subject.
    pub fn new(what: ShownWhat) -> Self {
        Self {
            what,
            closed: BTreeSet::new(),
            line: 0,
            tree: false,
        }
    }

    /// Opens or closes a node.
    pub(crate) fn toggle(&mut self, line: &Line) {
        if line.parts > 0 && !self.closed.remove(&line.pointer) {
            self.closed.insert(line.pointer.clone());
        }
    }
}
