//! Permissions of the key, as learned from responses.

use crate::contract::problem::Problem;
use crate::error::Error;
use jiff::Timestamp;
use std::collections::BTreeMap;

/// Last response of one route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    /// HTTP method, as on the wire.
    pub method: String,
    /// Path template of the operation, or the requested path outside the table.
    pub path: String,
    /// HTTP status.
    pub status: u16,
    /// Scope: from the rejection, else from the contract.
    pub scope: Option<String>,
    /// Time of the response.
    pub at: Timestamp,
}

impl Permission {
    /// Returns whether the key has the scope; `None` if the response does not tell.
    ///
    /// A 404 does not tell, because the service may look up the record before it checks the scope, or may not know the
    /// route. A 401 does not tell, because the service did not accept the key.
    pub fn is_granted(&self) -> Option<bool> {
        match self.status {
            403 => Some(false),
            401 | 404 => None,
            _ => Some(true),
        }
    }
}

/// Newest response of every requested route.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permissions {
    /// Responses by method and path, joined by a space.
    pub permissions: BTreeMap<String, Permission>,
    /// Names of responses that are not stored yet.
    pub unsaved: Vec<String>,
}

impl Permissions {
    /// Records the scope named by a rejection, which takes precedence over the table's.
    pub fn record_rejection(&mut self, error: &Error) {
        let (Some(operation), Some(scope)) = (error.operation(), error.problem().and_then(Problem::scope))
        else {
            return;
        };
        let spec = operation.spec();
        let name = format!("{} {}", spec.method, spec.path);
        if let Some(right) = self.permissions.get_mut(&name).filter(|right| right.status == 403)
            && right.scope.as_deref() != Some(&*scope)
        {
            right.scope = Some(scope.into_owned());
            self.mark_unsaved(name);
        }
    }

    /// Records the status of a response.
    pub fn set(&mut self, method: &str, path: String, status: u16, scope: Option<String>, at: Timestamp) {
        let name = format!("{method} {path}");
        let before = self.permissions.get(&name);
        // A missing record (404) or an invalid key (401) says nothing about the permission for the route.
        if matches!(status, 401 | 404) && before.is_some_and(|before| before.is_granted().is_some()) {
            return;
        }
        // A repeated response is stored once a day at most.
        let is_new = before.is_none_or(|before| {
            before.status != status || at.duration_since(before.at) >= jiff::SignedDuration::from_hours(24)
        });
        let scope = match before {
            Some(before) if before.status == status => before.scope.clone(),
            _ => scope,
        };
        if is_new {
            self.mark_unsaved(name.clone());
        }
        self.permissions.insert(name, Permission { method: method.to_owned(), path, status, scope, at });
    }

    fn mark_unsaved(&mut self, name: String) {
        if !self.unsaved.contains(&name) {
            self.unsaved.push(name);
        }
    }

    /// Returns whether there are unsaved permissions.
    pub fn has_unsaved(&self) -> bool {
        !self.unsaved.is_empty()
    }

    /// Iterates over the routes requested so far, by method and path.
    pub fn iter(&self) -> impl Iterator<Item = &Permission> {
        self.permissions.values()
    }

    /// Returns the last response of a route.
    pub fn get(&self, method: &str, path: &str) -> Option<&Permission> {
        self.permissions.get(&format!("{method} {path}"))
    }
}
