//! Restarts of the application: another user, the demo, signing in and out.

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;

use super::WindowState;
use crate::desktop::DesktopNotifier;
use crate::desktop::preferences::Preferences;
use crate::screens;
use crate::startup_error::{Credentials, NeededInput};

impl WindowState {
    /// Restarts the application for the new delegated user once the store is open. If the switch failed, it reports the
    /// reason.
    pub(super) fn follow_user_switch(&mut self) {
        match self.service.take_switch_result() {
            None => {}
            Some(Ok(())) => {
                self.app = self.app.for_new_user((self.clock)());
                self.start();
                // The new user's existing notifications do not count as new.
                self.notifier = self.notifier.as_ref().map(|_| DesktopNotifier::new(self.desktop.clone()));
            }
            Some(Err(reason)) => self.run_action(Action::SwitchFailed(reason)),
        }
        if self.service.take_old_store_closed() {
            let output = self.app.refresh_user_counts();
            self.take(output);
        }
    }

    /// Signs out and clears the window.
    pub(crate) fn sign_out(&mut self) {
        self.service.sign_out();
        self.clear_window();
    }

    /// Closes a service that needs a secret, and shows the form for it.
    pub(super) fn ask_for_key(&mut self) {
        self.service.ask_for_key();
        self.clear_window();
    }

    /// Clears everything that was shown.
    fn clear_window(&mut self) {
        let options = self.app.cx.options().clone();
        self.app = App::new(options, (self.clock)());
        self.notifier = self.notifier.as_ref().map(|_| DesktopNotifier::new(self.desktop.clone()));
        self.ui_state.panel = screens::deal::panel::PanelUiState::default();
    }

    /// Restarts with the demo, keeping theme and language.
    pub(super) fn start_demo(&mut self) {
        self.service.start_demo();
        let mut options = self.app.cx.options().clone();
        options.demo = true;
        self.restart(options);
    }

    /// Restarts with the service that failed to open, or with cached data.
    pub(super) fn retry_open(&mut self) {
        // The user may have corrected the configuration, so read it again.
        let failed = self.service.failure().map(|failure| failure.needed_input);
        let reload = self.reload_options.as_ref().filter(|_| failed == Some(NeededInput::Nothing));
        let read = reload.map(|read| read());
        let (usable, options) = match read {
            Some(Ok(options)) => {
                self.initial_preferences = Preferences::from_options(&options);
                (Ok(()), options)
            }
            Some(Err(reason)) => (Err(reason.to_string()), self.app.cx.options().clone()),
            None => (Ok(()), self.app.cx.options().clone()),
        };
        self.service.retry(usable);
        self.restart(options);
    }

    /// Restarts with a signed-in service; earlier requests had no recipient.
    pub(crate) fn restart_signed_in(&mut self, credentials: Credentials) {
        self.service.sign_in(credentials);
        self.restart(self.app.cx.options().clone());
    }

    fn restart(&mut self, options: Options) {
        self.app = App::new(options, (self.clock)());
        self.start();
    }
}
