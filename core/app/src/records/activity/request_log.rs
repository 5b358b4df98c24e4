//! Requests of the activity screen: the focused one, and the details of the open one.

use super::log_focus;
use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::snapshot::RequestLine;
use crate::records::activity::activity::{ActivityState, JOURNAL, REQUESTS};

/// Message keys of the details of the open request, in display order.
pub(crate) const DETAIL_KEYS: [&str; 6] = [
    "requests-asked",
    "requests-answer",
    "requests-took",
    "requests-sent",
    "requests-route",
    "copy-request-id",
];

impl ActivityState {
    /// Returns the requests shown, newest first: all, or only the writes.
    pub fn visible_requests<'a>(&'a self, cx: &'a AppCx) -> impl Iterator<Item = &'a RequestLine> {
        log_focus::newest_first(&cx.snapshot.requests, self.only_writes)
    }

    /// Returns whether only the writes among the requests are shown.
    pub fn shows_only_writes(&self) -> bool {
        self.only_writes
    }

    /// Toggles between only the writes and every request.
    pub(crate) fn toggle_only_writes(&mut self, cx: &mut AppCx) {
        self.only_writes = !self.only_writes;
        if cx.pane == REQUESTS {
            cx.scroll_to_top();
        }
    }

    /// Returns the focused request.
    pub fn focused_request<'a>(&'a self, cx: &'a AppCx) -> Option<&'a RequestLine> {
        let is_on_requests = cx.screen == Screen::Activity && cx.pane == REQUESTS && !cx.options.split_view;
        self.visible_requests(cx).nth(cx.scroll).filter(|_| is_on_requests)
    }

    /// Returns the request whose details are open.
    pub fn opened_request(&self) -> Option<&RequestLine> {
        self.opened_request.as_ref()
    }

    /// Returns whether Enter can open anything on the activity screen.
    pub(crate) fn can_open_activity(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        let require = |require: bool, reason: DisabledReason| require.then_some(()).ok_or(reason);
        match cx.pane {
            _ if cx.options.split_view => Ok(()),
            0 => require(self.focused_write(cx).is_some(), DisabledReason::NoWrite),
            REQUESTS => require(self.focused_request(cx).is_some(), DisabledReason::NothingToOpen),
            _ => require(cx.focused_journal_deal().is_some(), DisabledReason::NothingToOpen),
        }
    }
}

impl AppCx {
    /// Focuses the first line of the pane; in a log, the focus then follows the newest line.
    pub(crate) fn scroll_to_top(&mut self) {
        self.scroll = 0;
        self.log_cursor_pinned = false;
    }

    /// Returns the deal of the focused journal line, if it still exists.
    pub(crate) fn focused_journal_deal(&self) -> Option<DealId> {
        let journal = &self.snapshot.history.journal;
        let at = journal.len().checked_sub(self.scroll + 1).filter(|_| self.pane == JOURNAL)?;
        let record = &journal.get(at)?.record;
        self.snapshot.deals.find(record)?;
        DealId::new(record).ok()
    }
}
