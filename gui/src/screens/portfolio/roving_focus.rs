//! Roving focus for the portfolio.
//!
//! Each breakdown and each legend is one tab stop; arrow keys move inside it and between neighbours. Each group
//! remembers its last focused row. The series tabs of the trend handle arrows only while focused. The focus is restored
//! when an overlay closes.

use crate::prelude::*;
use egui::style::ScrollAnimation;
use egui::{Context, Memory};

/// Margin around a pane that is scrolled into view.
const PANE_MARGIN: f32 = 8.0;

/// Groups of items as last drawn, with the last focused row of each.
#[derive(Debug, Default)]
pub(super) struct FocusGroups {
    ids: Vec<Vec<Id>>,
    last_rows: Vec<usize>,
}

impl FocusGroups {
    /// Adds a group of these ids. Returns the index of its tab stop.
    pub(super) fn add_group(&mut self, ctx: &Context, ids: Vec<Id>) -> usize {
        let at = self.ids.len();
        self.last_rows.resize(self.last_rows.len().max(at + 1), 0);
        let focused = ctx.memory(Memory::focused);
        let has = ids.iter().position(|id| Some(*id) == focused);
        let stop = has.unwrap_or(self.last_rows[at]).min(ids.len().saturating_sub(1));
        self.last_rows[at] = stop;
        self.ids.push(ids);
        stop
    }

    /// Returns group and index of an id.
    fn position_of(&self, item: Id) -> Option<(usize, usize)> {
        let row = |ids: &Vec<Id>| ids.iter().position(|id| *id == item);
        let mut groups = self.ids.iter().enumerate();
        groups.find_map(|(at, ids)| Some((at, row(ids)?)))
    }

    fn item_at(&self, group: usize, row: usize) -> Option<FocusTarget> {
        Some(FocusTarget::Item(*self.ids.get(group)?.get(row)?))
    }

    /// Returns the item of a group at a row, or its last item.
    fn nearest_item(&self, group: usize, row: usize) -> Option<FocusTarget> {
        let ids = self.ids.get(group)?;
        self.item_at(group, row.min(ids.len().checked_sub(1)?))
    }

    /// Returns the last focused item of the first group that has items.
    fn first_item(&self) -> Option<FocusTarget> {
        let mut all = 0..self.ids.len();
        all.find_map(|at| self.nearest_item(at, self.last_rows[at]))
    }

    /// Returns where an action moves the focus from a position.
    fn target(&self, (group, row): (usize, usize), action: ActionId) -> FocusTarget {
        match action {
            ActionId::FocusDown => self.item_at(group, row + 1).unwrap_or(FocusTarget::Default),
            ActionId::FocusUp => {
                let above = row.checked_sub(1).and_then(|row| self.item_at(group, row));
                above.unwrap_or(FocusTarget::Default)
            }
            ActionId::FocusRight => {
                let mut after = group + 1..self.ids.len();
                after.find_map(|at| self.nearest_item(at, row)).unwrap_or(FocusTarget::Ignored)
            }
            ActionId::FocusLeft => {
                let mut groups_before = (0..group).rev();
                groups_before.find_map(|at| self.nearest_item(at, row)).unwrap_or(FocusTarget::Ignored)
            }
            _ => FocusTarget::Default,
        }
    }
}

/// The items that arrow keys move between.
#[derive(Debug, Default)]
pub struct RovingFocus {
    /// The rows of each breakdown.
    pub(super) rows: FocusGroups,
    /// The keys of each legend.
    pub(super) keys: FocusGroups,
    /// The series tabs of the trend.
    pub(super) tabs: Vec<Id>,
    /// The item that last had the focus.
    last_focus: Option<Id>,
    /// True if an overlay was open in the last frame.
    had_overlay: bool,
    /// The pane last scrolled into view; true if tables were shown instead of charts.
    scrolled_pane: usize,
    showed_tables: bool,
}

/// The target of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusTarget {
    /// An item.
    Item(Id),
    /// None; the key is ignored here.
    Ignored,
    /// The action's usual meaning in the command table.
    Default,
}

impl RovingFocus {
    /// Clears the recorded items before a frame.
    pub(super) fn clear(&mut self) {
        self.rows.ids.clear();
        self.keys.ids.clear();
        self.tabs.clear();
    }

