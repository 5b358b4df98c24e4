//! The table view of the board: the same filtered deals, one per row, with the same focus.
//!
//! Rows are sorted again when the deals, the filter or the order change, and only while the table is shown.

use crate::contract::ids::DealId;
use crate::dataset::column::{DealColumn, MAX_SORT_KEYS, SortKey, query_order};
use crate::dataset::column_totals::ColumnFooter;
use crate::dataset::groups::Groups;
use crate::dataset::row_set::RowSet;
use crate::dataset::sorted_cache::SortedRows;
use crate::deals::pipeline::board_state::BoardCursor;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::group_lines::{TableGroups, TableLine};
use crate::deals::table::sheets::SheetState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::step::step;
use crate::model::table::RowIdx;
use crate::query::{ConditionKind, Term};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Size of the visible table, used to scroll the focus into view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableViewport {
    /// Number of rows that fit.
    pub rows: usize,
    /// Width of all columns together, in terminal columns.
    pub width: u16,
}

impl Default for TableViewport {
    fn default() -> Self {
        Self { rows: 20, width: 80 }
    }
}

/// State of the table.
#[derive(Clone, Debug)]
pub struct TableState {
    /// True while the table replaces the board.
    pub shown: bool,
    /// Columns in order; the first is pinned.
    pub columns: Vec<DealColumn>,
    /// Sort keys, most significant first; empty for the board's order: status, then longest in status.
    pub sort: Vec<SortKey>,
    /// Widths set by the user, in terminal columns, by column name.
    pub widths: BTreeMap<String, u16>,
    /// Index of the focused column.
    pub column: usize,
    pub(crate) groups: TableGroups,
    /// The sheet that was opened last.
    pub(crate) sheet: Option<SheetState>,
    pub(crate) index: usize,
    pub(crate) first: usize,
    pub(crate) first_column: usize,
    pub(crate) viewport: TableViewport,
    /// Column widths measured by the front end.
    pub(crate) drawn_widths: Vec<(DealColumn, u16)>,
    sorted: SortedRows,
    /// Start of a cell range, if there is one.
    pub(super) range_start: Option<RangeCorner>,
    pub(crate) footer: OnceLock<Vec<ColumnFooter>>,
}

impl Default for TableState {
    fn default() -> Self {
        Self {
            shown: false,
            columns: DealColumn::standard(),
            sort: Vec::new(),
            widths: BTreeMap::new(),
            column: 0,
            groups: TableGroups::default(),
            sheet: None,
            index: 0,
            first: 0,
            first_column: 1,
            viewport: TableViewport::default(),
            drawn_widths: Vec::new(),
            sorted: SortedRows::default(),
            range_start: None,
            footer: OnceLock::new(),
        }
    }
}

impl TableState {
    /// Returns the filtered rows, group by group. Those of collapsed groups are included.
    pub fn rows(&self) -> &[RowIdx] {
        &self.groups.groups.rows
    }

    /// Returns the line of the focus.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the first visible line.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Returns the focused column.
    pub fn focused_column(&self) -> Option<DealColumn> {
        self.columns.get(self.column).copied()
    }

    /// Returns whether the pipeline shows the table, on its own screen or beside the deal.
    pub fn shows_table(&self) -> bool {
        self.shown
    }

    /// Returns the sort keys of the rows, most significant first. If the table has none, they are the board's: status,
    /// swimlane, then the card order.
    pub fn table_order(&self, pipeline: &Pipeline) -> Vec<SortKey> {
        let asked = query_order(&pipeline.board.query);
        if !asked.is_empty() {
            return asked;
        }
        if !self.sort.is_empty() {
            return self.sort.clone();
        }
        let ascending = |column| SortKey { column, descending: false };
        let swimlane_key = match pipeline.board_layout().swimlanes {
            Swimlanes::None => None,
            Swimlanes::Owner => Some(ascending(DealColumn::Owner)),
            Swimlanes::Class => Some(ascending(DealColumn::Class)),
        };
        let mut keys: Vec<SortKey> =
            std::iter::once(ascending(DealColumn::Status)).chain(swimlane_key).collect();
        let board_key = pipeline.board_order();
        // Within a swimlane, its own field is constant and needs no key.
        if keys.iter().all(|key| key.column != board_key.column) {
            keys.push(board_key);
        }
        keys
    }

