//! The texts of the locked screen.

use crate::foundation::presentation::problem::reason_text;
use crate::text::{Lang, Messages};
use crate::tools::session::idle_lock::IdleLock;

/// The texts of the locked screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedView {
    /// The title.
    pub title: String,
    /// The next step, or the running check.
    pub hint: String,
    /// Label of the input; `None` if Enter alone opens the lock.
    pub input: Option<String>,
    /// Label of the button.
    pub button: String,
    /// The reason why the last check failed.
    pub rejection: Option<String>,
    /// How to quit a terminal.
    pub quit: String,
}

/// Returns the texts for the state of a lock.
#[must_use]
pub fn locked_view(lang: Lang, lock: &IdleLock) -> LockedView {
    let messages = Messages::new(lang);
    let text = |key: &str| messages.get(key).into_owned();
    LockedView {
        title: text("locked-title"),
        hint: text(match (lock.is_checking, lock.asks_passphrase) {
            (true, _) => "locked-checking",
            (false, true) => "locked-passphrase-do",
            (false, false) => "locked-enter-do",
        }),
        input: lock.asks_passphrase.then(|| text("locked-passphrase")),
        button: text("locked-open"),
        rejection: lock.rejection.as_ref().map(|reason| reason_text(lang, reason)),
        quit: text("locked-quit"),
    }
}

impl LockedView {
    /// Returns the texts as lines, for a screen reader.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        [&self.title, &self.hint].into_iter().chain(&self.rejection).cloned().collect()
    }
}
