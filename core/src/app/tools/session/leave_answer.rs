//! The answers to the question before leaving.

use crate::engine::Leave;
use crate::engine::PendingWrite;
use crate::app::foundation::cx::overlay::Layer;

/// How far leaving is.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Leaving {
    /// What becomes of the writes.
    pub(in crate::app) how: Leave,
    /// What lay over the screen before the question.
    pub(in crate::app) under: Layer,
}

/// An answer to the question before leaving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveAnswer {
    /// Leave; holds end now.
    Send,
    /// Leave; what is held is held again at the next start.
    Keep,
    /// Leave the demo, which forgets everything.
    Forget,
    /// Stay.
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
