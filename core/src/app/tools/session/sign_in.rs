//! Signing in and out: what a person asks for here, and whoever keeps the key does.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::tools::session::session::SessionState;
use crate::model::snapshot::Connection;

impl SessionState {
    /// Takes the wish to give the secret of the key, once.
    pub fn take_sign_in(&mut self) -> bool {
        std::mem::take(&mut self.to_sign_in)
    }

    /// Takes the wish to sign out, once.
    pub fn take_sign_out(&mut self) -> bool {
        std::mem::take(&mut self.to_sign_out)
    }
}

impl AppCx {
    /// Tells whether the key is one that was given on this machine, as the window knows: it can then be given anew, and
    /// taken off it.
    pub fn allow_sign_out(&mut self, may: bool) {
        self.may_sign_out = may;
    }

    /// Whether that secret can be given right here.
    #[must_use]
    pub fn signs_in_here(&self) -> bool {
        self.options.beside && self.may_sign_out && self.needs_sign_in()
    }

    /// Whether nothing can be asked of the service before a secret is given that it takes.
    #[must_use]
    pub fn needs_sign_in(&self) -> bool {
        matches!(self.snapshot.connection, Connection::SignInNeeded { .. })
    }
}
