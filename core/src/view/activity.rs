//! The activity: what waits in the outbox, what was refused and why, what was asked of the service.

use crate::app::App;
use crate::engine::RequestLine;
use crate::view::folding::{self, Fold};
use crate::view::keeping::{Notice, notices};
use crate::view::rights::{RightView, rights};
use crate::view::text::Clean;
use crate::view::writes::{JournalView, RequestView, WriteView, journal_line, request, write_view};

/// The activity screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivityView {
    /// What is wrong with what this machine keeps, the worst first.
    pub notices: Vec<Notice>,
    /// The outbox, oldest first.
    pub writes: Vec<WriteView>,
    /// Which of them has the focus.
    pub focused: Option<usize>,
    /// What became of the latest writes, newest first.
    pub journal: Vec<JournalView>,
    /// The requests, newest first.
    pub requests: Vec<RequestView>,
    /// The same with reads of one kind on one line.
    pub folds: Vec<Fold>,
    /// What this key may do, as far as is known.
    pub rights: Vec<RightView>,
    /// The address of the service.
    pub base_url: Clean,
}

/// The activity screen as of now.
pub fn activity(app: &App) -> ActivityView {
    let snapshot = app.snapshot();
    let focused = app.focused_write().map(|write| write.id);
    let newest: Vec<&RequestLine> = snapshot.requests.iter().rev().collect();
    ActivityView {
        notices: notices(app),
        writes: snapshot
            .writes
            .iter()
            .map(|write| write_view(app, write))
            .collect(),
        focused: snapshot.writes.iter().position(|write| Some(write.id) == focused),
        journal: snapshot
            .observed
            .journal
            .iter()
            .rev()
            .map(|entry| journal_line(app, entry))
            .collect(),
        requests: newest.iter().map(|line| request(app, line)).collect(),
        folds: folding::fold(&newest),
        rights: rights(app),
        base_url: Clean::line_of(&snapshot.base_url, 120),
    }
}
