//! The answers to the question before leaving.

use crate::app::foundation::cx::overlay::Layer;
use crate::model::shutdown::Leave;

/// State of quitting.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Leaving {
    /// Treatment of the scheduled writes.
    pub(in crate::app) how: Leave,
    /// Overlay that was open before the prompt.
    pub(in crate::app) under: Layer,
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
