//! Focus of the inbox list. The list is sorted newest first, so new rows appear at the top. Until the user moves the
//! focus it stays on the newest row. After that it stays on its row when rows are added above. A group row keeps the
//! focus while any of its members remains, even if its newest member changes.

use super::triage::likeness;
use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;
use crate::model::resources::resource_kind::Family;
use crate::screens::inbox::inbox::InboxState;
use crate::screens::inbox::panes::{ALERTS, KINDS};
use crate::text::fold;

impl InboxState {
    /// Returns all focusable entries of the list, in order.
    fn inbox_stops(&self, cx: &AppCx) -> Vec<NotificationId> {
        let rows = self.inbox_rows(cx);
        let unknown = self.unknown_notifications(cx);
        let unknown = unknown
            .iter()
            .filter_map(|watched| NotificationId::new(&watched.id).ok());
        rows.iter()
            .map(|(row, _)| row.id.clone())
            .chain(unknown)
            .collect()
    }

    /// Returns the folded group row for a normalised title.
    fn folded_row(&self, like: &str, cx: &AppCx) -> Option<NotificationId> {
        if self.apart || self.unfolded.contains(like) {
            return None;
        }
        let rows = self.inbox_rows(cx);
        let same = rows.iter().find(|(row, _)| likeness(&fold(&row.title)) == like);
        same.map(|(row, _)| row.id.clone())
    }

    /// Returns the row that shows a notification: its own, or its group's.
    pub(crate) fn stop_of(&self, id: &NotificationId, cx: &AppCx) -> Option<NotificationId> {
        let own = self.inbox_stops(cx).into_iter().find(|stop| stop == id);
        own.or_else(|| self.folded_row(&cx.like_of(id)?, cx))
    }

    /// Restores the focus after the list changed.
    pub(crate) fn anchor_inbox(&mut self, cx: &mut AppCx) {
        let stops = self.inbox_stops(cx);
        let stop = |id: &NotificationId, like: Option<String>| {
            let own = stops.contains(id).then(|| id.clone());
            own.or_else(|| self.folded_row(&like?, cx))
        };
        let returning = self.returning.as_ref();
        if let Some(back) = returning.and_then(|id| self.stop_of(id, cx)) {
            self.returning = None;
            self.place_inbox_focus(Some(back), cx);
            return;
        }
        let spot = &self.spot;
        let free = !spot.placed && (spot.awaits || cx.screen != Screen::Notifications);
        let focus = self.focus.as_ref().filter(|_| !free);
        let same = focus.and_then(|id| stop(id, self.spot.like.clone()));
        let neighbour = || stops.get(self.spot.place.min(stops.len().saturating_sub(1)));
        let newest = || stops.first();
        let focus = same.or_else(|| if free { newest() } else { neighbour() }.cloned());
        self.set_inbox_focus(focus, cx);
        let spot = &mut self.spot;
        spot.awaits &= spot.read_before == cx.snapshot.inbox.read_at;
    }

    /// Moves the focus to a row as a user action.
    pub(crate) fn place_inbox_focus(&mut self, id: Option<NotificationId>, cx: &mut AppCx) {
        self.spot.placed = true;
        self.set_inbox_focus(id, cx);
    }

    fn set_inbox_focus(&mut self, id: Option<NotificationId>, cx: &mut AppCx) {
        let place = id
            .as_ref()
            .and_then(|id| self.inbox_stops(cx).iter().position(|stop| stop == id));
        let spot = &mut self.spot;
        spot.place = place.unwrap_or(spot.place);
        self.spot.like = id.as_ref().and_then(|id| cx.like_of(id));
        self.focus = id;
    }

    /// Focuses the newest notification when the user opens the screen. Does nothing if the user has already moved the
    /// focus.
    pub(crate) fn greet_with_newest(&mut self, cx: &mut AppCx) {
        if !self.spot.placed {
            self.spot.awaits = true;
            self.spot.read_before = cx.snapshot.inbox.read_at;
            let newest = self.inbox_stops(cx).into_iter().next();
            self.set_inbox_focus(newest, cx);
        }
    }

    /// Restores the previous filter and focus when the user cancels typing.
    pub(crate) fn give_up_inbox_filter(&mut self, cx: &mut AppCx) {
        let before = std::mem::take(&mut self.filter_before);
        self.filter_inbox(before, cx);
        let focus = self.focus_before.take();
        if let Some(id) = focus.filter(|id| self.inbox_stops(cx).contains(id)) {
            self.set_inbox_focus(Some(id), cx);
        }
    }

    pub(crate) fn focus_notification_by(&mut self, by: isize, cx: &mut AppCx) {
        match cx.pane {
            ALERTS => {
                let len = cx.family_items(Family::Alerts).len();
                self.alert = step(self.alert, by, len);
                return;
            }
            KINDS => {
                self.kind = step(self.kind, by, self.bursts.kinds.len());
                return;
            }
            _ => {}
        }
        let stops = self.inbox_stops(cx);
        let focus = self.focus.as_ref();
        let here = focus.and_then(|id| stops.iter().position(|stop| stop == id));
        let place = step(here.unwrap_or(0), by, stops.len());
        self.place_inbox_focus(stops.get(place).cloned(), cx);
        self.picked_follow(cx);
    }
}

impl AppCx {
    /// Returns the normalised title that groups a notification with others.
    fn like_of(&self, id: &NotificationId) -> Option<String> {
        let row = self.snapshot.inbox.items.iter().find(|row| row.id == *id)?;
        Some(likeness(&fold(&row.title)))
    }
}
