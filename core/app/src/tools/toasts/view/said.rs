//! The parts of a toast: text, deal and undo.

use std::borrow::Cow;

/// Kind of write sent at the end of the undo window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// Write that another write can revert.
    Write,
    /// Deletion: it cannot be reverted, and the countdown says so.
    Deletion,
}

impl Leaves {
    pub(crate) fn of(deletes: bool) -> Self {
        if deletes { Self::Deletion } else { Self::Write }
    }

    pub(crate) fn deletes(self) -> bool {
        self == Self::Deletion
    }
}

/// Text of a toast.
pub(crate) struct Said<'a> {
    /// Affected record or count; empty without either.
    pub(crate) subject: Cow<'a, str>,
    /// Text of the event.
    pub(crate) text: String,
    /// Write that is sent when the toast ends.
    pub(crate) leaves: Option<Leaves>,
}

impl<'a> Said<'a> {
    pub(crate) fn text(text: String) -> Self {
        Self::about("", text)
    }

    pub(crate) fn about(subject: &'a str, text: String) -> Self {
        Self {
            subject: Cow::Borrowed(subject),
            text,
            leaves: None,
        }
    }

    pub(crate) fn leaving(self, leaves: Leaves) -> Self {
        Self {
            leaves: Some(leaves),
            ..self
        }
    }

    pub(crate) fn held(self) -> Self {
        self.leaving(Leaves::Write)
    }
}
