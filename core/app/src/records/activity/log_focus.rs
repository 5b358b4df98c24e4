//! Focus in the logs of the activity screen.
//!
//! Both logs are newest first and grow at the top, so the focus follows the entry and not the line number.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::model::history::journal_entry::JournalEntry;
use crate::model::snapshot::{RequestLine, Snapshot};
use crate::records::activity::activity::{ActivityState, JOURNAL, REQUESTS};

impl ActivityState {
    /// Restores the focus to its log entry, or to the nearest one. It runs after the log grew. Until the user moves it,
    /// the focus stays on the newest line.
    pub(crate) fn restore_log_focus(&mut self, before: &Snapshot, cx: &mut AppCx) {
        if cx.screen != Screen::Activity || cx.options.split_view || !cx.log_cursor_pinned {
            return;
        }
        let index = match cx.pane {
            REQUESTS => self.request_index(before, cx),
            JOURNAL => cx.entry_index(before),
            _ => return,
        };
        cx.scroll = index.unwrap_or(cx.scroll);
    }

    /// Returns the current index of the request that had the focus.
    fn request_index(&self, before: &Snapshot, cx: &AppCx) -> Option<usize> {
        let only_writes = self.only_writes;
        let old: Vec<&RequestLine> = newest_first(&before.requests, only_writes).collect();
        let line = *old.get(cx.scroll.min(old.len().checked_sub(1)?))?;
        let lines: Vec<&RequestLine> = newest_first(&cx.snapshot.requests, only_writes).collect();
        // A retried request keeps its id.
        let is_same = |candidate: &&RequestLine| {
            (candidate.at, candidate.attempt, &candidate.request_id)
                == (line.at, line.attempt, &line.request_id)
                && (candidate.method, &candidate.path) == (line.method, &line.path)
        };
        let nearest = || lines.iter().position(|candidate| candidate.at <= line.at);
        let index = lines.iter().position(is_same).or_else(nearest);
        index.or_else(|| lines.len().checked_sub(1))
    }
}

impl AppCx {
    /// Returns the current index of the journal entry that had the focus.
    fn entry_index(&self, before: &Snapshot) -> Option<usize> {
        let old = &before.history.journal;
        let at = old.len().saturating_sub(self.scroll + 1);
        let entry = old.get(at)?;
        let lines: Vec<&JournalEntry> = self.snapshot.history.journal.iter().rev().collect();
        let same = lines.iter().position(|candidate| candidate.seq == entry.seq);
        // The line of a retry replaces that of the attempt before it.
        let next = || lines.iter().position(|candidate| candidate.key == entry.key);
        let nearest = || lines.iter().position(|candidate| candidate.seq < entry.seq);
        let index = same.or_else(next).or_else(nearest);
        index.or_else(|| lines.len().checked_sub(1))
    }
}

/// Returns the requests, newest first: all, or only the writes.
pub(crate) fn newest_first(
    requests: &[RequestLine],
    only_writes: bool,
) -> impl Iterator<Item = &RequestLine> {
    let requests = requests.iter().rev();
    requests.filter(move |line| !only_writes || line.is_write())
}
