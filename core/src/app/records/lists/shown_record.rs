//! A record or an answer that is looked at whole.

use std::collections::BTreeSet;
use crate::contract::record::Record;
use crate::discovery::Family;
use crate::engine::Asked;
use crate::open_json::Line;
use crate::open_json::tree;

/// What is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownWhat {
    /// A record of a family, as its list or its own route gave it.
    Record(Family, String),
    /// The answer of a route.
    Answer(Asked),
}

/// A record or an answer looked at whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What it is.
    pub what: ShownWhat,
    /// The nodes whose parts are hidden, as JSON pointers; every other one is open.
    pub closed: BTreeSet<String>,
    /// Which line has the focus.
    pub line: usize,
    /// Whether it is shown as the tree of its fields, where it could be tiles.
    pub tree: bool,
}

impl Shown {
    /// Something looked at from its top.
    pub fn new(what: ShownWhat) -> Self {
        Self {
            what,
            closed: BTreeSet::new(),
            line: 0,
            tree: false,
        }
    }

    /// Opens or closes a node.
    pub(in crate::app) fn toggle(&mut self, line: &Line) {
        if line.parts > 0 && !self.closed.remove(&line.pointer) {
            self.closed.insert(line.pointer.clone());
        }
    }
}
