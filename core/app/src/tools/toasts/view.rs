//! View of a toast: its text, its countdown and its follow-up action.

mod changes;
mod copied;
mod inbox;
mod scheduled;
mod text;
mod undo;

use crate::foundation::cx::change_types::UndoTarget;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_content::{InboxToast, ToastContent};
use crate::foundation::cx::toast_types::UndoResult;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use crate::foundation::presentation::send_countdown;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, sentence, width};

use text::{ToastText, toast_text};

/// View of a toast.
#[derive(Clone, Debug, PartialEq)]
pub struct ToastView {
    /// Number of the toast.
    pub id: u64,
    /// Name of the affected record; empty without one.
    pub subject: SafeText,
    /// Text of the event.
    pub text: String,
    /// End of [`Self::text`] that names a key; truncation happens before it. Empty without a key.
    pub key_hint: String,
    /// Time until the write is sent, while undo can cancel it.
    pub countdown: Option<String>,
    /// True if undo reverts this change.
    pub undoable: bool,
    /// True if this change can be undone separately from newer ones.
    pub separately_undoable: bool,
    /// True if it reports the deletion of one record, which undo cancels.
    pub deletes: bool,
    /// True if undo reverts another change, which must be named ([`undo_label`]).
    pub undo_affects_other: bool,
    /// True if it reports a problem.
    pub is_problem: bool,
    /// True if its change is pending or in progress.
    pub is_pending: bool,
    /// True if its change is in progress.
    pub in_progress: bool,
    /// True if it explains why an action is disabled.
    pub is_disabled_reason: bool,
    /// True if it was shown on another screen before, and should take little space here.
    pub from_other_screen: bool,
    /// Follow-up action: details or another attempt.
    pub follow_up: Option<ActionId>,
    /// Message key of the follow-up action's label.
    pub follow_up_key: &'static str,
}

/// Scheduled write whose countdown is shown beside a newer, unrelated toast.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduledView {
    /// Name of the record, or a description without one.
    pub name: SafeText,
    /// Time until it is sent.
    pub countdown: String,
    /// True if undo reverts it: the newest toast has nothing to undo.
    pub undo_cancels: bool,
    /// True if it deletes the record.
    pub deletes: bool,
}

/// Returns the scheduled write beside that of `newest`. Of several, this is the one that undo reverts, otherwise the
/// last scheduled.
pub fn other_scheduled(app: &App, newest: &Toast) -> Option<ScheduledView> {
    let is_shown = |toast: &&Toast| toast.id != newest.id && toast.until > app.cx.now();
    let other_toasts = || app.cx.toasts().iter().rev().filter(is_shown);
    // A change whose toast offers no undo, such as a creation, may be newer.
    let undone = app.bulk_change.undo_toast(&app.activity, &app.cx).filter(|id| {
        let toast = app.cx.toasts().iter().find(|toast| toast.id == *id);
        toast.is_some_and(|toast| is_undo_target(app, &toast.kind))
    });
    let candidate = other_toasts()
        .find(|other| undone == Some(other.id))
        .into_iter()
        .chain(other_toasts())
        .map(|other| (other, toast_view(app, other)))
        .find(|(_, view)| view.countdown.is_some())?;
    let (other, view) = candidate;
    Some(ScheduledView {
        name: if view.subject.is_empty() { SafeText::line(&view.text) } else { view.subject },
        countdown: view.countdown?,
        undo_cancels: undone == Some(other.id),
        deletes: view.deletes,
    })
}

/// Returns whether a toast reports the change that undo would revert.
fn is_undo_target(app: &App, kind: &ToastContent) -> bool {
    match app.cx.undo_target() {
        Some(UndoTarget::Record(name)) => toast_text(app, kind).subject == name,
        Some(UndoTarget::Note(name)) => {
            let note = matches!(
                kind,
                ToastContent::Undone { kind: UndoResult::Note, .. }
                    | ToastContent::Redone { kind: UndoResult::Note, .. }
            );
            note && toast_text(app, kind).subject == name
        }
        Some(UndoTarget::Many(_)) => matches!(
            kind,
            ToastContent::Inbox(InboxToast::Marking { .. })
                | ToastContent::BulkStarted { .. }
                | ToastContent::ManyUndone { .. }
                | ToastContent::Rescheduled { .. }
        ),
        _ => false,
    }
}

/// Builds the current view of `toast`.
pub fn toast_view(app: &App, toast: &Toast) -> ToastView {
    let ToastText { subject, text, sends: leaves } = toast_text(app, &toast.kind);
    let subject = subject_text(app, toast, &subject);
    let undoable = app.cx.undoes_toast(&toast.kind);
    let under_way =
        matches!(&toast.kind, ToastContent::ManyUndone { deals, .. } if app.cx.is_undo_in_progress(deals));
    ToastView {
        id: toast.id,
        // Without a subject the text is a sentence; after a subject it continues it.
        text: if subject.is_empty() { sentence(&text) } else { text },
        subject,
        key_hint: key_hint(app, &toast.kind),
        countdown: leaves.map(|leaves| {
            if toast.until > app.cx.now() {
                send_countdown::sends_in_text(&app.cx, toast.until, leaves.is_deletion())
            } else {
                Messages::new(app.cx.lang()).get("undo-window-sent").into_owned()
            }
        }),
        undoable,
        separately_undoable: app.bulk_change.is_separately_undoable(toast, &app.activity, &app.cx),
        deletes: match &toast.kind {
            ToastContent::Deleting { .. } => true,
            ToastContent::ScheduledByPeer { deletes, .. } => *deletes,
            _ => false,
        },
        // A countdown means pending, whether undo would revert this change or a newer one.
        is_pending: leaves.is_some() || under_way || (undoable && !toast.kind.is_complete()),
        undo_affects_other: toast.kind.is_undo_ambiguous()
            && !app.cx.undoes_toast(&toast.kind)
            && app.enabled(ActionId::Undo).is_ok(),
        is_problem: toast.kind.is_problem(),
        in_progress: under_way,
        is_disabled_reason: matches!(
            toast.kind,
            ToastContent::Disabled { .. } | ToastContent::WrongScreen { .. }
        ),
        from_other_screen: toast.outlived_screen,
        follow_up: follow_up(&toast.kind),
        follow_up_key: match &toast.kind {
            ToastContent::DeletionSent { .. } => "button-recreate",
            _ => "button-see",
        },
    }
}

