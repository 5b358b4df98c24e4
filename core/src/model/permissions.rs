//! What the key may do, as far as answers have shown.

use jiff::Timestamp;
use std::collections::BTreeMap;

/// What one route answered last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// HTTP method, as on the wire.
    pub method: String,
    /// The operation's template, or the path asked where no operation of the table has it.
    pub path: String,
    /// HTTP status.
    pub status: u16,
    /// The scope: as a refusal named it, else as the contract states it.
    pub scope: Option<String>,
    /// When it answered so.
    pub at: Timestamp,
}

impl Right {
    /// Whether the key was let through: the service did not refuse it the scope. `None` where it said that nothing is
    /// there, as it may look for a thing before it looks at the scope, or not know the route at all; and where it did not
    /// take the key itself (401), which tells nothing of what a key may do that it takes.
    pub fn granted(&self) -> Option<bool> {
        match self.status {
            403 => Some(false),
            401 | 404 => None,
            _ => Some(true),
        }
    }
}

/// The newest answer of every route asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// By method and path, joined by a space.
    pub(crate) known: BTreeMap<String, Right>,
    pub(crate) unkept: Vec<String>,
}
