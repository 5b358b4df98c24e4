//! A range of cells of the table, as in a spreadsheet: from where it began to where the focus is. It is kept by deal and
//! column, so that another order moves its ends along; what gives the focus another place without it ends it.

use crate::app::deals::table::range_corner::{Corner};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::deals::table::table::TableState;
use crate::app::foundation::cx::app_cx::AppCx;
use std::ops::RangeInclusive;

use crate::contract::ids::DealId;

use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::dataset::column::Column;
use crate::app::foundation::input::commands::ActionId;
use crate::app::shell::action::Action;

/// A range of cells: places of rows and of columns, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The rows.
    pub rows: RangeInclusive<usize>,
    /// The columns.
    pub columns: RangeInclusive<usize>,
}

impl Cells {
    /// Whether a cell is one of them.
    pub fn hold(&self, row: usize, column: usize) -> bool {
        self.rows.contains(&row) && self.columns.contains(&column)
    }

    /// How many rows and columns they are.
    pub fn size(&self) -> (usize, usize) {
        let count = |range: &RangeInclusive<usize>| range.end() - range.start() + 1;
        (count(&self.rows), count(&self.columns))
    }
}

impl TableState {
    /// The range of cells, if there is one of more than a single cell.
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

    /// Extends the range to the cell beside the focus, which takes the focus.
    pub(in crate::app) fn extend_cells(
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

    /// Extends the range to a cell, as Shift and a click or a sweep of the pointer do.
    pub(in crate::app) fn extend_cells_to(
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

    /// Ends the range. Whether there was one.
    pub(in crate::app) fn give_up_cells(&mut self) -> bool {
        let any = self.cells().is_some();
        if self.corner.take().is_some() {
            self.forget_feet();
        }
        any
    }

    /// Finds the place of the range's beginning again, after the rows were arranged; without its deal there is none.
    pub(in crate::app) fn follow_cells(&mut self, cx: &mut AppCx) {
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
