//! Status line: age and completeness of the data, connection problems, pending writes. The text stays correct without
//! updates: values that would change every second are shown as times.

use crate::foundation::presentation::tone::Tone;
use crate::shell::view::status_items::{StatusItem, StatusLine};
use jiff::Timestamp;

use crate::contract::ids::is_temporary;
use crate::error::{Error, ErrorKind};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::connection_fault::Failing;
use crate::foundation::presentation::frame::{in_a_sentence, key_text};
use crate::foundation::presentation::problem;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::snapshot::Connection;
use crate::records::activity::view::not_taken::Untaken;
use crate::records::activity::view::storage_notices;
use crate::shell::app::App;
use crate::text::{Arg, Words, date, number};

/// Builds the status line.
pub fn status_line(app: &App) -> StatusLine {
    StatusLine {
        freshness: freshness(app),
        works: works(app),
        coverage: coverage(app),
        kept: kept_here(app),
        writes: writes(app),
        since: since(app),
    }
}

pub(crate) fn since(app: &App) -> Option<StatusItem> {
    let observed = &app.cx.snapshot().observed;
    let count = observed.visit.map_or(0, |_| app.visit.since_told());
    if count == 0 {
        return None;
    }
    let words = Words::new(app.cx.lang());
    let keys = app
        .cx
        .options()
        .keymap
        .keys(Context::Screens, ActionId::ShowSince);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    let zone = &app.cx.options().zone;
    let visit = observed
        .visit
        .map(|visit| date::date_time_short(date::local(visit.at, zone)));
    let args = [
        ("n", Arg::from(count)),
        ("date", Arg::from(visit.unwrap_or_default())),
        ("key", Arg::from(key.unwrap_or_default())),
    ];
    let text = words.with("status-since", &args);
    Some(StatusItem::new(Tone::Plain, text.clone(), text))
}

pub(crate) fn freshness(app: &App) -> StatusItem {
    let words = Words::new(app.cx.lang());
    let plain = |key: &str| words.get(key).into_owned();
    let retry = || match app.cx.wait_shown() {
        Some(0) | None => plain("offline-trying"),
        Some(left) => words.with(
            "offline-retry-in",
            &[("left", Arg::from(date::span(app.cx.lang(), left)))],
        ),
    };
    match &app.cx.snapshot().connection {
        Connection::Starting => dated(app, Tone::Plain, plain("status-connecting"), None),
        Connection::Online => online(app),
        Connection::Slow { .. } => dated(app, Tone::Pending, plain("status-slow"), None),
        Connection::Offline { .. } => dated(app, Tone::Problem, plain("status-offline"), Some(retry())),
        Connection::Withheld => dated(app, Tone::Pending, plain("status-withheld"), None),
        Connection::RateLimited { until } => {
            let left = date::countdown(app.cx.wait_shown().unwrap_or_default());
            let wait = words.with("status-waiting-gate", &[("left", Arg::from(left))]);
            let short = dated(app, Tone::Problem, wait, None).short;
            let whole = dated(app, Tone::Problem, pause(app, *until), None).text;
            StatusItem::new(Tone::Problem, whole, short)
        }
        Connection::SignInNeeded { .. } => dated(app, Tone::Problem, plain("status-signed-out"), None),
        Connection::Failing { error, .. } => {
            let key = Failing::of(error).status_key();
            dated(app, Tone::Problem, plain(key), Some(retry()))
        }
    }
}

/// Formats a rate limit: remaining time and end time.
pub fn pause(app: &App, until: Timestamp) -> String {
    let zone = &app.cx.options().zone;
    let (at, now) = (date::local(until, zone), date::local(app.cx.now(), zone));
    let at = if at.date() == now.date() {
        date::time_short(at.time())
    } else {
        date::date_time_short(at)
    };
    let left = date::countdown(app.cx.wait_shown().unwrap_or_default());
    Words::new(app.cx.lang()).with(
        "status-waiting-gate-until",
        &[("left", Arg::from(left)), ("at", Arg::from(at))],
    )
}

/// Returns the freshness while the service answers, which may still refuse the pipeline.
fn online(app: &App) -> StatusItem {
    let words = Words::new(app.cx.lang());
    let same = |tone, text: String| StatusItem::new(tone, text.clone(), text);
    // The service has answered, so a local storage problem is reported by its own item.
    let hindered = app.cx.snapshot().keeping.hindered.is_some();
    if let Some(error) = &app.cx.snapshot().deals_error
        && !(hindered && error.local().is_some())
    {
        return unread(app, error);
    }
    // With missing records, a check mark would be wrong.
    let missing = known(app).is_some_and(|(read, total)| total.is_some_and(|total| read != total));
    let tone = if missing { Tone::Plain } else { Tone::Good };
    // An age would change every minute; a time stays correct.
    match app.cx.is_fresh() {
        None => same(Tone::Plain, words.get("status-reading").into_owned()),
        Some(true) => {
            let at = app
                .cx
                .snapshot()
                .coverage
                .complete_at
                .unwrap_or_else(|| app.cx.now());
            let at = date::local(app.cx.read_at(at), &app.cx.options().zone);
            let args = [("at", Arg::from(date::time_short(at.time())))];
            StatusItem {
                least: words.get("status-fresh-least").into_owned(),
                ..StatusItem::new(
                    tone,
                    words.with("status-fresh-at", &args),
                    words.with("status-fresh", &args),
                )
            }
        }
        Some(false) => dated(app, tone, words.get("status-online").into_owned(), None),
    }
}

