//! Permissions of the key, as learned from answers.

use jiff::Timestamp;
use std::collections::BTreeMap;

/// Last answer of one route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// HTTP method, as on the wire.
    pub method: String,
    /// Path template of the operation, or the requested path outside the table.
    pub path: String,
    /// HTTP status.
    pub status: u16,
    /// Scope: from the refusal, else from the contract.
    pub scope: Option<String>,
    /// Time of the answer.
    pub at: Timestamp,
}

impl Right {
    /// Returns whether the key has the scope; `None` if the answer does not tell.
    ///
    /// A 404 does not tell, because the service may look up the record before it checks the scope, or may not know the
    /// route. A 401 does not tell, because the service did not accept the key.
    pub fn granted(&self) -> Option<bool> {
        match self.status {
            403 => Some(false),
            401 | 404 => None,
            _ => Some(true),
        }
    }
}

/// Newest answer of every requested route.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// Answers by method and path, joined by a space.
    pub(crate) known: BTreeMap<String, Right>,
    pub(crate) unkept: Vec<String>,
}
