//! Text of the request log, one line per request.
//!
//! A line starts with its meaning to the user: purpose, result, duration. The technical data for support follows.

use crate::contract::OperationId;
use crate::contract::method::Method;
use crate::model::history::journal_entry::JournalEntry;
use crate::model::pending_write::PendingWrite;
use crate::model::snapshot::RequestLine;
use crate::records::activity::request_log::DETAIL_KEYS;
use crate::records::activity::view::journal;
use crate::records::activity::view::journal_line::id_tail;
use crate::records::activity::view::writes::write_text;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText, date, number};

/// A request of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestView {
    /// Time of day at which it was sent.
    pub time: String,
    /// Purpose and record or change: `Deal change: Status Sourcing → Closing`, `Deal notes: Le Parc, Lyon`.
    pub title: String,
    /// Title without the record's name, for display beside the record.
    pub short_title: String,
    /// Text of the result: `answered`, `rejected (403)`, `no response`.
    pub outcome: String,
    /// True if the status is below 400.
    pub is_success: bool,
    /// Duration.
    pub duration: String,
    /// Method and path.
    pub route: SafeText,
    /// Short route: only the ends of identifiers.
    pub short_route: SafeText,
    /// End of the request id; the beginning of a `UUIDv7` is a timestamp that neighbours share.
    pub request_id: SafeText,
    /// Whole request id, for copying.
    pub full_id: SafeText,
}

/// Returns the text of a request.
pub fn request_view(app: &App, line: &RequestLine) -> RequestView {
    let lang = app.cx.lang();
    let operation = requested_operation(lang, line);
    let change = change_text(app, line);
    let subject = change.clone().or_else(|| deal_name(app, line));
    let route = |path: &str| SafeText::line_within(&format!("{} {path}", line.method), 200);
    RequestView {
        time: date::time_seconds(date::local(line.at, &app.cx.options().zone).time()),
        title: title_text(lang, &operation, subject),
        short_title: title_text(lang, &operation, change),
        outcome: outcome_text(lang, line),
        is_success: line.status.is_some_and(|status| status < 400),
        duration: duration_text(lang, line),
        route: route(&line.path),
        short_route: route(&short_path(&line.path)),
        request_id: SafeText::line(id_tail(&line.request_id)),
        full_id: SafeText::line(&line.request_id),
    }
}

/// Returns a summary of requests in one line, and whether any failed.
pub fn requests_summary(lang: Lang, requests: &[RequestView]) -> (String, bool) {
    let failed = requests.iter().filter(|line| !line.is_success).count();
    let args = [("n", MessageArg::from(requests.len())), ("failed", MessageArg::from(failed))];
    let key = if failed == 0 { "deal-requests-summary" } else { "deal-requests-summary-failed" };
    (Messages::new(lang).with(key, &args), failed > 0)
}

/// Returns the named details of the open request: its meaning, then the data for support.
pub fn request_details(app: &App) -> Vec<(String, SafeText)> {
    let messages = Messages::new(app.cx.lang());
    let Some(line) = app.activity.opened_request() else {
        return Vec::new();
    };
    let at = date::date_time(app.cx.lang(), date::local(line.at, &app.cx.options().zone));
    let view = request_view(app, line);
    let route = format!("{} {}", line.method, line.path);
    let facts: [String; DETAIL_KEYS.len()] =
        [view.title, view.outcome, view.duration, at, route, line.request_id.clone()];
    let details = DETAIL_KEYS.into_iter().zip(facts);
    details.map(|(key, fact)| (messages.get(key).into_owned(), SafeText::line_within(&fact, 300))).collect()
}

/// Returns the name of an operation of the contract: `Deal notes`.
pub fn operation_name(lang: Lang, operation: OperationId) -> String {
    let key = format!("asked-{}", operation.name());
    Messages::new(lang).get(&key).into_owned()
}

/// Returns the name of the requested operation, or a generic name for an unknown route.
fn requested_operation(lang: Lang, line: &RequestLine) -> String {
    let path = line.path.split('?').next().unwrap_or_default();
    let known = Method::by_name(line.method).and_then(|method| OperationId::by_route(method, path));
    known.map_or_else(
        || Messages::new(lang).get("asked-other").into_owned(),
        |known| operation_name(lang, known),
    )
}

fn title_text(lang: Lang, operation: &str, subject: Option<String>) -> String {
    let Some(subject) = subject else {
        return operation.to_owned();
    };
    let args = [("operation", MessageArg::from(operation)), ("about", MessageArg::from(subject))];
    Messages::new(lang).with("request-title", &args)
}