/// Returns the item for deals that could not be loaded although the service answers. Includes the reason if the width
/// allows; otherwise names the screen that shows it.
fn unread(app: &App, error: &Error) -> StatusItem {
    let words = Words::new(app.cx.lang());
    let key = if error.kind() == ErrorKind::Forbidden {
        "status-refused"
    } else {
        "status-unread"
    };
    let state = words.get(key).into_owned();
    let because = words.with(
        "status-because",
        &[
            ("what", Arg::from(state.as_str())),
            ("why", Arg::from(reason(app, error))),
        ],
    );
    let keys = app
        .cx
        .options()
        .keymap
        .keys(Context::Screens, ActionId::ScreenActivity);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    let way = words.with(
        "status-why-there",
        &[
            ("what", Arg::from(state.as_str())),
            ("key", Arg::from(key.unwrap_or_default())),
        ],
    );
    let short = dated(app, Tone::Problem, way, None).text;
    let long = dated(app, Tone::Problem, state, None).long;
    let text = dated(app, Tone::Problem, because, None).text;
    StatusItem::new(Tone::Problem, text, short).at_length(long)
}

/// Returns a short reason: from the answer or the service, otherwise the kind of failure.
fn reason(app: &App, error: &Error) -> String {
    /// Maximum length; longer reasons go on a separate line.
    const SHORT: usize = 90;
    let failure = problem::read_problem(app.cx.lang(), error, app.cx.snapshot().anything_read());
    let why = problem::told_why(app.cx.lang(), error, &failure);
    why.filter(|why| why.chars().count() <= SHORT)
        .unwrap_or_else(|| in_a_sentence(failure.title.trim_end_matches('.')))
}

/// Returns the full description of a failed load: cause, cached data, and remedy.
fn trouble(app: &App, error: &Error) -> StatusItem {
    let words = Words::new(app.cx.lang());
    let failure = problem::read_problem(app.cx.lang(), error, app.cx.snapshot().anything_read());
    let what = failure.title.trim_end_matches('.');
    let title = match problem::told_why(app.cx.lang(), error, &failure) {
        Some(why) => words.with(
            "status-because",
            &[("what", Arg::from(what)), ("why", Arg::from(why))],
        ),
        None => what.to_owned(),
    };
    let todo = failure.todo.trim_end_matches('.');
    let text = format!("{title}. {} {todo}", failure.kept).replace(".  ", ". ");
    StatusItem::new(Tone::Plain, text, title)
}

/// Appends the time of the shown data to a state.
fn dated(app: &App, tone: Tone, state: String, next: Option<String>) -> StatusItem {
    // Before the first answer, missing data needs no mention.
    let early = tone == Tone::Plain && app.cx.snapshot().coverage.complete_at.is_none();
    let short = if early {
        state
    } else {
        format!("{state}, {}", as_of(app))
    };
    let text = match next {
        Some(next) => format!("{short}, {next}"),
        None => short.clone(),
    };
    StatusItem::new(tone, text, short)
}

/// Returns the time of the shown data, or that it was never loaded completely.
pub fn as_of(app: &App) -> String {
    let words = Words::new(app.cx.lang());
    let coverage = app.cx.snapshot().coverage;
    let Some(at) = coverage.complete_at else {
        let part = coverage.read > 0;
        let key = if part {
            "status-never-whole"
        } else {
            "status-never-read"
        };
        return words.get(key).into_owned();
    };
    let zone = &app.cx.options().zone;
    let now = date::local(app.cx.observed_now(), zone);
    let (at, today) = (date::local(app.cx.read_at(at), zone), now.date());
    if at.date() == today {
        words.with("status-as-of", &[("at", Arg::from(date::time_short(at.time())))])
    } else {
        words.with(
            "status-as-of-day",
            &[("at", Arg::from(date::date_time_short(at)))],
        )
    }
}

/// Returns the functions that still work: cached data and queued writes.
pub(crate) fn works(app: &App) -> Option<StatusItem> {
    let snapshot = app.cx.snapshot();
    let writes = match snapshot.connection {
        _ if snapshot.keeping.hindered.is_some() => "works-hindered",
        Connection::Online => {
            let error = snapshot.deals_error.as_ref()?;
            return Some(trouble(app, error));
        }
        Connection::Starting => return None,
        Connection::Slow { .. } => "works-slow",
        Connection::Offline { .. } => "works-offline",
        Connection::Withheld => "works-withheld",
        Connection::RateLimited { .. } => "works-gate",
        Connection::SignInNeeded { .. } => "works-signed-out",
        Connection::Failing { .. } => "works-failing",
    };
    let words = Words::new(app.cx.lang());
    let writes = words.get(writes).into_owned();
    let text = if snapshot.anything_read() {
        format!("{}, {writes}", words.get("works-read"))
    } else {
        writes.clone()
    };
    Some(StatusItem::new(Tone::Plain, text, writes))
}

