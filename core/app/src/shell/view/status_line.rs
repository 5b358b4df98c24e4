//! Status line: age and completeness of the data, connection problems, pending writes. The text stays correct without
//! updates: values that would change every second are shown as times.

use crate::foundation::presentation::tone::Tone;
use crate::shell::view::status_items::{StatusItem, StatusLine};
use jiff::Timestamp;

use crate::contract::ids::is_temporary;
use crate::error::{Error, ErrorKind};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::{key_text, lower_first};
use crate::foundation::presentation::connection_fault::ConnectionFault;
use crate::foundation::presentation::problem;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::snapshot::ConnectionState;
use crate::records::activity::view::activity::RetryingWrites;
use crate::records::activity::view::storage_notices;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, date, number};
use crate::tools::time_travel::view::past_texts;

/// Builds the status line.
pub fn status_line(app: &App) -> StatusLine {
    StatusLine {
        freshness: freshness_item(app),
        available: available_item(app),
        coverage: coverage_item(app),
        storage: storage_item(app),
        writes: write_items(app),
        changes: changes_item(app),
    }
}

pub(crate) fn changes_item(app: &App) -> Option<StatusItem> {
    let observed = &app.cx.snapshot().history;
    app.cx.in_present().ok()?;
    let count = observed.visit.map_or(0, |_| app.visit.unseen_changes());
    if count == 0 {
        return None;
    }
    let messages = Messages::new(app.cx.lang());
    let keys = app.cx.options().keymap.keys(Context::Screens, ActionId::ShowSince);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    let zone = &app.cx.options().zone;
    let visit = observed.visit.map(|visit| date::date_time_short(date::local(visit.at, zone)));
    let args = [
        ("n", MessageArg::from(count)),
        ("date", MessageArg::from(visit.unwrap_or_default())),
        ("key", MessageArg::from(key.unwrap_or_default())),
    ];
    let text = messages.with("status-since", &args);
    Some(StatusItem::new(Tone::Plain, text.clone(), text))
}

pub(crate) fn freshness_item(app: &App) -> StatusItem {
    let messages = Messages::new(app.cx.lang());
    if let Some((_, text)) = past_texts(&app.cx) {
        return StatusItem::new(Tone::Plain, text.clone(), text);
    }
    let plain = |key: &str| messages.get(key).into_owned();
    let retry = || match app.cx.displayed_wait() {
        Some(0) | None => plain("offline-trying"),
        Some(remaining) => messages.with(
            "offline-retry-in",
            &[("left", MessageArg::from(date::duration(app.cx.lang(), remaining)))],
        ),
    };
    match &app.cx.snapshot().connection {
        ConnectionState::Starting => with_data_time(app, Tone::Plain, plain("status-connecting"), None),
        ConnectionState::Online => online_item(app),
        ConnectionState::Slow { .. } => with_data_time(app, Tone::Pending, plain("status-slow"), None),
        ConnectionState::Offline { .. } => {
            with_data_time(app, Tone::Problem, plain("status-offline"), Some(retry()))
        }
        ConnectionState::OfflineMode => with_data_time(app, Tone::Pending, plain("status-withheld"), None),
        ConnectionState::RateLimited { until } => {
            let remaining = date::countdown(app.cx.displayed_wait().unwrap_or_default());
            let wait_text = messages.with("status-waiting-gate", &[("left", MessageArg::from(remaining))]);
            let short = with_data_time(app, Tone::Problem, wait_text, None).short;
            let full_text = with_data_time(app, Tone::Problem, pause_text(app, *until), None).text;
            StatusItem::new(Tone::Problem, full_text, short)
        }
        ConnectionState::SignInNeeded { .. } => {
            with_data_time(app, Tone::Problem, plain("status-signed-out"), None)
        }
        ConnectionState::Failing { error, .. } => {
            let key = ConnectionFault::from_error(error).status_key();
            with_data_time(app, Tone::Problem, plain(key), Some(retry()))
        }
    }
}

