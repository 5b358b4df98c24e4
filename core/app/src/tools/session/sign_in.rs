//! Conditions under which a secret can be entered or removed in the window.

use crate::foundation::cx::app_cx::AppCx;
use crate::model::snapshot::ConnectionState;

impl AppCx {
    /// Sets whether the key was entered on this machine. Such a key can be replaced and removed here.
    pub fn allow_sign_out(&mut self, may: bool) {
        self.can_sign_out = may;
    }

    /// Returns whether the secret can be entered in this window now.
    #[must_use]
    pub fn can_sign_in(&self) -> bool {
        self.options.split_view && self.can_sign_out && self.needs_sign_in()
    }

    /// Returns whether the service needs a valid secret before any request.
    #[must_use]
    pub fn needs_sign_in(&self) -> bool {
        matches!(self.snapshot.connection, ConnectionState::SignInNeeded { .. })
    }
}
