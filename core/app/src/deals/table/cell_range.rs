//! A range of table cells, as in a spreadsheet, from its start to the focus.
//!
//! The start is stored by deal and column, so sorting moves it along. Moving the focus by other means ends the range.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::{RangeCorner, TableState};
use crate::foundation::cx::app_cx::AppCx;
use std::ops::RangeInclusive;

/// A range of cells: row and column indices, inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRange {
    /// Row indices.
    pub rows: RangeInclusive<usize>,
    /// Column indices.
    pub columns: RangeInclusive<usize>,
}

impl CellRange {
    /// Returns whether the range contains a cell.
    pub fn contains(&self, row: usize, column: usize) -> bool {
        self.rows.contains(&row) && self.columns.contains(&column)
    }

    /// Returns the number of rows and columns.
    pub fn size(&self) -> (usize, usize) {
        let count = |range: &RangeInclusive<usize>| range.end() - range.start() + 1;
        (count(&self.rows), count(&self.columns))
    }
}

impl TableState {
    /// Returns the range, if it has more than one cell.
    pub fn cell_range(&self) -> Option<CellRange> {
        let corner = self.range_start.as_ref().filter(|_| self.shown)?;
        let column = self.columns.iter().position(|shown| *shown == corner.column)?;
        let between = |first: usize, second: usize| first.min(second)..=first.max(second);
        let cells =
            CellRange { rows: between(corner.row, self.index), columns: between(column, self.column) };
        (cells.size() != (1, 1)).then_some(cells)
    }

    /// Extends the range to a neighbour of the focus, which gets the focus.
    pub(crate) fn extend_cell_range(
        &mut self,
        rows: isize,
        columns: isize,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        self.start_cell_range(pipeline);
        if rows != 0 {
            self.focus_row_by(rows, pipeline, cx);
        }
        if columns != 0 {
            self.focus_table_column_by(columns > 0, cx);
        }
        self.reset_footer();
    }

    /// Extends the range to a cell, as Shift-click and dragging do.
    pub(crate) fn extend_cell_range_to(
        &mut self,
        row: usize,
        column: usize,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        self.start_cell_range(pipeline);
        self.focus_row(row, pipeline, cx);
        self.focus_table_column(column, cx);
        self.reset_footer();
    }

    fn start_cell_range(&mut self, pipeline: &mut Pipeline) {
        if self.range_start.is_none()
            && let (Some(deal), Some(column)) = (pipeline.board.cursor.deal.clone(), self.focused_column())
        {
            let row = self.index;
            self.range_start = Some(RangeCorner { deal, row, column });
        }
    }

    /// Ends the range. Returns whether there was one.
    pub(crate) fn clear_cell_range(&mut self) -> bool {
        let had_range = self.cell_range().is_some();
        if self.range_start.take().is_some() {
            self.reset_footer();
        }
        had_range
    }

    /// Updates the row of the range's start after sorting. If its deal is gone, the range ends.
    pub(crate) fn update_cell_range(&mut self, cx: &mut AppCx) {
        let Some(mut corner) = self.range_start.take() else {
            return;
        };
        let ix = cx.snapshot.deals.find(corner.deal.as_str());
        if let Some(row) = ix.and_then(|ix| self.groups.line_of(ix)) {
            corner.row = row;
            self.range_start = Some(corner);
        }
    }
}
