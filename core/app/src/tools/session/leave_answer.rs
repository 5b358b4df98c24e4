//! The answers to the question before leaving.

use crate::foundation::cx::overlay::Layer;
use crate::model::shutdown::Leave;

/// State of quitting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaving {
    /// Treatment of the scheduled writes.
    pub(crate) how: Leave,
    /// Overlay that was open before the prompt.
    pub(crate) under: Layer,
}

/// Answer to the prompt before quitting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveAnswer {
    /// Quit; undo windows end now.
    Send,
    /// Quit; scheduled writes are scheduled again at the next start.
    Keep,
    /// Quit the demo, which stores nothing.
    Forget,
    /// Do not quit.
    Stay,
}

impl LeaveAnswer {
    /// The key of its words in the locales.
    #[must_use]
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Send => "leave-send",
            Self::Keep => "leave-keep",
            Self::Forget => "leave-forget",
            Self::Stay => "leave-stay",
        }
    }
}
