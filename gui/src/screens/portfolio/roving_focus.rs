//! Roving focus for the portfolio.
//!
//! Each breakdown and each legend is one tab stop; arrow keys move inside it and between neighbours. Each group
//! remembers its last focused row. The series tabs of the trend handle arrows only while focused. The focus is restored
//! when an overlay closes.

use egui::style::ScrollAnimation;
use egui::{Context, Id, Memory, Rect, Response, Sense, Ui};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;

/// Margin around a pane that is scrolled into view.
const AROUND: f32 = 8.0;

/// Groups of items as last drawn, with the last focused row of each.
#[derive(Debug, Default)]
struct Groups {
    ids: Vec<Vec<Id>>,
    left_at: Vec<usize>,
}

impl Groups {
    /// Adds a group of these ids. Returns the index of its tab stop.
    fn begin(&mut self, ctx: &Context, ids: Vec<Id>) -> usize {
        let at = self.ids.len();
        self.left_at.resize(self.left_at.len().max(at + 1), 0);
        let focused = ctx.memory(Memory::focused);
        let has = ids.iter().position(|id| Some(*id) == focused);
        let stop = has.unwrap_or(self.left_at[at]).min(ids.len().saturating_sub(1));
        self.left_at[at] = stop;
        self.ids.push(ids);
        stop
    }

    /// Returns group and index of an id.
    fn place(&self, of: Id) -> Option<(usize, usize)> {
        let row = |ids: &Vec<Id>| ids.iter().position(|id| *id == of);
        let mut groups = self.ids.iter().enumerate();
        groups.find_map(|(at, ids)| Some((at, row(ids)?)))
    }

    fn to(&self, group: usize, row: usize) -> Option<Way> {
        Some(Way::To(*self.ids.get(group)?.get(row)?))
    }

    /// Returns the item of a group at a row, or its last item.
    fn nearest(&self, group: usize, row: usize) -> Option<Way> {
        let ids = self.ids.get(group)?;
        self.to(group, row.min(ids.len().checked_sub(1)?))
    }

    /// Returns the last focused item of the first group that has items.
    fn first(&self) -> Option<Way> {
        let mut all = 0..self.ids.len();
        all.find_map(|at| self.nearest(at, self.left_at[at]))
    }

    /// Returns where an action moves the focus from a position.
    fn way(&self, (group, row): (usize, usize), action: ActionId) -> Way {
        match action {
            ActionId::FocusDown => self.to(group, row + 1).unwrap_or(Way::On),
            ActionId::FocusUp => {
                let above = row.checked_sub(1).and_then(|row| self.to(group, row));
                above.unwrap_or(Way::On)
            }
            ActionId::FocusRight => {
                let mut after = group + 1..self.ids.len();
                after.find_map(|at| self.nearest(at, row)).unwrap_or(Way::Nowhere)
            }
            ActionId::FocusLeft => {
                let mut before = (0..group).rev();
                before
                    .find_map(|at| self.nearest(at, row))
                    .unwrap_or(Way::Nowhere)
            }
            _ => Way::On,
        }
    }
}

/// The items that arrow keys move between.
#[derive(Debug, Default)]
pub struct Along {
    rows: Groups,
    keys: Groups,
    tabs: Vec<Id>,
    /// The item that last had the focus.
    held: Option<Id>,
    /// True if an overlay was open in the last frame.
    covered: bool,
    /// The pane last scrolled into view; true if tables were shown instead of charts.
    pane: usize,
    tables: bool,
}

/// The target of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// An item.
    To(Id),
    /// None; the key is ignored here.
    Nowhere,
    /// The action's usual meaning in the command table.
    On,
}

impl Along {
    /// Clears the recorded items before a frame.
    pub(super) fn clear(&mut self) {
        self.rows.ids.clear();
        self.keys.ids.clear();
        self.tabs.clear();
    }

    /// Restores the focus after an overlay has closed. Runs at the start of a frame, before keys are dispatched.
    pub fn take_back(&mut self, ctx: &Context, covered: bool) {
        let before = std::mem::replace(&mut self.covered, covered);
        if covered {
            return;
        }
        if before && let Some(held) = self.held {
            ctx.memory_mut(|memory| memory.request_focus(held));
            return;
        }
        let drawn = |id: &Id| {
            let groups = [&self.rows, &self.keys];
            self.tabs.contains(id) || groups.iter().any(|groups| groups.place(*id).is_some())
        };
        self.held = ctx.memory(Memory::focused).filter(drawn);
    }

