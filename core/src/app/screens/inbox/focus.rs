//! The focus of the inbox's list. The list is told newest first and grows at its top: until a person has put the focus
//! somewhere it is on the newest, and from then on it stays with what it was put on, whatever comes above. A row that
//! stands for several is the same row as long as any of them stands there, whichever is the newest of them.

use jiff::Timestamp;

use crate::app::foundation::input::step::step;
use crate::app::shell::app::{App, Screen};
use crate::contract::ids::NotificationId;
use crate::discovery::Family;
use crate::query::fold;

use super::inbox::{ALERTS, KINDS};
use super::triage::likeness;

/// Where the focus stands in the list.
#[derive(Clone, Debug, Default)]
pub(super) struct Spot {
    /// Its place among what can have it, so that its neighbour takes it when it goes.
    pub(in crate::app) place: usize,
    /// Whether a person put it there.
    pub(in crate::app) placed: bool,
    /// Whether somebody came to look at the list, and what is read for them is not there yet.
    awaits: bool,
    /// When the list had been read as they came.
    read_before: Option<Timestamp>,
    /// What the titles of its row are alike in; `None` where it has none, or where another list was chosen since.
    like: Option<String>,
}

impl Spot {
    /// Another list begins with its first row, unless the focused one stands in it too.
    pub(super) fn begin_anew(&mut self) {
        self.place = 0;
        self.like = None;
    }
}

impl App {
    /// Everything in the list that can have the focus, in its order.
    fn inbox_stops(&self) -> Vec<NotificationId> {
        let rows = self.inbox_rows();
        let unknown = self.unknown_notifications();
        let unknown = unknown
            .iter()
            .filter_map(|watched| NotificationId::new(&watched.id).ok());
        rows.iter()
            .map(|(row, _)| row.id.clone())
            .chain(unknown)
            .collect()
    }

    /// What the titles of those that stand with `id` are alike in.
    fn like_of(&self, id: &NotificationId) -> Option<String> {
        let row = self.cx.snapshot.inbox.items.iter().find(|row| row.id == *id)?;
        Some(likeness(&fold(&row.title)))
    }

    /// The row that stands for those with titles like that, where such rows are folded.
    fn folded_row(&self, like: &str) -> Option<NotificationId> {
        if self.inbox.apart || self.inbox.unfolded.contains(like) {
            return None;
        }
        let rows = self.inbox_rows();
        let same = rows.iter().find(|(row, _)| likeness(&fold(&row.title)) == like);
        same.map(|(row, _)| row.id.clone())
    }

    /// Where a notification stands in the list: in a row of its own, or in that of those like it.
    pub(in crate::app) fn stop_of(&self, id: &NotificationId) -> Option<NotificationId> {
        let own = self.inbox_stops().into_iter().find(|stop| stop == id);
        own.or_else(|| self.folded_row(&self.like_of(id)?))
    }

    /// Finds the focus again after the list changed.
    pub(super) fn anchor_inbox(&mut self) {
        let stops = self.inbox_stops();
        let stop = |id: &NotificationId, like: Option<String>| {
            let own = stops.contains(id).then(|| id.clone());
            own.or_else(|| self.folded_row(&like?))
        };
        let returning = self.inbox.returning.as_ref();
        if let Some(back) = returning.and_then(|id| self.stop_of(id)) {
            self.inbox.returning = None;
            self.place_inbox_focus(Some(back));
            return;
        }
        let spot = &self.inbox.spot;
        let free = !spot.placed && (spot.awaits || self.cx.screen != Screen::Notifications);
        let focus = self.inbox.focus.as_ref().filter(|_| !free);
        let same = focus.and_then(|id| stop(id, self.inbox.spot.like.clone()));
        let neighbour = || stops.get(self.inbox.spot.place.min(stops.len().saturating_sub(1)));
        let newest = || stops.first();
        let focus = same.or_else(|| if free { newest() } else { neighbour() }.cloned());
        self.set_inbox_focus(focus);
        let spot = &mut self.inbox.spot;
        spot.awaits &= spot.read_before == self.cx.snapshot.inbox.read_at;
    }

    /// Gives the focus to a row, as a person does.
    pub(in crate::app) fn place_inbox_focus(&mut self, id: Option<NotificationId>) {
        self.inbox.spot.placed = true;
        self.set_inbox_focus(id);
    }

    fn set_inbox_focus(&mut self, id: Option<NotificationId>) {
        let place = id
            .as_ref()
            .and_then(|id| self.inbox_stops().iter().position(|stop| stop == id));
        let spot = &mut self.inbox.spot;
        spot.place = place.unwrap_or(spot.place);
        self.inbox.spot.like = id.as_ref().and_then(|id| self.like_of(id));
        self.inbox.focus = id;
    }

    /// Whoever comes to the notifications begins with the newest of what is read for them now, unless they put the focus
    /// somewhere before.
    pub(in crate::app) fn greet_with_newest(&mut self) {
        if !self.inbox.spot.placed {
            self.inbox.spot.awaits = true;
            self.inbox.spot.read_before = self.cx.snapshot.inbox.read_at;
            let newest = self.inbox_stops().into_iter().next();
            self.set_inbox_focus(newest);
        }
    }

    /// Whoever gives the typing up is where they were.
    pub(in crate::app) fn give_up_inbox_filter(&mut self) {
        let before = std::mem::take(&mut self.inbox.filter_before);
        self.filter_inbox(before);
        let focus = self.inbox.focus_before.take();
        if let Some(id) = focus.filter(|id| self.inbox_stops().contains(id)) {
            self.set_inbox_focus(Some(id));
        }
    }

    pub(in crate::app) fn focus_notification_by(&mut self, by: isize) {
        match self.cx.pane {
            ALERTS => {
                let len = self.family_items(Family::Alerts).len();
                self.inbox.alert = step(self.inbox.alert, by, len);
                return;
            }
            KINDS => {
                self.inbox.kind = step(self.inbox.kind, by, self.inbox.bursts.kinds.len());
                return;
            }
            _ => {}
        }
        let stops = self.inbox_stops();
        let focus = self.inbox.focus.as_ref();
        let here = focus.and_then(|id| stops.iter().position(|stop| stop == id));
        let place = step(here.unwrap_or(0), by, stops.len());
        self.place_inbox_focus(stops.get(place).cloned());
        self.picked_follow();
    }
}
