//! What a toast says: its text, its notes and when its write leaves.

use std::borrow::Cow;
use crate::app::tools::toasts::view::text::said;

/// What leaves at the end of its hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Leaves {
    /// A write that can be answered by another.
    Write,
    /// A deletion: there is no way back then, and the countdown says so.
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

/// What is said.
pub(in crate::app) struct Said<'a> {
    /// What it is about: a record, or how many; empty if neither.
    pub(in crate::app) subject: Cow<'a, str>,
    /// What happened.
    pub(in crate::app) text: String,
    /// What leaves when the toast goes.
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
