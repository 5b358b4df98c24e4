//! Keyboard input at the locked screen. The passphrase never reaches the application state.

use crossterm::event::Event;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::tools::session::session::SessionState;
use secrecy::SecretString;
use zeroize::Zeroizing;

use super::frontend::EventOutcome;
use super::keys;

/// The typed passphrase, cleared from memory after use.
#[derive(Default)]
pub(super) struct LockInput {
    typed: Zeroizing<String>,
    /// The passphrase to check.
    pub(super) submitted: Option<SecretString>,
}

impl std::fmt::Debug for LockInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LockInput").finish_non_exhaustive()
    }
}

impl LockInput {
    /// Returns the number of typed characters.
    pub(super) fn typed_len(&self) -> usize {
        self.typed.chars().count()
    }

    /// Handles an event at the locked screen.
    pub(super) fn event(&mut self, event: Event, session: &mut SessionState) -> EventOutcome {
        let lock = &mut session.idle_lock;
        let asks = lock.asks_passphrase;
        let key = match event {
            Event::Paste(text) if asks => {
                self.typed.push_str(text.trim_end_matches(['\r', '\n']));
                return EventOutcome::Changed;
            }
            Event::Key(event) => keys::key(event),
            _ => None,
        };
        match key {
            Some(key) if key == Key::char('c').with_ctrl() => session.quit_locked(),
            Some(Key { code: KeyCode::Enter, .. }) => {
                if lock.begin_check() {
                    self.submitted = Some(SecretString::from(self.typed.as_str()));
                    self.typed = Zeroizing::default();
                }
            }
            Some(Key { code: KeyCode::Backspace, .. }) => drop(self.typed.pop()),
            Some(Key { code: KeyCode::Char(letter), ctrl: false, alt: false, .. }) if asks => {
                self.typed.push(letter);
            }
            _ => return EventOutcome::Nothing,
        }
        EventOutcome::Changed
    }
}
