//! Toast texts by kind.

pub(crate) use crate::tools::toasts::view::toast_parts::{SentAtEnd, ToastText};
use std::borrow::Cow;

use crate::dataset::column::MAX_SORT_KEYS;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::chrome::lower_first;
use crate::foundation::presentation::problem;
use crate::foundation::presentation::task_status::task_status_label;
use crate::model::pending_write::WriteProblem;
use crate::model::snapshot::UndoSkipReason;
use crate::model::storage_health::StorageFailureKind;
use crate::records::activity::view::storage_notices;
use crate::records::delegated_users::view as acting;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

use super::changes::{bulk_failure_text, bulk_text, owner_change, pending_change, status_change};
use super::copied::copied_text;
use super::inbox::inbox_text;
use super::scheduled::{creation_key, rescheduled_text, retry_key};
use super::{first_key, with_key_hint};

/// Maximum number of screens listed by name.
const MAX_NAMED_SCREENS: usize = 2;

/// Builds the text of a toast of this kind.
pub(super) fn toast_text<'a>(app: &'a App, kind: &'a ToastContent) -> ToastText<'a> {
    let messages = Messages::new(app.cx.lang());
    let plain = |key: &str| ToastText::without_subject(messages.get(key).into_owned());
    let about = |label: &'a str, key: &str| ToastText::with_subject(label, messages.get(key).into_owned());
    let with =
        |key: &str, args: &[(&str, MessageArg<'_>)]| ToastText::without_subject(messages.with(key, args));
    let count_text = |key: &str, n: usize| with(key, &[("n", MessageArg::from(n))]);
    let line = |key: &str, name: &str, text: &str, max: usize| {
        with(key, &[(name, MessageArg::from(&SafeText::line_within(text, max)))])
    };
    match kind {
        ToastContent::Moved { label, from, to, owner } => {
            status_change(app, label, (from, to), owner.as_deref()).scheduled()
        }
        ToastContent::TaskMoved { label, to } => {
            let statut = task_status_label(&app.cx, to);
            let text = messages.with("toast-moved", &[("status", MessageArg::from(statut))]);
            ToastText::with_subject(label, text).scheduled()
        }
        ToastContent::Edited { label, owners: None } => about(label, "toast-edited").scheduled(),
        ToastContent::Edited { label, owners: Some([from, to]) } => {
            owner_change(app, label, (from, to)).scheduled()
        }
        ToastContent::Deleting { label } => about(label, "toast-deleted").sending(SentAtEnd::Deletion),
        ToastContent::Creating { label } => about(label, creation_key(app)),
        ToastContent::Resending { label } => about(label, retry_key(app)),
        ToastContent::ResendingMany { count } => ToastText {
            subject: Cow::Owned(messages.with("view-deals", &[("n", MessageArg::from(*count))])),
            ..ToastText::without_subject(messages.get(retry_key(app)).into_owned())
        },
        ToastContent::Created { label, hidden: true } => about(label, "toast-created-hidden"),
        ToastContent::Created { label, .. } => about(label, "toast-created"),
        ToastContent::Rescheduled { count } => rescheduled_text(app, *count),
        ToastContent::SentSinceOpened { count } => {
            let text = messages.with("toast-sent-since-opened", &[("n", MessageArg::from(*count))]);
            ToastText::without_subject(with_key_hint(app, text, ActionId::ScreenActivity, Context::Screens))
        }
        ToastContent::ScheduledByPeer { write, label, deletes, .. } => {
            if *deletes {
                return about(label, "toast-deleted").sending(SentAtEnd::from_deletes(true));
            }
            let written = app.cx.snapshot().writes.by_number(write.0);
            let change_text = written.and_then(|write| pending_change(app, label, write));
            change_text.unwrap_or_else(|| about(label, "toast-held-elsewhere")).scheduled()
        }
        ToastContent::ConflictDecided { label, scheduled: true, deletes, recreates: anew, .. } => {
            let key = if *anew { "toast-will-be-recreated" } else { "toast-decided-mine" };
            about(label, key).sending(SentAtEnd::from_deletes(*deletes))
        }
        ToastContent::ConflictDecided { label, sent: true, .. } => about(label, "toast-decided-mine"),
        ToastContent::ConflictDecided { label, .. } => about(label, "toast-decided-theirs"),
        ToastContent::Refused { label, problem } => rejected_text(app, label, problem),
        ToastContent::Conflict { label } => {
            let mut writes = app.cx.snapshot().writes.iter();
            let is_deleted = writes
                .any(|write| write.label == *label && write.is_blocked() && write.recreate_fields.is_some());
            let key = if is_deleted { "toast-conflict-gone" } else { "toast-conflict" };
            let text = messages.get(key).into_owned();
            let text = with_key_hint(app, text, ActionId::ScreenActivity, Context::Screens);
            ToastText::with_subject(label, text)
        }
        ToastContent::NotStored { label } => about(label, unsaved_key(app)),
        ToastContent::DeletionSent { label, by_undo: way_back } => {
            super::undo::deletion_sent_text(app, label, *way_back)
        }
        ToastContent::AlreadyDeleted { label } => about(label, "toast-gone-already"),
        ToastContent::BeingSent { label } => about(label, "toast-leaving"),
        ToastContent::TooLate { label } => about(label, "toast-too-late"),

        ToastContent::Undone { label, kind: content } => super::undo::undone_text(messages, label, *content),
        ToastContent::RevertingMove { label } => about(label, "toast-moving-back"),
        ToastContent::MoveReverted { label } => about(label, "toast-moved-back"),
        ToastContent::Redone { label, kind: content, scheduled } => {
            super::undo::redone_text(messages, label, *content, *scheduled)
        }
        ToastContent::ManyUndone { count, deals, redo: again, deletes, restarts } => {
            super::undo::many_text(app, deals, (*count, *again), (*deletes, *restarts))
        }
        ToastContent::ConfirmUndo { label, count, moves } => {
            super::undo::confirm_undo_text(app, label, *count, *moves)
        }
        ToastContent::Discarded { label, in_doubt } => {
            super::undo::discarded_text(messages, label, *in_doubt)
        }
        ToastContent::Restored { label, blocked } => super::undo::restored_text(messages, label, *blocked),
        ToastContent::NothingToChange { label, in_doubt } => {
            super::undo::nothing_to_change_text(messages, label, *in_doubt)
        }
        ToastContent::UndoSkipped { label, reason: left } => {
            let key = match left {
                UndoSkipReason::Changed => "toast-changed-since",
                UndoSkipReason::NeverSent => "toast-left-never",
                UndoSkipReason::NeedsDecision => "toast-left-to-decide",
                UndoSkipReason::Deleted => "toast-left-deleted",
            };
            about(label, key)
        }
        ToastContent::SameByPeer { label } => about(label, "toast-same-elsewhere"),
        ToastContent::DiscardedByPeer { label, reached, .. } => {
            super::undo::discarded_by_peer_text(messages, label, *reached)
        }

        ToastContent::BulkStarted { count, op: verb } => bulk_text(app, *count, verb),
        ToastContent::BulkStopped { count } => count_text("toast-bulk-stopped", *count),
        ToastContent::BulkEnded { done, failed: 0 } => count_text("toast-bulk-ended", *done),
        ToastContent::BulkEnded { done, failed } => {
            let text = bulk_failure_text(app, *done, *failed);
            ToastText::without_subject(with_key_hint(app, text, ActionId::ShowBulk, Context::Board))
        }

        ToastContent::Inbox(content) => inbox_text(app, content),
        ToastContent::VisitEnded { changes: 0 } => plain("toast-visit-ended"),
        ToastContent::VisitEnded { changes } => count_text("toast-visit-seen", *changes),
        ToastContent::VisitResumed { changes } => count_text("toast-visit-resumed", *changes),

        ToastContent::OwnNameSet { name } if name.is_empty() => plain("toast-me-unknown"),
        ToastContent::OwnNameSet { name } => about(name, "toast-me-known"),
        ToastContent::UserSwitched { user, before, pending: left } => {
            ToastText::without_subject(acting::switched_text(messages, user, before, *left))
        }
        ToastContent::UserRefused { user, refusal } => {
            ToastText::without_subject(acting::refusal_text(messages, user, *refusal))
        }
        ToastContent::AlreadyActing { user } => {
            with("toast-acts-already", &[("user", MessageArg::from(acting::user_name(messages, user)))])
        }
        ToastContent::SwitchFailed { user, failure: cause } => {
            ToastText::without_subject(acting::switch_failed_text(app, user, cause))
        }

        ToastContent::ViewSaved { name } => about(name, "toast-view-saved"),
        ToastContent::ViewPinned { name, pinned: true } => about(name, "toast-view-pinned"),
        ToastContent::ViewPinned { name, .. } => about(name, "toast-view-unpinned"),
        ToastContent::StartViewSet { name, chosen: true } => about(name, "toast-view-at-start"),
        ToastContent::StartViewSet { name, .. } => about(name, "toast-view-not-at-start"),
        ToastContent::ViewDeleted { name } => about(name, "toast-view-deleted"),
        ToastContent::ViewsImported { count } => count_text("toast-views-imported", *count),
        ToastContent::ViewRefused { detail } => line("toast-view-refused", "why", detail, 160),
        ToastContent::SortReplaced { replaced } => {
            let column = replaced.label(app.cx.lang(), true);
            let args = [("column", MessageArg::from(column)), ("n", MessageArg::from(MAX_SORT_KEYS))];
            with("toast-sort-replaced", &args)
        }
        ToastContent::FilterCleared { complete: true } => plain("toast-filter-cleared"),
        ToastContent::FilterCleared { .. } => plain("toast-filter-part-cleared"),
        ToastContent::FilterUnchanged => with(
            "toast-filter-stays",
            &[("key", MessageArg::from(first_key(app, Context::Board, ActionId::ClearFilter)))],
        ),
        ToastContent::NoteSaved { removed: true } => plain("toast-note-removed"),
        ToastContent::NoteSaved { .. } => plain("toast-note-kept"),
        ToastContent::NoteMerged => plain("toast-note-of-both"),
        ToastContent::EditorFailed { editor, error: None } => about(editor, "toast-editor-missing"),
        ToastContent::EditorFailed { editor, error: Some(cause) } => {
            let cause = SafeText::line_within(cause, 60);
            ToastText::with_subject(
                editor,
                messages.with("toast-editor-failed", &[("why", MessageArg::from(&cause))]),
            )
        }

        ToastContent::Copied { content, clipboard: by } => copied_text(messages, content, *by),
        ToastContent::CopyFailed => with(
            "toast-copy-failed",
            &[("key", MessageArg::from(first_key(app, Context::Board, ActionId::Export)))],
        ),
        ToastContent::Exported { path, rows } => {
            let (folder, name) = split_path(path);
            let folder = SafeText::line_within(folder, 60);
            let args = [("n", MessageArg::from(*rows)), ("folder", MessageArg::from(&folder))];
            ToastText::with_subject(name, messages.with("toast-exported", &args))
        }
        ToastContent::ExportFailed { reason: cause } => {
            let cause = problem::reason_text(app.cx.lang(), cause);
            with("toast-export-failed", &[("why", MessageArg::from(cause))])
        }
        ToastContent::OpenFailed { path, error: cause } => {
            let cause = SafeText::line_within(cause, 60);
            ToastText::with_subject(
                path,
                messages.with("toast-open-failed", &[("why", MessageArg::from(&cause))]),
            )
        }
        ToastContent::DialogMissing { .. } => plain("toast-no-dialog"),

        ToastContent::KeysChanged => plain("toast-keys-changed"),
        ToastContent::KeysRefused { error: cause } => line("toast-keys-refused", "why", cause, 240),
        ToastContent::KeysFile { path } => line("toast-keys-stand-in", "path", path, 160),
        ToastContent::MouseToggled { on: true } => plain("toast-mouse-on"),
        ToastContent::MouseToggled { .. } => plain("toast-mouse-off"),
        ToastContent::ThemeChanged { theme } => {
            ToastText { subject: messages.get("theme-name"), ..plain(theme.label_key()) }
        }
        ToastContent::LanguageChanged => plain("toast-language"),
        ToastContent::Disabled { id: None, reason } => plain(reason),
        ToastContent::Disabled { id: Some(id), reason } => {
            let (action, cause) = (messages.get(id.spec().label_key), messages.get(reason));
            let mut args = vec![("action", MessageArg::from(action)), ("why", MessageArg::from(cause))];
            // The reason names another way, which has a key.
            let is_inactive = *reason == DisabledReason::NextStatusInactive.key();
            let other = first_key(app, Context::Board, ActionId::MoveTo);
            if !is_inactive || other.is_empty() {
                return with("toast-disabled", &args);
            }
            args.push(("key", MessageArg::from(other)));
            with("toast-disabled-key", &args)
        }
        ToastContent::WrongScreen { id, screens } => {
            // More names would be truncated; the numbers of the screens are also their keys.
            let few = screens.len() <= MAX_NAMED_SCREENS;
            let names = screens.iter().map(|screen| {
                let number = screen.number().to_string();
                if few { format!("{number} {}", messages.get(screen.label_key())) } else { number }
            });
            let args = [
                ("action", MessageArg::from(messages.get(id.spec().label_key))),
                ("screens", MessageArg::from(names.collect::<Vec<_>>().join(", "))),
            ];
            with("toast-elsewhere", &args)
        }
        ToastContent::Damaged { file } => {
            ToastText::without_subject(storage_notices::damaged_text(messages, file))
        }
        ToastContent::StoreFailed { reason: cause } => {
            let cause = problem::reason_text(app.cx.lang(), cause);
            with("toast-store-failed", &[("why", MessageArg::from(cause))])
        }
    }
}

fn rejected_text<'a>(app: &App, label: &'a str, problem: &WriteProblem) -> ToastText<'a> {
    let reason_text = problem::refusal_reason(app.cx.lang(), problem);
    let reason_text = lower_first(reason_text.trim_end_matches('.'));
    let text = Messages::new(app.cx.lang()).with("toast-refused", &[("why", MessageArg::from(reason_text))]);
    ToastText::with_subject(label, with_key_hint(app, text, ActionId::ScreenActivity, Context::Screens))
}

/// Returns the message key for an unsaved write, by the disk's state.
fn unsaved_key(app: &App) -> &'static str {
    match app.cx.snapshot().storage.failure.as_ref().map(|failure| failure.kind) {
        Some(StorageFailureKind::DiskFull) => "toast-not-kept-full",
        Some(StorageFailureKind::FileTooLarge) => "toast-not-kept-limited",
        Some(StorageFailureKind::ReadOnly) => "toast-not-kept-closed",
        None => "toast-not-kept",
    }
}

/// Splits a path into folder and file name.
fn split_path(path: &str) -> (&str, &str) {
    path.rsplit_once(['/', '\\']).unwrap_or(("", path))
}
