//! View of a toast: its text, its countdown and its follow-up action.

mod changes;
mod copied;
mod held;
mod inbox;
mod text;
mod undo;

use crate::foundation::cx::change_types::Undoes;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::foundation::cx::toast_types::Undid;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::frame::key_text;
use crate::foundation::presentation::hold_countdown;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, sentence, width};

use text::{Said, said};

/// View of a toast.
#[derive(Clone, Debug, PartialEq)]
pub struct ToastView {
    /// Number of the toast.
    pub id: u64,
    /// Name of the affected record; empty without one.
    pub subject: Clean,
    /// Text of the event.
    pub text: String,
    /// End of [`Self::text`] that names a key; truncation happens before it. Empty without a key.
    pub lead: String,
    /// Time until the write is sent, while undo can cancel it.
    pub countdown: Option<String>,
    /// True if undo reverts this change.
    pub undoable: bool,
    /// True if this change can be undone separately from newer ones.
    pub alone: bool,
    /// True if it reports the deletion of one record, which undo cancels.
    pub deletes: bool,
    /// True if undo reverts another change, which must be named ([`undoes`]).
    pub undoes_other: bool,
    /// True if it reports a problem.
    pub problem: bool,
    /// True if its change is pending or in progress.
    pub waits: bool,
    /// True if its change is in progress.
    pub under_way: bool,
    /// True if it explains why an action is disabled.
    pub refused: bool,
    /// True if it was shown on another screen before, and should take little space here.
    pub carried: bool,
    /// Follow-up action: details or another attempt.
    pub way: Option<ActionId>,
    /// Message key of the follow-up action's label.
    pub way_key: &'static str,
}

/// Scheduled write whose countdown is shown beside a newer, unrelated toast.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldView {
    /// Name of the record, or a description without one.
    pub name: Clean,
    /// Time until it is sent.
    pub countdown: String,
    /// True if undo reverts it: the newest toast has nothing to undo.
    pub undone: bool,
    /// True if it deletes the record.
    pub deletes: bool,
}

/// Returns the scheduled write beside that of `newest`. Of several, this is the one that undo reverts, otherwise the
/// last scheduled.
pub fn held_beside(app: &App, newest: &Toast) -> Option<HeldView> {
    let counts = |toast: &&Toast| toast.id != newest.id && toast.until > app.cx.now();
    let others = || app.cx.toasts().iter().rev().filter(counts);
    // A change whose toast offers no undo, such as a creation, may be newer.
    let undone = app.bulk_change.undo_toast(&app.activity, &app.cx).filter(|id| {
        let toast = app.cx.toasts().iter().find(|toast| toast.id == *id);
        toast.is_some_and(|toast| is_undone(app, &toast.kind))
    });
    let held = others()
        .find(|other| undone == Some(other.id))
        .into_iter()
        .chain(others())
        .map(|other| (other, toast(app, other)))
        .find(|(_, view)| view.countdown.is_some())?;
    let (other, view) = held;
    Some(HeldView {
        name: if view.subject.is_empty() {
            Clean::line(&view.text)
        } else {
            view.subject
        },
        countdown: view.countdown?,
        undone: undone == Some(other.id),
        deletes: view.deletes,
    })
}

/// Returns whether a toast reports the change that undo would revert.
fn is_undone(app: &App, kind: &ToastKind) -> bool {
    match app.cx.undoes() {
        Some(Undoes::Of(name)) => said(app, kind).subject == name,
        Some(Undoes::Note(name)) => {
            let note = matches!(
                kind,
                ToastKind::Undone {
                    what: Undid::Note,
                    ..
                } | ToastKind::Redone {
                    what: Undid::Note,
                    ..
                }
            );
            note && said(app, kind).subject == name
        }
        Some(Undoes::Many(_)) => matches!(
            kind,
            ToastKind::Triaged(Triaged::Marking { .. })
                | ToastKind::BulkBegun { .. }
                | ToastKind::TurnedMany { .. }
                | ToastKind::HeldAgain { .. }
        ),
        _ => false,
    }
}

/// Builds the current view of `toast`.
pub fn toast(app: &App, toast: &Toast) -> ToastView {
    let Said {
        subject,
        text,
        leaves,
    } = said(app, &toast.kind);
    let subject = subject_of(app, toast, &subject);
    let undoable = app.cx.takes_back(&toast.kind);
    let under_way = matches!(&toast.kind, ToastKind::TurnedMany { deals, .. } if app.cx.is_turning(deals));
    ToastView {
        id: toast.id,
        // Without a subject the text is a sentence; after a subject it continues it.
        text: if subject.is_empty() { sentence(&text) } else { text },
        subject,
        lead: lead(app, &toast.kind),
        countdown: leaves.map(|leaves| {
            if toast.until > app.cx.now() {
                hold_countdown::leaves(&app.cx, toast.until, leaves.deletes())
            } else {
                Words::new(app.cx.lang()).get("hold-left").into_owned()
            }
        }),
        undoable,
        alone: app.bulk_change.takes_back_alone(toast, &app.activity, &app.cx),
        deletes: match &toast.kind {
            ToastKind::Deleting { .. } => true,
            ToastKind::HeldElsewhere { deletes, .. } => *deletes,
            _ => false,
        },
        // A countdown means pending, whether undo would revert this change or a newer one.
        waits: leaves.is_some() || under_way || (undoable && !toast.kind.stands()),
        undoes_other: toast.kind.leaves_in_doubt()
            && !app.cx.takes_back(&toast.kind)
            && app.enabled(ActionId::Undo).is_ok(),
        problem: toast.kind.is_problem(),
        under_way,
        refused: matches!(
            toast.kind,
            ToastKind::Disabled { .. } | ToastKind::Elsewhere { .. }
        ),
        carried: toast.carried,
        way: way(&toast.kind),
        way_key: match &toast.kind {
            ToastKind::Gone { .. } => "button-recreate",
            _ => "button-see",
        },
    }
}