/// Returns the number of loaded deals that the service has, and its total if known.
fn known(app: &App) -> Option<(u64, Option<u64>)> {
    let coverage = app.cx.snapshot().coverage;
    let known = coverage.total.is_some() || coverage.complete_at.is_some() || coverage.read > 0;
    let unborn = unborn(app);
    let counted = |count: u64| count.saturating_sub(unborn);
    known.then(|| (counted(coverage.read), coverage.total.map(counted)))
}

/// Returns the number of shown deals whose creation is pending. The service does not have them yet.
fn unborn(app: &App) -> u64 {
    let snapshot = app.cx.snapshot();
    let waits = |write: &&PendingWrite| {
        write.kind == WriteKind::Create
            && is_temporary(&write.record)
            && snapshot.deals.find(&write.record).is_some()
    };
    snapshot.writes.iter().filter(waits).count() as u64
}

pub(crate) fn coverage(app: &App) -> Option<StatusItem> {
    let words = Words::new(app.cx.lang());
    let (read, total) = known(app)?;
    let Some(total) = total else {
        // Deals cached from an earlier run, before the service has sent its total.
        let held = |key: &str| words.with(key, &[("n", Arg::from(read))]);
        if app.cx.snapshot().coverage.complete_at.is_none() {
            let (text, short) = (held("status-held-so-far"), held("status-held-so-far-short"));
            return Some(StatusItem::new(Tone::Pending, text, short));
        }
        let text = held("status-held");
        return Some(StatusItem::new(Tone::Plain, text.clone(), text));
    };
    let args = [("part", Arg::from(read)), ("total", Arg::from(total))];
    let coverage = app.cx.snapshot().coverage;
    let miscounted = read > total || coverage.miscounted;
    let text = words.with(
        if miscounted {
            "status-coverage-miscounted"
        } else {
            "status-coverage"
        },
        &args,
    );
    let long = if miscounted {
        text.clone()
    } else {
        words.with("status-coverage-long", &args)
    };
    let short = format!(
        "{}/{}",
        number::integer(app.cx.lang(), read),
        number::integer(app.cx.lang(), total)
    );
    let doubts = doubts(app);
    if doubts.is_empty() {
        return Some(StatusItem::new(Tone::Plain, text, short).at_length(long));
    }
    let with = |text: String| format!("{text}, {}", doubts.join(", "));
    Some(StatusItem::new(Tone::Pending, with(text), short).at_length(with(long)))
}

/// Returns the gaps of the coverage: deals of unknown status, and missing deals.
fn doubts(app: &App) -> Vec<String> {
    let words = Words::new(app.cx.lang());
    let (unknown, missed) = (
        app.cx.snapshot().coverage.unknown_status,
        app.cx.snapshot().observed.not_seen.len() as u64,
    );
    [("status-unknown", unknown), ("since-not-seen", missed)]
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(key, n)| words.with(key, &[("n", Arg::from(n))]))
        .collect()
}

/// Returns the most severe problem of the local storage.
fn kept_here(app: &App) -> Option<StatusItem> {
    let worst = storage_notices::notices(app).into_iter().next()?;
    Some(StatusItem::new(worst.tone, worst.short.clone(), worst.short))
}

pub(crate) fn writes(app: &App) -> Vec<StatusItem> {
    let words = Words::new(app.cx.lang());
    let (parked, conflicts) = (app.cx.parked(), app.cx.conflicts());
    let untaken = Untaken::of(app);
    let again = untaken.as_ref().map_or(0, |untaken| untaken.count);
    let at = untaken.map(|untaken| untaken.at).unwrap_or_default();
    let (pending, problem) = (Tone::Pending, Tone::Problem);
    let kinds = [
        (
            pending,
            "waiting-writes",
            "waiting-count",
            app.cx.waiting() - again,
        ),
        (pending, "untaken-writes", "untaken-count", again),
        (problem, "parked-writes", "parked-count", parked - conflicts),
        (problem, "conflict-writes", "conflict-count", conflicts),
    ];
    let counted = |key: &str, n: usize| {
        let args = [("n", Arg::from(n)), ("at", Arg::from(at.as_str()))];
        words.with(key, &args)
    };
    let some = kinds.into_iter().filter(|(.., n)| *n > 0);
    some.map(|(tone, long, short, n)| StatusItem::new(tone, counted(long, n), counted(short, n)))
        .collect()
}

#[cfg(test)]
#[path = "status_line_tests.rs"]
mod tests;
