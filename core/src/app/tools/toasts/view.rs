//! A toast in words: what happened (`said`), when it leaves, what leads on from it.

mod changes;
mod copied;
mod held;
mod inbox;
mod text;
mod undo;

use crate::app::foundation::cx::change_list::Undoes;
use crate::app::foundation::cx::toast::Toast;
use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::app::foundation::cx::toast_types::Undid;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Context;
use crate::app::foundation::presentation::frame::key_text;
use crate::app::foundation::presentation::hold_countdown;
use crate::app::shell::app::App;
use crate::text::{Arg, Clean, Words, sentence, width};

use text::{Said, said};

/// A toast in words.
#[derive(Clone, Debug, PartialEq)]
pub struct ToastView {
    /// Its number.
    pub id: u64,
    /// What it is about: the deal's name, set apart. Empty if it is about no record.
    pub subject: Clean,
    /// What happened.
    pub text: String,
    /// The end of [`Self::text`] that names the key leading to more of it: what is cut is cut before it. Empty where no key
    /// is named.
    pub lead: String,
    /// When the write leaves, while it can be taken back.
    pub countdown: Option<String>,
    /// Whether undo takes this back.
    pub undoable: bool,
    /// Whether this can be taken back by itself alone: undo would take back something newer.
    pub alone: bool,
    /// Whether it tells of the deletion of one record, which undo keeps.
    pub deletes: bool,
    /// Whether undo takes back something else, which is to be named ([`undoes`]).
    pub undoes_other: bool,
    /// Whether it tells of something that went wrong.
    pub problem: bool,
    /// Whether what it tells of waits to be sent, or is still being done.
    pub waits: bool,
    /// Whether what it tells of is still being done.
    pub under_way: bool,
    /// Whether it tells why something cannot be done here and now.
    pub refused: bool,
    /// Whether it was said on another screen: it has been seen there, and asks for little room on this one.
    pub carried: bool,
    /// What leads on from it, where something does: to more of it, or to another try.
    pub way: Option<ActionId>,
    /// The key of what the way there is called.
    pub way_key: &'static str,
}

/// A write that is held though the newest toast is about something else: its countdown goes on, and is to be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldView {
    /// The record, or what is held in words where it is about none.
    pub name: Clean,
    /// When it leaves.
    pub countdown: String,
    /// Whether it is what undo takes back: the newest toast offers nothing to undo itself.
    pub undone: bool,
    /// Whether it deletes the record.
    pub deletes: bool,
}

/// What is held besides what `newest` tells of; of several what undo takes back, else the one held last.
pub fn held_beside(app: &App, newest: &Toast) -> Option<HeldView> {
    let counts = |toast: &&Toast| toast.id != newest.id && toast.until > app.cx.now();
    let others = || app.cx.toasts().iter().rev().filter(counts);
    // A change without a toast that offers to undo it, as a creation is, may be newer.
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

/// Whether what undo would take back is what a toast tells of.
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

/// The words of `toast`, as of now.
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
        // What stands alone is a sentence; after a name it goes on with it.
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
        // What counts down waits, whether or not undo would take back this or something newer.
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

/// What undo would take back, as the label of its key in at most `room` columns: the name gives way. `None` where that would
/// leave too little of the name to know it by.
pub fn undoes(app: &App, room: usize) -> Option<String> {
    /// The least that is shown of a name.
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

/// What shows more of what a toast tells: the write that is parked, or what became of each of many.
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

/// The words that name the key leading to more of what a toast tells, as they end its text.
fn lead(app: &App, kind: &ToastKind) -> String {
    match way(kind) {
        Some(to @ ActionId::ScreenActivity) => leading(app, String::new(), to, Context::Screens),
        Some(to @ ActionId::ShowBulk) => leading(app, String::new(), to, Context::Board),
        _ => String::new(),
    }
}

/// A text with the key that leads on. In the window a button does.
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

/// The first key of an action, as it is shown; empty where it has none.
pub(super) fn key(app: &App, context: Context, action: ActionId) -> String {
    let keys = app.cx.options().keymap.keys(context, action);
    keys.first()
        .map_or_else(String::new, |key| key_text(&app.cx, &key.to_string()))
}

/// The record's name. What is a sentence about it, and not the end of one, stands after a colon.
fn subject_of(app: &App, toast: &Toast, name: &str) -> Clean {
    // Whoever draws it cuts what does not fit; the window keeps the end of a file's name, which tells what it is.
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
    // What is of many goes on with a sentence of its own.
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
