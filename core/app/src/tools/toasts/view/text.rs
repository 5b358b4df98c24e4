//! The text of a toast: its message with the arguments in the current language.

use std::borrow::Cow;

use super::{first_key, follow_up, with_key_hint};
use crate::changes::bulk::view::first_failure;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent, is_scheduled};
use crate::foundation::cx::toast_types::SentAtEnd;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::chrome::lower_first;
use crate::foundation::presentation::problem;
use crate::foundation::presentation::task_status::task_status_label;
use crate::model::pending_write::WriteKind;
use crate::model::snapshot::ConnectionState;
use crate::records::activity::view::storage_notices;
use crate::records::delegated_users::view as users_view;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};
use crate::vocabulary;

/// Text of a toast.
pub(crate) struct ToastText<'a> {
    /// Affected record or count; empty without either.
    pub(crate) subject: Cow<'a, str>,
    /// Text of the event.
    pub(crate) text: String,
    /// Write that is sent when the toast ends.
    pub(crate) sends: Option<SentAtEnd>,
}

/// Builds the text of a toast.
pub(super) fn toast_text<'a>(app: &'a App, content: &'a ToastContent) -> ToastText<'a> {
    if content.is_variant_of("held-again") {
        return rescheduled_text(app, content);
    }
    let messages = Messages::new(app.cx.lang());
    let mut args: Vec<_> = content.args.iter().map(|(name, arg)| (*name, arg_text(app, arg))).collect();
    let mut subject = Cow::Borrowed(content.subject.as_str());
    if let Some(ToastArg::Message(key)) = content.find_arg("subject") {
        subject = messages.get(key);
    } else if let Some(ToastArg::Counted(key, n)) = content.find_arg("subject") {
        subject = Cow::Owned(messages.with(key, &[("n", MessageArg::from(*n))]));
    }
    let mut key = Cow::Borrowed(content.key);
    if content.is_variant_of("creating") || content.is_variant_of("resending") {
        key = Cow::Owned(format!("{key}{}", connection_suffix(app)));
    } else if content.is_undo_of_many()
        && !content.is_variant_of("redone-many")
        && app.cx.is_undo_in_progress(&content.records)
    {
        key = Cow::Borrowed("toast-undoing-many");
    } else if content.disabled_reason() == Some(DisabledReason::NextStatusInactive.key()) {
        // The reason names another way, which has a key.
        let other = first_key(app, Context::Board, ActionId::MoveTo);
        if content.is_variant_of("disabled") && !other.is_empty() {
            key = Cow::Borrowed("toast-disabled-key");
            args.push(("key", MessageArg::from(other)));
        }
    } else if content.is_variant_of("bulk-failed")
        && let Some((name, reason)) = first_failure(app)
    {
        // A conflict is not a rejection.
        let conflicts = app.bulk_change.bulk().is_some_and(|bulk| bulk.counts().conflicts > 0);
        key = Cow::Borrowed(if conflicts { "toast-bulk-open-first" } else { "toast-bulk-failed-first" });
        args.push(("name", MessageArg::from(SafeText::line_within(&name, 40).to_string())));
        let reason = SafeText::line_within(&lower_first(reason.trim_end_matches('.')), 80);
        args.push(("why", MessageArg::from(reason.to_string())));
    }
    let mut text = match content.find_arg("file") {
        Some(ToastArg::File(file)) => storage_notices::damaged_text(messages, file),
        _ => messages.with(&key, &args),
    };
    if content.is_variant_of("copied") {
        text = format!("{text} ({})", messages.get("copied-by-system"));
    }
    if let Some((to, context)) = follow_up(content).and_then(|to| Some((to, hint_context(to)?))) {
        text = with_key_hint(app, text, to, context);
    }
    ToastText { subject, text, sends: content.sends }
}

/// Returns the context of a follow-up action whose key the text names; `None` for one with a button.
pub(super) fn hint_context(to: ActionId) -> Option<Context> {
    match to {
        ActionId::ScreenActivity => Some(Context::Screens),
        ActionId::ShowBulk => Some(Context::Board),
        _ => None,
    }
}

