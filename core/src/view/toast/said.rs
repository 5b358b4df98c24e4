//! What a toast says, kind by kind.

mod copied;
mod later;

use std::borrow::Cow;

use crate::app::{ActionId, App, BulkVerb, Context, MOST_SORT_KEYS, ToastKind, Undid};
use crate::engine::{Hindered, Reached, WriteKind, WriteProblem, WriteState};
use crate::view::frame::in_a_sentence;
use crate::view::text::{Arg, Clean, Words, date};
use crate::view::{acting, keeping, lists, problem, table, tasks, vocabulary};

use super::{key, leading};
use copied::copied;
use later::{creating, resending};

/// So many screens are told by name.
const FEW_SCREENS: usize = 2;

/// What leaves at the end of its hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaves {
    /// A write that can be answered by another.
    Write,
    /// A deletion: there is no way back then, and the countdown says so.
    Deletion,
}

impl Leaves {
    fn of(deletes: bool) -> Self {
        if deletes { Self::Deletion } else { Self::Write }
    }

    pub(super) fn deletes(self) -> bool {
        self == Self::Deletion
    }
}

/// What is said.
pub(super) struct Said<'a> {
    /// What it is about: a record, or how many; empty if neither.
    pub(super) subject: Cow<'a, str>,
    /// What happened.
    pub(super) text: String,
    /// What leaves when the toast goes.
    pub(super) leaves: Option<Leaves>,
}

impl<'a> Said<'a> {
    fn text(text: String) -> Self {
        Self::about("", text)
    }

    fn about(subject: &'a str, text: String) -> Self {
        Self {
            subject: Cow::Borrowed(subject),
            text,
            leaves: None,
        }
    }

    fn leaving(self, leaves: Leaves) -> Self {
        Self {
            leaves: Some(leaves),
            ..self
        }
    }

    fn held(self) -> Self {
        self.leaving(Leaves::Write)
    }
}

