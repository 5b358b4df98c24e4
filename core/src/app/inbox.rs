//! Clearing notifications: looking never marks, marking goes on to the next, marking all arms first.

use jiff::Timestamp;

use crate::contract::ids::NotificationId;
use crate::engine::{Effect, NotificationRow};

use super::step::{step, turn};
use super::{App, Change, Layer, ToastKind};

/// A tab of the inbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InboxTab {
    /// Not read yet.
    #[default]
    Unread,
    /// Read.
    Read,
    /// Both.
    All,
}

impl InboxTab {
    /// Every tab, in order.
    pub const ALL: [Self; 3] = [Self::Unread, Self::Read, Self::All];

    /// The key of its name in the locales.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Unread => "inbox-tab-unread",
            Self::Read => "inbox-tab-read",
            Self::All => "inbox-tab-all",
        }
    }

    /// Whether it shows `row`.
    pub fn shows(self, row: &NotificationRow) -> bool {
        match self {
            Self::Unread => !row.read,
            Self::Read => row.read,
            Self::All => true,
        }
    }
}

/// The inbox's state.
#[derive(Clone, Debug, Default)]
pub struct InboxState {
    /// The tab shown.
    pub tab: InboxTab,
    /// The notification that has the focus.
    pub focus: Option<NotificationId>,
    /// Until when "mark all" is armed.
    pub armed_until: Option<Timestamp>,
    /// Its place among those shown, so that its neighbour takes the focus when it goes.
    place: usize,
}

impl App {
    /// The notifications of the tab shown, newest first.
    pub fn shown_notifications(&self) -> Vec<&NotificationRow> {
        self.snapshot
            .inbox
            .items
            .iter()
            .filter(|row| self.inbox.tab.shows(row))
            .collect()
    }

    /// The notification that has the focus.
    pub fn focused_notification(&self) -> Option<&NotificationRow> {
        let focus = self.inbox.focus.as_ref()?;
        self.snapshot.inbox.items.iter().find(|row| row.id == *focus)
    }

    /// Finds the focus again after the list changed.
    pub(super) fn anchor_inbox(&mut self) {
        let shown = self.shown_notifications();
        let at = self
            .inbox
            .focus
            .as_ref()
            .and_then(|id| shown.iter().position(|row| row.id == *id));
        let place = at.unwrap_or_else(|| self.inbox.place.min(shown.len().saturating_sub(1)));
        let focus = shown.get(place).map(|row| row.id.clone());
        self.inbox.place = place;
        self.inbox.focus = focus;
    }

    pub(super) fn focus_notification_by(&mut self, by: isize) {
        let shown = self.shown_notifications();
        let here = self
            .inbox
            .focus
            .as_ref()
            .and_then(|id| shown.iter().position(|row| row.id == *id))
            .unwrap_or(0);
        let place = step(here, by, shown.len());
        let focus = shown.get(place).map(|row| row.id.clone());
        self.inbox.place = place;
        self.inbox.focus = focus;
    }

    pub(super) fn show_tab(&mut self, tab: InboxTab) {
        self.inbox.tab = tab;
        self.inbox.place = 0;
        self.inbox.armed_until = None;
        self.anchor_inbox();
    }

    pub(super) fn turn_tab(&mut self, forward: bool) {
        let here = InboxTab::ALL
            .iter()
            .position(|tab| *tab == self.inbox.tab)
            .unwrap_or(0);
        self.show_tab(InboxTab::ALL[turn(here, forward, InboxTab::ALL.len())]);
    }

    pub(super) fn mark_focused_read(&mut self) -> Vec<Effect> {
        let Some(id) = self
            .focused_notification()
            .filter(|row| !row.read)
            .map(|row| row.id.clone())
        else {
            return Vec::new();
        };
        // In the unread tab the row itself goes, so its place is already that of the next one.
        if self.inbox.tab != InboxTab::Unread {
            self.focus_notification_by(1);
        }
        self.mark_read(vec![id])
    }

    /// What is said of marking `ids`: the title, where it is one.
    pub(super) fn marking(&self, ids: &[NotificationId]) -> ToastKind {
        let one = |id: &NotificationId| self.snapshot.inbox.items.iter().find(|row| row.id == *id);
        let title = match ids {
            [id] => one(id).map(|row| row.title.clone()).unwrap_or_default(),
            _ => String::new(),
        };
        ToastKind::Marking {
            count: ids.len(),
            title,
        }
    }

    pub(super) fn mark_read(&mut self, ids: Vec<NotificationId>) -> Vec<Effect> {
        self.history.push(Change::Read { ids: ids.clone() });
        self.toasts
            .retain(|toast| !matches!(toast.kind, ToastKind::Marking { .. }));
        self.say(self.marking(&ids), self.options.hold);
        vec![Effect::MarkRead {
            ids,
            hold: self.options.hold,
        }]
    }

    /// The first press arms, the second within the time marks every unread notification shown.
    pub(super) fn mark_all_read(&mut self) -> Vec<Effect> {
        if self.inbox.armed_until.take().is_none() {
            self.inbox.armed_until = self.now.saturating_add(self.options.armed).ok();
            return Vec::new();
        }
        let ids: Vec<NotificationId> = self
            .shown_notifications()
            .iter()
            .filter(|row| !row.read)
            .map(|row| row.id.clone())
            .collect();
        self.mark_read(ids)
    }

    /// The deal whose name the focused notification holds, matched by name alone: the contract links nothing.
    pub fn deal_of_notification(&self) -> Option<crate::engine::DealRow<'_>> {
        let title = crate::query::fold(&self.focused_notification()?.title);
        self.snapshot
            .deals
            .by_age()
            .find(|row| row.folded.chars().count() > 3 && title.contains(row.folded))
    }

    pub(super) fn open_deal_of_notification(&mut self) -> Vec<Effect> {
        debug_assert!(matches!(self.layer, Layer::None));
        let deal = self
            .deal_of_notification()
            .and_then(|row| crate::contract::ids::DealId::new(row.id).ok());
        deal.map_or_else(Vec::new, |deal| self.open_deal(deal))
    }
}
