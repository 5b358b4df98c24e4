//! Text of outbox entries and of journal lines, one line each.

use crate::foundation::history::lines as history;
use crate::foundation::presentation::hold_countdown;
use crate::foundation::presentation::problem::{self, ProblemView};
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
    /// Reason of a refusal.
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
    let words = Messages::new(app.cx.lang());
    let mark = WriteMark::current(&app.cx, &write.state);
    // No write is sent before the connection allows it.
    let gate = app.cx.snapshot().connection.paused_until();
    let leaves = |at: jiff::Timestamp| gate.map_or(at, |gate| at.max(gate));
    let left = |until: jiff::Timestamp| (until.as_second() - app.cx.now().as_second()).max(0) as u64;
    let state = match &write.state {
        WriteState::Scheduled { until } => {
            hold_countdown::sends_in_text(&app.cx, *until, write.kind == WriteKind::Delete)
        }
        WriteState::Waiting { not_before } if left(leaves(*not_before)) > 0 => {
            // During a rate limit, show the same remaining time as everywhere else.
            let paused = gate.is_some_and(|gate| gate >= *not_before);
            let left = match app.cx.displayed_wait().filter(|_| paused) {
                Some(pause) => date::countdown(pause),
                None => date::duration(app.cx.lang(), left(leaves(*not_before))),
            };
            words.with("offline-retry-in", &[("left", MessageArg::from(left))])
        }
        WriteState::Refused(problem) => problem::refusal_summary(app.cx.lang(), problem),
        WriteState::Conflict { .. } if write.recreate_fields.is_some() => {
            words.get("conflict-gone-why").into_owned()
        }
        WriteState::Conflict { .. } if write.kind == WriteKind::Delete => {
            words.get("conflict-delete-why").into_owned()
        }
        WriteState::Conflict { .. } => words.get("conflict-why").into_owned(),
        WriteState::Locked(lock) => lock_text(words, lock),
        WriteState::Sending => words
            .get(hold_countdown::cannot_send_key(&app.cx).unwrap_or(mark.label_key()))
            .into_owned(),
        WriteState::Waiting { .. } => words.get(mark.label_key()).into_owned(),
    };
    let told_by_problem = matches!(&write.state, WriteState::Refused(problem) if problem.recovered);
    let state = match in_doubt_key(write.in_doubt, write.attempts) {
        Some(doubt) if !told_by_problem => format!("{} · {state}", words.get(doubt)),
        _ => state,
    };
    let problem = match &write.state {
        WriteState::Refused(problem) => Some(problem::write_problem(app.cx.lang(), problem)),
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
    in_doubt.then_some(if attempts == 0 {
        "write-found-again"
    } else {
        "write-doubtful"
    })
}

fn lock_text(words: &'static Messages, lock: &Lock) -> String {
    match lock {
        Lock::NewerVersion => words.get("lock-newer").into_owned(),
        Lock::Damaged => words.get("lock-damaged").into_owned(),
        Lock::Identity { entity, user, key } => words.with(
            "lock-identity",
            &[("who", MessageArg::from(author_text(entity, user, key)))],
        ),
    }
}

/// Returns the author of a write: entity and delegated user if known, else the key.
pub fn author_text(entity: &str, user: &str, key: &str) -> String {
    let known = [entity, user].into_iter().filter(|part| !part.is_empty());
    let known: Vec<String> = known
        .map(|part| SafeText::line_within(part, 40).to_string())
        .collect();
    if known.is_empty() {
        SafeText::line_within(key, 40).to_string()
    } else {
        known.join(" / ")
    }
}

pub(super) fn write_text(app: &App, write: &PendingWrite) -> String {
    let (lang, words) = (app.cx.lang(), Messages::new(app.cx.lang()));
    match write.kind {
        WriteKind::Create => words.get("write-create").into_owned(),
        WriteKind::Delete => words.get("write-delete").into_owned(),
        WriteKind::MarkRead => words.get("write-mark-read").into_owned(),
        WriteKind::Other => words.get("write-other").into_owned(),
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