/// What a toast of this kind says.
pub(super) fn said<'a>(app: &'a App, kind: &'a ToastKind) -> Said<'a> {
    let words = Words::new(app.lang());
    let plain = |key: &str| Said::text(words.get(key).into_owned());
    let about = |label: &'a str, key: &str| Said::about(label, words.get(key).into_owned());
    let with = |key: &str, args: &[(&str, Arg<'_>)]| Said::text(words.with(key, args));
    let counted = |key: &str, n: usize| with(key, &[("n", Arg::from(n))]);
    let done = |key: &str, done: usize, rest: &str, n: usize| {
        with(key, &[("done", Arg::from(done)), (rest, Arg::from(n))])
    };
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
            let statut = tasks::statut(app, to);
            let text = words.with("toast-moved", &[("status", Arg::from(statut))]);
            Said::about(label, text).held()
        }
        ToastKind::Edited { label, owners: None } => about(label, "toast-edited").held(),
        ToastKind::Edited {
            label,
            owners: Some([from, to]),
        } => {
            let named = |owner: &str| match owner {
                "" => words.get("owner-none").into_owned(),
                owner => Clean::line_of(owner, 40).to_string(),
            };
            let args = [("from", Arg::from(named(from))), ("to", Arg::from(named(to)))];
            Said::about(label, words.with("toast-given", &args)).held()
        }
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
        ToastKind::HeldElsewhere { label, deletes, .. } => {
            let key = if *deletes {
                "toast-deleted"
            } else {
                "toast-held-elsewhere"
            };
            about(label, key).leaving(Leaves::of(*deletes))
        }
        ToastKind::Decided {
            label,
            held: true,
            deletes,
            anew,
            ..
        } => {
            let key = if *anew {
                "toast-decided-anew"
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
            let mut writes = app.snapshot().writes.iter();
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
        ToastKind::Gone { label, way_back } => gone(app, label, *way_back),
        ToastKind::GoneAlready { label } => about(label, "toast-gone-already"),
        ToastKind::TooLate { label } => about(label, "toast-too-late"),

        ToastKind::Undone { label, .. } if label.is_empty() => plain("toast-undone-last"),
        ToastKind::Undone { label, what } => about(
            label,
            match what {
                Undid::Move => "toast-undone-move",
                Undid::Deletion => "toast-undone-deletion",
                Undid::Note => "toast-undone-note",
                Undid::View => "toast-undone-view",
                Undid::Sleep => "toast-undone-sleep",
                Undid::Change => "toast-undone",
            },
        ),
        ToastKind::MovedBack { label } => about(label, "toast-moved-back"),
        ToastKind::Redone { label, what, held } => {
            let said = about(
                label,
                match what {
                    Undid::Move => "toast-redone-move",
                    Undid::Note => "toast-redone-note",
                    Undid::View => "toast-redone-view",
                    Undid::Sleep => "toast-redone-sleep",
                    Undid::Deletion | Undid::Change => "toast-redone",
                },
            );
            if *held { said.held() } else { said }
        }
        ToastKind::TurnedMany {
            count,
            again: true,
            deletes,
            ..
        } => counted("toast-redone-many", *count).leaving(Leaves::of(*deletes)),
        ToastKind::TurnedMany { count, deals, .. } if app.is_turning(deals) => {
            counted("toast-undoing-many", *count)
        }
        ToastKind::TurnedMany { count, .. } => counted("toast-undone-many", *count),
        ToastKind::Discarded { label, in_doubt } => about(
            label,
            if *in_doubt {
                "toast-discarded-doubt"
            } else {
                "toast-discarded"
            },
        ),
        ToastKind::TakenUp { label, stands: true } => about(label, "toast-taken-up"),
        ToastKind::TakenUp { label, .. } => about(label, "toast-taken-up").held(),
        ToastKind::AlreadySo { label, in_doubt } => about(
            label,
            if *in_doubt {
                "toast-already-so-doubt"
            } else {
                "toast-already-so"
            },
        ),
        ToastKind::ChangedSince { label } => about(label, "toast-changed-since"),
        ToastKind::SameElsewhere { label } => about(label, "toast-same-elsewhere"),
        ToastKind::DroppedElsewhere { label, reached, .. } => about(
            label,
            match reached {
                Reached::Unsent => "toast-dropped-elsewhere",
                Reached::Refused => "toast-dropped-elsewhere-refused",
                Reached::NotApplied => "toast-dropped-elsewhere-sent",
                Reached::InDoubt => "toast-dropped-elsewhere-doubt",
            },
        ),

        ToastKind::BulkBegun { count, verb } => bulk(app, *count, verb),
        ToastKind::BulkStopped { count } => counted("toast-bulk-stopped", *count),
        ToastKind::BulkEnded { done, failed: 0 } => counted("toast-bulk-ended", *done),
        ToastKind::BulkEnded { done, failed } => {
            let args = [("done", Arg::from(*done)), ("failed", Arg::from(*failed))];
            let text = words.with("toast-bulk-failed", &args);
            Said::text(leading(app, text, ActionId::ShowBulk, Context::Board))
        }

        ToastKind::Marking {
            count,
            title,
            figures,
        } if !figures.is_empty() => {
            let figures = Clean::line_of(&figures.join(" · "), 60);
            let args = [("n", Arg::from(*count)), ("figures", Arg::from(&figures))];
            let text = words.with("toast-marking-figures", &args);
            // What the figures are of stands before them.
            let shared = title.split(|letter: char| letter.is_ascii_digit()).next();
            let shared = shared
                .unwrap_or_default()
                .trim_end_matches([' ', '\u{a0}', '(', ':', '–', '-']);
            // They are alike: the title of the first names them all, where a line has room for both.
            if app.options().beside || shared.is_empty() {
                Said::about(title, text).held()
            } else {
                Said::about(shared, text).held()
            }
        }
        ToastKind::Marking { title, .. } if !title.is_empty() => about(title, "toast-marking-one").held(),
        ToastKind::Marking { count, .. } => counted("toast-marking", *count).held(),
        ToastKind::MarksEnded { done: n, failed } => done("toast-marks-ended", *n, "failed", *failed),
        ToastKind::MarksStopped { done: n, left } => done("toast-marks-stopped", *n, "left", *left),
        ToastKind::Unmarked { title, .. } if !title.is_empty() => about(title, "toast-unmarked-one"),
        ToastKind::Unmarked { count, .. } => counted("toast-unmarked", *count),
        ToastKind::HeldUnread { count } => counted("toast-held", *count),
        ToastKind::LetGo { count } => counted("toast-let-go", *count),
        ToastKind::NothingMarked => plain("toast-nothing-marked"),
        ToastKind::Snoozed { count, until } => {
            let until = date::date_time_short(date::local(*until, &app.options().zone));
            with(
                "toast-snoozed",
                &[("n", Arg::from(*count)), ("date", Arg::from(until))],
            )
        }
        ToastKind::Woken { count } => counted("toast-woken", *count),
        ToastKind::Starred { count, on: true } => counted("toast-starred", *count),
        ToastKind::Starred { count, .. } => counted("toast-unstarred", *count),
        ToastKind::Grouped { apart: true, .. } => plain("toast-apart"),
        ToastKind::Grouped { groups, .. } => counted("toast-grouped", *groups),
        ToastKind::Watching { ids, passed_over } if !passed_over.is_empty() => {
            let first = passed_over.first().map(String::as_str).unwrap_or_default();
            with(
                "toast-watching-some",
                &[
                    ("n", Arg::from(ids.len())),
                    ("left", Arg::from(passed_over.len())),
                    ("first", Arg::from(&Clean::line_of(first, 24))),
                ],
            )
        }
        ToastKind::Watching { ids, .. } => {
            let named = Clean::line_of(&ids.join(", "), 90);
            with(
                "toast-watching",
                &[("n", Arg::from(ids.len())), ("ids", Arg::from(&named))],
            )
        }
        ToastKind::Forgotten { ids } => {
            let named = Clean::line_of(&ids.join(", "), 90);
            with(
                "toast-forgotten",
                &[("n", Arg::from(ids.len())), ("ids", Arg::from(&named))],
            )
        }
        ToastKind::Answered {
            count: 1,
            unknown: 1,
            subject,
            reason,
            ..
        } => Said::about(subject, lists::unknown_for(words, reason.as_deref(), 60)),
        ToastKind::Answered {
            count,
            unknown: unknown @ 1..,
            ..
        } => with(
            "toast-answered-unknown",
            &[("n", Arg::from(*count)), ("unknown", Arg::from(*unknown))],
        ),
        ToastKind::Answered { count: n @ 2.., .. } => counted("toast-answered-all", *n),
        ToastKind::Answered {
            subject, read: true, ..
        } => about(subject, "toast-answered-read"),
        ToastKind::Answered { subject, .. } => about(subject, "toast-answered"),
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
            let column = table::label(app.lang(), *replaced, true);
            let args = [("column", Arg::from(column)), ("n", Arg::from(MOST_SORT_KEYS))];
            with("toast-sort-replaced", &args)
        }
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
            let why = problem::why(app.lang(), why);
            with("toast-export-failed", &[("why", Arg::from(why))])
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
            with(
                "toast-disabled",
                &[("action", Arg::from(action)), ("why", Arg::from(why))],
            )
        }
        ToastKind::Elsewhere { id, screens } => {
            // The names of many would be cut: their numbers are their keys.
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
        ToastKind::Damaged { found } => Said::text(keeping::damaged(words, found)),
        ToastKind::StoreFailed { why } => {
            let why = problem::why(app.lang(), why);
            with("toast-store-failed", &[("why", Arg::from(why))])
        }
    }
}

fn moved<'a>(app: &App, label: &'a str, (from, to): (&str, &str), owner: Option<&str>) -> Said<'a> {
    let words = Words::new(app.lang());
    let from = vocabulary::deal_status_short(app.lang(), from);
    let to = vocabulary::deal_status(app.lang(), to);
    let mut args = vec![("from", Arg::from(from)), ("to", Arg::from(to))];
    let Some(owner) = owner else {
        return Said::about(label, words.with("toast-moved-from", &args));
    };
    // One change, told whole: undo takes both back.
    let owner = if owner.is_empty() {
        words.get("owner-none").into_owned()
    } else {
        Clean::line_of(owner, 40).to_string()
    };
    args.push(("owner", Arg::from(owner)));
    Said::about(label, words.with("toast-moved-owner", &args))
}

