//! What stands for a write that waits, is on its way or is parked.

use crate::app::foundation::presentation::hold_countdown;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::engine::WriteState;
use crate::vocabulary;
use crate::app::deals::board::view::card::card;

/// What a card says instead of its age while a write waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMark {
    /// Kept, not sent.
    Waiting,
    /// On its way.
    Sending,
    /// Refused.
    Refused,
    /// In conflict.
    Conflict,
}

impl WriteMark {
    /// The mark of a state.
    pub fn of(state: &WriteState) -> Self {
        match state {
            WriteState::Held { .. } | WriteState::Waiting { .. } => Self::Waiting,
            WriteState::Sending => Self::Sending,
            WriteState::Refused(_) | WriteState::Locked(_) => Self::Refused,
            WriteState::Conflict { .. } => Self::Conflict,
        }
    }

    /// The mark of a state as of now: while nothing can leave, a write whose try has not come back waits like the others.
    pub fn shown(cx: &AppCx, state: &WriteState) -> Self {
        match Self::of(state) {
            Self::Sending if hold_countdown::stopped(cx).is_some() => Self::Waiting,
            mark => mark,
        }
    }

    /// The key of its word in the locales.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Waiting => "write-waiting",
            Self::Sending => "write-sending",
            Self::Refused => "write-refused",
            Self::Conflict => "write-conflict",
        }
    }

    /// The sign that goes before the word in the terminal.
    pub fn glyph(self) -> &'static str {
        match self {
            Self::Waiting => "↑",
            Self::Sending => "◌",
            Self::Refused => "×",
            Self::Conflict => "≠",
        }
    }
}
