//! Where arrows go on the portfolio: along the rows of the breakdown that has the focus, and from one to the one beside it.
//! Each breakdown has one row that Tab goes to, the one it was left at; the series of the trend are turned where it has the
//! focus, and nowhere else. What has the focus has it again when what was opened over the sheet is closed.

use egui::style::ScrollAnimation;
use egui::{Context, Id, Memory, Rect, Response, Sense, Ui};
use encours_core::app::{ActionId, App};

/// What is seen around a pane that is brought into sight.
const AROUND: f32 = 8.0;

/// The rows as they were drawn last, and where each breakdown was left.
#[derive(Debug, Default)]
pub struct Along {
    groups: Vec<Vec<Id>>,
    left_at: Vec<usize>,
    tabs: Vec<Id>,
    /// What of all these had the focus last.
    held: Option<Id>,
    /// Whether something lay over the sheet when it was drawn last.
    covered: bool,
    /// The pane that was brought into sight last, and whether there were tables in the place of charts.
    pane: usize,
    tables: bool,
}

/// Where an arrow leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To a row.
    To(Id),
    /// Nowhere: what it means elsewhere it does not mean here.
    Nowhere,
    /// It means what the table of actions says.
    On,
}

impl Along {
    /// Forgets what was drawn, before it is drawn anew.
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        self.tabs.clear();
    }

    /// Gives the focus back to what had it before something was opened over the sheet, once that is closed: at the head of a
    /// pass, before a key means anything there.
    pub fn take_back(&mut self, ctx: &Context, covered: bool) {
        let before = std::mem::replace(&mut self.covered, covered);
        if covered {
            return;
        }
        if before && let Some(held) = self.held {
            ctx.memory_mut(|memory| memory.request_focus(held));
            return;
        }
        let drawn = |id: &Id| self.tabs.contains(id) || self.groups.iter().any(|rows| rows.contains(id));
        self.held = ctx.memory(Memory::focused).filter(drawn);
    }

    /// Brings the pane that the application goes to into sight, once: `number` is the one that stands at `rect`. What a hand
    /// has scrolled away from is left there, and so is whoever turns charts into tables, which is done to all of them.
    pub(super) fn bring(&mut self, ui: &Ui, app: &App, number: usize, rect: Rect) {
        let other = app.pane() == number && std::mem::replace(&mut self.pane, number) != number;
        if other && std::mem::replace(&mut self.tables, app.trend().table) == app.trend().table {
            ui.scroll_to_rect_animation(rect.expand(AROUND), None, ScrollAnimation::none());
        }
    }

    /// Begins a breakdown whose rows have these ids. Returns the row that Tab goes to.
    pub(super) fn group(&mut self, ctx: &Context, rows: Vec<Id>) -> usize {
        let at = self.groups.len();
        self.left_at.resize(self.left_at.len().max(at + 1), 0);
        let focused = ctx.memory(Memory::focused);
        let has = rows.iter().position(|row| Some(*row) == focused);
        let stop = has.unwrap_or(self.left_at[at]).min(rows.len().saturating_sub(1));
        self.left_at[at] = stop;
        self.groups.push(rows);
        stop
    }

    /// Notes the tabs of the series.
    pub(super) fn tabs(&mut self, tabs: Vec<Id>) {
        self.tabs = tabs;
    }

    /// A row or a tab as a place to press; `stops` says that Tab goes to it.
    pub(super) fn interact(ui: &Ui, rect: Rect, id: Id, stops: bool) -> Response {
        let sense = if stops {
            Sense::CLICK | Sense::FOCUSABLE
        } else {
            Sense::CLICK
        };
        ui.interact(rect, id, sense)
    }

    /// Where an action leads from what has the focus.
    #[must_use]
    pub fn way(&self, focused: Option<Id>, action: ActionId) -> Way {
        let place = focused.and_then(|focused| {
            let row = |rows: &Vec<Id>| rows.iter().position(|row| *row == focused);
            let mut groups = self.groups.iter().enumerate();
            groups.find_map(|(at, rows)| Some((at, row(rows)?)))
        });
        let tab = focused.is_some_and(|focused| self.tabs.contains(&focused));
        match (action, place) {
            (ActionId::FocusDown, Some((group, row))) => self.to(group, row + 1).unwrap_or(Way::On),
            (ActionId::FocusUp, Some((group, row))) => {
                let above = row.checked_sub(1).and_then(|row| self.to(group, row));
                above.unwrap_or(Way::On)
            }
            (ActionId::FocusRight, Some((group, row))) => {
                let mut after = group + 1..self.groups.len();
                after.find_map(|at| self.nearest(at, row)).unwrap_or(Way::Nowhere)
            }
            (ActionId::FocusLeft, Some((group, row))) => {
                let mut before = (0..group).rev();
                before
                    .find_map(|at| self.nearest(at, row))
                    .unwrap_or(Way::Nowhere)
            }
            (ActionId::FocusLeft | ActionId::FocusRight, None) if !tab => Way::Nowhere,
            // From the title, or from nowhere, into the first breakdown that has rows.
            (ActionId::FocusDown, None) if !tab => {
                let mut all = 0..self.groups.len();
                all.find_map(|at| self.nearest(at, self.left_at[at]))
                    .unwrap_or(Way::On)
            }
            _ => Way::On,
        }
    }

    fn to(&self, group: usize, row: usize) -> Option<Way> {
        Some(Way::To(*self.groups.get(group)?.get(row)?))
    }

    /// The row of a breakdown, or its last one where it has fewer.
    fn nearest(&self, group: usize, row: usize) -> Option<Way> {
        let rows = self.groups.get(group)?;
        self.to(group, row.min(rows.len().checked_sub(1)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ActionId as A;

    #[test]
    fn arrows_go_row_to_row_and_across_and_turn_the_series_in_the_trend_alone() {
        let ids =
            |salt: &str, count: usize| -> Vec<Id> { (0..count).map(|n| Id::unique((salt, n))).collect() };
        let (first, none, last, tabs) = (ids("a", 3), ids("b", 0), ids("c", 2), ids("t", 2));
        let along = Along {
            groups: vec![first.clone(), none, last.clone()],
            left_at: vec![0, 0, 0],
            tabs: tabs.clone(),
            ..Along::default()
        };
        assert_eq!(along.way(None, A::FocusDown), Way::To(first[0]), "from the title");
        assert_eq!(along.way(Some(first[0]), A::FocusDown), Way::To(first[1]));
        assert_eq!(
            along.way(Some(first[2]), A::FocusDown),
            Way::On,
            "the sheet may scroll"
        );
        assert_eq!(along.way(Some(first[1]), A::FocusUp), Way::To(first[0]));
        assert_eq!(
            along.way(Some(first[2]), A::FocusRight),
            Way::To(last[1]),
            "past the empty one"
        );
        assert_eq!(along.way(Some(last[1]), A::FocusLeft), Way::To(first[1]));
        assert_eq!(along.way(Some(last[1]), A::FocusRight), Way::Nowhere);
        assert_eq!(along.way(None, A::FocusRight), Way::Nowhere);
        assert_eq!(
            along.way(Some(tabs[0]), A::FocusRight),
            Way::On,
            "the series is turned"
        );
        assert_eq!(along.way(Some(first[0]), A::Open), Way::On);
    }
}
