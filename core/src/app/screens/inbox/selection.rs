//! The notifications a person has selected: only such as the tab and the filter show, so that nothing out of sight is
//! acted on. What stands together is selected together.

use std::collections::BTreeSet;

use crate::contract::ids::NotificationId;
use crate::engine::NotificationRow;

use crate::app::shell::app::{ActionId, App};

/// What is selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picked {
    ids: BTreeSet<String>,
    /// Where a range began that follows the focus.
    anchor: Option<NotificationId>,
    /// Those between it and the focus.
    range: BTreeSet<String>,
}

impl Picked {
    fn holds(&self, id: &str) -> bool {
        self.ids.contains(id) || self.range.contains(id)
    }
}

impl App {
    /// Whether a notification is selected.
    pub fn is_picked(&self, id: &NotificationId) -> bool {
        self.inbox.picked.holds(id.as_str())
    }

    /// How many notifications are selected.
    pub fn picked_count(&self) -> usize {
        self.inbox.picked.ids.union(&self.inbox.picked.range).count()
    }

    /// Whether a range follows the focus.
    pub fn picks_range(&self) -> bool {
        self.inbox.picked.anchor.is_some()
    }

    /// The selected notifications, in the order of the service's list; where none is, what has the focus.
    pub fn meant_notifications(&self) -> Vec<&NotificationRow> {
        if self.picked_count() == 0 {
            return self.focused_together();
        }
        let shown = self.shown_notifications().into_iter();
        shown.filter(|row| self.is_picked(&row.id)).collect()
    }

    /// What the keys of selection and note do on this screen.
    pub(in crate::app) fn select_in_inbox(&mut self, id: ActionId) {
        match id {
            ActionId::SelectDeal => self.toggle_picked_focus(),
            ActionId::SelectRange => self.toggle_picked_range(),
            ActionId::SelectAll => self.pick_all(),
            ActionId::ClearSelection => self.clear_picked(),
            _ => self.begin_notification_note(),
        }
    }

    fn toggle_picked_focus(&mut self) {
        if self.picks_range() {
            self.fix_picked();
        } else if let Some(id) = self.inbox.focus.clone() {
            self.toggle_picked(&id);
        }
    }

    pub(in crate::app) fn toggle_picked(&mut self, id: &NotificationId) {
        self.fix_picked();
        let ids: Vec<String> = self
            .together_with(id)
            .iter()
            .map(|row| row.id.to_string())
            .collect();
        let picked = &mut self.inbox.picked.ids;
        if ids.iter().all(|id| picked.contains(id)) {
            picked.retain(|id| !ids.contains(id));
        } else {
            picked.extend(ids);
        }
    }

    /// Begins a range at the focus, or ends the one that follows it.
    pub(super) fn toggle_picked_range(&mut self) {
        if self.picks_range() {
            self.fix_picked();
        } else {
            self.inbox.picked.anchor = self.inbox.focus.clone();
            self.picked_follow();
        }
    }

    /// Selects everything between the focus and `id`, as a click with Shift does.
    pub(in crate::app) fn pick_to(&mut self, id: NotificationId) {
        self.fix_picked();
        self.inbox.picked.anchor = self.inbox.focus.clone();
        self.place_inbox_focus(Some(id));
        self.picked_follow();
        self.fix_picked();
    }

    pub(super) fn pick_all(&mut self) {
        self.fix_picked();
        let shown = self.shown_notifications();
        let ids: Vec<String> = shown.iter().map(|row| row.id.to_string()).collect();
        self.inbox.picked.ids.extend(ids);
    }

    pub(super) fn clear_picked(&mut self) {
        self.inbox.picked = Picked::default();
    }

    /// Whether Esc has a range or a selection to give up.
    pub(super) fn has_picked(&self) -> bool {
        self.inbox.picked.anchor.is_some() || self.picked_count() > 0
    }

    /// Esc gives up the range first, then the selection. Whether there was one of them.
    pub(super) fn give_up_picked(&mut self) -> bool {
        if self.inbox.picked.anchor.take().is_some() {
            self.inbox.picked.range.clear();
            return true;
        }
        let any = self.picked_count() > 0;
        self.clear_picked();
        any
    }

    fn fix_picked(&mut self) {
        self.inbox.picked.anchor = None;
        let range = std::mem::take(&mut self.inbox.picked.range);
        self.inbox.picked.ids.extend(range);
    }

    /// The focus moved: a range follows it.
    pub(in crate::app) fn picked_follow(&mut self) {
        let Some(anchor) = self.inbox.picked.anchor.clone() else {
            return;
        };
        let rows = self.inbox_rows();
        let place = |id: Option<&NotificationId>| rows.iter().position(|(row, _)| Some(&row.id) == id);
        let ends = place(Some(&anchor)).zip(place(self.inbox.focus.as_ref()));
        let between = ends.map_or(&[][..], |(one, other)| &rows[one.min(other)..=one.max(other)]);
        let range = between
            .iter()
            .flat_map(|(row, _)| self.together_with(&row.id))
            .map(|row| row.id.to_string())
            .collect();
        self.inbox.picked.range = range;
    }

    /// What is no longer shown is no longer selected.
    pub(super) fn keep_picked_shown(&mut self) {
        if self.picked_count() == 0 {
            return;
        }
        let shown: BTreeSet<String> = self
            .shown_notifications()
            .iter()
            .map(|row| row.id.to_string())
            .collect();
        let picked = &mut self.inbox.picked;
        picked.ids.retain(|id| shown.contains(id));
        picked.range.retain(|id| shown.contains(id));
    }
}