/// Formats a rate limit: remaining time and end time.
pub fn pause_text(app: &App, until: Timestamp) -> String {
    let zone = &app.cx.options().zone;
    let (at, now) = (date::local(until, zone), date::local(app.cx.now(), zone));
    let at = if at.date() == now.date() { date::time_short(at.time()) } else { date::date_time_short(at) };
    let remaining = date::countdown(app.cx.displayed_wait().unwrap_or_default());
    Messages::new(app.cx.lang()).with(
        "status-waiting-gate-until",
        &[("left", MessageArg::from(remaining)), ("at", MessageArg::from(at))],
    )
}

/// Returns the freshness while the service answers, which may still refuse the pipeline.
fn online_item(app: &App) -> StatusItem {
    let messages = Messages::new(app.cx.lang());
    let same = |tone, text: String| StatusItem::new(tone, text.clone(), text);
    // The service has answered, so a local storage problem is reported by its own item.
    let is_storage_failing = app.cx.snapshot().storage.failure.is_some();
    if let Some(error) = &app.cx.snapshot().deals_error
        && !(is_storage_failing && error.disk_error().is_some())
    {
        return not_loaded_item(app, error);
    }
    // With missing records, a check mark would be wrong.
    let missing = loaded_counts(app).is_some_and(|(read, total)| total.is_some_and(|total| read != total));
    let tone = if missing { Tone::Plain } else { Tone::Good };
    // An age would change every minute; a time stays correct.
    match app.cx.is_fresh() {
        None => same(Tone::Plain, messages.get("status-reading").into_owned()),
        Some(true) => {
            let at = app.cx.snapshot().coverage.complete_at.unwrap_or_else(|| app.cx.now());
            let at = date::local(app.cx.fetched_at(at), &app.cx.options().zone);
            let args = [("at", MessageArg::from(date::time_short(at.time())))];
            StatusItem {
                shortest: messages.get("status-fresh-least").into_owned(),
                ..StatusItem::new(
                    tone,
                    messages.with("status-fresh-at", &args),
                    messages.with("status-fresh", &args),
                )
            }
        }
        Some(false) => with_data_time(app, tone, messages.get("status-online").into_owned(), None),
    }
}

/// Returns the item for deals that could not be loaded although the service answers. Includes the reason if the width
/// allows; otherwise names the screen that shows it.
fn not_loaded_item(app: &App, error: &Error) -> StatusItem {
    let messages = Messages::new(app.cx.lang());
    let key = if error.kind() == ErrorKind::Forbidden { "status-refused" } else { "status-unread" };
    let state = messages.get(key).into_owned();
    let because = messages.with(
        "status-because",
        &[("what", MessageArg::from(state.as_str())), ("why", MessageArg::from(short_reason(app, error)))],
    );
    let keys = app.cx.options().keymap.keys(Context::Screens, ActionId::ScreenActivity);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    let instruction = messages.with(
        "status-why-there",
        &[("what", MessageArg::from(state.as_str())), ("key", MessageArg::from(key.unwrap_or_default()))],
    );
    let short = with_data_time(app, Tone::Problem, instruction, None).text;
    let long = with_data_time(app, Tone::Problem, state, None).long;
    let text = with_data_time(app, Tone::Problem, because, None).text;
    StatusItem::new(Tone::Problem, text, short).with_long(long)
}

/// Returns a short reason: from the response or the service, otherwise the kind of failure.
fn short_reason(app: &App, error: &Error) -> String {
    /// Maximum length; longer reasons go on a separate line.
    const SHORT: usize = 90;
    let failure = problem::load_problem(app.cx.lang(), error, app.cx.snapshot().has_cached_data());
    let detail = problem::failure_detail(app.cx.lang(), error, &failure);
    detail
        .filter(|detail| detail.chars().count() <= SHORT)
        .unwrap_or_else(|| lower_first(failure.title.trim_end_matches('.')))
}

