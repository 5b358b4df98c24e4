//! Toast texts of undo, redo, discarded writes, and failed undo.

use std::collections::BTreeSet;

use super::first_key;
use crate::foundation::cx::toast_types::UndoResult;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::model::discarded::WriteProgress;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages};
use crate::tools::toasts::view::toast_parts::{SentAtEnd, ToastText};

fn subject_text<'a>(messages: &'static Messages, label: &'a str, key: &str) -> ToastText<'a> {
    ToastText::with_subject(label, messages.get(key).into_owned())
}

/// Builds the toast of an undone change; without a name it says "the last one".
pub(super) fn undone_text<'a>(
    messages: &'static Messages,
    label: &'a str,
    result: UndoResult,
) -> ToastText<'a> {
    let key = match result {
        UndoResult::Star if label.is_empty() => "toast-undone-stars",
        _ if label.is_empty() => "toast-undone-last",
        UndoResult::Move => "toast-undone-move",
        UndoResult::Deletion => "toast-undone-deletion",
        UndoResult::Note => "toast-undone-note",
        UndoResult::View => "toast-undone-view",
        UndoResult::Filter => "toast-undone-filter",
        UndoResult::Snooze => "toast-undone-sleep",
        UndoResult::Star => "toast-undone-star",
        UndoResult::Decision => "toast-undone-decision",
        UndoResult::Change => "toast-undone",
    };
    subject_text(messages, label, key)
}

/// Builds the toast of a redone change.
pub(super) fn redone_text<'a>(
    messages: &'static Messages,
    label: &'a str,
    result: UndoResult,
    scheduled: bool,
) -> ToastText<'a> {
    let key = match result {
        UndoResult::Move => "toast-redone-move",
        UndoResult::Note => "toast-redone-note",
        UndoResult::View => "toast-redone-view",
        UndoResult::Filter => "toast-redone-filter",
        UndoResult::Snooze => "toast-redone-sleep",
        UndoResult::Star => "toast-redone-star",
        UndoResult::Deletion | UndoResult::Decision | UndoResult::Change => "toast-redone",
    };
    let toast = subject_text(messages, label, key);
    if scheduled { toast.scheduled() } else { toast }
}

/// Builds the toast of several undone or redone (`redo`) changes. Also covers an undo in progress.
pub(super) fn many_text<'a>(
    app: &App,
    deals: &BTreeSet<String>,
    (count, redo): (usize, bool),
    (deletes, restarts): (bool, bool),
) -> ToastText<'a> {
    let key = match redo {
        true => "toast-redone-many",
        false if app.cx.is_undo_in_progress(deals) => "toast-undoing-many",
        false if restarts => "toast-moved-back-many",
        false => "toast-undone-many",
    };
    let toast =
        ToastText::without_subject(Messages::new(app.cx.lang()).with(key, &[("n", MessageArg::from(count))]));
    if redo { toast.sending(SentAtEnd::from_deletes(deletes)) } else { toast }
}

/// Builds the toast that announces the effect of a second undo.
pub(super) fn confirm_undo_text<'a>(app: &App, label: &'a str, count: usize, moves: bool) -> ToastText<'a> {
    let messages = Messages::new(app.cx.lang());
    let text = match (label.is_empty(), moves) {
        (false, true) => "toast-would-move-back",
        (false, false) => "toast-would-undo",
        (true, true) => "toast-would-move-back-many",
        (true, false) => "toast-would-undo-many",
    };
    let pressed = first_key(app, Context::Screens, ActionId::Undo);
    let args = [("n", MessageArg::from(count)), ("key", MessageArg::from(pressed))];
    ToastText::with_subject(label, messages.with(text, &args))
}

/// Builds the toast of a discarded write.
pub(super) fn discarded_text<'a>(
    messages: &'static Messages,
    label: &'a str,
    in_doubt: bool,
) -> ToastText<'a> {
    let key = if in_doubt { "toast-discarded-doubt" } else { "toast-discarded" };
    subject_text(messages, label, key)
}

/// Builds the toast of a restored write; unless `blocked`, it is scheduled to be sent.
pub(super) fn restored_text<'a>(messages: &'static Messages, label: &'a str, blocked: bool) -> ToastText<'a> {
    let toast = subject_text(messages, label, "toast-taken-up");
    if blocked { toast } else { toast.scheduled() }
}

/// Builds the toast of a change that is already in the requested state.
pub(super) fn nothing_to_change_text<'a>(
    messages: &'static Messages,
    label: &'a str,
    in_doubt: bool,
) -> ToastText<'a> {
    let key = if in_doubt { "toast-already-so-doubt" } else { "toast-already-so" };
    subject_text(messages, label, key)
}

/// Builds the toast of a write that another process discarded, by its progress.
pub(super) fn discarded_by_peer_text<'a>(
    messages: &'static Messages,
    label: &'a str,
    reached: WriteProgress,
) -> ToastText<'a> {
    let key = match reached {
        WriteProgress::Unsent => "toast-dropped-elsewhere",
        WriteProgress::Refused => "toast-dropped-elsewhere-refused",
        WriteProgress::NotApplied => "toast-dropped-elsewhere-sent",
        WriteProgress::InDoubt => "toast-dropped-elsewhere-doubt",
    };
    subject_text(messages, label, key)
}

/// Builds the toast of a deleted deal. In the window a button recreates it; in the terminal the text names the key.
pub(super) fn deletion_sent_text<'a>(app: &App, label: &'a str, way_back: bool) -> ToastText<'a> {
    let messages = Messages::new(app.cx.lang());
    if app.cx.options().split_view {
        return ToastText::with_subject(label, messages.get("toast-gone-button").into_owned());
    }
    let action = if way_back { ActionId::Undo } else { ActionId::Redo };
    let key = first_key(app, Context::Screens, action);
    ToastText::with_subject(label, messages.with("toast-gone", &[("key", MessageArg::from(key))]))
}
