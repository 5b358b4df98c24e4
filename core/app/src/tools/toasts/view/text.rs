//! Toast texts by kind.

pub(crate) use crate::tools::toasts::view::said::{Leaves, Said};
use std::borrow::Cow;

use crate::dataset::column::MOST_SORT_KEYS;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::input::disabled_reason::Reason;
use crate::foundation::presentation::frame::in_a_sentence;
use crate::foundation::presentation::problem;
use crate::foundation::presentation::task_status::statut;
use crate::model::pending_write::WriteProblem;
use crate::model::snapshot::LeftAs;
use crate::model::storage_health::Hindered;
use crate::records::act_for::view as acting;
use crate::records::activity::view::storage_notices;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};

use super::changes::{bulk, bulk_failed, changed, given, moved};
use super::copied::copied;
use super::held::{creating, held_again, resending};
use super::inbox::triaged;
use super::{key, leading};

/// Maximum number of screens listed by name.
const FEW_SCREENS: usize = 2;

/// Builds the text of a toast of this kind.
pub(super) fn said<'a>(app: &'a App, kind: &'a ToastKind) -> Said<'a> {
    let words = Words::new(app.cx.lang());
    let plain = |key: &str| Said::text(words.get(key).into_owned());
    let about = |label: &'a str, key: &str| Said::about(label, words.get(key).into_owned());
    let with = |key: &str, args: &[(&str, Arg<'_>)]| Said::text(words.with(key, args));
    let counted = |key: &str, n: usize| with(key, &[("n", Arg::from(n))]);
    let line = |key: &str, name: &str, text: &str, most: usize| {
        with(key, &[(name, Arg::from(&Clean::line_of(text, most)))])
    };
    match kind {
        ToastKind::Moved {
            label,
            from,
            to,
            owner,
        } => moved(app, label, (from, to), owner.as_deref()).held(),
        ToastKind::TaskMoved { label, to } => {
            let statut = statut(&app.cx, to);
            let text = words.with("toast-moved", &[("status", Arg::from(statut))]);
            Said::about(label, text).held()
        }
        ToastKind::Edited { label, owners: None } => about(label, "toast-edited").held(),
        ToastKind::Edited {
            label,
            owners: Some([from, to]),
        } => given(app, label, (from, to)).held(),
        ToastKind::Deleting { label } => about(label, "toast-deleted").leaving(Leaves::Deletion),
        ToastKind::Creating { label } => about(label, creating(app)),
        ToastKind::Resending { label } => about(label, resending(app)),
        ToastKind::ResendingMany { count } => Said {
            subject: Cow::Owned(words.with("view-deals", &[("n", Arg::from(*count))])),
            ..Said::text(words.get(resending(app)).into_owned())
        },
        ToastKind::Created { label, hidden: true } => about(label, "toast-created-hidden"),
        ToastKind::Created { label, .. } => about(label, "toast-created"),
        ToastKind::HeldAgain { count } => held_again(app, *count),
        ToastKind::SentSinceOpened { count } => {
            let text = words.with("toast-sent-since-opened", &[("n", Arg::from(*count))]);
            Said::text(leading(app, text, ActionId::ScreenActivity, Context::Screens))
        }
        ToastKind::HeldElsewhere {
            write,
            label,
            deletes,
            ..
        } => {
            if *deletes {
                return about(label, "toast-deleted").leaving(Leaves::of(true));
            }
            let written = app.cx.snapshot().writes.numbered(write.0);
            let told = written.and_then(|write| changed(app, label, write));
            told.unwrap_or_else(|| about(label, "toast-held-elsewhere"))
                .held()
        }
        ToastKind::Decided {
            label,
            held: true,
            deletes,
            anew,
            ..
        } => {
            let key = if *anew {
                "toast-will-be-recreated"
            } else {
                "toast-decided-mine"
            };
            about(label, key).leaving(Leaves::of(*deletes))
        }
        ToastKind::Decided {
            label, sent: true, ..
        } => about(label, "toast-decided-mine"),
        ToastKind::Decided { label, .. } => about(label, "toast-decided-theirs"),
        ToastKind::Refused { label, problem } => refused(app, label, problem),
        ToastKind::Conflict { label } => {
            let mut writes = app.cx.snapshot().writes.iter();
            let gone = writes.any(|write| write.label == *label && write.parked() && write.gone.is_some());
            let key = if gone {
                "toast-conflict-gone"
            } else {
                "toast-conflict"
            };
            let text = words.get(key).into_owned();
            let text = leading(app, text, ActionId::ScreenActivity, Context::Screens);
            Said::about(label, text)
        }
        ToastKind::NotKept { label } => about(label, not_kept(app)),
        ToastKind::Gone { label, way_back } => super::undo::gone(app, label, *way_back),
        ToastKind::GoneAlready { label } => about(label, "toast-gone-already"),
        ToastKind::Leaving { label } => about(label, "toast-leaving"),
        ToastKind::TooLate { label } => about(label, "toast-too-late"),

        ToastKind::Undone { label, what } => super::undo::undone(words, label, *what),
        ToastKind::MovingBack { label } => about(label, "toast-moving-back"),
        ToastKind::MovedBack { label } => about(label, "toast-moved-back"),
        ToastKind::Redone { label, what, held } => super::undo::redone(words, label, *what, *held),
        ToastKind::TurnedMany {
            count,
            deals,
            again,
            deletes,
            restarts,
        } => super::undo::many(app, deals, (*count, *again), (*deletes, *restarts)),
        ToastKind::WouldUndo { label, count, moves } => super::undo::would_undo(app, label, *count, *moves),
        ToastKind::Discarded { label, in_doubt } => super::undo::discarded(words, label, *in_doubt),
        ToastKind::TakenUp { label, stands } => super::undo::taken_up(words, label, *stands),
        ToastKind::AlreadySo { label, in_doubt } => super::undo::already_so(words, label, *in_doubt),
        ToastKind::ChangedSince { label, left } => {
            let key = match left {
                LeftAs::Changed => "toast-changed-since",
                LeftAs::Never => "toast-left-never",
                LeftAs::ToDecide => "toast-left-to-decide",
                LeftAs::Deleted => "toast-left-deleted",
            };
            about(label, key)
        }
        ToastKind::SameElsewhere { label } => about(label, "toast-same-elsewhere"),
        ToastKind::DroppedElsewhere { label, reached, .. } => super::undo::dropped(words, label, *reached),

        ToastKind::BulkBegun { count, verb } => bulk(app, *count, verb),
        ToastKind::BulkStopped { count } => counted("toast-bulk-stopped", *count),
        ToastKind::BulkEnded { done, failed: 0 } => counted("toast-bulk-ended", *done),
        ToastKind::BulkEnded { done, failed } => {
            let text = bulk_failed(app, *done, *failed);
            Said::text(leading(app, text, ActionId::ShowBulk, Context::Board))
        }

        ToastKind::Triaged(what) => triaged(app, what),
        ToastKind::VisitEnded { changes: 0 } => plain("toast-visit-ended"),
        ToastKind::VisitEnded { changes } => counted("toast-visit-seen", *changes),
        ToastKind::VisitResumed { changes } => counted("toast-visit-resumed", *changes),

        ToastKind::MeKnown { name } if name.is_empty() => plain("toast-me-unknown"),
        ToastKind::MeKnown { name } => about(name, "toast-me-known"),
        ToastKind::ActsFor { who, before, left } => Said::text(acting::turned(words, who, before, *left)),
        ToastKind::UserRefused { who, refusal } => Said::text(acting::refused(words, who, *refusal)),
        ToastKind::ActsAlready { who } => with(
            "toast-acts-already",
            &[("user", Arg::from(acting::name(words, who)))],
        ),
        ToastKind::TurnFailed { who, why } => Said::text(acting::failed(app, who, why)),

        ToastKind::ViewSaved { name } => about(name, "toast-view-saved"),
        ToastKind::ViewPinned { name, pinned: true } => about(name, "toast-view-pinned"),
        ToastKind::ViewPinned { name, .. } => about(name, "toast-view-unpinned"),
        ToastKind::ViewAtStart { name, chosen: true } => about(name, "toast-view-at-start"),
        ToastKind::ViewAtStart { name, .. } => about(name, "toast-view-not-at-start"),
        ToastKind::ViewDeleted { name } => about(name, "toast-view-deleted"),
        ToastKind::ViewsImported { count } => counted("toast-views-imported", *count),
        ToastKind::ViewRefused { detail } => line("toast-view-refused", "why", detail, 160),
        ToastKind::SortReplaced { replaced } => {
            let column = replaced.label(app.cx.lang(), true);
            let args = [("column", Arg::from(column)), ("n", Arg::from(MOST_SORT_KEYS))];
            with("toast-sort-replaced", &args)
        }
        ToastKind::FilterCleared { whole: true } => plain("toast-filter-cleared"),
        ToastKind::FilterCleared { .. } => plain("toast-filter-part-cleared"),
        ToastKind::FilterStays => with(
            "toast-filter-stays",
            &[("key", Arg::from(key(app, Context::Board, ActionId::ClearFilter)))],
        ),
        ToastKind::NoteKept { removed: true } => plain("toast-note-removed"),
        ToastKind::NoteKept { .. } => plain("toast-note-kept"),
        ToastKind::NoteOfBoth => plain("toast-note-of-both"),
        ToastKind::EditorFailed { editor, why: None } => about(editor, "toast-editor-missing"),
        ToastKind::EditorFailed {
            editor,
            why: Some(why),
        } => {
            let why = Clean::line_of(why, 60);
            Said::about(
                editor,
                words.with("toast-editor-failed", &[("why", Arg::from(&why))]),
            )
        }

        ToastKind::Copied { what, by } => copied(words, what, *by),
        ToastKind::CopyFailed => with(
            "toast-copy-failed",
            &[("key", Arg::from(key(app, Context::Board, ActionId::Export)))],
        ),
        ToastKind::Exported { path, rows } => {
            let (folder, name) = parts(path);
            let folder = Clean::line_of(folder, 60);
            let args = [("n", Arg::from(*rows)), ("folder", Arg::from(&folder))];
            Said::about(name, words.with("toast-exported", &args))
        }
        ToastKind::ExportFailed { why } => {
            let why = problem::why(app.cx.lang(), why);
            with("toast-export-failed", &[("why", Arg::from(why))])
        }
        ToastKind::OpenFailed { path, why } => {
            let why = Clean::line_of(why, 60);
            Said::about(path, words.with("toast-open-failed", &[("why", Arg::from(&why))]))
        }
        ToastKind::DialogMissing { .. } => plain("toast-no-dialog"),

        ToastKind::KeysChanged => plain("toast-keys-changed"),
        ToastKind::KeysRefused { why } => line("toast-keys-refused", "why", why, 240),
        ToastKind::KeysStandIn { path } => line("toast-keys-stand-in", "path", path, 160),
        ToastKind::Pointed { on: true } => plain("toast-mouse-on"),
        ToastKind::Pointed { .. } => plain("toast-mouse-off"),
        ToastKind::Themed { theme } => Said {
            subject: words.get("theme-name"),
            ..plain(theme.label_key())
        },
        ToastKind::Translated => plain("toast-language"),
        ToastKind::Disabled { id: None, reason } => plain(reason),
        ToastKind::Disabled { id: Some(id), reason } => {
            let (action, why) = (words.get(id.spec().label_key), words.get(reason));
            let mut args = vec![("action", Arg::from(action)), ("why", Arg::from(why))];
            // The reason names another way, which has a key.
            let aside = *reason == Reason::StatusAside.key();
            let other = key(app, Context::Board, ActionId::MoveTo);
            if !aside || other.is_empty() {
                return with("toast-disabled", &args);
            }
            args.push(("key", Arg::from(other)));
            with("toast-disabled-key", &args)
        }
        ToastKind::Elsewhere { id, screens } => {
            // More names would be truncated; the numbers of the screens are also their keys.
            let few = screens.len() <= FEW_SCREENS;
            let names = screens.iter().map(|screen| {
                let number = screen.number().to_string();
                if few {
                    format!("{number} {}", words.get(screen.label_key()))
                } else {
                    number
                }
            });
            let args = [
                ("action", Arg::from(words.get(id.spec().label_key))),
                ("screens", Arg::from(names.collect::<Vec<_>>().join(", "))),
            ];
            with("toast-elsewhere", &args)
        }
        ToastKind::Damaged { found } => Said::text(storage_notices::damaged(words, found)),
        ToastKind::StoreFailed { why } => {
            let why = problem::why(app.cx.lang(), why);
            with("toast-store-failed", &[("why", Arg::from(why))])
        }
    }
}

fn refused<'a>(app: &App, label: &'a str, problem: &WriteProblem) -> Said<'a> {
    let why = problem::reason(app.cx.lang(), problem);
    let why = in_a_sentence(why.trim_end_matches('.'));
    let text = Words::new(app.cx.lang()).with("toast-refused", &[("why", Arg::from(why))]);
    Said::about(
        label,
        leading(app, text, ActionId::ScreenActivity, Context::Screens),
    )
}

/// Returns the message key for an unsaved write, by the disk's state.
fn not_kept(app: &App) -> &'static str {
    match app.cx.snapshot().keeping.hindered.as_ref().map(|why| why.what) {
        Some(Hindered::Full) => "toast-not-kept-full",
        Some(Hindered::Limited) => "toast-not-kept-limited",
        Some(Hindered::Closed) => "toast-not-kept-closed",
        None => "toast-not-kept",
    }
}

/// Splits a path into folder and file name.
fn parts(path: &str) -> (&str, &str) {
    path.rsplit_once(['/', '\\']).unwrap_or(("", path))
}
