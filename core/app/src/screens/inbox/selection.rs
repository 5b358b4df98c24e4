//! Selected notifications. Only shown notifications stay selected, so no action affects hidden ones. A group is
//! selected as a whole.

use crate::changes::forms::forms::FormsState;
use crate::foundation::cx::app_cx::AppCx;
use crate::screens::inbox::inbox::{InboxState, NotificationSelection};
use std::collections::BTreeSet;

use crate::contract::ids::NotificationId;
use crate::model::snapshot::NotificationRow;

use crate::foundation::input::commands::ActionId;

impl InboxState {
    /// Returns whether a notification is selected.
    pub fn is_selected(&self, id: &NotificationId) -> bool {
        self.selection.contains(id.as_str())
    }

    /// Returns the number of selected notifications.
    pub fn selected_count(&self) -> usize {
        self.selection.ids.union(&self.selection.range).count()
    }

    /// Returns whether a range follows the focus.
    pub fn has_range(&self) -> bool {
        self.selection.anchor.is_some()
    }

    /// Returns the selected notifications in list order; without a selection, the focused ones.
    pub fn target_notifications<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
        if self.selected_count() == 0 {
            return self.focused_members(cx);
        }
        let visible = self.visible_notifications(cx).into_iter();
        visible.filter(|row| self.is_selected(&row.id)).collect()
    }

    /// Runs a selection or note action.
    pub(crate) fn run_selection_action(&mut self, id: ActionId, forms: &mut FormsState, cx: &mut AppCx) {
        match id {
            ActionId::SelectDeal => self.toggle_focused(cx),
            ActionId::SelectRange => self.toggle_range(cx),
            ActionId::SelectAll => self.select_all(cx),
            ActionId::ClearSelection => self.clear_selection(),
            _ => self.begin_notification_note(forms, cx),
        }
    }

    fn toggle_focused(&mut self, cx: &mut AppCx) {
        if self.has_range() {
            self.commit_range();
        } else if let Some(id) = self.focus.clone() {
            self.toggle_selected(&id, cx);
        }
    }

    pub(crate) fn toggle_selected(&mut self, id: &NotificationId, cx: &mut AppCx) {
        self.commit_range();
        let ids: Vec<String> = self.group_members(id, cx).iter().map(|row| row.id.to_string()).collect();
        let picked = &mut self.selection.ids;
        if ids.iter().all(|id| picked.contains(id)) {
            picked.retain(|id| !ids.contains(id));
        } else {
            picked.extend(ids);
        }
    }

    /// Starts a range at the focus, or ends the current one.
    pub(crate) fn toggle_range(&mut self, cx: &mut AppCx) {
        if self.has_range() {
            self.commit_range();
        } else {
            self.selection.anchor = self.focus.clone();
            self.update_range(cx);
        }
    }

    /// Selects everything between the focus and `id`, as Shift+click does.
    pub(crate) fn select_to(&mut self, id: NotificationId, cx: &mut AppCx) {
        self.commit_range();
        self.selection.anchor = self.focus.clone();
        self.move_inbox_focus(Some(id), cx);
        self.update_range(cx);
        self.commit_range();
    }

    pub(crate) fn select_all(&mut self, cx: &mut AppCx) {
        self.commit_range();
        let visible = self.visible_notifications(cx);
        let ids: Vec<String> = visible.iter().map(|row| row.id.to_string()).collect();
        self.selection.ids.extend(ids);
    }

    pub(crate) fn clear_selection(&mut self) {
        self.selection = NotificationSelection::default();
    }

    /// Returns whether Esc can clear a range or a selection.
    pub(crate) fn has_selection(&self) -> bool {
        self.selection.anchor.is_some() || self.selected_count() > 0
    }

    /// Clears the range first, then the selection. Returns whether there was one.
    pub(crate) fn clear_range_or_selection(&mut self) -> bool {
        if self.selection.anchor.take().is_some() {
            self.selection.range.clear();
            return true;
        }
        let any = self.selected_count() > 0;
        self.clear_selection();
        any
    }

    fn commit_range(&mut self) {
        self.selection.anchor = None;
        let range = std::mem::take(&mut self.selection.range);
        self.selection.ids.extend(range);
    }

    /// Updates the range after the focus moved.
    pub(crate) fn update_range(&mut self, cx: &mut AppCx) {
        let Some(anchor) = self.selection.anchor.clone() else {
            return;
        };
        let rows = self.inbox_rows(cx);
        let index_of = |id: Option<&NotificationId>| rows.iter().position(|(row, _)| Some(&row.id) == id);
        let bounds = index_of(Some(&anchor)).zip(index_of(self.focus.as_ref()));
        let between = bounds.map_or(&[][..], |(start, end)| &rows[start.min(end)..=start.max(end)]);
        let range = between
            .iter()
            .flat_map(|(row, _)| self.group_members(&row.id, cx))
            .map(|row| row.id.to_string())
            .collect();
        self.selection.range = range;
    }

    /// Deselects notifications that are no longer shown.
    pub(crate) fn deselect_hidden(&mut self, cx: &mut AppCx) {
        if self.selected_count() == 0 {
            return;
        }
        let visible: BTreeSet<String> =
            self.visible_notifications(cx).iter().map(|row| row.id.to_string()).collect();
        let picked = &mut self.selection;
        picked.ids.retain(|id| visible.contains(id));
        picked.range.retain(|id| visible.contains(id));
    }
}
