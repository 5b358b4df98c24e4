//! Selected notifications. Only shown notifications stay selected, so no action affects hidden ones. A group is
//! selected as a whole.

use crate::changes::forms::forms::FormsState;
use crate::foundation::cx::app_cx::AppCx;
use crate::screens::inbox::inbox::InboxState;
use crate::screens::inbox::selected_rows::Picked;
use std::collections::BTreeSet;

use crate::contract::ids::NotificationId;
use crate::model::snapshot::NotificationRow;

use crate::foundation::input::commands::ActionId;

impl InboxState {
    /// Returns whether a notification is selected.
    pub fn is_picked(&self, id: &NotificationId) -> bool {
        self.picked.holds(id.as_str())
    }

    /// Returns the number of selected notifications.
    pub fn picked_count(&self) -> usize {
        self.picked.ids.union(&self.picked.range).count()
    }

    /// Returns whether a range follows the focus.
    pub fn picks_range(&self) -> bool {
        self.picked.anchor.is_some()
    }

    /// Returns the selected notifications in list order; without a selection, the focused ones.
    pub fn meant_notifications<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
        if self.picked_count() == 0 {
            return self.focused_together(cx);
        }
        let shown = self.shown_notifications(cx).into_iter();
        shown.filter(|row| self.is_picked(&row.id)).collect()
    }

    /// Runs a selection or note action.
    pub(crate) fn select_in_inbox(&mut self, id: ActionId, forms: &mut FormsState, cx: &mut AppCx) {
        match id {
            ActionId::SelectDeal => self.toggle_picked_focus(cx),
            ActionId::SelectRange => self.toggle_picked_range(cx),
            ActionId::SelectAll => self.pick_all(cx),
            ActionId::ClearSelection => self.clear_picked(),
            _ => self.begin_notification_note(forms, cx),
        }
    }

    fn toggle_picked_focus(&mut self, cx: &mut AppCx) {
        if self.picks_range() {
            self.fix_picked();
        } else if let Some(id) = self.focus.clone() {
            self.toggle_picked(&id, cx);
        }
    }

    pub(crate) fn toggle_picked(&mut self, id: &NotificationId, cx: &mut AppCx) {
        self.fix_picked();
        let ids: Vec<String> = self
            .together_with(id, cx)
            .iter()
            .map(|row| row.id.to_string())
            .collect();
        let picked = &mut self.picked.ids;
        if ids.iter().all(|id| picked.contains(id)) {
            picked.retain(|id| !ids.contains(id));
        } else {
            picked.extend(ids);
        }
    }

    /// Starts a range at the focus, or ends the current one.
    pub(crate) fn toggle_picked_range(&mut self, cx: &mut AppCx) {
        if self.picks_range() {
            self.fix_picked();
        } else {
            self.picked.anchor = self.focus.clone();
            self.picked_follow(cx);
        }
    }

    /// Selects everything between the focus and `id`, as Shift+click does.
    pub(crate) fn pick_to(&mut self, id: NotificationId, cx: &mut AppCx) {
        self.fix_picked();
        self.picked.anchor = self.focus.clone();
        self.place_inbox_focus(Some(id), cx);
        self.picked_follow(cx);
        self.fix_picked();
    }

    pub(crate) fn pick_all(&mut self, cx: &mut AppCx) {
        self.fix_picked();
        let shown = self.shown_notifications(cx);
        let ids: Vec<String> = shown.iter().map(|row| row.id.to_string()).collect();
        self.picked.ids.extend(ids);
    }

    pub(crate) fn clear_picked(&mut self) {
        self.picked = Picked::default();
    }

    /// Returns whether Esc can clear a range or a selection.
    pub(crate) fn has_picked(&self) -> bool {
        self.picked.anchor.is_some() || self.picked_count() > 0
    }

    /// Clears the range first, then the selection. Returns whether there was one.
    pub(crate) fn give_up_picked(&mut self) -> bool {
        if self.picked.anchor.take().is_some() {
            self.picked.range.clear();
            return true;
        }
        let any = self.picked_count() > 0;
        self.clear_picked();
        any
    }

    fn fix_picked(&mut self) {
        self.picked.anchor = None;
        let range = std::mem::take(&mut self.picked.range);
        self.picked.ids.extend(range);
    }

    /// Updates the range after the focus moved.
    pub(crate) fn picked_follow(&mut self, cx: &mut AppCx) {
        let Some(anchor) = self.picked.anchor.clone() else {
            return;
        };
        let rows = self.inbox_rows(cx);
        let place = |id: Option<&NotificationId>| rows.iter().position(|(row, _)| Some(&row.id) == id);
        let ends = place(Some(&anchor)).zip(place(self.focus.as_ref()));
        let between = ends.map_or(&[][..], |(one, other)| &rows[one.min(other)..=one.max(other)]);
        let range = between
            .iter()
            .flat_map(|(row, _)| self.together_with(&row.id, cx))
            .map(|row| row.id.to_string())
            .collect();
        self.picked.range = range;
    }

    /// Deselects notifications that are no longer shown.
    pub(crate) fn keep_picked_shown(&mut self, cx: &mut AppCx) {
        if self.picked_count() == 0 {
            return;
        }
        let shown: BTreeSet<String> = self
            .shown_notifications(cx)
            .iter()
            .map(|row| row.id.to_string())
            .collect();
        let picked = &mut self.picked;
        picked.ids.retain(|id| shown.contains(id));
        picked.range.retain(|id| shown.contains(id));
    }
}