/// Returns the name of the deal in a request's path.
fn deal_name(app: &App, line: &RequestLine) -> Option<String> {
    let path = line.path.split('?').next().unwrap_or_default();
    let deals = &app.cx.snapshot().deals;
    let mut rows = path.split('/').skip(2).filter_map(|segment| deals.find(segment));
    let row = deals.row(rows.next()?)?;
    (!row.name.is_empty()).then(|| SafeText::line_within(row.name, 60).to_string())
}

/// Returns the text of a request's result.
fn outcome_text(lang: Lang, line: &RequestLine) -> String {
    let key = match line.status {
        None => "request-no-answer",
        Some(..400) if line.is_write() => "request-applied",
        Some(..400) => "request-answered",
        Some(404) => "request-not-found",
        Some(429) => "request-paused",
        Some(500..) => "request-failed",
        Some(_) => "request-refused",
    };
    let status = line.status.unwrap_or_default();
    Messages::new(lang).with(key, &[("status", MessageArg::from(status.to_string()))])
}

fn duration_text(lang: Lang, line: &RequestLine) -> String {
    let millis = u64::try_from(line.took.as_millis()).unwrap_or(u64::MAX);
    format!("{} ms", number::integer(lang, millis))
}

/// Returns the change that a request made, if known. The journal names it by request id; else it is the only attempted
/// pending write of the record.
fn change_text(app: &App, line: &RequestLine) -> Option<String> {
    if !line.is_write() {
        return None;
    }
    let snapshot = app.cx.snapshot();
    let is_of_request = |entry: &&JournalEntry| entry.request_id.as_deref() == Some(&line.request_id);
    let entry = snapshot.history.journal.iter().rev().find(is_of_request);
    // Creations and deletions are already named by the operation.
    let has_change = |method: &str| !matches!(method, "POST" | "DELETE");
    if let Some(entry) = entry {
        let change = journal::journal_text(
            (app.cx.lang(), &app.cx.options().zone),
            entry,
            &snapshot.history.journal,
            None,
        );
        return has_change(line.method).then_some(change.text);
    }
    let is_attempted = |write: &&PendingWrite| write.attempts > 0 && line.path.contains(&write.record);
    let mut waiting = snapshot.writes.iter().filter(is_attempted);
    let write = waiting.next()?;
    (waiting.next().is_none() && has_change(line.method)).then(|| write_text(app, write))
}

/// Shortens a path: of identifiers only the end remains, which distinguishes neighbours.
fn short_path(path: &str) -> String {
    /// Route names of the contract are shorter or have no digit.
    const MIN_ID_CHARS: usize = 16;
    let segment = |segment: &str| {
        let letters = segment.chars().count();
        if letters < MIN_ID_CHARS || !segment.contains(|letter: char| letter.is_ascii_digit()) {
            return segment.to_owned();
        }
        format!("…{}", segment.chars().skip(letters - 4).collect::<String>())
    };
    let (path, query) =
        path.split_once('?').map_or((path, String::new()), |(path, query)| (path, format!("?{query}")));
    path.split('/').map(segment).collect::<Vec<_>>().join("/") + &query
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jiff::Timestamp;

    use super::*;
    use crate::contract::OPERATIONS;

    #[test]
    fn every_operation_has_a_readable_name_in_both_languages() {
        for lang in Lang::ALL {
            for known in OPERATIONS {
                let name = operation_name(lang, known.id);
                let named = !name.is_empty() && !name.starts_with("asked-") && name != known.name;
                assert!(named, "{lang:?} {}: {name}", known.name);
            }
        }
    }

    #[test]
    fn request_outcomes_are_localized_and_failures_keep_the_status() {
        let line = |method, status| RequestLine {
            at: Timestamp::UNIX_EPOCH,
            method,
            path: "/deals/d-1".into(),
            status,
            fault: None,
            attempt: 1,
            request_id: String::new(),
            took: Duration::ZERO,
        };
        let message = |lang, method, status| outcome_text(lang, &line(method, status));
        for (method, status, en, fr) in [
            ("GET", Some(200), "received", "reçue"),
            ("PUT", Some(200), "applied", "appliquée"),
            ("PUT", Some(403), "rejected (403)", "refusée (403)"),
            ("GET", Some(404), "not found (404)", "introuvable (404)"),
            ("GET", Some(429), "rate limited (429)", "limite de débit (429)"),
            ("GET", Some(503), "server error (503)", "erreur du serveur (503)"),
            ("GET", None, "no response", "sans réponse"),
        ] {
            assert_eq!(message(Lang::En, method, status), en);
            assert_eq!(message(Lang::Fr, method, status), fr);
        }
    }
}