/// A change of many deals: where to, as the move of one is told.
fn bulk<'a>(app: &App, count: usize, verb: &BulkVerb) -> Said<'a> {
    let words = Words::new(app.lang());
    let told = |key: &str, to: Option<String>| {
        let to = Arg::from(to.unwrap_or_default());
        Said::text(words.with(key, &[("n", Arg::from(count)), ("to", to)]))
    };
    let status = |code: &str| vocabulary::deal_status(app.lang(), code).into_owned();
    let owner = |name: &str| match name {
        "" => words.get("owner-none").into_owned(),
        name => Clean::line_of(name, 40).to_string(),
    };
    match verb {
        BulkVerb::Delete => told("toast-bulk-deletes", None).leaving(Leaves::Deletion),
        // Each goes to another place.
        BulkVerb::Beside { .. } => told("toast-bulk-begun", None).held(),
        BulkVerb::Status(code) => told("toast-bulk-to", Some(status(code))).held(),
        BulkVerb::Owner(name) => told("toast-bulk-to", Some(owner(name))).held(),
        BulkVerb::Lane {
            status: code,
            owner: name,
        } => told(
            "toast-bulk-to",
            Some(format!("{}, {}", status(code), owner(name))),
        )
        .held(),
    }
}

fn refused<'a>(app: &App, label: &'a str, problem: &WriteProblem) -> Said<'a> {
    let why = problem::reason(app.lang(), problem);
    let why = in_a_sentence(why.trim_end_matches('.'));
    let text = Words::new(app.lang()).with("toast-refused", &[("why", Arg::from(why))]);
    Said::about(
        label,
        leading(app, text, ActionId::ScreenActivity, Context::Screens),
    )
}

