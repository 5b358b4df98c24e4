//! A line of the journal: what became of one try of a write.

use crate::foundation::presentation::sheet_view::Mark;
use crate::model::history::journal_entry::JournalEntry;
use crate::records::activity::view::journal;
use crate::shell::app::App;
use crate::text::{Clean, date};

/// A journal line: the result of one attempt of a write.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalView {
    /// Sequence number in the journal.
    pub seq: i64,
    /// Time of the result: `20/11 09:41`.
    pub time: String,
    /// Name of the record.
    pub subject: Clean,
    /// Change, e.g. `Statut Sourcing → Closing`.
    pub text: String,
    /// Text of the result.
    pub outcome: String,
    /// Mark of the state: done, still pending, or failed.
    pub mark: Mark,
    /// End of the request id; empty if nothing was sent.
    pub request_id: Clean,
    /// Whole request id, for copying.
    pub whole_id: Clean,
}

/// Returns the text of a journal line.
pub fn journal_line(app: &App, entry: &JournalEntry) -> JournalView {
    let snapshot = app.cx.snapshot();
    let waiting = snapshot.writes.iter().find(|write| write.id.0 == entry.outbox_id);
    let waiting = waiting.map(|write| write.key.as_str());
    let said = journal::in_words(
        (app.cx.lang(), &app.cx.options().zone),
        entry,
        &snapshot.observed.journal,
        waiting,
    );
    let request_id = entry.request_id.as_deref().unwrap_or_default();
    JournalView {
        seq: entry.seq,
        time: date::date_time_short(date::local(entry.at, &app.cx.options().zone)),
        subject: Clean::line_of(&entry.label, 60),
        text: said.text,
        outcome: said.outcome,
        mark: said.mark,
        request_id: Clean::line(tail(request_id)),
        whole_id: Clean::line(request_id),
    }
}

/// Returns the last eight characters.
pub(crate) fn tail(id: &str) -> &str {
    let from = id.char_indices().rev().nth(7).map_or(0, |(at, _)| at);
    id.get(from..).unwrap_or(id)
}
