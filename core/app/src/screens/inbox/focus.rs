//! Focus of the inbox list. The list is sorted newest first, so new rows appear at the top. Until the user moves the
//! focus it stays on the newest row. After that it stays on its row when rows are added above. A group row keeps the
//! focus while any of its members remains, even if its newest member changes.

use super::triage::row_group_key;
use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;
use crate::model::resources::resource_kind::ResourceKind;
use crate::screens::inbox::inbox::{ALERTS, InboxState, KINDS};

impl InboxState {
    /// Returns all focusable entries of the list, in order.
    fn focusable_ids(&self, cx: &AppCx) -> Vec<NotificationId> {
        let rows = self.inbox_rows(cx);
        let unknown = self.watched_ids_without_record(cx);
        let unknown = unknown.iter().filter_map(|watched| NotificationId::new(&watched.id).ok());
        rows.iter().map(|(row, _)| row.id.clone()).chain(unknown).collect()
    }

    /// Returns the folded group row for a normalised title.
    fn group_row(&self, key: &str, cx: &AppCx) -> Option<NotificationId> {
        if self.ungrouped || self.expanded.contains(key) {
            return None;
        }
        let rows = self.inbox_rows(cx);
        let same = rows.iter().find(|(row, _)| row_group_key(row) == key);
        same.map(|(row, _)| row.id.clone())
    }

    /// Returns the row that shows a notification: its own, or its group's.
    pub(crate) fn row_showing(&self, id: &NotificationId, cx: &AppCx) -> Option<NotificationId> {
        let own_row = self.focusable_ids(cx).into_iter().find(|row| row == id);
        own_row.or_else(|| self.group_row(&cx.group_key_of(id)?, cx))
    }

    /// Restores the focus after the list changed.
    pub(crate) fn restore_inbox_focus(&mut self, cx: &mut AppCx) {
        let rows = self.focusable_ids(cx);
        let row_for = |id: &NotificationId, group_key: Option<String>| {
            let own_row = rows.contains(id).then(|| id.clone());
            own_row.or_else(|| self.group_row(&group_key?, cx))
        };
        let refocus = self.refocus_id.as_ref();
        if let Some(target_row) = refocus.and_then(|id| self.row_showing(id, cx)) {
            self.refocus_id = None;
            self.move_inbox_focus(Some(target_row), cx);
            return;
        }
        let list_focus = &self.list_focus;
        let free =
            !list_focus.is_user_set && (list_focus.awaits_refresh || cx.screen != Screen::Notifications);
        let focus = self.focus.as_ref().filter(|_| !free);
        let same = focus.and_then(|id| row_for(id, self.list_focus.group_key.clone()));
        let neighbour = || rows.get(self.list_focus.index.min(rows.len().saturating_sub(1)));
        let newest = || rows.first();
        let focus = same.or_else(|| if free { newest() } else { neighbour() }.cloned());
        self.set_inbox_focus(focus, cx);
        let list_focus = &mut self.list_focus;
        list_focus.awaits_refresh &= list_focus.fetched_before == cx.snapshot.inbox.fetched_at;
    }

    /// Moves the focus to a row as a user action.
    pub(crate) fn move_inbox_focus(&mut self, id: Option<NotificationId>, cx: &mut AppCx) {
        self.list_focus.is_user_set = true;
        self.set_inbox_focus(id, cx);
    }

    fn set_inbox_focus(&mut self, id: Option<NotificationId>, cx: &mut AppCx) {
        let index = id.as_ref().and_then(|id| self.focusable_ids(cx).iter().position(|other| other == id));
        let list_focus = &mut self.list_focus;
        list_focus.index = index.unwrap_or(list_focus.index);
        self.list_focus.group_key = id.as_ref().and_then(|id| cx.group_key_of(id));
        self.focus = id;
    }

    /// Focuses the newest notification when the user opens the screen. Does nothing if the user has already moved the
    /// focus.
    pub(crate) fn focus_newest(&mut self, cx: &mut AppCx) {
        if !self.list_focus.is_user_set {
            self.list_focus.awaits_refresh = true;
            self.list_focus.fetched_before = cx.snapshot.inbox.fetched_at;
            let newest = self.focusable_ids(cx).into_iter().next();
            self.set_inbox_focus(newest, cx);
        }
    }

    /// Restores the previous filter and focus when the user cancels typing.
    pub(crate) fn cancel_inbox_filter(&mut self, cx: &mut AppCx) {
        let before = std::mem::take(&mut self.prev_filter);
        self.filter_inbox(before, cx);
        let focus = self.prev_focus.take();
        if let Some(id) = focus.filter(|id| self.focusable_ids(cx).contains(id)) {
            self.set_inbox_focus(Some(id), cx);
        }
    }

    pub(crate) fn focus_notification_by(&mut self, by: isize, cx: &mut AppCx) {
        match cx.pane {
            ALERTS => {
                let len = cx.list_items(ResourceKind::Alerts).len();
                self.alert_index = step(self.alert_index, by, len);
                return;
            }
            KINDS => {
                self.kind_index = step(self.kind_index, by, self.frequencies.kinds.len());
                return;
            }
            _ => {}
        }
        let rows = self.focusable_ids(cx);
        let focus = self.focus.as_ref();
        let current = focus.and_then(|id| rows.iter().position(|row| row == id));
        let index = step(current.unwrap_or(0), by, rows.len());
        self.move_inbox_focus(rows.get(index).cloned(), cx);
        self.update_range(cx);
    }
}

impl AppCx {
    /// Returns the normalised title that groups a notification with others.
    fn group_key_of(&self, id: &NotificationId) -> Option<String> {
        let row = self.snapshot.inbox.items.iter().find(|row| row.id == *id)?;
        Some(row_group_key(row))
    }
}
