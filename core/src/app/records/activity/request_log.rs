//! The requests of the activity: one has the focus, and opened it shows its facts, each to be copied.

use crate::app::shell::app::{App, Reason, Screen};
use crate::app::shell::sheet_dispatch::SheetKind;
use crate::contract::ids::DealId;
use crate::engine::{Effect, RequestLine};

use super::log_focus;
use super::outcomes::JOURNAL;

/// The number of the pane of the activity that holds the requests.
pub const REQUESTS: usize = 1;

impl App {
    /// The requests shown, newest first: all, or the writes alone.
    pub fn shown_requests(&self) -> impl Iterator<Item = &RequestLine> {
        log_focus::shown(&self.cx.snapshot.requests, self.activity.only_writes)
    }

    /// Whether of the requests the writes alone are shown.
    pub fn shows_only_writes(&self) -> bool {
        self.activity.only_writes
    }

    /// Shows the writes alone, or every request again.
    pub(in crate::app) fn toggle_only_writes(&mut self) {
        self.activity.only_writes = !self.activity.only_writes;
        if self.cx.pane == REQUESTS {
            self.back_to_top();
        }
    }

    /// Back to the first line of the pane; of a log that is its newest, whichever that is.
    pub(in crate::app) fn back_to_top(&mut self) {
        self.cx.scroll = 0;
        self.cx.line_held = false;
    }

    /// The request that has the focus, newest first.
    pub fn focused_request(&self) -> Option<&RequestLine> {
        let here = self.cx.screen == Screen::Activity && self.cx.pane == REQUESTS && !self.cx.options.beside;
        self.shown_requests().nth(self.cx.scroll).filter(|_| here)
    }

    /// The request whose facts lie over the screen.
    pub fn opened_request(&self) -> Option<&RequestLine> {
        self.activity.request.as_ref()
    }

    /// Whether Enter opens anything on the activity.
    pub(in crate::app) fn can_open_activity(&self) -> Result<(), Reason> {
        let given = |given: bool, reason: Reason| given.then_some(()).ok_or(reason);
        match self.cx.pane {
            _ if self.cx.options.beside => Ok(()),
            0 => given(self.focused_write().is_some(), Reason::NoWrite),
            REQUESTS => given(self.focused_request().is_some(), Reason::NothingToOpen),
            _ => given(self.deal_of_journal().is_some(), Reason::NothingToOpen),
        }
    }

    /// Enter on the activity: the facts of a request, the deal of a line of the journal, the deal of a write.
    pub(in crate::app) fn open_activity(&mut self) -> Vec<Effect> {
        if let Some(request) = self.focused_request().cloned() {
            self.activity.request = Some(request);
            self.open_sheet(SheetKind::Request);
            return Vec::new();
        }
        if self.cx.pane == JOURNAL && !self.cx.options.beside {
            return self
                .deal_of_journal()
                .map_or_else(Vec::new, |deal| self.open_deal(deal));
        }
        // The choice between two versions is made here: Enter turns to the other one.
        if !self.cx.options.beside && self.focused_conflict().is_some() {
            return self.choose_side();
        }
        self.open_deal_of_write()
    }

    /// The deal that the focused line of the journal is about, where it is still there.
    fn deal_of_journal(&self) -> Option<DealId> {
        let journal = &self.cx.snapshot.observed.journal;
        let at = journal
            .len()
            .checked_sub(self.cx.scroll + 1)
            .filter(|_| self.cx.pane == JOURNAL)?;
        let record = &journal.get(at)?.record;
        self.cx.snapshot.deals.find(record)?;
        DealId::new(record).ok()
    }
}
