//! The words of a toast.

use crate::app::{ActionId, App, Context, CopiedBy, CopiedWhat, MOST_SORT_KEYS, Toast, ToastKind};
use crate::engine::{Hindered, WriteKind, WriteState};
use crate::view::frame::{in_a_sentence, key_text};
use crate::view::text::{Arg, Clean, Words, date, sentence};
use crate::view::vocabulary;
use crate::view::{acting, holds, keeping, problem, table, tasks};

/// Whether what is held deletes: [`holds::leaves`] says it in other words.
const LEAVES: bool = false;
const DELETES: bool = true;

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
    /// Whether it tells why something cannot be done here and now.
    pub refused: bool,
    /// What leads on from it, where something does: to more of it, or to another try.
    pub way: Option<ActionId>,
    /// The key of what the way there is called.
    pub way_key: &'static str,
}

/// The words of `toast`, as of now.
pub fn toast(app: &App, toast: &Toast) -> ToastView {
    let words = Words::new(app.lang());
    let plain = |key: &str| words.get(key).into_owned();
    let looks = plain("theme-name");
    let action = match &toast.kind {
        ToastKind::Disabled { id: Some(id), .. } => plain(id.spec().label_key),
        _ => String::new(),
    };
    let (subject, text, countdown) = match &toast.kind {
        ToastKind::Moved { label, from, to } => {
            let from = vocabulary::deal_status_short(app.lang(), from).into_owned();
            let to = vocabulary::deal_status(app.lang(), to).into_owned();
            (
                label.as_str(),
                words.with(
                    "toast-moved-from",
                    &[("from", Arg::from(from)), ("to", Arg::from(to))],
                ),
                Some(LEAVES),
            )
        }
        ToastKind::TaskMoved { label, to } => {
            let statut = tasks::statut(app, to);
            (
                label.as_str(),
                words.with("toast-moved", &[("status", Arg::from(statut))]),
                Some(LEAVES),
            )
        }
        ToastKind::Decided { label, sent } => (
            label.as_str(),
            plain(if *sent {
                "toast-decided-mine"
            } else {
                "toast-decided-theirs"
            }),
            None,
        ),
        ToastKind::VisitEnded => ("", plain("toast-visit-ended"), None),
        ToastKind::Snoozed { count, until } => {
            let zone = &app.options().zone;
            let until = date::date_time_short(date::local(*until, zone));
            let args = [("n", Arg::from(*count)), ("date", Arg::from(until))];
            ("", words.with("toast-snoozed", &args), None)
        }
        ToastKind::Grouped { apart: true, .. } => ("", plain("toast-apart"), None),
        ToastKind::Grouped { groups, .. } => (
            "",
            words.with("toast-grouped", &[("n", Arg::from(*groups))]),
            None,
        ),
        ToastKind::MarksEnded { done, failed } => {
            let args = [("done", Arg::from(*done)), ("failed", Arg::from(*failed))];
            ("", words.with("toast-marks-ended", &args), None)
        }
        ToastKind::MarksStopped { done, left } => {
            let args = [("done", Arg::from(*done)), ("left", Arg::from(*left))];
            ("", words.with("toast-marks-stopped", &args), None)
        }
        ToastKind::Watching { ids } => {
            let named = Clean::line_of(&ids.join(", "), 90);
            let args = [("n", Arg::from(ids.len())), ("ids", Arg::from(&named))];
            ("", words.with("toast-watching", &args), None)
        }
        ToastKind::Edited { label } => (label.as_str(), plain("toast-edited"), Some(LEAVES)),
        ToastKind::Deleting { label } => (label.as_str(), plain("toast-deleted"), Some(DELETES)),
        ToastKind::HeldAgain { count } => held_again(app, *count),
        ToastKind::Marking { count, figures, .. } if !figures.is_empty() => {
            let figures = figures.join(" · ");
            let figures = Clean::line_of(&figures, 60);
            let args = [("n", Arg::from(*count)), ("figures", Arg::from(&figures))];
            ("", words.with("toast-marking-figures", &args), Some(LEAVES))
        }
        ToastKind::HeldUnread { count } => ("", words.with("toast-held", &[("n", Arg::from(*count))]), None),
        ToastKind::LetGo { count } => ("", words.with("toast-let-go", &[("n", Arg::from(*count))]), None),
        ToastKind::Marking { title, .. } if !title.is_empty() => {
            (title.as_str(), plain("toast-marking-one"), Some(LEAVES))
        }
        ToastKind::Marking { count, .. } => (
            "",
            words.with("toast-marking", &[("n", Arg::from(*count))]),
            Some(LEAVES),
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
            let why = in_a_sentence(why.trim_end_matches('.'));
            let text = words.with("toast-refused", &[("why", Arg::from(why))]);
            (
                label.as_str(),
                leading(app, text, ActionId::ScreenActivity, Context::Screens),
                None,
            )
        }
        ToastKind::Conflict { label } => {
            let text = plain("toast-conflict");
            (
                label.as_str(),
                leading(app, text, ActionId::ScreenActivity, Context::Screens),
                None,
            )
        }
        ToastKind::Undone { label } if label.is_empty() => ("", plain("toast-undone-last"), None),
        ToastKind::Undone { label } => (label.as_str(), plain("toast-undone"), None),
        ToastKind::MovedBack { label } => (label.as_str(), plain("toast-moved-back"), None),
        ToastKind::Redone { label } => (label.as_str(), plain("toast-redone"), None),
        ToastKind::TurnedMany { count, again } => {
            let key = if *again {
                "toast-redone-many"
            } else {
                "toast-undone-many"
            };
            ("", words.with(key, &[("n", Arg::from(*count))]), None)
        }
        ToastKind::Unmarked { title, .. } if !title.is_empty() => {
            (title.as_str(), plain("toast-unmarked-one"), None)
        }
        ToastKind::Unmarked { count, .. } => (
            "",
            words.with("toast-unmarked", &[("n", Arg::from(*count))]),
            None,
        ),
        ToastKind::Starred { count, on } => {
            let key = if *on { "toast-starred" } else { "toast-unstarred" };
            ("", words.with(key, &[("n", Arg::from(*count))]), None)
        }
        ToastKind::Woken { count } => ("", words.with("toast-woken", &[("n", Arg::from(*count))]), None),
        ToastKind::Discarded {
            label,
            in_doubt: true,
        } => (label.as_str(), plain("toast-discarded-doubt"), None),
        ToastKind::Discarded { label, .. } => (label.as_str(), plain("toast-discarded"), None),
        ToastKind::TakenUp { label, stands } => (
            label.as_str(),
            plain("toast-taken-up"),
            (!stands).then_some(LEAVES),
        ),
        ToastKind::AlreadySo {
            label,
            in_doubt: true,
        } => (label.as_str(), plain("toast-already-so-doubt"), None),
        ToastKind::AlreadySo { label, .. } => (label.as_str(), plain("toast-already-so"), None),
        ToastKind::DroppedElsewhere {
            label,
            in_doubt: true,
        } => (label.as_str(), plain("toast-dropped-elsewhere-doubt"), None),
        ToastKind::DroppedElsewhere { label, .. } => (label.as_str(), plain("toast-dropped-elsewhere"), None),
        ToastKind::HeldElsewhere { label, deletes, .. } => {
            let key = if *deletes {
                "toast-deleted"
            } else {
                "toast-held-elsewhere"
            };
            (label.as_str(), plain(key), Some(*deletes))
        }
        ToastKind::GoneAlready { label } => (label.as_str(), plain("toast-gone-already"), None),
        ToastKind::TooLate { label } => (label.as_str(), plain("toast-too-late"), None),
        // In the window a button stands beside it.
        ToastKind::Gone { label, .. } if app.options().beside => {
            (label.as_str(), plain("toast-gone-button"), None)
        }
        ToastKind::Gone { label, way_back } => {
            let action = if *way_back { ActionId::Undo } else { ActionId::Redo };
            let keys = app.options().keymap.keys(Context::Screens, action);
            let key = keys
                .first()
                .map_or_else(String::new, |key| key_text(app, &key.to_string()));
            (
                label.as_str(),
                words.with("toast-gone", &[("key", Arg::from(key))]),
                None,
            )
        }
        ToastKind::NotKept { label } => {
            let why = match app.snapshot().keeping.hindered.as_ref().map(|why| why.what) {
                Some(Hindered::Full) => "toast-not-kept-full",
                Some(Hindered::Closed) => "toast-not-kept-closed",
                None => "toast-not-kept",
            };
            (label.as_str(), plain(why), None)
        }
        ToastKind::Damaged { found } => ("", keeping::damaged(words, found), None),
        ToastKind::Copied { what, by } => return copied(app, toast, what, *by),
        ToastKind::CopyFailed => {
            let keys = app.options().keymap.keys(Context::Board, ActionId::Export);
            let key = keys.first().map(|key| key_text(app, &key.to_string()));
            let args = [("key", Arg::from(key.unwrap_or_default()))];
            ("", words.with("toast-copy-failed", &args), None)
        }
        ToastKind::BulkBegun { count, deletes } => (
            "",
            words.with(
                if *deletes {
                    "toast-bulk-deletes"
                } else {
                    "toast-bulk-begun"
                },
                &[("n", Arg::from(*count))],
            ),
            Some(if *deletes { DELETES } else { LEAVES }),
        ),
        ToastKind::BulkStopped { count } => (
            "",
            words.with("toast-bulk-stopped", &[("n", Arg::from(*count))]),
            None,
        ),
        ToastKind::BulkEnded { done, failed } => ("", bulk_ended(app, *done, *failed), None),
        ToastKind::MeKnown { name } if name.is_empty() => ("", plain("toast-me-unknown"), None),
        ToastKind::MeKnown { name } => (name.as_str(), plain("toast-me-known"), None),
        ToastKind::ViewSaved { name } => (name.as_str(), plain("toast-view-saved"), None),
        ToastKind::ViewDeleted { name } => (name.as_str(), plain("toast-view-deleted"), None),
        ToastKind::ViewsImported { count } => (
            "",
            words.with("toast-views-imported", &[("n", Arg::from(*count))]),
            None,
        ),
        ToastKind::ViewRefused { detail } => (detail.as_str(), plain("toast-view-refused"), None),
        ToastKind::NoteKept { removed } => (
            "",
            plain(if *removed {
                "toast-note-removed"
            } else {
                "toast-note-kept"
            }),
            None,
        ),
        ToastKind::EditorFailed { why } => (why.as_str(), plain("toast-editor-failed"), None),
        ToastKind::Exported { path, rows } => {
            let (folder, name) = parts(path);
            let folder = Clean::line_of(folder, 60);
            let args = [("n", Arg::from(*rows)), ("folder", Arg::from(&folder))];
            (name, words.with("toast-exported", &args), None)
        }
        ToastKind::ExportFailed { why } => (
            "",
            words.with(
                "toast-export-failed",
                &[("why", Arg::from(Clean::line_of(why, 160).as_str()))],
            ),
            None,
        ),
        ToastKind::DialogMissing { .. } => ("", plain("toast-no-dialog"), None),
        ToastKind::ActsFor { who, before, left } => ("", acting::turned(words, who, before, *left), None),
        ToastKind::ActsAlready { who } => {
            let args = [("user", Arg::from(acting::name(words, who)))];
            ("", words.with("toast-acts-already", &args), None)
        }
        ToastKind::TurnFailed { who, why } => ("", acting::failed(app, who, why), None),
        ToastKind::SortReplaced { replaced } => {
            let column = table::label(app.lang(), *replaced, true);
            let args = [("column", Arg::from(column)), ("n", Arg::from(MOST_SORT_KEYS))];
            ("", words.with("toast-sort-replaced", &args), None)
        }
        ToastKind::KeysChanged => ("", plain("toast-keys-changed"), None),
        ToastKind::KeysRefused { why } => {
            let why = Clean::line_of(why, 240);
            let args = [("why", Arg::from(&why))];
            ("", words.with("toast-keys-refused", &args), None)
        }
        ToastKind::KeysStandIn { path } => {
            let path = Clean::line_of(path, 160);
            let args = [("path", Arg::from(&path))];
            ("", words.with("toast-keys-stand-in", &args), None)
        }
        ToastKind::Pointed { on: true } => ("", plain("toast-mouse-on"), None),
        ToastKind::Pointed { .. } => ("", plain("toast-mouse-off"), None),
        ToastKind::Themed { theme } => (looks.as_str(), plain(theme.label_key()), None),
        ToastKind::Disabled { reason, .. } if action.is_empty() => ("", plain(reason), None),
        ToastKind::Disabled { reason, .. } => {
            let args = [("action", Arg::from(action)), ("why", Arg::from(plain(reason)))];
            ("", words.with("toast-disabled", &args), None)
        }
        ToastKind::StoreFailed { detail } => (detail.as_str(), plain("toast-store-failed"), None),
    };
    let subject = subject_of(app, toast, subject);
    ToastView {
        id: toast.id,
        // What stands alone is a sentence; after a name it goes on with it.
        text: if subject.is_empty() { sentence(&text) } else { text },
        subject,
        countdown: countdown.map(|deletes| {
            if toast.until > app.now() {
                holds::leaves(app, toast.until, deletes)
            } else {
                plain("hold-left")
            }
        }),
        undoable: app.takes_back(&toast.kind),
        problem: toast.kind.is_problem(),
        refused: matches!(toast.kind, ToastKind::Disabled { .. }),
        way: way(&toast.kind),
        way_key: match &toast.kind {
            ToastKind::Gone { .. } => "button-recreate",
            _ => "button-see",
        },
    }
}

