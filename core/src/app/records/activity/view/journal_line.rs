//! A line of the journal: what became of one try of a write.

use crate::app::foundation::presentation::sheet_view::Mark;
use crate::app::records::activity::view::journal;
use crate::app::shell::app::App;
use crate::engine::JournalEntry;
use crate::engine::PendingWrite;
use crate::text::Clean;
use crate::text::date;

/// A line of the journal: what became of one try of a write.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalView {
    /// Its number in the journal.
    pub seq: i64,
    /// When it was decided: `20/11 09:41`.
    pub time: String,
    /// The record's name.
    pub subject: Clean,
    /// What it changed: `Statut Sourcing → Closing`.
    pub text: String,
    /// What became of it, in words.
    pub outcome: String,
    /// How it stands: done, on its way for all that, or failed.
    pub mark: Mark,
    /// The end of the request id that decided it; empty if nothing was sent.
    pub request_id: Clean,
    /// The whole of it, to be copied.
    pub whole_id: Clean,
}

/// A line of the journal in words.
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

/// The last eight characters.
pub(in crate::app) fn tail(id: &str) -> &str {
    let from = id.char_indices().rev().nth(7).map_or(0, |(at, _)| at);
    id.get(from..).unwrap_or(id)
}