/// Returns the undo key's label with the change's name, in `max_width` columns. The name is truncated if needed. Returns
/// `None` if too little of it would remain.
pub fn undo_label(app: &App, max_width: usize) -> Option<String> {
    /// Minimum width of a recognisable name.
    const LEAST: usize = 8;
    let messages = Messages::new(app.cx.lang());
    match app.cx.undo_target()? {
        target @ (UndoTarget::Record(name) | UndoTarget::Note(name)) => {
            let key = match target {
                UndoTarget::Note(_) => "hint-undo-note",
                _ => "hint-undo-of",
            };
            let around = width(&messages.with(key, &[("name", MessageArg::from(""))]));
            let available = max_width.checked_sub(around)?;
            let name = SafeText::line(name);
            if available < LEAST.min(width(&name)) {
                return None;
            }
            let name = SafeText::line_within(&name, available);
            Some(messages.with(key, &[("name", MessageArg::from(&name))]))
        }
        UndoTarget::Many(count) => {
            let label = messages.with("hint-undo-many", &[("n", MessageArg::from(count))]);
            (width(&label) <= max_width).then_some(label)
        }
        UndoTarget::Seen => {
            let label = messages.get("hint-undo-seen").into_owned();
            (width(&label) <= max_width).then_some(label)
        }
    }
}

/// Returns the follow-up action of a toast: the blocked write, the details of a bulk change, or a recreation.
fn follow_up(kind: &ToastContent) -> Option<ActionId> {
    match kind {
        ToastContent::Refused { .. }
        | ToastContent::Conflict { .. }
        | ToastContent::SentSinceOpened { .. } => Some(ActionId::ScreenActivity),
        ToastContent::BulkEnded { failed, .. } if *failed > 0 => Some(ActionId::ShowBulk),
        ToastContent::DeletionSent { by_undo: true, .. } => Some(ActionId::Recreate),
        ToastContent::DeletionSent { .. } => Some(ActionId::Redo),
        _ => None,
    }
}

/// Returns the end of a toast's text that names the key of its follow-up action.
fn key_hint(app: &App, kind: &ToastContent) -> String {
    match follow_up(kind) {
        Some(to @ ActionId::ScreenActivity) => with_key_hint(app, String::new(), to, Context::Screens),
        Some(to @ ActionId::ShowBulk) => with_key_hint(app, String::new(), to, Context::Board),
        _ => String::new(),
    }
}

/// Appends the key of the follow-up action. The window has a button instead.
pub(super) fn with_key_hint(app: &App, text: String, to: ActionId, context: Context) -> String {
    if app.cx.options().split_view {
        return text;
    }
    let messages = Messages::new(app.cx.lang());
    let args = [
        ("text", MessageArg::from(text)),
        ("key", MessageArg::from(first_key(app, context, to))),
        ("way", MessageArg::from(messages.get(to.spec().label_key).into_owned())),
    ];
    messages.with("toast-leading", &args)
}

/// Returns the first key of an action as displayed; empty without one.
pub(super) fn first_key(app: &App, context: Context, action: ActionId) -> String {
    let keys = app.cx.options().keymap.keys(context, action);
    keys.first().map_or_else(String::new, |key| key_text(&app.cx, &key.to_string()))
}

/// Returns the record's name, with a colon if a whole sentence follows.
fn subject_text(app: &App, toast: &Toast, name: &str) -> SafeText {
    // The front end truncates the rest; the window keeps the end of a file name, which identifies the file.
    let max_width = match toast.kind {
        ToastContent::Copied { .. } => 40,
        _ => 96,
    };
    let name = SafeText::line_within(name, max_width);
    let sentence = matches!(
        toast.kind,
        ToastContent::Refused { .. }
            | ToastContent::Conflict { .. }
            | ToastContent::Undone { .. }
            | ToastContent::Redone { .. }
            | ToastContent::UndoSkipped { .. }
            | ToastContent::SameByPeer { .. }
            | ToastContent::EditorFailed { .. }
    );
    // The text about several notifications is a sentence of its own.
    let many = matches!(&toast.kind, ToastContent::Inbox(InboxToast::Marking { numbers, .. }) if !numbers.is_empty());
    let sentence = sentence || (many && !app.cx.options().split_view);
    if !sentence || name.is_empty() {
        return name;
    }
    let args = [("name", MessageArg::from(&name))];
    SafeText::line(&Messages::new(app.cx.lang()).with("toast-about", &args))
}
pub mod toast_parts;