/// Returns the full description of a failed load: cause, cached data, and remedy.
fn failure_item(app: &App, error: &Error) -> StatusItem {
    let messages = Messages::new(app.cx.lang());
    let failure = problem::load_problem(app.cx.lang(), error, app.cx.snapshot().has_cached_data());
    let heading = failure.title.trim_end_matches('.');
    let title = match problem::failure_detail(app.cx.lang(), error, &failure) {
        Some(detail) => messages.with(
            "status-because",
            &[("what", MessageArg::from(heading)), ("why", MessageArg::from(detail))],
        ),
        None => heading.to_owned(),
    };
    let todo = failure.next_step.trim_end_matches('.');
    let text = format!("{title}. {} {todo}", failure.safe_data).replace(".  ", ". ");
    StatusItem::new(Tone::Plain, text, title)
}

/// Appends the time of the shown data to a state.
fn with_data_time(app: &App, tone: Tone, state: String, next: Option<String>) -> StatusItem {
    // Before the first response, missing data needs no mention.
    let early = tone == Tone::Plain && app.cx.snapshot().coverage.complete_at.is_none();
    let short = if early { state } else { format!("{state}, {}", data_time_text(app)) };
    let text = match next {
        Some(next) => format!("{short}, {next}"),
        None => short.clone(),
    };
    StatusItem::new(tone, text, short)
}

/// Returns the time of the shown data, or that it was never loaded completely.
pub fn data_time_text(app: &App) -> String {
    let messages = Messages::new(app.cx.lang());
    if let Some((_, text)) = past_texts(&app.cx) {
        return lower_first(&text);
    }
    let coverage = app.cx.snapshot().coverage;
    let Some(at) = coverage.complete_at else {
        let is_partial = coverage.fetched > 0;
        let key = if is_partial { "status-never-whole" } else { "status-never-read" };
        return messages.get(key).into_owned();
    };
    let zone = &app.cx.options().zone;
    let now = date::local(app.cx.observed_now(), zone);
    let (at, today) = (date::local(app.cx.fetched_at(at), zone), now.date());
    if at.date() == today {
        messages.with("status-as-of", &[("at", MessageArg::from(date::time_short(at.time())))])
    } else {
        messages.with("status-as-of-day", &[("at", MessageArg::from(date::date_time_short(at)))])
    }
}

/// Returns the functions that still work: cached data and queued writes.
pub(crate) fn available_item(app: &App) -> Option<StatusItem> {
    let snapshot = app.cx.snapshot();
    let writes = match snapshot.connection {
        _ if snapshot.storage.failure.is_some() => "works-unsaved",
        ConnectionState::Online => {
            let error = snapshot.deals_error.as_ref()?;
            return Some(failure_item(app, error));
        }
        ConnectionState::Starting => return None,
        ConnectionState::Slow { .. } => "works-slow",
        ConnectionState::Offline { .. } => "works-offline",
        ConnectionState::OfflineMode => "works-withheld",
        ConnectionState::RateLimited { .. } => "works-gate",
        ConnectionState::SignInNeeded { .. } => "works-signed-out",
        ConnectionState::Failing { .. } => "works-failing",
    };
    let messages = Messages::new(app.cx.lang());
    let writes = messages.get(writes).into_owned();
    let text = if snapshot.has_cached_data() {
        format!("{}, {writes}", messages.get("works-read"))
    } else {
        writes.clone()
    };
    Some(StatusItem::new(Tone::Plain, text, writes))
}

/// Returns the number of loaded deals that the service has, and its total if known.
fn loaded_counts(app: &App) -> Option<(u64, Option<u64>)> {
    let coverage = app.cx.snapshot().coverage;
    let known = coverage.total.is_some() || coverage.complete_at.is_some() || coverage.fetched > 0;
    let pending = pending_creations(app);
    let without_pending = |count: u64| count.saturating_sub(pending);
    known.then(|| (without_pending(coverage.fetched), coverage.total.map(without_pending)))
}

