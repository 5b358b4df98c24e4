//! Toast texts of actions on notifications and on watched identifiers.

use crate::foundation::cx::toast_content::InboxToast;
use crate::records::lists::view;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};

use crate::tools::toasts::view::toast_parts::ToastText;

/// Builds the toast of an inbox action.
pub(super) fn inbox_text<'a>(app: &'a App, content: &'a InboxToast) -> ToastText<'a> {
    let messages = Messages::new(app.cx.lang());
    let plain = |key: &str| ToastText::without_subject(messages.get(key).into_owned());
    let about = |label: &'a str, key: &str| ToastText::with_subject(label, messages.get(key).into_owned());
    let with =
        |key: &str, args: &[(&str, MessageArg<'_>)]| ToastText::without_subject(messages.with(key, args));
    let count_text = |key: &str, n: usize| with(key, &[("n", MessageArg::from(n))]);
    let done = |key: &str, done: usize, rest_key: &str, n: usize| {
        with(key, &[("done", MessageArg::from(done)), (rest_key, MessageArg::from(n))])
    };
    match content {
        InboxToast::Marking { count, title, numbers } if !numbers.is_empty() => {
            let numbers = SafeText::line_within(&numbers.join(" · "), 60);
            let args = [("n", MessageArg::from(*count)), ("figures", MessageArg::from(&numbers))];
            let text = messages.with("toast-marking-figures", &args);
            // The shared start of the titles precedes their numbers.
            let shared = title.split(|letter: char| letter.is_ascii_digit()).next();
            let shared = shared.unwrap_or_default().trim_end_matches([' ', '\u{a0}', '(', ':', '–', '-']);
            // The titles are similar: the first one represents all, if the width allows.
            if app.cx.options().split_view || shared.is_empty() {
                ToastText::with_subject(title, text).scheduled()
            } else {
                ToastText::with_subject(shared, text).scheduled()
            }
        }
        InboxToast::Marking { title, .. } if !title.is_empty() => {
            about(title, "toast-marking-one").scheduled()
        }
        InboxToast::Marking { count, .. } => count_text("toast-marking", *count).scheduled(),
        InboxToast::MarkingEnded { done: n, failed } => done("toast-marks-ended", *n, "failed", *failed),
        InboxToast::MarkingStopped { done: n, remaining: left } => {
            done("toast-marks-stopped", *n, "left", *left)
        }
        InboxToast::Unmarked { title, .. } if !title.is_empty() => about(title, "toast-unmarked-one"),
        InboxToast::Unmarked { count, .. } => count_text("toast-unmarked", *count),
        InboxToast::MarkedUnread { count } => count_text("toast-held", *count),
        InboxToast::UnreadCleared { count } => count_text("toast-let-go", *count),
        InboxToast::MarkNotConfirmed => plain("toast-nothing-marked"),
        InboxToast::Snoozed { count, until } => {
            let until = date::date_time_short(date::local(*until, &app.cx.options().zone));
            with("toast-snoozed", &[("n", MessageArg::from(*count)), ("date", MessageArg::from(until))])
        }
        InboxToast::Woken { count } => count_text("toast-woken", *count),
        InboxToast::Starred { count, on: true } => count_text("toast-starred", *count),
        InboxToast::Starred { count, .. } => count_text("toast-unstarred", *count),
        InboxToast::Grouped { ungrouped: true, .. } => plain("toast-apart"),
        InboxToast::Grouped { groups, .. } => count_text("toast-grouped", *groups),
        InboxToast::Watching { ids, ignored: passed_over } if !passed_over.is_empty() => {
            let first = passed_over.first().map(String::as_str).unwrap_or_default();
            with(
                "toast-watching-some",
                &[
                    ("n", MessageArg::from(ids.len())),
                    ("left", MessageArg::from(passed_over.len())),
                    ("first", MessageArg::from(&SafeText::line_within(first, 24))),
                ],
            )
        }
        InboxToast::Watching { ids, .. } => {
            let ids_text = SafeText::line_within(&ids.join(", "), 90);
            with(
                "toast-watching",
                &[("n", MessageArg::from(ids.len())), ("ids", MessageArg::from(&ids_text))],
            )
        }
        InboxToast::Unwatched { ids } => {
            let ids_text = SafeText::line_within(&ids.join(", "), 90);
            with(
                "toast-forgotten",
                &[("n", MessageArg::from(ids.len())), ("ids", MessageArg::from(&ids_text))],
            )
        }
        InboxToast::WatchAnswered { count: 1, unknown: 1, subject, reason, .. } => {
            ToastText::with_subject(subject, view::unknown_with_reason(messages, reason.as_deref(), 60))
        }
        InboxToast::WatchAnswered { count, unknown: unknown @ 1.., .. } => with(
            "toast-answered-unknown",
            &[("n", MessageArg::from(*count)), ("unknown", MessageArg::from(*unknown))],
        ),
        InboxToast::WatchAnswered { count: n @ 2.., .. } => count_text("toast-answered-all", *n),
        InboxToast::WatchAnswered { subject, read: true, .. } => about(subject, "toast-answered-read"),
        InboxToast::WatchAnswered { subject, .. } => about(subject, "toast-answered"),
    }
}
