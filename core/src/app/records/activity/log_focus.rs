//! The focus of the activity's logs. Both are told newest first and grow at their top, so it is kept by what stands in
//! the line and not by the line's number.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::input::context::Screen;
use crate::app::records::activity::activity::ActivityState;
use crate::engine::{JournalEntry, RequestLine, Snapshot};

use crate::app::records::activity::panes::JOURNAL;
use crate::app::records::activity::panes::REQUESTS;

impl ActivityState {
    /// Finds the focused line of a log again after the log grew; else the nearest one has the focus. As long as nobody
    /// moved it, it stays on the newest.
    pub(in crate::app) fn anchor_line(&mut self, before: &Snapshot, cx: &mut AppCx) {
        if cx.screen != Screen::Activity || cx.options.beside || !cx.line_held {
            return;
        }
        let place = match cx.pane {
            REQUESTS => self.request_again(before, cx),
            JOURNAL => cx.entry_again(before),
            _ => return,
        };
        cx.scroll = place.unwrap_or(cx.scroll);
    }

    /// Where the request that had the focus stands now.
    fn request_again(&self, before: &Snapshot, cx: &AppCx) -> Option<usize> {
        let only = self.only_writes;
        let old: Vec<&RequestLine> = shown(&before.requests, only).collect();
        let line = *old.get(cx.scroll.min(old.len().checked_sub(1)?))?;
        let lines: Vec<&RequestLine> = shown(&cx.snapshot.requests, only).collect();
        // A request that is sent again keeps its id.
        let same = |other: &&RequestLine| {
            (other.at, other.attempt, &other.request_id) == (line.at, line.attempt, &line.request_id)
                && (other.method, &other.path) == (line.method, &line.path)
        };
        let nearest = || lines.iter().position(|other| other.at <= line.at);
        let place = lines.iter().position(same).or_else(nearest);
        place.or_else(|| lines.len().checked_sub(1))
    }
}

impl AppCx {
    /// Where the line of the journal that had the focus stands now.
    fn entry_again(&self, before: &Snapshot) -> Option<usize> {
        let old = &before.observed.journal;
        let at = old.len().saturating_sub(self.scroll + 1);
        let entry = old.get(at)?;
        let lines: Vec<&JournalEntry> = self.snapshot.observed.journal.iter().rev().collect();
        let same = lines.iter().position(|other| other.seq == entry.seq);
        // A try that is made again gives way to the line of the next one.
        let next = || lines.iter().position(|other| other.key == entry.key);
        let nearest = || lines.iter().position(|other| other.seq < entry.seq);
        let place = same.or_else(next).or_else(nearest);
        place.or_else(|| lines.len().checked_sub(1))
    }
}

/// The requests, newest first: all, or the writes alone.
pub(in crate::app) fn shown(
    requests: &[RequestLine],
    only_writes: bool,
) -> impl Iterator<Item = &RequestLine> {
    let requests = requests.iter().rev();
    requests.filter(move |line| !only_writes || line.writes())
}