/// Returns the undo key's label with the change's name, in `room` columns. The name is truncated if needed. Returns
/// `None` if too little of it would remain.
pub fn undoes(app: &App, room: usize) -> Option<String> {
    /// Minimum width of a recognisable name.
    const LEAST: usize = 8;
    let words = Words::new(app.cx.lang());
    match app.cx.undoes()? {
        of @ (Undoes::Of(name) | Undoes::Note(name)) => {
            let key = match of {
                Undoes::Note(_) => "hint-undo-note",
                _ => "hint-undo-of",
            };
            let around = width(&words.with(key, &[("name", Arg::from(""))]));
            let left = room.checked_sub(around)?;
            let name = Clean::line(name);
            if left < LEAST.min(width(&name)) {
                return None;
            }
            let name = Clean::line_of(&name, left);
            Some(words.with(key, &[("name", Arg::from(&name))]))
        }
        Undoes::Many(count) => {
            let label = words.with("hint-undo-many", &[("n", Arg::from(count))]);
            (width(&label) <= room).then_some(label)
        }
        Undoes::Seen => {
            let label = words.get("hint-undo-seen").into_owned();
            (width(&label) <= room).then_some(label)
        }
    }
}

/// Returns the follow-up action of a toast: the blocked write, the details of a bulk change, or a recreation.
fn way(kind: &ToastKind) -> Option<ActionId> {
    match kind {
        ToastKind::Refused { .. } | ToastKind::Conflict { .. } | ToastKind::SentSinceOpened { .. } => {
            Some(ActionId::ScreenActivity)
        }
        ToastKind::BulkEnded { failed, .. } if *failed > 0 => Some(ActionId::ShowBulk),
        ToastKind::Gone { way_back: true, .. } => Some(ActionId::Recreate),
        ToastKind::Gone { .. } => Some(ActionId::Redo),
        _ => None,
    }
}

/// Returns the end of a toast's text that names the key of its follow-up action.
fn lead(app: &App, kind: &ToastKind) -> String {
    match way(kind) {
        Some(to @ ActionId::ScreenActivity) => leading(app, String::new(), to, Context::Screens),
        Some(to @ ActionId::ShowBulk) => leading(app, String::new(), to, Context::Board),
        _ => String::new(),
    }
}

/// Appends the key of the follow-up action. The window has a button instead.
pub(super) fn leading(app: &App, text: String, to: ActionId, context: Context) -> String {
    if app.cx.options().beside {
        return text;
    }
    let words = Words::new(app.cx.lang());
    let args = [
        ("text", Arg::from(text)),
        ("key", Arg::from(key(app, context, to))),
        ("way", Arg::from(words.get(to.spec().label_key).into_owned())),
    ];
    words.with("toast-leading", &args)
}

/// Returns the first key of an action as displayed; empty without one.
pub(super) fn key(app: &App, context: Context, action: ActionId) -> String {
    let keys = app.cx.options().keymap.keys(context, action);
    keys.first()
        .map_or_else(String::new, |key| key_text(&app.cx, &key.to_string()))
}

/// Returns the record's name, with a colon if a whole sentence follows.
fn subject_of(app: &App, toast: &Toast, name: &str) -> Clean {
    // The front end truncates the rest; the window keeps the end of a file name, which identifies the file.
    let most = match toast.kind {
        ToastKind::Copied { .. } => 40,
        _ => 96,
    };
    let name = Clean::line_of(name, most);
    let sentence = matches!(
        toast.kind,
        ToastKind::Refused { .. }
            | ToastKind::Conflict { .. }
            | ToastKind::Undone { .. }
            | ToastKind::Redone { .. }
            | ToastKind::ChangedSince { .. }
            | ToastKind::SameElsewhere { .. }
            | ToastKind::EditorFailed { .. }
    );
    // The text about several notifications is a sentence of its own.
    let many =
        matches!(&toast.kind, ToastKind::Triaged(Triaged::Marking { figures, .. }) if !figures.is_empty());
    let sentence = sentence || (many && !app.cx.options().beside);
    if !sentence || name.is_empty() {
        return name;
    }
    let args = [("name", Arg::from(&name))];
    Clean::line(&Words::new(app.cx.lang()).with("toast-about", &args))
}
pub mod said;
