//! State of the session's start and end.

use crate::foundation::cx::overlay::Overlay;
use crate::link::Link;
use crate::model::shutdown::ShutdownMode;
use std::time::Duration;

/// State of the session's start and end.
#[derive(Clone, Debug, Default)]
pub struct SessionState {
    pub(crate) restored: Option<crate::tools::session::restore::SavedSession>,
    /// Link to open once the session is restored.
    pub(crate) link: Option<Link>,
    pub(crate) quit_state: QuitState,
    pub(crate) quitting: bool,
    pub(crate) hovered_toast: Option<(u64, Duration)>,
    pub(crate) settings: crate::tools::settings::settings::SettingsState,
    /// The idle lock.
    pub idle_lock: crate::tools::session::idle_lock::IdleLock,
}

impl SessionState {
    /// Quits from the locked screen, where no question can be shown. Scheduled writes stay in the outbox.
    pub fn quit_locked(&mut self) {
        self.quit_state.mode = ShutdownMode::SendNothing;
        self.quitting = true;
    }

    /// Returns whether the user asked to quit.
    pub fn is_quitting(&self) -> bool {
        self.quitting
    }
}

/// State of quitting.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuitState {
    /// Treatment of the scheduled writes.
    pub(crate) mode: ShutdownMode,
    /// Overlay that was open before the prompt.
    pub(crate) prev_overlay: Overlay,
}

/// Response to the prompt before quitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuitAnswer {
    /// Quit; undo windows end now.
    Send,
    /// Quit; scheduled writes are scheduled again at the next start.
    Keep,
    /// Quit the demo, which stores nothing.
    Discard,
    /// Do not quit.
    Stay,
}

impl QuitAnswer {
    /// The key of its words in the locales.
    #[must_use]
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Send => "leave-send",
            Self::Keep => "leave-keep",
            Self::Discard => "leave-forget",
            Self::Stay => "leave-stay",
        }
    }
}
