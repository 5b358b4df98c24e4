//! The full screen on a terminal: its modes, its signals, its events, its frames.
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
use encours_core::app::foundation::cx::toast_types::ActFor;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::keymap::Keymap;
use encours_core::app::shell::app::App;
use encours_core::engine::{Effect, Leave, Snapshot};
use encours_core::text::Lang;
use jiff::Timestamp;
use tokio::sync::Notify;

pub use event_loop::run;
pub use export::FORMS;
pub use external_editor::command as editor;
pub use frontend::{Front, Outcome};
pub use line_editor::Editor;
pub use size::size;

use crate::theme::Look;

/// What the full screen stands on: the engine, and whatever must live as long as it does.
pub trait Source: Send {
    /// The newest snapshot.
    fn snapshot(&self) -> Arc<Snapshot>;
    /// Hands in what the person asked for. Never waits for disk or network.
    fn submit(&self, effects: Vec<Effect>);
    /// How to open the same for somebody else, beside this one; `None` where there is nobody else.
    fn for_other(&self, _who: &ActFor) -> Option<Open> {
        None
    }
    /// Ends with the program; `how` says what becomes of the writes. May take a moment.
    fn close(self: Box<Self>, _how: Leave) {}
    /// Ends because somebody else is acted for from now on: what waits stays where it is. May take a moment.
    fn leave(self: Box<Self>) {}
}

/// Tells the full screen that there is a new snapshot. Cheap, and never waits.
#[derive(Clone, Debug, Default)]
pub struct Wake(Arc<Notify>);

impl Wake {
    /// There is something new.
    pub fn wake(&self) {
        self.0.notify_one();
    }

    pub(crate) async fn woken(&self) {
        self.0.notified().await;
    }
}

/// Opens the source. It runs on a thread of its own, so that the first frame is there before the store, the sandbox
/// or the network are.
pub type Open = Box<dyn FnOnce(Wake) -> Result<Box<dyn Source>, encours_core::error::Error> + Send>;

/// The text of the file that holds keys, and the line to begin at, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyText {
    /// The text.
    pub text: String,
    /// The line.
    pub line: usize,
}

/// The file in which a person changes keys.
pub trait KeyFile: Send {
    /// What to edit, at the keys of `action` where one is meant.
    ///
    /// # Errors
    /// Why the file cannot be read.
    fn text(&mut self, action: Option<ActionId>, app: &App) -> Result<KeyText, String>;
    /// Keeps what was written and returns the keys in force from now on.
    ///
    /// # Errors
    /// Why it cannot be taken, for people; the file is as it was.
    fn keep(&mut self, text: &str, lang: Lang) -> Result<Keymap, String>;
}

/// How the full screen begins.
pub struct Launch {
    /// Language, keys, zone, holds.
    pub options: Options,
    /// What the terminal can show.
    pub look: Look,
    /// Whether the screen is printed as lines, for a screen reader.
    pub linear: bool,
    /// The file in which keys are changed, where the session reads one.
    pub keys: Option<Box<dyn KeyFile>>,
    /// Opens what the screens show.
    pub open: Open,
    /// The clock.
    pub clock: fn() -> Timestamp,
}

impl std::fmt::Debug for Launch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Launch")
            .field("look", &self.look)
            .field("linear", &self.linear)
            .finish_non_exhaustive()
    }
}

/// How the full screen ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The person left.
    Quit,
    /// A signal of this number ended it.
    Signal(i32),
}

impl Ended {
    /// The exit status that says so.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Quit => 0,
            Self::Signal(number) => u8::try_from(128 + number).unwrap_or(u8::MAX),
        }
    }
}

/// Why there is no full screen, or no longer. The terminal has been put back.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Standard input or output is no terminal.
    #[error("standard input and output are not a terminal")]
    NotATerminal,
    /// The terminal can't be read, written or switched.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] std::io::Error),
    /// What the screens show could not be opened.
    #[error(transparent)]
    Open(encours_core::error::Error),
    /// A part of the program broke; what it said stands above.
    #[error("a part of the program broke; what was written stays in the outbox")]
    Broken,
}
