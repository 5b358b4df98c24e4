//! A range of table cells, as in a spreadsheet, from its start to the focus.
//!
//! The start is stored by deal and column, so sorting moves it along. Moving the focus by other means ends the range.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::range_corner::Corner;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use std::ops::RangeInclusive;

/// A range of cells: row and column indices, inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Row indices.
    pub rows: RangeInclusive<usize>,
    /// Column indices.
    pub columns: RangeInclusive<usize>,
}

impl Cells {
    /// Returns whether the range contains a cell.
    pub fn hold(&self, row: usize, column: usize) -> bool {
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
    pub fn cells(&self) -> Option<Cells> {
        let corner = self.corner.as_ref().filter(|_| self.shown)?;
        let column = self.columns.iter().position(|own| *own == corner.column)?;
        let between = |one: usize, other: usize| one.min(other)..=one.max(other);
        let cells = Cells {
            rows: between(corner.row, self.index),
            columns: between(column, self.column),
        };
        (cells.size() != (1, 1)).then_some(cells)
    }

    /// Extends the range to a neighbour of the focus, which gets the focus.
    pub(crate) fn extend_cells(
        &mut self,
        rows: isize,
        columns: isize,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        self.begin_cells(pipeline);
        if rows != 0 {
            self.focus_row_by(rows, pipeline, cx);
        }
        if columns != 0 {
            self.focus_table_column_by(columns > 0, cx);
        }
        self.forget_feet();
    }

    /// Extends the range to a cell, as Shift-click and dragging do.
    pub(crate) fn extend_cells_to(
        &mut self,
        row: usize,
        column: usize,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        self.begin_cells(pipeline);
        self.focus_row(row, pipeline, cx);
        self.focus_table_column(column, cx);
        self.forget_feet();
    }

    fn begin_cells(&mut self, pipeline: &mut Pipeline) {
        if self.corner.is_none()
            && let (Some(deal), Some(column)) = (pipeline.board.cursor.deal.clone(), self.focused_column())
        {
            let row = self.index;
            self.corner = Some(Corner { deal, row, column });
        }
    }

    /// Ends the range. Returns whether there was one.
    pub(crate) fn give_up_cells(&mut self) -> bool {
        let any = self.cells().is_some();
        if self.corner.take().is_some() {
            self.forget_feet();
        }
        any
    }

    /// Updates the row of the range's start after sorting. If its deal is gone, the range ends.
    pub(crate) fn follow_cells(&mut self, cx: &mut AppCx) {
        let Some(corner) = &mut self.corner else {
            return;
        };
        let ix = cx.snapshot.deals.find(corner.deal.as_str());
        let row = ix.and_then(|ix| self.rows.iter().position(|own| *own == ix));
        match row {
            Some(row) => corner.row = row,
            None => self.corner = None,
        }
    }
}
