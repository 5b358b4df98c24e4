//! Toast texts of actions on notifications and on watched identifiers.

use crate::foundation::cx::toast_kind::Triaged;
use crate::records::lists::view;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, date};

use crate::tools::toasts::view::said::Said;

/// Builds the toast of an inbox action.
pub(super) fn triaged<'a>(app: &'a App, what: &'a Triaged) -> Said<'a> {
    let words = Words::new(app.cx.lang());
    let plain = |key: &str| Said::text(words.get(key).into_owned());
    let about = |label: &'a str, key: &str| Said::about(label, words.get(key).into_owned());
    let with = |key: &str, args: &[(&str, Arg<'_>)]| Said::text(words.with(key, args));
    let counted = |key: &str, n: usize| with(key, &[("n", Arg::from(n))]);
    let done = |key: &str, done: usize, rest: &str, n: usize| {
        with(key, &[("done", Arg::from(done)), (rest, Arg::from(n))])
    };
    match what {
        Triaged::Marking {
            count,
            title,
            figures,
        } if !figures.is_empty() => {
            let figures = Clean::line_of(&figures.join(" · "), 60);
            let args = [("n", Arg::from(*count)), ("figures", Arg::from(&figures))];
            let text = words.with("toast-marking-figures", &args);
            // The shared start of the titles precedes their numbers.
            let shared = title.split(|letter: char| letter.is_ascii_digit()).next();
            let shared = shared
                .unwrap_or_default()
                .trim_end_matches([' ', '\u{a0}', '(', ':', '–', '-']);
            // The titles are similar: the first one represents all, if the width allows.
            if app.cx.options().beside || shared.is_empty() {
                Said::about(title, text).held()
            } else {
                Said::about(shared, text).held()
            }
        }
        Triaged::Marking { title, .. } if !title.is_empty() => about(title, "toast-marking-one").held(),
        Triaged::Marking { count, .. } => counted("toast-marking", *count).held(),
        Triaged::MarksEnded { done: n, failed } => done("toast-marks-ended", *n, "failed", *failed),
        Triaged::MarksStopped { done: n, left } => done("toast-marks-stopped", *n, "left", *left),
        Triaged::Unmarked { title, .. } if !title.is_empty() => about(title, "toast-unmarked-one"),
        Triaged::Unmarked { count, .. } => counted("toast-unmarked", *count),
        Triaged::HeldUnread { count } => counted("toast-held", *count),
        Triaged::LetGo { count } => counted("toast-let-go", *count),
        Triaged::NothingMarked => plain("toast-nothing-marked"),
        Triaged::Snoozed { count, until } => {
            let until = date::date_time_short(date::local(*until, &app.cx.options().zone));
            with(
                "toast-snoozed",
                &[("n", Arg::from(*count)), ("date", Arg::from(until))],
            )
        }
        Triaged::Woken { count } => counted("toast-woken", *count),
        Triaged::Starred { count, on: true } => counted("toast-starred", *count),
        Triaged::Starred { count, .. } => counted("toast-unstarred", *count),
        Triaged::Grouped { apart: true, .. } => plain("toast-apart"),
        Triaged::Grouped { groups, .. } => counted("toast-grouped", *groups),
        Triaged::Watching { ids, passed_over } if !passed_over.is_empty() => {
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
        Triaged::Watching { ids, .. } => {
            let named = Clean::line_of(&ids.join(", "), 90);
            with(
                "toast-watching",
                &[("n", Arg::from(ids.len())), ("ids", Arg::from(&named))],
            )
        }
        Triaged::Forgotten { ids } => {
            let named = Clean::line_of(&ids.join(", "), 90);
            with(
                "toast-forgotten",
                &[("n", Arg::from(ids.len())), ("ids", Arg::from(&named))],
            )
        }
        Triaged::Answered {
            count: 1,
            unknown: 1,
            subject,
            reason,
            ..
        } => Said::about(subject, view::unknown_for(words, reason.as_deref(), 60)),
        Triaged::Answered {
            count,
            unknown: unknown @ 1..,
            ..
        } => with(
            "toast-answered-unknown",
            &[("n", Arg::from(*count)), ("unknown", Arg::from(*unknown))],
        ),
        Triaged::Answered { count: n @ 2.., .. } => counted("toast-answered-all", *n),
        Triaged::Answered {
            subject, read: true, ..
        } => about(subject, "toast-answered-read"),
        Triaged::Answered { subject, .. } => about(subject, "toast-answered"),
    }
}
