//! The parts of a toast: text, deal and undo.

use std::borrow::Cow;

/// Kind of write sent at the end of the undo window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Leaves {
    /// Write that another write can revert.
    Write,
    /// Deletion: it cannot be reverted, and the countdown says so.
    Deletion,
}

impl Leaves {
    pub(in crate::app) fn of(deletes: bool) -> Self {
        if deletes { Self::Deletion } else { Self::Write }
    }

    pub(in crate::app) fn deletes(self) -> bool {
        self == Self::Deletion
    }
}

/// Text of a toast.
pub(in crate::app) struct Said<'a> {
    /// Affected record or count; empty without either.
    pub(in crate::app) subject: Cow<'a, str>,
    /// Text of the event.
    pub(in crate::app) text: String,
    /// Write that is sent when the toast ends.
    pub(in crate::app) leaves: Option<Leaves>,
}

impl<'a> Said<'a> {
    pub(in crate::app) fn text(text: String) -> Self {
        Self::about("", text)
    }

    pub(in crate::app) fn about(subject: &'a str, text: String) -> Self {
        Self {
            subject: Cow::Borrowed(subject),
            text,
            leaves: None,
        }
    }

    pub(in crate::app) fn leaving(self, leaves: Leaves) -> Self {
        Self {
            leaves: Some(leaves),
            ..self
        }
    }

    pub(in crate::app) fn held(self) -> Self {
        self.leaving(Leaves::Write)
    }
}