/// Why a write could not be kept, as the state of the disk tells.
fn not_kept(app: &App) -> &'static str {
    match app.snapshot().keeping.hindered.as_ref().map(|why| why.what) {
        Some(Hindered::Full) => "toast-not-kept-full",
        Some(Hindered::Closed) => "toast-not-kept-closed",
        None => "toast-not-kept",
    }
}

/// A deal that is not there any more. In the window a button that makes it again stands beside; elsewhere its key is named.
fn gone<'a>(app: &App, label: &'a str, way_back: bool) -> Said<'a> {
    let words = Words::new(app.lang());
    if app.options().beside {
        return Said::about(label, words.get("toast-gone-button").into_owned());
    }
    let action = if way_back { ActionId::Undo } else { ActionId::Redo };
    let key = key(app, Context::Screens, action);
    Said::about(label, words.with("toast-gone", &[("key", Arg::from(key))]))
}

/// What was held when the program ended. A deletion among it cannot be taken back once it has left, so that it is named.
fn held_again(app: &App, count: usize) -> Said<'_> {
    let words = Words::new(app.lang());
    let writes = app.snapshot().writes.iter();
    let mut deletions = writes
        .filter(|write| write.kind == WriteKind::Delete && matches!(write.state, WriteState::Held { .. }));
    let (first, more) = (deletions.next(), deletions.count());
    let Some(first) = first else {
        return Said::text(words.with("toast-held-again", &[("n", Arg::from(count))])).held();
    };
    if more == 0 {
        let others = [("others", Arg::from(count.saturating_sub(1)))];
        let text = words.with("toast-held-again-deletion", &others);
        return Said::about(&first.label, text).leaving(Leaves::Deletion);
    }
    let args = [("n", Arg::from(count)), ("deletions", Arg::from(more + 1))];
    Said::text(words.with("toast-held-again-deletions", &args)).leaving(Leaves::Deletion)
}

/// The folder of a path, and the name in it.
fn parts(path: &str) -> (&str, &str) {
    path.rsplit_once(['/', '\\']).unwrap_or(("", path))
}