    /// Removes the order from the filter, before the user chooses another one.
    pub(crate) fn remove_query_order(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let is_order = |term: &Term| matches!(term.kind, ConditionKind::Sort(_));
        let order = pipeline.board.query.terms().iter().position(is_order);
        if let Some(at) = order.filter(|_| pipeline.board.filter_error.is_none()) {
            let text = pipeline.board.query.without(&pipeline.board.filter, at);
            self.set_filter(text, pipeline, cx);
        }
    }

    pub(crate) fn show_table(&mut self, shown: bool, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let shown = shown && cx.options.has_table;
        if self.shown == shown {
            return;
        }
        self.shown = shown;
        let deal = pipeline.board.cursor.deal.clone();
        if shown {
            self.sort_table(pipeline, cx);
        } else if let Some(status) = deal.as_ref().and_then(|deal| cx.status_of(deal)) {
            // Open the column of the deal that the user was looking at.
            pipeline.board.collapsed.remove(&status);
        }
        match deal {
            Some(deal) => self.focus_deal(&deal, pipeline, cx),
            None if shown => self.focus_row(self.index, pipeline, cx),
            None => self.clamp_focus(pipeline, cx),
        }
    }

    /// Sorts the rows again after the deals, the filter or the order changed.
    pub(in crate::deals) fn sort_table(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        if !self.shown {
            self.groups.groups = Groups::default();
            return;
        }
        self.reset_footer();
        let asked = query_order(&pipeline.board.query);
        let keys = if asked.is_empty() { self.sort.clone() } else { asked };
        let rows = if keys.is_empty() {
            pipeline.filtered.rows()
        } else {
            let (all_rows, collation) = (pipeline.all_deals.board(), cx.collation());
            let table = &mut *self;
            let order = &mut table.sorted;
            let rows = order.rows(&cx.snapshot.deals, all_rows, &keys, &collation);
            if pipeline.filtered.shown == pipeline.filtered.total {
                rows.to_vec()
            } else {
                let mut remaining = RowSet::default();
                for column in &pipeline.filtered.columns {
                    remaining.join(&RowSet::from_rows(&column.rows));
                }
                rows.iter().copied().filter(|ix| remaining.has(*ix)).collect()
            }
        };
        self.group_rows(rows, pipeline, cx);
        self.restore_row(pipeline, cx);
        self.update_cell_range(cx);
    }

    /// Restores the focused deal's row. If the deal is gone, the row at its index gets the focus.
    pub(in crate::deals) fn restore_row(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let deals = &cx.snapshot.deals;
        let deal = pipeline.board.cursor.deal.as_ref();
        let ix = deal.and_then(|deal| deals.find(deal.as_str()));
        match ix.and_then(|ix| Some((ix, self.groups.line_of(ix)?))) {
            Some((ix, at)) if self.line(at) == Some(TableLine::Deal(ix)) => {
                self.index = at;
                self.set_focused_group(None);
                self.scroll_row_into_view();
            }
            Some((_, heading)) => self.focus_row(heading, pipeline, cx),
            None => {
                self.focus_row(self.groups.line_of_focused().unwrap_or(self.index), pipeline, cx);
            }
        }
    }

    /// Focuses a line by index, or the nearest existing one.
    pub(crate) fn focus_row(&mut self, index: usize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        if !self.shown {
            return;
        }
        let index = index.min(self.line_count().saturating_sub(1));
        self.index = index;
        let (ix, heading) = match self.line(index) {
            Some(TableLine::Deal(ix)) => (Some(ix), None),
            Some(TableLine::Heading(group)) => (None, Some(group)),
            None => (None, None),
        };
        self.set_focused_group(heading);
        let row = ix.and_then(|ix| cx.snapshot.deals.row(ix));
        let deal = row.and_then(|row| DealId::new(row.id).ok());
        let status = row.map(|row| row.status);
        let column = pipeline.filtered.columns.iter().position(|column| Some(&*column.status) == status);
        let BoardCursor { column: before, index, .. } = pipeline.board.cursor;
        pipeline.board.cursor = BoardCursor { column: column.unwrap_or(before), index, deal };
        self.scroll_row_into_view();
    }

