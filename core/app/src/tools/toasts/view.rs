//! View of a toast: its text, its countdown and its follow-up action.

mod text;

use crate::foundation::cx::change_types::UndoTarget;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::cx::toast_traits::SENTENCE;
use crate::foundation::cx::toast_types::SentAtEnd;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use crate::foundation::presentation::send_countdown;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, sentence, width};

use text::{ToastText, hint_context, toast_text};

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
    let undone = app.activity.undo_toast(&app.cx).filter(|id| {
        let toast = app.cx.toasts().iter().find(|toast| toast.id == *id);
        toast.is_some_and(|toast| is_undo_target(app, toast))
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
fn is_undo_target(app: &App, toast: &Toast) -> bool {
    if let Some(creation) = app.cx.creation_being_undone() {
        return toast.content.records.iter().any(|record| creation.concerns(record));
    }
    let at = app.activity.reported_change_index(toast, &app.cx);
    toast.content.is_scheduled_by_peer() || at.is_some_and(|at| at + 1 == app.cx.history.done_changes().len())
}

/// Builds the current view of `toast`.
pub fn toast_view(app: &App, toast: &Toast) -> ToastView {
    let content = &toast.content;
    let ToastText { subject, text, sends } = toast_text(app, content);
    let subject = subject_text(app, content, &subject);
    let undoable = app.cx.undoes_toast(toast);
    let in_progress = content.is_undo_of_many() && app.cx.is_undo_in_progress(&content.records);
    ToastView {
        id: toast.id,
        // Without a subject the text is a sentence; after a subject it continues it.
        text: if subject.is_empty() { sentence(&text) } else { text },
        subject,
        key_hint: key_hint(app, content),
        countdown: sends.map(|sends| {
            if toast.until > app.cx.now() {
                send_countdown::sends_in_text(&app.cx, toast.until, sends == SentAtEnd::Deletion)
            } else {
                Messages::new(app.cx.lang()).get("undo-window-sent").into_owned()
            }
        }),
        undoable,
        separately_undoable: app.activity.is_separately_undoable(toast, &app.cx),
        deletes: content.is_variant_of("deleted"),
        // A countdown means pending, whether undo would revert this change or a newer one.
        is_pending: sends.is_some() || in_progress || (undoable && !content.is_complete()),
        undo_affects_other: content.is_undo_ambiguous() && !undoable && app.enabled(ActionId::Undo).is_ok(),
        is_problem: content.is_problem(),
        in_progress,
        is_disabled_reason: content.disabled_reason().is_some() || content.is_variant_of("elsewhere"),
        from_other_screen: toast.outlived_screen,
        follow_up: follow_up(content),
        follow_up_key: if content.is_deletion_sent() { "button-recreate" } else { "button-see" },
    }
}

/// Returns the undo key's label with the change's name, in `max_width` columns. The name is truncated if needed.
/// Returns `None` if too little of it would remain.
pub fn undo_label(app: &App, max_width: usize) -> Option<String> {
    /// Minimum width of a recognisable name.
    const MIN_NAME_WIDTH: usize = 8;
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
            if available < MIN_NAME_WIDTH.min(width(&name)) {
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
pub fn follow_up(content: &ToastContent) -> Option<ActionId> {
    match content.find_arg("key") {
        Some(ToastArg::Key(_, ActionId::Undo)) if content.is_deletion_sent() => Some(ActionId::Recreate),
        Some(_) if content.is_deletion_sent() => Some(ActionId::Redo),
        _ if content.is_variant_of("bulk-failed") => Some(ActionId::ShowBulk),
        _ => ["refused", "conflict", "sent-since-opened"]
            .iter()
            .any(|family| content.is_variant_of(family))
            .then_some(ActionId::ScreenActivity),
    }
}

/// Returns the end of a toast's text that names the key of its follow-up action.
fn key_hint(app: &App, content: &ToastContent) -> String {
    let hint = follow_up(content).and_then(|to| Some((to, hint_context(to)?)));
    hint.map_or_else(String::new, |(to, context)| with_key_hint(app, String::new(), to, context))
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
fn subject_text(app: &App, content: &ToastContent, name: &str) -> SafeText {
    // The front end truncates the rest; the window keeps the end of a file name, which identifies the file.
    let max_width = if content.is_variant_of("copied") || content.is_variant_of("handed") { 40 } else { 96 };
    let name = SafeText::line_within(name, max_width);
    // The text about several notifications is a sentence of its own.
    let is_of_many = content.is_variant_of("marking-numbers") && !app.cx.options().split_view;
    if !content.has_trait(SENTENCE) && !is_of_many || name.is_empty() {
        return name;
    }
    let args = [("name", MessageArg::from(&name))];
    SafeText::line(&Messages::new(app.cx.lang()).with("toast-about", &args))
}
