//! The requests of the activity: one has the focus, and opened it shows its facts, each to be copied.

use crate::app::records::activity::panes::{REQUESTS};
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::records::activity::activity::ActivityState;
use crate::contract::ids::DealId;
use crate::engine::RequestLine;

use super::log_focus;
use crate::app::records::activity::panes::JOURNAL;

impl ActivityState {
    /// The requests shown, newest first: all, or the writes alone.
    pub fn shown_requests<'a>(&'a self, cx: &'a AppCx) -> impl Iterator<Item = &'a RequestLine> {
        log_focus::shown(&cx.snapshot.requests, self.only_writes)
    }

    /// Whether of the requests the writes alone are shown.
    pub fn shows_only_writes(&self) -> bool {
        self.only_writes
    }

    /// Shows the writes alone, or every request again.
    pub(in crate::app) fn toggle_only_writes(&mut self, cx: &mut AppCx) {
        self.only_writes = !self.only_writes;
        if cx.pane == REQUESTS {
            cx.back_to_top();
        }
    }

    /// The request that has the focus, newest first.
    pub fn focused_request<'a>(&'a self, cx: &'a AppCx) -> Option<&'a RequestLine> {
        let here = cx.screen == Screen::Activity && cx.pane == REQUESTS && !cx.options.beside;
        self.shown_requests(cx).nth(cx.scroll).filter(|_| here)
    }

    /// The request whose facts lie over the screen.
    pub fn opened_request(&self) -> Option<&RequestLine> {
        self.request.as_ref()
    }

    /// Whether Enter opens anything on the activity.
    pub(in crate::app) fn can_open_activity(&self, cx: &AppCx) -> Result<(), Reason> {
        let given = |given: bool, reason: Reason| given.then_some(()).ok_or(reason);
        match cx.pane {
            _ if cx.options.beside => Ok(()),
            0 => given(self.focused_write(cx).is_some(), Reason::NoWrite),
            REQUESTS => given(self.focused_request(cx).is_some(), Reason::NothingToOpen),
            _ => given(cx.deal_of_journal().is_some(), Reason::NothingToOpen),
        }
    }
}

impl AppCx {
    /// Back to the first line of the pane; of a log that is its newest, whichever that is.
    pub(in crate::app) fn back_to_top(&mut self) {
        self.scroll = 0;
        self.line_held = false;
    }

    /// The deal that the focused line of the journal is about, where it is still there.
    pub(in crate::app) fn deal_of_journal(&self) -> Option<DealId> {
        let journal = &self.snapshot.observed.journal;
        let at = journal
            .len()
            .checked_sub(self.scroll + 1)
            .filter(|_| self.pane == JOURNAL)?;
        let record = &journal.get(at)?.record;
        self.snapshot.deals.find(record)?;
        DealId::new(record).ok()
    }
}
