//! The mark of a pending, sending or blocked write.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::presentation::send_countdown;
use crate::model::pending_write::WriteState;

/// Mark that replaces a card's age while a write is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMark {
    /// Stored in the outbox, not sent.
    Waiting,
    /// Being sent.
    Sending,
    /// Rejected.
    Rejected,
    /// In conflict.
    Conflict,
}

impl WriteMark {
    /// Returns the mark of a state.
    pub fn from_state(state: &WriteState) -> Self {
        match state {
            WriteState::Scheduled { .. } | WriteState::Waiting { .. } => Self::Waiting,
            WriteState::Sending => Self::Sending,
            WriteState::Rejected(_) | WriteState::Locked(_) => Self::Rejected,
            WriteState::Conflict { .. } => Self::Conflict,
        }
    }

    /// Returns the mark of a state as of now. While nothing can be sent, an unanswered write shows as waiting.
    pub fn current(cx: &AppCx, state: &WriteState) -> Self {
        match Self::from_state(state) {
            Self::Sending if send_countdown::cannot_send_key(cx).is_some() => Self::Waiting,
            mark => mark,
        }
    }

    /// Returns the locale key of its label.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Waiting => "write-waiting",
            Self::Sending => "write-sending",
            Self::Rejected => "write-refused",
            Self::Conflict => "write-conflict",
        }
    }

    /// Returns the glyph before the label in the terminal.
    pub fn glyph(self) -> &'static str {
        match self {
            Self::Waiting => "↑",
            Self::Sending => "◌",
            Self::Rejected => "×",
            Self::Conflict => "≠",
        }
    }
}