/// What shows more of what a toast tells: the write that is parked, or what became of each of many.
fn way(kind: &ToastKind) -> Option<ActionId> {
    match kind {
        ToastKind::Refused { .. } | ToastKind::Conflict { .. } => Some(ActionId::ScreenActivity),
        ToastKind::BulkEnded { failed, .. } if *failed > 0 => Some(ActionId::ShowBulk),
        ToastKind::Gone { way_back: true, .. } => Some(ActionId::Recreate),
        ToastKind::Gone { .. } => Some(ActionId::Redo),
        _ => None,
    }
}

/// A text with the key that leads on. In the window a button does.
fn leading(app: &App, text: String, to: ActionId, context: Context) -> String {
    if app.options().beside {
        return text;
    }
    let words = Words::new(app.lang());
    let keys = app.options().keymap.keys(context, to);
    let key = keys.first().map(|key| key_text(app, &key.to_string()));
    let args = [
        ("text", Arg::from(text)),
        ("key", Arg::from(key.unwrap_or_default())),
        ("way", Arg::from(words.get(to.spec().label_key).into_owned())),
    ];
    words.with("toast-leading", &args)
}

/// The record's name. What is a sentence about it, and not the end of one, stands after a colon.
fn subject_of(app: &App, toast: &Toast, name: &str) -> Clean {
    // A terminal of 80 columns has room for so much; the window cuts what does not fit, and keeps the end of a file's name,
    // which tells what it is.
    let most = if app.options().beside { 96 } else { 28 };
    let name = Clean::line_of(name, most);
    let sentence = matches!(
        toast.kind,
        ToastKind::Refused { .. }
            | ToastKind::Conflict { .. }
            | ToastKind::Undone { .. }
            | ToastKind::Redone { .. }
    );
    if !sentence || name.is_empty() {
        return name;
    }
    let args = [("name", Arg::from(&name))];
    Clean::line(&Words::new(app.lang()).with("toast-about", &args))
}

