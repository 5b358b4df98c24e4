//! Restarts of the application: another user, the demo, signing in and out.

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;

use super::WindowState;
use crate::desktop::Notices;
use crate::desktop::preferences::Looks;
use crate::screens;
use crate::startup_error::{Ask, Given};

impl WindowState {
    /// Restarts the application for the new delegated user once the store is open. If the switch failed, it reports the
    /// reason.
    pub(super) fn follow_turn(&mut self) {
        match self.service.turned() {
            None => {}
            Some(Ok(())) => {
                self.app = self.app.turned((self.clock)());
                self.start();
                // The new user's existing notifications do not count as new.
                self.notices = self.notices.as_ref().map(|_| Notices::new(self.outside.clone()));
            }
            Some(Err(why)) => self.act(Action::TurnFailed(why)),
        }
        if self.service.put_away() {
            let output = self.app.look_beside();
            self.take(output);
        }
    }

    /// Signs out and clears the window.
    pub(crate) fn sign_out(&mut self) {
        self.service.sign_out();
        self.put_out();
    }

    /// Closes a service that needs a secret, and shows the form for it.
    pub(super) fn ask_for_key(&mut self) {
        self.service.ask_for_key();
        self.put_out();
    }

    /// Clears everything that was shown.
    fn put_out(&mut self) {
        let options = self.app.cx.options().clone();
        self.app = App::new(options, (self.clock)());
        self.notices = self.notices.as_ref().map(|_| Notices::new(self.outside.clone()));
        self.places.panel = screens::deal::panel::PanelPlace::default();
    }

    /// Restarts with the demo, keeping theme and language.
    pub(super) fn begin_demo(&mut self) {
        self.service.begin_demo();
        let mut options = self.app.cx.options().clone();
        options.demo = true;
        self.begin_anew(options);
    }

    /// Restarts with the service that failed to open, or with cached data.
    pub(super) fn open_again(&mut self) {
        // The user may have corrected the configuration, so read it again.
        let failed = self.service.failure().map(|failure| failure.ask);
        let settle = self.settle.as_ref().filter(|_| failed == Some(Ask::Nothing));
        let read = settle.map(|read| read());
        let (usable, options) = match read {
            Some(Ok(options)) => {
                self.began = Looks::of(&options);
                (Ok(()), options)
            }
            Some(Err(why)) => (Err(why.to_string()), self.app.cx.options().clone()),
            None => (Ok(()), self.app.cx.options().clone()),
        };
        self.service.open_again(usable);
        self.begin_anew(options);
    }

    /// Restarts with a signed-in service; earlier requests had no recipient.
    pub(crate) fn begin_signed_in(&mut self, given: Given) {
        self.service.sign_in(given);
        self.begin_anew(self.app.cx.options().clone());
    }

    fn begin_anew(&mut self, options: Options) {
        self.app = App::new(options, (self.clock)());
        self.start();
    }
}
