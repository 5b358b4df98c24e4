//! A line of the journal: the outcome of one attempt to send a write.

use crate::foundation::presentation::picker_view::LineIcon;
use crate::model::history::journal_entry::JournalEntry;
use crate::records::activity::view::journal;
use crate::shell::app::App;
use crate::text::{SafeText, date};

/// A journal line: the result of one attempt of a write.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalView {
    /// Sequence number in the journal.
    pub seq: i64,
    /// Time of the result: `20/11 09:41`.
    pub time: String,
    /// Name of the record.
    pub subject: SafeText,
    /// Change, e.g. `Statut Sourcing → Closing`.
    pub text: String,
    /// Text of the result.
    pub outcome: String,
    /// Mark of the state: done, still pending, or failed.
    pub mark: LineIcon,
    /// End of the request id; empty if nothing was sent.
    pub request_id: SafeText,
    /// Whole request id, for copying.
    pub full_id: SafeText,
}

/// Returns the text of a journal line.
pub fn journal_line(app: &App, entry: &JournalEntry) -> JournalView {
    let snapshot = app.cx.snapshot();
    let waiting = snapshot.writes.iter().find(|write| write.id.0 == entry.outbox_id);
    let waiting = waiting.map(|write| write.key.as_str());
    let text = journal::journal_text(
        (app.cx.lang(), &app.cx.options().zone),
        entry,
        &snapshot.history.journal,
        waiting,
    );
    let request_id = entry.request_id.as_deref().unwrap_or_default();
    JournalView {
        seq: entry.seq,
        time: date::date_time_short(date::local(entry.at, &app.cx.options().zone)),
        subject: SafeText::line_within(&entry.label, 60),
        text: text.text,
        outcome: text.outcome,
        mark: text.mark,
        request_id: SafeText::line(id_tail(request_id)),
        full_id: SafeText::line(request_id),
    }
}

/// Returns the last eight characters.
pub(crate) fn id_tail(id: &str) -> &str {
    let from = id.char_indices().rev().nth(7).map_or(0, |(at, _)| at);
    id.get(from..).unwrap_or(id)
}
