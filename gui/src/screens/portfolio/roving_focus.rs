//! Where arrows go on the portfolio: along the rows of the breakdown that has the focus, and from one to the one beside it.
//! Each breakdown has one row that Tab goes to, the one it was left at, and so has each legend of its keys; the series of the
//! trend are turned where it has the focus, and nowhere else. What has the focus has it again when what was opened over the sheet is closed.

use egui::style::ScrollAnimation;
use egui::{Context, Id, Memory, Rect, Response, Sense, Ui};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;

/// What is seen around a pane that is brought into sight.
const AROUND: f32 = 8.0;

/// Groups of what stands under each other, as they were drawn last, and where each of them was left.
#[derive(Debug, Default)]
struct Groups {
    ids: Vec<Vec<Id>>,
    left_at: Vec<usize>,
}

impl Groups {
    /// Begins a group of these ids. Returns the one that Tab goes to.
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

    /// Which group an id is in, and where.
    fn place(&self, of: Id) -> Option<(usize, usize)> {
        let row = |ids: &Vec<Id>| ids.iter().position(|id| *id == of);
        let mut groups = self.ids.iter().enumerate();
        groups.find_map(|(at, ids)| Some((at, row(ids)?)))
    }

    fn to(&self, group: usize, row: usize) -> Option<Way> {
        Some(Way::To(*self.ids.get(group)?.get(row)?))
    }

    /// The one of a group at a row, or its last one where it has fewer.
    fn nearest(&self, group: usize, row: usize) -> Option<Way> {
        let ids = self.ids.get(group)?;
        self.to(group, row.min(ids.len().checked_sub(1)?))
    }

    /// Into the first group that has any, where it was left.
    fn first(&self) -> Option<Way> {
        let mut all = 0..self.ids.len();
        all.find_map(|at| self.nearest(at, self.left_at[at]))
    }

    /// Where an action leads from a place.
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

/// What the arrows go along.
#[derive(Debug, Default)]
pub struct Along {
    rows: Groups,
    keys: Groups,
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
        self.rows.ids.clear();
        self.keys.ids.clear();
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
        let drawn = |id: &Id| {
            let groups = [&self.rows, &self.keys];
            self.tabs.contains(id) || groups.iter().any(|groups| groups.place(*id).is_some())
        };
        self.held = ctx.memory(Memory::focused).filter(drawn);
    }

    /// Brings the pane that the application goes to into sight, once: `number` is the one that stands at `rect`. What a hand
    /// has scrolled away from is left there, and so is whoever turns charts into tables, which is done to all of them.
    pub(super) fn bring(&mut self, ui: &Ui, app: &App, number: usize, rect: Rect) {
        let other = app.cx.pane() == number && std::mem::replace(&mut self.pane, number) != number;
        if other
            && std::mem::replace(&mut self.tables, app.portfolio.trend().table) == app.portfolio.trend().table
        {
            ui.scroll_to_rect_animation(rect.expand(AROUND), None, ScrollAnimation::none());
        }
    }

    /// Begins a breakdown whose rows have these ids. Returns the row that Tab goes to.
    pub(super) fn group(&mut self, ctx: &Context, rows: Vec<Id>) -> usize {
        self.rows.begin(ctx, rows)
    }

    /// Begins a legend whose keys have these ids. Returns the key that Tab goes to.
    pub(super) fn keys(&mut self, ctx: &Context, keys: Vec<Id>) -> usize {
        self.keys.begin(ctx, keys)
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
        for groups in [&self.rows, &self.keys] {
            if let Some(place) = focused.and_then(|focused| groups.place(focused)) {
                return groups.way(place, action);
            }
        }
        let tab = focused.is_some_and(|focused| self.tabs.contains(&focused));
        match action {
            ActionId::FocusLeft | ActionId::FocusRight if !tab => Way::Nowhere,
            // From the title, or from nowhere, into the first breakdown that has rows.
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
        assert_eq!(along.way(Some(keys[0]), A::FocusDown), Way::To(keys[1]));
        assert_eq!(
            along.way(Some(keys[1]), A::FocusRight),
            Way::To(other[1]),
            "from legend to legend"
        );
    }
}
