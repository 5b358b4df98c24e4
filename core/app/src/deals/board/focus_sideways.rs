//! Moves the focus sideways over the board.
//!
//! With swimlanes, the focus stays in its swimlane and skips columns where it is empty. Without them, it keeps its
//! height on the screen. If a column is too short, its last card gets the focus, but the row is remembered for the next
//! step.

use crate::deals::pipeline::board_focus::Abreast;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use std::ops::Range;

impl TableState {
    /// Moves the focus to the next column with a card in the swimlane. Without swimlanes, any card counts. A folded
    /// column also takes the focus, so that it can be unfolded.
    pub(crate) fn focus_column_by(&mut self, forward: bool, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let here = pipeline.board.cursor.column;
        let Abreast { lane, row, .. } = pipeline.abreast();
        let takes = |at: &usize| {
            let folded = pipeline.is_put_away(&pipeline.lens.columns[*at]);
            folded || !pipeline.rows_abreast(*at, lane.as_deref()).is_empty()
        };
        let target = if forward {
            (here + 1..pipeline.lens.columns.len()).find(takes)
        } else {
            (0..here).rev().find(takes)
        };
        let Some(target) = target else { return };
        self.focus_at(
            target,
            pipeline.place_abreast(target, lane.as_deref(), row),
            pipeline,
            cx,
        );
        pipeline.board.abreast = Some(Abreast {
            column: target,
            deal: pipeline.board.cursor.deal.clone(),
            lane,
            row,
        });
    }
}

impl Pipeline {
    /// Returns the row of the current sideways movement, or the focused row.
    fn abreast(&self) -> Abreast {
        let cursor = &self.board.cursor;
        let stays = |going: &&Abreast| {
            let lane = going.lane.as_deref();
            let stands = match cursor.deal {
                Some(_) => self.place_abreast(cursor.column, lane, going.row) == cursor.index,
                // A folded column shows no card, so the swimlane stays the one the focus came from.
                None => self.lane_places(cursor.column, lane).is_some(),
            };
            (going.column, &going.deal) == (cursor.column, &cursor.deal) && stands
        };
        if let Some(going) = self.board.abreast.as_ref().filter(stays) {
            return going.clone();
        }
        let lane = self.lane_at(cursor.column, cursor.index);
        let lane = lane.map(|lane| lane.code.clone());
        Abreast {
            column: cursor.column,
            deal: cursor.deal.clone(),
            row: cursor
                .index
                .saturating_sub(self.first_abreast(cursor.column, lane.as_deref())),
            lane,
        }
    }

    /// Returns the rows of a column that can take the focus: the swimlane's, or all.
    fn rows_abreast(&self, column: usize, lane: Option<&str>) -> Range<usize> {
        self.lane_places(column, lane).unwrap_or(0..0)
    }

    /// Returns the index that rows are counted from: the swimlane's first, or the first visible.
    fn first_abreast(&self, column: usize, lane: Option<&str>) -> usize {
        match lane {
            Some(_) => self.rows_abreast(column, lane).start,
            None => self.scroll_at(column),
        }
    }

    /// Returns the index of a row in a column, or its last row.
    fn place_abreast(&self, column: usize, lane: Option<&str>, row: usize) -> usize {
        let last = self.rows_abreast(column, lane).end.saturating_sub(1);
        (self.first_abreast(column, lane) + row).min(last)
    }
}
