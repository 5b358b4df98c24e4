//! Moves the focus sideways over the board.
//!
//! With swimlanes, the focus stays in its swimlane and skips columns where it is empty. Without them, it keeps its
//! height on the screen. If a column is too short, its last card gets the focus, but the row is remembered for the next
//! step.

use crate::deals::pipeline::board_state::GoalRow;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use std::ops::Range;

impl TableState {
    /// Moves the focus to the next column with a card in the swimlane. Without swimlanes, any card counts. A collapsed
    /// column also takes the focus, so that it can be expanded.
    pub(crate) fn focus_column_by(&mut self, forward: bool, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let current = pipeline.board.cursor.column;
        let GoalRow { swimlane, row, .. } = pipeline.goal_row();
        let can_focus = |at: &usize| {
            let collapsed = pipeline.are_cards_hidden(&pipeline.filtered.columns[*at]);
            collapsed || !pipeline.focusable_rows(*at, swimlane.as_deref()).is_empty()
        };
        let target = if forward {
            (current + 1..pipeline.filtered.columns.len()).find(can_focus)
        } else {
            (0..current).rev().find(can_focus)
        };
        let Some(target) = target else { return };
        self.focus_at(target, pipeline.index_of_row(target, swimlane.as_deref(), row), pipeline, cx);
        pipeline.board.goal_row =
            Some(GoalRow { column: target, deal: pipeline.board.cursor.deal.clone(), swimlane, row });
    }
}

impl Pipeline {
    /// Returns the row of the current sideways movement, or the focused row.
    fn goal_row(&self) -> GoalRow {
        let cursor = &self.board.cursor;
        let still_applies = |goal: &&GoalRow| {
            let swimlane = goal.swimlane.as_deref();
            let is_at_cursor = match cursor.deal {
                Some(_) => self.index_of_row(cursor.column, swimlane, goal.row) == cursor.index,
                // A collapsed column shows no card, so the swimlane stays the one the focus came from.
                None => self.swimlane_range(cursor.column, swimlane).is_some(),
            };
            (goal.column, &goal.deal) == (cursor.column, &cursor.deal) && is_at_cursor
        };
        if let Some(goal) = self.board.goal_row.as_ref().filter(still_applies) {
            return goal.clone();
        }
        let swimlane = self.swimlane_at(cursor.column, cursor.index);
        let swimlane = swimlane.map(|swimlane| swimlane.code.clone());
        GoalRow {
            column: cursor.column,
            deal: cursor.deal.clone(),
            row: cursor.index.saturating_sub(self.base_index(cursor.column, swimlane.as_deref())),
            swimlane,
        }
    }

    /// Returns the rows of a column that can take the focus: the swimlane's, or all.
    fn focusable_rows(&self, column: usize, swimlane: Option<&str>) -> Range<usize> {
        self.swimlane_range(column, swimlane).unwrap_or(0..0)
    }

    /// Returns the index that rows are counted from: the swimlane's first, or the first visible.
    fn base_index(&self, column: usize, swimlane: Option<&str>) -> usize {
        match swimlane {
            Some(_) => self.focusable_rows(column, swimlane).start,
            None => self.column_scroll(column),
        }
    }

    /// Returns the index of a row in a column, or its last row.
    fn index_of_row(&self, column: usize, swimlane: Option<&str>, row: usize) -> usize {
        let last = self.focusable_rows(column, swimlane).end.saturating_sub(1);
        (self.base_index(column, swimlane) + row).min(last)
    }
}
