//! Text of outbox entries and of journal lines, one line each.

use crate::foundation::history::lines as history;
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::foundation::presentation::send_countdown;
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::pending_write::{Lock, PendingWrite, WriteKind, WriteState};
use crate::records::activity::view::conflict::{self, ConflictView};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};

/// A pending or blocked write.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteView {
    /// Id of the outbox entry.
    pub id: crate::model::pending_write::WriteId,
    /// Mark of its state.
    pub mark: WriteMark,
    /// Name of the record.
    pub subject: SafeText,
    /// Change, e.g. `Statut Sourcing → Closing`.
    pub text: String,
    /// Time at which it is sent, or why it is not.
    pub state: String,
    /// Reason of a rejection.
    pub problem: Option<ProblemView>,
    /// Time of day at which the user made the change.
    pub time: String,
    /// True if undo can still cancel it.
    pub is_scheduled: bool,
    /// Choices of a conflict.
    pub conflict: Option<ConflictView>,
}

/// Returns the text of a write.
pub fn write_view(app: &App, write: &PendingWrite) -> WriteView {
    let messages = Messages::new(app.cx.lang());
    let mark = WriteMark::current(&app.cx, &write.state);
    // No write is sent before the connection allows it.
    let rate_limit_end = app.cx.snapshot().connection.paused_until();
    let sends_at = |at: jiff::Timestamp| rate_limit_end.map_or(at, |rate_limit_end| at.max(rate_limit_end));
    let remaining = |until: jiff::Timestamp| (until.as_second() - app.cx.now().as_second()).max(0) as u64;
    let state = match &write.state {
        WriteState::Scheduled { until } => {
            send_countdown::sends_in_text(&app.cx, *until, write.kind == WriteKind::Delete)
        }
        WriteState::Waiting { not_before } if remaining(sends_at(*not_before)) > 0 => {
            // During a rate limit, show the same remaining time as everywhere else.
            let paused = rate_limit_end.is_some_and(|rate_limit_end| rate_limit_end >= *not_before);
            let remaining = match app.cx.displayed_wait().filter(|_| paused) {
                Some(pause) => date::countdown(pause),
                None => date::duration(app.cx.lang(), remaining(sends_at(*not_before))),
            };
            messages.with("offline-retry-in", &[("left", MessageArg::from(remaining))])
        }
        WriteState::Rejected(problem) => problem::rejection_summary(app.cx.lang(), problem),
        WriteState::Conflict { .. } if write.recreate_fields.is_some() => {
            messages.get("conflict-gone-why").into_owned()
        }
        WriteState::Conflict { .. } if write.kind == WriteKind::Delete => {
            messages.get("conflict-delete-why").into_owned()
        }
        WriteState::Conflict { .. } => messages.get("conflict-why").into_owned(),
        WriteState::Locked(lock) => lock_text(messages, lock),
        WriteState::Sending => {
            messages.get(send_countdown::cannot_send_key(&app.cx).unwrap_or(mark.label_key())).into_owned()
        }
        WriteState::Waiting { .. } => messages.get(mark.label_key()).into_owned(),
    };
    let is_explained = matches!(&write.state, WriteState::Rejected(problem) if problem.recovered);
    let state = match in_doubt_key(write.in_doubt, write.attempts) {
        Some(in_doubt_text) if !is_explained => format!("{} · {state}", messages.get(in_doubt_text)),
        _ => state,
    };
    let problem = match &write.state {
        WriteState::Rejected(problem) => Some(problem::write_problem(app.cx.lang(), problem)),
        _ => None,
    };
    WriteView {
        id: write.id,
        mark,
        subject: SafeText::line_within(&write.label, 60),
        text: write_text(app, write),
        state,
        problem,
        time: date::time_short(date::local(write.created_at, &app.cx.options().zone).time()),
        is_scheduled: matches!(write.state, WriteState::Scheduled { .. }),
        conflict: conflict::conflict_view(app, write),
    }
}

/// Returns the message key of a write in doubt. With no counted attempt it was recovered from a damaged file, so it may
/// not have been sent at all.
pub fn in_doubt_key(in_doubt: bool, attempts: u32) -> Option<&'static str> {
    in_doubt.then_some(if attempts == 0 { "write-found-again" } else { "write-doubtful" })
}

fn lock_text(messages: &'static Messages, lock: &Lock) -> String {
    match lock {
        Lock::NewerVersion => messages.get("lock-newer").into_owned(),
        Lock::Damaged => messages.get("lock-damaged").into_owned(),
        Lock::Identity { entity, user, key } => {
            messages.with("lock-identity", &[("who", MessageArg::from(author_text(entity, user, key)))])
        }
    }
}

/// Returns the author of a write: entity and delegated user if known, else the key.
pub fn author_text(entity: &str, user: &str, key: &str) -> String {
    let parts = [entity, user].into_iter().filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(|part| SafeText::line_within(part, 40).to_string()).collect();
    if parts.is_empty() { SafeText::line_within(key, 40).to_string() } else { parts.join(" / ") }
}

pub(super) fn write_text(app: &App, write: &PendingWrite) -> String {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    match write.kind {
        WriteKind::Create => messages.get("write-create").into_owned(),
        WriteKind::Delete => messages.get("write-delete").into_owned(),
        WriteKind::MarkRead => messages.get("write-mark-read").into_owned(),
        WriteKind::Other => messages.get("write-other").into_owned(),
        WriteKind::Update | WriteKind::Task | WriteKind::View => {
            let changes: Vec<String> = write
                .fields
                .names()
                .map(|name| {
                    let (before, after) = (write.base.get(name), write.fields.get(name));
                    history::describe_change(lang, &app.cx.options().zone, name, before, after)
                })
                .collect();
            changes.join(", ")
        }
    }
}
