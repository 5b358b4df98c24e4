//! Signing in and out: what a person asks for here, and whoever keeps the key does.

use crate::app::shell::app::App;
use crate::engine::Connection;

impl App {
    /// Tells whether the key is one that was given on this machine, as the window knows: it can then be given anew, and
    /// taken off it.
    pub fn allow_sign_out(&mut self, may: bool) {
        self.session.may_sign_out = may;
    }

    /// Takes the wish to give the secret of the key, once.
    pub fn take_sign_in(&mut self) -> bool {
        std::mem::take(&mut self.session.to_sign_in)
    }

    /// Takes the wish to sign out, once.
    pub fn take_sign_out(&mut self) -> bool {
        std::mem::take(&mut self.session.to_sign_out)
    }

    /// Whether nothing can be asked of the service before a secret is given that it takes.
    #[must_use]
    pub fn needs_sign_in(&self) -> bool {
        matches!(self.cx.snapshot.connection, Connection::SignInNeeded { .. })
    }

    /// Whether that secret can be given right here.
    #[must_use]
    pub fn signs_in_here(&self) -> bool {
        self.cx.options.beside && self.session.may_sign_out && self.needs_sign_in()
    }
}
