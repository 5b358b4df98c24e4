//! Alert preference of a delegated user.

use std::sync::Arc;

use crate::contract::resource::resource;

/// Code of an alert type; identifies a preference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AlertType(Arc<str>);

impl AlertType {
    /// Returns the code.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for AlertType {
    type Err = std::convert::Infallible;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        Ok(Self(code.into()))
    }
}

resource!(
    /// An alert preference (contract, "Alert preference").
    AlertPreference,
    /// Type of the alerts.
    alert_type(AlertType) = "alert_type",
    /// Code of the lowest severity that triggers an alert.
    min_severity = "min_severity",
);

impl AlertPreference {
    /// Returns whether such alerts are wanted.
    pub fn enabled(&self) -> Option<bool> {
        self.record.boolean("enabled")
    }
}
