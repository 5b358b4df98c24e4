//! The full screen on a terminal: modes, signals, events and frames.
//!
//! ```text
//! signals ┐
//! engine  ┼→ run ──→ Front (App, editor, pointer) ──→ cells ──→ Screen (what changed) ──→ Guard ──→ terminal
//! input   ┘            └──→ effects ──→ engine
//! ```

mod clipboard;
mod cursor_motion;
mod encode;
mod event_loop;
mod export;
mod external_editor;
mod frame_diff;
mod frame_limiter;
mod frontend;
pub mod guard;
pub(crate) mod input;
#[cfg(unix)]
mod job_control;
mod keys;
mod line_editor;
mod lock_input;
mod mouse;
mod scroll_columns;
mod scroll_lines;
mod session_close;
mod session_open;
mod signals;
mod size;
mod tmux;
mod write_order;

use std::sync::Arc;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::toast_types::CurrentUser;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::keymap::Keymap;
use encours_core::app::shell::app::App;
use encours_core::app::tools::settings::settings::SettingsRead;
use encours_core::engine::PackReader;
use encours_core::link::Link;
use encours_core::model::effect::Effect;
use encours_core::model::shutdown::ShutdownMode;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use encours_core::vocabulary::setting::SettingEdit;
use jiff::Timestamp;
use tokio::sync::Notify;

pub use event_loop::run;
pub use export::FORMATS;
pub use external_editor::command as editor;
pub use frontend::{EventOutcome, Frontend};
#[cfg(unix)]
pub use input::Decoder;
pub use line_editor::LineEditor;
pub use size::size;

use encours_core::config::UserCheck;

use crate::theme::TerminalCaps;

/// Source of the full screen's data: the engine with everything that must live as long.
pub trait DataSource: Send {
    /// Returns the newest snapshot.
    fn snapshot(&self) -> Arc<Snapshot>;
    /// Submits effects of user input. Never waits for disk or network.
    fn submit(&self, effects: Vec<Effect>);
    /// Returns the reader of the data of a committee pack; `None` while there is no engine.
    fn pack_reader(&self) -> Option<PackReader> {
        None
    }
    /// Returns the opener for another user's source, used in parallel to this one; `None` without another user.
    fn for_user(&self, _who: &CurrentUser) -> Option<OpenSource> {
        None
    }
    /// Returns the check that opens an idle lock; without one, Enter opens it.
    fn user_check(&self) -> UserCheck {
        UserCheck::Nothing
    }
    /// Ends with the program; `mode` decides about pending writes. May take a while.
    fn close(self: Box<Self>, _mode: ShutdownMode) {}
    /// Ends because of a switch to another user; pending writes stay in the outbox. May take a while.
    fn close_for_switch(self: Box<Self>) {}
}

/// Wakes the full screen for a new snapshot. Cheap, never blocks.
#[derive(Clone, Debug, Default)]
pub struct Wake(Arc<Notify>);

impl Wake {
    /// Signals a new snapshot.
    pub fn wake(&self) {
        self.0.notify_one();
    }

    pub(crate) async fn woken(&self) {
        self.0.notified().await;
    }
}

/// Opener of the source.
///
/// It runs on its own thread, so that the first frame waits neither for the store nor for the network.
pub type OpenSource = Box<dyn FnOnce(Wake) -> Result<Box<dyn DataSource>, encours_core::error::Error> + Send>;

/// Text of the key file with the line to start at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyText {
    /// The text.
    pub text: String,
    /// Line number, from 1.
    pub line: usize,
}

/// Configuration file, in which the user changes keys and settings.
pub trait KeyFile: Send {
    /// Reads all settings, after changing one if given.
    ///
    /// # Errors
    /// The file cannot be read, or the change is rejected; the error is the reason, and the file is unchanged.
    fn settings(&mut self, edit: Option<&SettingEdit>, lang: Lang) -> Result<SettingsRead, String>;
    /// Returns the text to edit, at the keys of `action` if given.
    ///
    /// # Errors
    /// The file cannot be read; the error is the reason.
    fn text(&mut self, action: Option<ActionId>, app: &App) -> Result<KeyText, String>;
    /// Saves the text and returns the new keymap.
    ///
    /// # Errors
    /// The text is invalid; the error is the reason for users, and the file is unchanged.
    fn save(&mut self, text: &str, lang: Lang) -> Result<Keymap, String>;
}

/// Start parameters of the full screen.
pub struct LaunchParams {
    /// Language, keys, time zone, undo windows.
    pub options: Options,
    /// Capabilities of the terminal.
    pub caps: TerminalCaps,
    /// True if the screen is printed as lines for a screen reader.
    pub linear: bool,
    /// File in which keys and settings are changed, if the session has one.
    pub keys: Option<Box<dyn KeyFile>>,
    /// Opens the source of the screens.
    pub open: OpenSource,
    /// Link to open at the start.
    pub link: Option<Link>,
    /// The clock.
    pub clock: fn() -> Timestamp,
}

impl std::fmt::Debug for LaunchParams {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Launch")
            .field("look", &self.caps)
            .field("linear", &self.linear)
            .finish_non_exhaustive()
    }
}

/// End of the full screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// The user quit.
    Quit,
    /// A signal with this number.
    Signal(i32),
}

impl ExitReason {
    /// Returns the exit status.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Quit => 0,
            Self::Signal(number) => u8::try_from(128 + number).unwrap_or(u8::MAX),
        }
    }
}

/// Error that prevented or ended the full screen. The terminal has been restored.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Standard input or output is not a terminal.
    #[error("standard input and output are not a terminal")]
    NotATerminal,
    /// The terminal cannot be read, written or switched.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] std::io::Error),
    /// The source of the screens cannot be opened.
    #[error(transparent)]
    Open(encours_core::error::Error),
    /// A thread panicked; its message is printed above.
    #[error("a part of the program broke; what was written stays in the outbox")]
    Internal,
}
