//! Groups of the table: a heading above the deals of each group, which can be collapsed.
//!
//! A line of the table is a heading or a deal. The rows contain the deals of collapsed groups, too.

use crate::dataset::column::DealColumn;
use crate::dataset::grouping::{Grouping, Statistic};
use crate::dataset::groups::{Group, Groups, Subtotals};
use crate::deals::pipeline::board_layout::BoardLayout;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::group_lines::TableLine;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::step::cycle;
use crate::model::table::RowIdx;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

impl BoardLayout {
    /// Returns the grouping of the table.
    pub fn grouping(&self) -> Grouping {
        self.group.as_deref().and_then(|text| text.parse().ok()).unwrap_or_default()
    }
}

impl TableState {
    /// Returns the number of lines: headings, and deals of expanded groups.
    pub fn line_count(&self) -> usize {
        self.groups.len()
    }

    /// Returns the content of a line.
    pub fn line(&self, at: usize) -> Option<TableLine> {
        self.groups.line(at)
    }

    /// Returns the deals of some lines.
    pub fn deals_of_lines(&self, lines: RangeInclusive<usize>) -> Vec<RowIdx> {
        let deals = lines.filter_map(|at| match self.line(at)? {
            TableLine::Deal(ix) => Some(ix),
            TableLine::Heading(_) => None,
        });
        deals.collect()
    }

    /// Returns a group by its index.
    pub fn group(&self, at: usize) -> Option<&Group> {
        self.groups.groups.list.get(at)
    }

    /// Returns whether a group is collapsed.
    pub fn is_group_collapsed(&self, group: &Group) -> bool {
        self.groups.collapsed.contains(&group.codes)
    }

    /// Returns the group whose heading has the focus.
    pub fn focused_group(&self) -> Option<&Group> {
        let TableLine::Heading(at) = self.line(self.index)? else { return None };
        self.group(at).filter(|_| self.shown && self.groups.focused.is_some())
    }

    /// Returns the deals of the focused heading.
    pub(crate) fn rows_of_focused_group(&self) -> Option<&[RowIdx]> {
        self.rows().get(self.focused_group()?.rows.clone())
    }

    /// Returns the subtotals of a column, by group.
    pub fn subtotals(&self, column: DealColumn, pipeline: &Pipeline, cx: &AppCx) -> Option<&Subtotals> {
        let (_, subtotals) = self.groups.subtotals.iter().find(|(other, _)| *other == column)?;
        Some(subtotals.get_or_init(|| {
            let statistic = pipeline.board_layout().grouping().statistic;
            let deals = &cx.snapshot.deals;
            self.groups.groups.subtotals(deals, column, statistic, cx.age_clock())
        }))
    }

    /// Groups the sorted rows. The focused heading keeps the focus if its group still exists.
    pub(super) fn group_rows(&mut self, rows: Vec<RowIdx>, pipeline: &Pipeline, cx: &AppCx) {
        let (grouping, clock) = (pipeline.board_layout().grouping(), cx.age_clock());
        let deals = &cx.snapshot.deals;
        self.groups.groups = Groups::compute(deals, rows, &grouping, &self.sort, &cx.collation(), clock);
        let numbers = DealColumn::all().filter(|column| column.is_number());
        self.groups.subtotals = numbers.map(|column| (column, OnceLock::new())).collect();
        self.groups.build_lines();
    }

    /// Records that the focus is on the heading of a group, or on a deal.
    pub(super) fn set_focused_group(&mut self, group: Option<usize>) {
        self.groups.focused = group.and_then(|at| self.group(at)).map(|group| group.codes.clone());
    }

    /// Sets the grouping; the focus stays on its deal.
    pub(crate) fn set_grouping(&mut self, grouping: &Grouping, pipeline: &mut Pipeline, cx: &mut AppCx) {
        pipeline.board.layout.group = (!grouping.columns.is_empty()).then(|| grouping.to_string());
        self.sort_table(pipeline, cx);
    }

    /// Groups by one more column, or by one less if it is grouped by this one.
    pub(crate) fn toggle_group_column(
        &mut self,
        column: DealColumn,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let mut grouping = pipeline.board_layout().grouping();
        grouping.toggle(column);
        self.set_grouping(&grouping, pipeline, cx);
    }

    /// Shows the next statistic in the headings.
    pub(crate) fn cycle_statistic(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let grouping = pipeline.board_layout().grouping();
        let at = Statistic::ALL.iter().position(|statistic| *statistic == grouping.statistic);
        let next = Statistic::ALL.get(cycle(at.unwrap_or(0), true, Statistic::ALL.len()));
        let statistic = next.copied().unwrap_or_default();
        self.set_grouping(&Grouping { statistic, ..grouping }, pipeline, cx);
    }

    /// Collapses or expands the group of a line. Its heading gets the focus.
    pub(crate) fn toggle_group(&mut self, line: usize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some((heading, at)) = self.groups.last_heading(line + 1, |_| true) else { return };
        let codes = self.group(at).map(|group| group.codes.clone()).unwrap_or_default();
        if !self.groups.collapsed.remove(&codes) {
            self.groups.collapsed.insert(codes);
        }
        self.groups.build_lines();
        self.focus_row(heading, pipeline, cx);
    }

    /// Collapses all groups, or expands all if none is expanded.
    pub(crate) fn toggle_groups(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let outermost = self.groups.groups.list.iter().filter(|group| group.level == 1);
        let codes: BTreeSet<Vec<String>> = outermost.map(|group| group.codes.clone()).collect();
        if codes.is_subset(&self.groups.collapsed) {
            self.groups.collapsed.clear();
        } else {
            self.groups.collapsed.extend(codes);
        }
        self.groups.build_lines();
        self.restore_row(pipeline, cx);
    }
}

#[cfg(test)]
#[path = "groups_tests.rs"]
mod tests;