/// Returns the number of shown deals whose creation is pending. The service does not have them yet.
fn pending_creations(app: &App) -> u64 {
    let snapshot = app.cx.snapshot();
    let is_pending_creation = |write: &&PendingWrite| {
        write.kind == WriteKind::Create
            && is_temporary(&write.record)
            && snapshot.deals.find(&write.record).is_some()
    };
    snapshot.writes.iter().filter(is_pending_creation).count() as u64
}

pub(crate) fn coverage_item(app: &App) -> Option<StatusItem> {
    let messages = Messages::new(app.cx.lang());
    let (read, total) = loaded_counts(app)?;
    let Some(total) = total else {
        // Deals cached from an earlier run, before the service has sent its total.
        let loaded_text = |key: &str| messages.with(key, &[("n", MessageArg::from(read))]);
        if app.cx.snapshot().coverage.complete_at.is_none() {
            let (text, short) = (loaded_text("status-held-so-far"), loaded_text("status-held-so-far-short"));
            return Some(StatusItem::new(Tone::Pending, text, short));
        }
        let text = loaded_text("status-held");
        return Some(StatusItem::new(Tone::Plain, text.clone(), text));
    };
    let args = [("part", MessageArg::from(read)), ("total", MessageArg::from(total))];
    let coverage = app.cx.snapshot().coverage;
    let miscounted = read > total || coverage.count_mismatch;
    let text =
        messages.with(if miscounted { "status-coverage-miscounted" } else { "status-coverage" }, &args);
    let long = if miscounted { text.clone() } else { messages.with("status-coverage-long", &args) };
    let short = format!("{}/{}", number::integer(app.cx.lang(), read), number::integer(app.cx.lang(), total));
    let gaps = coverage_gaps(app);
    if gaps.is_empty() {
        return Some(StatusItem::new(Tone::Plain, text, short).with_long(long));
    }
    let with = |text: String| format!("{text}, {}", gaps.join(", "));
    Some(StatusItem::new(Tone::Pending, with(text), short).with_long(with(long)))
}

/// Returns the gaps of the coverage: deals of unknown status, and missing deals.
fn coverage_gaps(app: &App) -> Vec<String> {
    let messages = Messages::new(app.cx.lang());
    let (unknown, missed) =
        (app.cx.snapshot().coverage.in_unknown_status, app.cx.snapshot().history.missing_since.len() as u64);
    [("status-unknown", unknown), ("since-not-seen", missed)]
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(key, n)| messages.with(key, &[("n", MessageArg::from(n))]))
        .collect()
}

/// Returns the most severe problem of the local storage.
fn storage_item(app: &App) -> Option<StatusItem> {
    let notice = storage_notices::storage_notices(app).into_iter().next()?;
    Some(StatusItem::new(notice.tone, notice.short.clone(), notice.short))
}

pub(crate) fn write_items(app: &App) -> Vec<StatusItem> {
    let messages = Messages::new(app.cx.lang());
    let (blocked, conflicts) = (app.cx.blocked_count(), app.cx.conflict_count());
    let retrying = RetryingWrites::from_app(app);
    let retry_count = retrying.as_ref().map_or(0, |retrying| retrying.count);
    let at = retrying.map(|retrying| retrying.first_retry).unwrap_or_default();
    let (pending, problem) = (Tone::Pending, Tone::Problem);
    let kinds = [
        (pending, "waiting-writes", "waiting-count", app.cx.waiting_count() - retry_count),
        (pending, "untaken-writes", "untaken-count", retry_count),
        (problem, "rejected-writes", "rejected-count", blocked - conflicts),
        (problem, "conflict-writes", "conflict-count", conflicts),
    ];
    let item = |key: &str, n: usize| {
        let args = [("n", MessageArg::from(n)), ("at", MessageArg::from(at.as_str()))];
        messages.with(key, &args)
    };
    let some = kinds.into_iter().filter(|(.., n)| *n > 0);
    some.map(|(tone, long, short, n)| StatusItem::new(tone, item(long, n), item(short, n))).collect()
}

#[cfg(test)]
#[path = "status_line_tests.rs"]
mod tests;
