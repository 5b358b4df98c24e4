//! The parts of a toast: text, deal and undo.

use std::borrow::Cow;

/// Kind of write sent at the end of the undo window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SentAtEnd {
    /// Write that another write can revert.
    Write,
    /// Deletion: it cannot be reverted, and the countdown says so.
    Deletion,
}

impl SentAtEnd {
    pub(crate) fn from_deletes(deletes: bool) -> Self {
        if deletes { Self::Deletion } else { Self::Write }
    }

    pub(crate) fn is_deletion(self) -> bool {
        self == Self::Deletion
    }
}

/// Text of a toast.
pub(crate) struct ToastText<'a> {
    /// Affected record or count; empty without either.
    pub(crate) subject: Cow<'a, str>,
    /// Text of the event.
    pub(crate) text: String,
    /// Write that is sent when the toast ends.
    pub(crate) sends: Option<SentAtEnd>,
}

impl<'a> ToastText<'a> {
    pub(crate) fn without_subject(text: String) -> Self {
        Self::with_subject("", text)
    }

    pub(crate) fn with_subject(subject: &'a str, text: String) -> Self {
        Self { subject: Cow::Borrowed(subject), text, sends: None }
    }

    pub(crate) fn sending(self, leaves: SentAtEnd) -> Self {
        Self { sends: Some(leaves), ..self }
    }

    pub(crate) fn scheduled(self) -> Self {
        self.sending(SentAtEnd::Write)
    }
}