/// What was copied, and where it went: a person over ssh wants to know which machine has it.
fn copied(app: &App, toast: &Toast, what: &CopiedWhat, by: CopiedBy) -> ToastView {
    let words = Words::new(app.lang());
    let counted = |key: &str, n: usize| words.with(key, &[("n", Arg::from(n))]);
    let (subject, text) = match what {
        CopiedWhat::Text(text) => (text.as_str(), words.get("toast-copied").into_owned()),
        CopiedWhat::Rows(n) => ("", counted("toast-copied-rows", *n)),
        CopiedWhat::Request => ("", words.get("toast-copied-request").into_owned()),
        CopiedWhat::Json => ("", words.get("toast-copied-json").into_owned()),
        CopiedWhat::Handover => ("", words.get("toast-copied-handover").into_owned()),
        CopiedWhat::Views(n) => ("", counted("toast-copied-views", *n)),
    };
    let way = words.get(match by {
        CopiedBy::System => "copied-by-system",
        CopiedBy::Terminal => "copied-by-terminal",
    });
    ToastView {
        id: toast.id,
        subject: Clean::line_of(subject, 40),
        text: format!("{text} ({way})"),
        countdown: None,
        undoable: false,
        problem: false,
        refused: false,
        way: None,
        way_key: "",
    }
}