    /// Scrolls the application's current pane into view once; pane `number` is at `rect`. It keeps the position if the
    /// user scrolled away or switched between charts and tables.
    pub(super) fn bring(&mut self, ui: &Ui, app: &App, number: usize, rect: Rect) {
        let other = app.cx.pane() == number && std::mem::replace(&mut self.pane, number) != number;
        if other
            && std::mem::replace(&mut self.tables, app.portfolio.trend().table) == app.portfolio.trend().table
        {
            ui.scroll_to_rect_animation(rect.expand(AROUND), None, ScrollAnimation::none());
        }
    }

    /// Adds the rows of a breakdown. Returns the index of the tab stop.
    pub(super) fn group(&mut self, ctx: &Context, rows: Vec<Id>) -> usize {
        self.rows.begin(ctx, rows)
    }

    /// Adds the keys of a legend. Returns the index of the tab stop.
    pub(super) fn keys(&mut self, ctx: &Context, keys: Vec<Id>) -> usize {
        self.keys.begin(ctx, keys)
    }

    /// Records the series tabs of the trend.
    pub(super) fn tabs(&mut self, tabs: Vec<Id>) {
        self.tabs = tabs;
    }

    /// Makes a row or tab clickable; `stops` is true for the tab stop.
    pub(super) fn interact(ui: &Ui, rect: Rect, id: Id, stops: bool) -> Response {
        let sense = if stops {
            Sense::CLICK | Sense::FOCUSABLE
        } else {
            Sense::CLICK
        };
        ui.interact(rect, id, sense)
    }

    /// Returns where an action moves the focus from the focused item.
    #[must_use]
    pub fn way(&self, focused: Option<Id>, action: ActionId) -> Way {
        for groups in [&self.rows, &self.keys] {
            if let Some(place) = focused.and_then(|focused| groups.place(focused)) {
                return groups.way(place, action);
            }
        }
        let tab = focused.is_some_and(|focused| self.tabs.contains(&focused));
        match action {
            ActionId::FocusLeft | ActionId::FocusRight if !tab => Way::Nowhere,
            // From the title or without focus, move to the first breakdown that has rows.
            ActionId::FocusDown if !tab => self.rows.first().unwrap_or(Way::On),
            _ => Way::On,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encours_core::app::foundation::input::commands::ActionId as A;

    #[test]
    fn arrows_go_row_to_row_and_across_and_turn_the_series_in_the_trend_alone() {
        let ids =
            |salt: &str, count: usize| -> Vec<Id> { (0..count).map(|n| Id::unique((salt, n))).collect() };
        let (first, none, last, tabs) = (ids("a", 3), ids("b", 0), ids("c", 2), ids("t", 2));
        let (keys, other) = (ids("k", 2), ids("l", 3));
        let groups = |ids: Vec<Vec<Id>>| Groups {
            left_at: vec![0; ids.len()],
            ids,
        };
        let along = Along {
            rows: groups(vec![first.clone(), none, last.clone()]),
            keys: groups(vec![keys.clone(), other.clone()]),
            tabs: tabs.clone(),
            ..Along::default()
        };
        assert_eq!(along.way(None, A::FocusDown), Way::To(first[0]), "from the title");
        assert_eq!(along.way(Some(first[0]), A::FocusDown), Way::To(first[1]));
        assert_eq!(
            along.way(Some(first[2]), A::FocusDown),
            Way::On,
            "the screen must scroll"
        );
        assert_eq!(along.way(Some(first[1]), A::FocusUp), Way::To(first[0]));
        assert_eq!(
            along.way(Some(first[2]), A::FocusRight),
            Way::To(last[1]),
            "must skip the empty group"
        );
        assert_eq!(along.way(Some(last[1]), A::FocusLeft), Way::To(first[1]));
        assert_eq!(along.way(Some(last[1]), A::FocusRight), Way::Nowhere);
        assert_eq!(along.way(None, A::FocusRight), Way::Nowhere);
        assert_eq!(
            along.way(Some(tabs[0]), A::FocusRight),
            Way::On,
            "the key must select the series"
        );
        assert_eq!(along.way(Some(first[0]), A::Open), Way::On);
        assert_eq!(along.way(Some(keys[0]), A::FocusDown), Way::To(keys[1]));
        assert_eq!(
            along.way(Some(keys[1]), A::FocusRight),
            Way::To(other[1]),
            "from one legend to the next"
        );
    }
}