    pub(in crate::deals) fn focus_row_by(&mut self, by: isize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        self.focus_row(step(self.index, by, self.line_count()), pipeline, cx);
    }

    pub(crate) fn scroll_rows(&mut self, by: isize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let rows = self.viewport.rows.max(1);
        let max_first = self.line_count().saturating_sub(rows);
        self.first = step(self.first, by, max_first + 1);
        let (first, index) = (self.first, self.index);
        self.focus_row(index.clamp(first, first + rows - 1), pipeline, cx);
    }

    pub(crate) fn focus_table_column_by(&mut self, forward: bool, cx: &mut AppCx) {
        let by = if forward { 1 } else { -1 };
        self.column = step(self.column, by, self.columns.len());
        self.scroll_column_into_view(cx);
    }

    pub(crate) fn focus_table_column(&mut self, column: usize, cx: &mut AppCx) {
        self.column = column.min(self.columns.len().saturating_sub(1));
        self.scroll_column_into_view(cx);
    }

    fn scroll_row_into_view(&mut self) {
        let rows = self.viewport.rows.max(1);
        let (index, len) = (self.index, self.line_count());
        self.first = self.first.clamp((index + 1).saturating_sub(rows), index).min(len.saturating_sub(rows));
    }

    /// Sets the visible size; front ends call it after each resize.
    pub fn set_table_viewport(&mut self, viewport: TableViewport, cx: &mut AppCx) {
        if self.viewport != viewport {
            self.viewport = viewport;
            self.scroll_row_into_view();
            self.scroll_column_into_view(cx);
        }
    }

    /// Sets the first visible row, for front ends that scroll by points. The focus does not move.
    pub fn set_table_scroll(&mut self, first: usize) {
        self.first = first;
    }

    /// Cycles the sort of a column: texts start ascending, numbers descending; then reversed, then off. With `also`,
    /// earlier keys remain, up to the limit of a saved view.
    pub(crate) fn sort_by(
        &mut self,
        column: DealColumn,
        also: bool,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        self.remove_query_order(pipeline, cx);
        let descending_first = column.is_number();
        let sort = &mut self.sort;
        let before = sort.iter().find(|key| key.column == column).copied();
        if !also {
            sort.retain(|key| key.column == column);
        }
        let mut replaced = None;
        match before {
            None => {
                replaced = sort.get(MAX_SORT_KEYS - 1).map(|key| key.column);
                sort.truncate(MAX_SORT_KEYS - 1);
                sort.push(SortKey { column, descending: descending_first });
            }
            Some(key) if key.descending == descending_first => {
                for key in sort.iter_mut().filter(|key| key.column == column) {
                    key.descending = !descending_first;
                }
            }
            Some(_) => sort.retain(|key| key.column != column),
        }
        if let Some(replaced) = replaced {
            let content = ToastContent::counted("toast-sort-replaced", MAX_SORT_KEYS);
            cx.notify(content.with_arg("column", ToastArg::Column(replaced)), SHORT);
        }
        self.sort_table(pipeline, cx);
        // After sorting, the user wants the first row, so show the top.
        self.focus_row(0, pipeline, cx);
    }

    /// Sets columns and order at once, as a saved view does.
    pub(crate) fn set_table(
        &mut self,
        columns: Vec<DealColumn>,
        sort: Vec<SortKey>,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        if !columns.is_empty() {
            self.columns = columns;
        }
        self.sort = sort;
        self.scroll_column_into_view(cx);
        self.sort_table(pipeline, cx);
    }

    /// Drops the cached totals.
    pub(crate) fn reset_footer(&mut self) {
        self.footer.take();
    }
}

impl AppCx {
    fn status_of(&self, deal: &DealId) -> Option<String> {
        let table = &self.snapshot.deals;
        let row = table.row(table.find(deal.as_str())?)?;
        Some(row.status.to_owned())
    }
}

/// Start of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RangeCorner {
    pub(crate) deal: DealId,
    pub(crate) row: usize,
    pub(crate) column: DealColumn,
}
