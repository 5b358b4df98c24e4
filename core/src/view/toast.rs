//! The words of a toast.

use crate::app::{App, Toast, ToastKind};
use crate::view::problem;
use crate::view::text::{Arg, Clean, Words};
use crate::view::vocabulary;

/// A toast in words.
#[derive(Clone, Debug, PartialEq)]
pub struct ToastView {
    /// Its number.
    pub id: u64,
    /// What it is about: the deal's name, set apart. Empty if it is about no record.
    pub subject: Clean,
    /// What happened.
    pub text: String,
    /// When the write leaves, while it can be taken back.
    pub countdown: Option<String>,
    /// Whether undo takes this back.
    pub undoable: bool,
    /// Whether it tells of something that went wrong.
    pub problem: bool,
}

/// The words of `toast`, as of now.
pub fn toast(app: &App, toast: &Toast) -> ToastView {
    let words = Words::new(app.lang());
    let left = (toast.until.as_second() - app.now().as_second()).max(0) as u64;
    let plain = |key: &str| words.get(key).into_owned();
    let (subject, text, countdown) = match &toast.kind {
        ToastKind::Moved { label, to, .. } => {
            let status = vocabulary::deal_status(app.lang(), to).into_owned();
            (
                label.as_str(),
                words.with("toast-moved", &[("status", Arg::from(status))]),
                Some("hold-leaves-in"),
            )
        }
        ToastKind::Edited { label } => (label.as_str(), plain("toast-edited"), Some("hold-leaves-in")),
        ToastKind::Deleting { label } => (label.as_str(), plain("toast-deleted"), Some("hold-no-return-in")),
        ToastKind::Marking { count } => (
            "",
            words.with("toast-marking", &[("n", Arg::from(*count))]),
            Some("hold-leaves-in"),
        ),
        ToastKind::Creating { label } => (label.as_str(), plain("toast-creating"), None),
        ToastKind::Created { label, hidden } => (
            label.as_str(),
            plain(if *hidden {
                "toast-created-hidden"
            } else {
                "toast-created"
            }),
            None,
        ),
        ToastKind::Refused { label, problem } => {
            let why = problem::reason(app.lang(), problem);
            (
                label.as_str(),
                words.with("toast-refused", &[("why", Arg::from(why))]),
                None,
            )
        }

        ToastKind::Conflict { label } => (label.as_str(), plain("toast-conflict"), None),
        ToastKind::Undone { label } => (label.as_str(), plain("toast-undone"), None),
        ToastKind::Redone { label } => (label.as_str(), plain("toast-redone"), None),
        ToastKind::TooLate { label } => (label.as_str(), plain("toast-too-late"), None),
        ToastKind::Copied { text } => (text.as_str(), plain("toast-copied"), None),
        ToastKind::Disabled { reason } => ("", plain(reason), None),
        ToastKind::StoreFailed { detail } => (detail.as_str(), plain("toast-store-failed"), None),
    };
    ToastView {
        id: toast.id,
        subject: Clean::line_of(subject, 28),
        text,
        countdown: countdown.map(|key| words.with(key, &[("s", Arg::from(left))])),
        undoable: toast.kind.undoable(),
        problem: toast.kind.is_problem(),
    }
}