/// The folder of a path, and the name in it.
fn parts(path: &str) -> (&str, &str) {
    path.rsplit_once(['/', '\\']).unwrap_or(("", path))
}

/// What was held when the program ended. A deletion among it cannot be taken back once it has left, so that it is named.
fn held_again(app: &App, count: usize) -> (&str, String, Option<bool>) {
    let words = Words::new(app.lang());
    let writes = app.snapshot().writes.iter();
    let mut deletions = writes
        .filter(|write| write.kind == WriteKind::Delete && matches!(write.state, WriteState::Held { .. }));
    let (first, more) = (deletions.next(), deletions.count());
    match first {
        Some(only) if more == 0 => {
            let others = [("others", Arg::from(count.saturating_sub(1)))];
            let said = words.with("toast-held-again-deletion", &others);
            (only.label.as_str(), said, Some(DELETES))
        }
        Some(_) => {
            let args = [("n", Arg::from(count)), ("deletions", Arg::from(more + 1))];
            ("", words.with("toast-held-again-deletions", &args), Some(DELETES))
        }
        None => {
            let said = words.with("toast-held-again", &[("n", Arg::from(count))]);
            ("", said, Some(LEAVES))
        }
    }
}

fn bulk_ended(app: &App, done: usize, failed: usize) -> String {
    let words = Words::new(app.lang());
    if failed == 0 {
        return words.with("toast-bulk-ended", &[("n", Arg::from(done))]);
    }
    let args = [("done", Arg::from(done)), ("failed", Arg::from(failed))];
    let text = words.with("toast-bulk-failed", &args);
    leading(app, text, ActionId::ShowBulk, Context::Board)
}
