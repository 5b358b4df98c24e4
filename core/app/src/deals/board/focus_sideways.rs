//! Moves the focus sideways over the board.
//!
//! With swimlanes, the focus stays in its swimlane and skips columns where it is empty. Without them, it keeps its
//! height on the screen. If a column is too short, its last card gets the focus, but the row is remembered for the next
//! step.

use crate::deals::pipeline::board_focus::GoalRow;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use std::ops::Range;

impl TableState {
    /// Moves the focus to the next column with a card in the swimlane. Without swimlanes, any card counts. A folded
    /// column also takes the focus, so that it can be unfolded.
    pub(crate) fn focus_column_by(&mut self, forward: bool, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let here = pipeline.board.cursor.column;
        let GoalRow {
            swimlane: lane, row, ..
        } = pipeline.goal_row();
        let takes = |at: &usize| {
            let folded = pipeline.are_cards_hidden(&pipeline.filtered.columns[*at]);
            folded || !pipeline.focusable_rows(*at, lane.as_deref()).is_empty()
        };
        let target = if forward {
            (here + 1..pipeline.filtered.columns.len()).find(takes)
        } else {
            (0..here).rev().find(takes)
        };
        let Some(target) = target else { return };
        self.focus_at(
            target,
            pipeline.index_of_row(target, lane.as_deref(), row),
            pipeline,
            cx,
        );
        pipeline.board.goal_row = Some(GoalRow {
            column: target,
            deal: pipeline.board.cursor.deal.clone(),
            swimlane: lane,
            row,
        });
    }
}

impl Pipeline {
    /// Returns the row of the current sideways movement, or the focused row.
    fn goal_row(&self) -> GoalRow {
        let cursor = &self.board.cursor;
        let stays = |going: &&GoalRow| {
            let lane = going.swimlane.as_deref();
            let stands = match cursor.deal {
                Some(_) => self.index_of_row(cursor.column, lane, going.row) == cursor.index,
                // A folded column shows no card, so the swimlane stays the one the focus came from.
                None => self.swimlane_range(cursor.column, lane).is_some(),
            };
            (going.column, &going.deal) == (cursor.column, &cursor.deal) && stands
        };
        if let Some(going) = self.board.goal_row.as_ref().filter(stays) {
            return going.clone();
        }
        let lane = self.swimlane_at(cursor.column, cursor.index);
        let lane = lane.map(|lane| lane.code.clone());
        GoalRow {
            column: cursor.column,
            deal: cursor.deal.clone(),
            row: cursor
                .index
                .saturating_sub(self.base_index(cursor.column, lane.as_deref())),
            swimlane: lane,
        }
    }

    /// Returns the rows of a column that can take the focus: the swimlane's, or all.
    fn focusable_rows(&self, column: usize, lane: Option<&str>) -> Range<usize> {
        self.swimlane_range(column, lane).unwrap_or(0..0)
    }

    /// Returns the index that rows are counted from: the swimlane's first, or the first visible.
    fn base_index(&self, column: usize, lane: Option<&str>) -> usize {
        match lane {
            Some(_) => self.focusable_rows(column, lane).start,
            None => self.column_scroll(column),
        }
    }

    /// Returns the index of a row in a column, or its last row.
    fn index_of_row(&self, column: usize, lane: Option<&str>, row: usize) -> usize {
        let last = self.focusable_rows(column, lane).end.saturating_sub(1);
        (self.base_index(column, lane) + row).min(last)
    }
}