    /// Restores the focus after an overlay has closed. Runs at the start of a frame, before keys are dispatched.
    pub fn restore_focus(&mut self, ctx: &Context, covered: bool) {
        let had_overlay = std::mem::replace(&mut self.had_overlay, covered);
        if covered {
            return;
        }
        if had_overlay && let Some(last_focus) = self.last_focus {
            ctx.memory_mut(|saved_state| saved_state.request_focus(last_focus));
            return;
        }
        let is_drawn = |id: &Id| {
            let groups = [&self.rows, &self.keys];
            self.tabs.contains(id) || groups.iter().any(|groups| groups.position_of(*id).is_some())
        };
        self.last_focus = ctx.memory(Memory::focused).filter(is_drawn);
    }

    /// Scrolls the application's current pane into view once; pane `number` is at `rect`. It keeps the position if the
    /// user scrolled away or switched between charts and tables.
    pub(super) fn scroll_to_pane(&mut self, ui: &Ui, app: &App, number: usize, rect: Rect) {
        let is_other_pane =
            app.cx.pane() == number && std::mem::replace(&mut self.scrolled_pane, number) != number;
        if is_other_pane
            && std::mem::replace(&mut self.showed_tables, app.portfolio.trend().is_table)
                == app.portfolio.trend().is_table
        {
            ui.scroll_to_rect_animation(rect.expand(PANE_MARGIN), None, ScrollAnimation::none());
        }
    }

    /// Returns where an action moves the focus from the focused item.
    #[must_use]
    pub fn target(&self, focused: Option<Id>, action: ActionId) -> FocusTarget {
        for groups in [&self.rows, &self.keys] {
            if let Some(position) = focused.and_then(|focused| groups.position_of(focused)) {
                return groups.target(position, action);
            }
        }
        let tab = focused.is_some_and(|focused| self.tabs.contains(&focused));
        match action {
            ActionId::FocusLeft | ActionId::FocusRight if !tab => FocusTarget::Ignored,
            // From the title or without focus, move to the first breakdown that has rows.
            ActionId::FocusDown if !tab => self.rows.first_item().unwrap_or(FocusTarget::Default),
            _ => FocusTarget::Default,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encours_core::app::foundation::input::commands::ActionId as A;

    #[test]
    fn arrows_move_between_rows_and_groups_except_in_tabs() {
        let ids =
            |salt: &str, count: usize| -> Vec<Id> { (0..count).map(|n| Id::unique((salt, n))).collect() };
        let (first, none, last, tabs) = (ids("a", 3), ids("b", 0), ids("c", 2), ids("t", 2));
        let (keys, other) = (ids("k", 2), ids("l", 3));
        let groups = |ids: Vec<Vec<Id>>| FocusGroups { last_rows: vec![0; ids.len()], ids };
        let along = RovingFocus {
            rows: groups(vec![first.clone(), none, last.clone()]),
            keys: groups(vec![keys.clone(), other.clone()]),
            tabs: tabs.clone(),
            ..RovingFocus::default()
        };
        assert_eq!(along.target(None, A::FocusDown), FocusTarget::Item(first[0]), "from the title");
        assert_eq!(along.target(Some(first[0]), A::FocusDown), FocusTarget::Item(first[1]));
        assert_eq!(
            along.target(Some(first[2]), A::FocusDown),
            FocusTarget::Default,
            "the screen must scroll"
        );
        assert_eq!(along.target(Some(first[1]), A::FocusUp), FocusTarget::Item(first[0]));
        assert_eq!(
            along.target(Some(first[2]), A::FocusRight),
            FocusTarget::Item(last[1]),
            "must skip the empty group"
        );
        assert_eq!(along.target(Some(last[1]), A::FocusLeft), FocusTarget::Item(first[1]));
        assert_eq!(along.target(Some(last[1]), A::FocusRight), FocusTarget::Ignored);
        assert_eq!(along.target(None, A::FocusRight), FocusTarget::Ignored);
        assert_eq!(
            along.target(Some(tabs[0]), A::FocusRight),
            FocusTarget::Default,
            "the key must select the series"
        );
        assert_eq!(along.target(Some(first[0]), A::Open), FocusTarget::Default);
        assert_eq!(along.target(Some(keys[0]), A::FocusDown), FocusTarget::Item(keys[1]));
        assert_eq!(
            along.target(Some(keys[1]), A::FocusRight),
            FocusTarget::Item(other[1]),
            "from one legend to the next"
        );
    }
}