/// Returns an argument in the current language.
fn arg_text<'a>(app: &'a App, arg: &'a ToastArg) -> MessageArg<'a> {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let owner_text = |owner: &str| match owner {
        "" => messages.get("owner-none").into_owned(),
        owner => SafeText::line_within(owner, 40).to_string(),
    };
    MessageArg::from(match arg {
        ToastArg::Count(count) => return MessageArg::from(*count),
        ToastArg::Text(text, max_width) => SafeText::line_within(text, *max_width).to_string(),
        ToastArg::Message(key) => messages.get(key).into_owned(),
        ToastArg::Key(context, action) => first_key(app, *context, *action),
        ToastArg::Status(code) => vocabulary::deal_status(lang, code).into_owned(),
        ToastArg::ShortStatus(code) => vocabulary::deal_status_short(lang, code).into_owned(),
        ToastArg::TaskStatus(code) => task_status_label(&app.cx, code),
        ToastArg::Owner(owner) => owner_text(owner),
        ToastArg::SwimlaneCell(code, owner) => {
            format!("{}, {}", vocabulary::deal_status(lang, code), owner_text(owner))
        }
        ToastArg::Column(column) => column.label(lang, true),
        ToastArg::User(user) => users_view::user_name(messages, user),
        ToastArg::Error(reason) => problem::reason_text(lang, reason),
        ToastArg::Problem(problem) => {
            lower_first(problem::rejection_reason(lang, problem).trim_end_matches('.'))
        }
        ToastArg::Timestamp(at) => date::date_time_short(date::local(*at, &app.cx.options().zone)),
        ToastArg::Screens(screens) => screen_names(messages, screens),
        // These are no arguments of the message.
        ToastArg::Counted(..) | ToastArg::File(_) => String::new(),
    })
}

/// Returns the names of a few screens. More names would be truncated; the numbers of the screens are also their keys.
fn screen_names(messages: &'static Messages, screens: &[Screen]) -> String {
    /// Maximum number of screens listed by name.
    const MAX_NAMED: usize = 2;
    let names = screens.iter().map(|screen| {
        let number = screen.digit().to_string();
        match screens.len() {
            ..=MAX_NAMED => format!("{number} {}", messages.get(screen.label_key())),
            _ => number,
        }
    });
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the end of the message key of a write that waits for the connection.
fn connection_suffix(app: &App) -> &'static str {
    match app.cx.snapshot().connection {
        ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. } => "",
        ConnectionState::Offline { .. } | ConnectionState::Failing { .. } => "-offline",
        ConnectionState::RateLimited { .. } => "-gate",
        ConnectionState::SignInNeeded { .. } => "-signed-out",
        ConnectionState::OfflineMode => "-withheld",
    }
}

/// Builds the text of writes rescheduled after a restart. It names a deletion, because a sent deletion cannot be
/// undone.
fn rescheduled_text<'a>(app: &'a App, content: &ToastContent) -> ToastText<'a> {
    let messages = Messages::new(app.cx.lang());
    let count = content.number_arg("n").unwrap_or_default();
    let writes = app.cx.snapshot().writes.iter();
    let mut deletions = writes.filter(|write| write.kind == WriteKind::Delete && is_scheduled(write));
    let (first, more) = (deletions.next(), deletions.count());
    let (subject, key, name, number) = match first {
        None => ("", "toast-held-again", "n", count),
        Some(only) if more == 0 => {
            (only.label.as_str(), "toast-held-again-deletion", "others", count.saturating_sub(1))
        }
        Some(_) => ("", "toast-held-again-deletions", "deletions", more + 1),
    };
    let args = [("n", MessageArg::from(count)), (name, MessageArg::from(number))];
    ToastText {
        subject: Cow::Borrowed(subject),
        text: messages.with(key, &args),
        sends: Some(SentAtEnd::from_deletes(first.is_some())),
    }
}
