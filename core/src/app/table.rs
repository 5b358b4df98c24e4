//! The table twin of the board: the same deals through the same filter, one a row, with the same focus by id. It is
//! arranged again when the deals, the filter or the order change, and only while it is shown.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::contract::ids::DealId;
use crate::engine::{DealTable, RowIx};
use crate::view::text::Lang;

use super::column::{Column, MOST_SORT_KEYS, SortKey};
use super::feet::{Foot, feet};
use super::order::sorted;
use super::step::step;
use super::{App, Cursor};

/// How much of the table a front end shows, so that the focus is kept in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableViewport {
    /// How many rows fit.
    pub rows: usize,
    /// The room for all columns together, in terminal columns.
    pub width: u16,
}

impl Default for TableViewport {
    fn default() -> Self {
        Self { rows: 20, width: 80 }
    }
}

/// The narrowest and the widest a column can be made, in terminal columns.
const WIDTHS: std::ops::RangeInclusive<u16> = 4..=60;
/// The air between two columns, in terminal columns.
pub const GAP: u16 = 2;

/// The table's state.
#[derive(Clone, Debug)]
pub struct TableState {
    /// Whether it is shown in the place of the board.
    pub shown: bool,
    /// Its columns, in order; the first stays where it is when the others are scrolled.
    pub columns: Vec<Column>,
    /// Its order, the first key counting most; none means the board's own: by status, then oldest stage first.
    pub sort: Vec<SortKey>,
    /// The widths that a person has set, in terminal columns, by the column's name.
    pub widths: BTreeMap<String, u16>,
    /// Which column has the focus.
    pub column: usize,
    pub(super) rows: Vec<RowIx>,
    pub(super) index: usize,
    pub(super) first: usize,
    first_column: usize,
    viewport: TableViewport,
    order: Order,
    feet: OnceLock<Vec<Foot>>,
}

/// Every deal in the order in force, so that a filter costs no sort.
#[derive(Clone, Debug, Default)]
struct Order {
    of: Option<(Arc<DealTable>, Vec<SortKey>, Lang)>,
    rows: Vec<RowIx>,
}

impl Default for TableState {
    fn default() -> Self {
        Self {
            shown: false,
            columns: Column::standard(),
            sort: Vec::new(),
            widths: BTreeMap::new(),
            column: 0,
            rows: Vec::new(),
            index: 0,
            first: 0,
            first_column: 1,
            viewport: TableViewport::default(),
            order: Order::default(),
            feet: OnceLock::new(),
        }
    }
}

impl TableState {
    /// The rows that the filter leaves, in order.
    pub fn rows(&self) -> &[RowIx] {
        &self.rows
    }

    /// The place of the focus among them.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The first row shown.
    pub fn first(&self) -> usize {
        self.first
    }

    pub(super) fn viewport_rows(&self) -> isize {
        self.viewport.rows.max(1).cast_signed()
    }

    /// The column that has the focus.
    pub fn focused_column(&self) -> Option<Column> {
        self.columns.get(self.column).copied()
    }
}

/// Which columns of the table fit, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableLayout {
    /// The columns drawn: place among the table's columns, distance from the left edge, width.
    pub columns: Vec<(usize, u16, u16)>,
    /// How many are hidden at the left of the scrolled part.
    pub before: usize,
    /// How many are hidden at the right.
    pub after: usize,
}

impl TableLayout {
    /// The first column, and as many from `first` on as fit in `room`. At least one beside the pinned one is drawn,
    /// cut to what is left.
    pub fn of(widths: &[u16], first: usize, room: u16) -> Self {
        let Some(pinned) = widths.first() else {
            return Self::default();
        };
        let first = first.clamp(1, widths.len().max(2) - 1);
        // Where there is little room the pinned column leaves half of it to the others.
        let least = widths.get(first).map_or(0, |width| width + GAP);
        let pinned = (*pinned)
            .min(room.saturating_sub(least).max(room / 2))
            .max(1)
            .min(room);
        let mut columns = vec![(0, 0, pinned)];
        let mut x = pinned + GAP;
        let mut next = first;
        while let Some(width) = widths.get(next) {
            let left = room.saturating_sub(x);
            if *width > left && (next > first || left < *WIDTHS.start()) {
                break;
            }
            let width = (*width).min(left);
            columns.push((next, x, width));
            x += width + GAP;
            next += 1;
        }
        Self {
            columns,
            before: first - 1,
            after: widths.len().saturating_sub(next),
        }
    }
}

impl App {
    /// The table's state.
    pub fn table(&self) -> &TableState {
        &self.table
    }

    /// Whether the pipeline shows the table, on its own screen or beside the deal.
    pub fn shows_table(&self) -> bool {
        self.table.shown
    }

    pub(super) fn toggle_table(&mut self) {
        self.show_table(!self.table.shown);
    }

    pub(super) fn show_table(&mut self, shown: bool) {
        let shown = shown && self.options.table;
        if self.table.shown == shown {
            return;
        }
        self.table.shown = shown;
        let deal = self.board.cursor.deal.clone();
        if shown {
            self.arrange_table();
        } else if let Some(status) = deal.as_ref().and_then(|deal| self.status_of(deal)) {
            // Whoever looks at a deal goes on looking at it: its column opens.
            self.board.folded.remove(&status);
        }
        match deal {
            Some(deal) => self.focus_deal(&deal),
            None => self.focus_row(self.table.index),
        }
    }

    fn status_of(&self, deal: &DealId) -> Option<String> {
        let table = &self.snapshot.deals;
        let row = table.row(table.find(deal.as_str())?)?;
        Some(row.status.to_owned())
    }

    /// Puts the rows in order again, after the deals, the filter or the order changed.
    pub(super) fn arrange_table(&mut self) {
        if !self.table.shown {
            self.table.rows = Vec::new();
            return;
        }
        self.table.feet = OnceLock::new();
        let deals = self.snapshot.deals.clone();
        let columns = self.lens.columns.iter();
        let all: Vec<RowIx> = columns.flat_map(|column| column.rows.iter().copied()).collect();
        if self.table.sort.is_empty() {
            self.table.rows = all;
        } else {
            self.sort_everything(&deals);
            let most = all.iter().max().map_or(0, |ix| *ix as usize + 1);
            let mut left = vec![false; most];
            for ix in all {
                left[ix as usize] = true;
            }
            let order = &self.table.order.rows;
            self.table.rows = order
                .iter()
                .copied()
                .filter(|ix| left.get(*ix as usize).copied().unwrap_or(false))
                .collect();
        }
        self.follow_row();
    }

    fn sort_everything(&mut self, deals: &Arc<DealTable>) {
        let wanted = (deals.clone(), self.table.sort.clone(), self.options.lang);
        let order = &mut self.table.order;
        let same = order
            .of
            .as_ref()
            .is_some_and(|(of, sort, lang)| Arc::ptr_eq(of, deals) && *sort == wanted.1 && *lang == wanted.2);
        if same {
            return;
        }
        let known = order
            .of
            .as_ref()
            .is_some_and(|(of, ..)| of.same_columns(deals) && of.len() == deals.len());
        // Rows that stood in nearly this order are put in order in about one pass.
        let rows = if known {
            std::mem::take(&mut order.rows)
        } else {
            deals.by_age().map(|row| row.ix).collect()
        };
        let rows = sorted(deals, rows, &wanted.1, wanted.2);
        self.table.order = Order {
            of: Some(wanted),
            rows,
        };
    }

    /// Finds the focused deal's row again; if it is gone, the one in its place takes the focus.
    fn follow_row(&mut self) {
        let deals = &self.snapshot.deals;
        let deal = self.board.cursor.deal.as_ref();
        let ix = deal.and_then(|deal| deals.find(deal.as_str()));
        let at = ix.and_then(|ix| self.table.rows.iter().position(|row| *row == ix));
        match at {
            Some(at) => {
                self.table.index = at;
                self.keep_row_in_sight();
            }
            None => self.focus_row(self.table.index),
        }
    }

    /// Puts the focus on a row by its place, or on the nearest that exists.
    pub(super) fn focus_row(&mut self, index: usize) {
        if !self.table.shown {
            return;
        }
        let index = index.min(self.table.rows.len().saturating_sub(1));
        self.table.index = index;
        let row = self
            .table
            .rows
            .get(index)
            .and_then(|ix| self.snapshot.deals.row(*ix));
        let deal = row.and_then(|row| DealId::new(row.id).ok());
        let status = row.map(|row| row.status);
        let column = self
            .lens
            .columns
            .iter()
            .position(|column| Some(&*column.status) == status);
        let Cursor {
            column: before,
            index,
            ..
        } = self.board.cursor;
        self.board.cursor = Cursor {
            column: column.unwrap_or(before),
            index,
            deal,
        };
        self.keep_row_in_sight();
    }

    /// The board put the focus on a deal: its row has it too.
    pub(super) fn focus_follows(&mut self) {
        if self.table.shown {
            self.follow_row();
        }
    }

    pub(super) fn focus_row_by(&mut self, by: isize) {
        self.focus_row(step(self.table.index, by, self.table.rows.len()));
    }

    pub(super) fn scroll_rows(&mut self, by: isize) {
        let rows = self.table.viewport.rows.max(1);
        let most = self.table.rows.len().saturating_sub(rows);
        self.table.first = step(self.table.first, by, most + 1);
        let (first, index) = (self.table.first, self.table.index);
        self.focus_row(index.clamp(first, first + rows - 1));
    }

    pub(super) fn focus_table_column_by(&mut self, forward: bool) {
        let by = if forward { 1 } else { -1 };
        self.table.column = step(self.table.column, by, self.table.columns.len());
        self.keep_column_in_sight();
    }

    pub(super) fn focus_table_column(&mut self, column: usize) {
        self.table.column = column.min(self.table.columns.len().saturating_sub(1));
        self.keep_column_in_sight();
    }

    fn keep_row_in_sight(&mut self) {
        let rows = self.table.viewport.rows.max(1);
        let (index, len) = (self.table.index, self.table.rows.len());
        self.table.first = self
            .table
            .first
            .clamp((index + 1).saturating_sub(rows), index)
            .min(len.saturating_sub(rows));
    }

    fn keep_column_in_sight(&mut self) {
        let widths = self.column_widths();
        let table = &mut self.table;
        table.column = table.column.min(table.columns.len().saturating_sub(1));
        let (column, room) = (table.column, table.viewport.width);
        table.first_column = table.first_column.clamp(1, table.columns.len().max(2) - 1);
        if column == 0 {
            return;
        }
        table.first_column = table.first_column.min(column);
        let seen = |first: usize| {
            let layout = TableLayout::of(&widths, first, room);
            layout
                .columns
                .iter()
                .any(|(at, _, width)| *at == column && *width >= widths[column].min(room / 3))
        };
        while table.first_column < column && !seen(table.first_column) {
            table.first_column += 1;
        }
    }

    /// Tells how much fits, as a front end does at each change of size.
    pub fn set_table_viewport(&mut self, viewport: TableViewport) {
        if self.table.viewport != viewport {
            self.table.viewport = viewport;
            self.keep_row_in_sight();
            self.keep_column_in_sight();
        }
    }

    /// Notes which row is the first in sight, as a front end does that scrolls by points: the focus stays where it is.
    pub fn note_table_scroll(&mut self, first: usize) {
        self.table.first = first;
    }

    /// Where the columns stand in the room told by [`App::set_table_viewport`].
    pub fn table_layout(&self) -> TableLayout {
        let mut widths = self.column_widths();
        let room = self.table.viewport.width;
        let rest: u16 = widths.iter().skip(1).map(|width| width + GAP).sum();
        // Room that no column asks for goes to the first, whose texts are the longest.
        if let Some(pinned) = widths.first_mut().filter(|_| self.first_is_free()) {
            let spare = room.saturating_sub(rest).min(*WIDTHS.end());
            *pinned = (*pinned).max(spare.min(44));
        }
        let all: u16 = widths
            .iter()
            .map(|width| width + GAP)
            .sum::<u16>()
            .saturating_sub(GAP);
        let first = if all <= room { 1 } else { self.table.first_column };
        let layout = TableLayout::of(&widths, first, room);
        // What the next column would not fit in is better spent on names than left blank.
        let end = layout.columns.last().map_or(0, |(_, x, width)| x + width);
        let spare = room.saturating_sub(end);
        match (widths.first_mut(), layout.columns.first()) {
            (Some(pinned), Some((_, _, width))) if spare > 0 && self.first_is_free() && *width < 44 => {
                *pinned = (width + spare).min(44);
                TableLayout::of(&widths, first, room)
            }
            _ => layout,
        }
    }

    fn first_is_free(&self) -> bool {
        let first = self.table.columns.first();
        first.is_some_and(|first| !self.table.widths.contains_key(first.name()))
    }

    fn column_widths(&self) -> Vec<u16> {
        self.table
            .columns
            .iter()
            .map(|column| self.column_width(*column))
            .collect()
    }

    /// The width of a column in terminal columns: a person's own, or one that its content and its head need.
    pub fn column_width(&self, column: Column) -> u16 {
        if let Some(own) = self.table.widths.get(column.name()) {
            return *own;
        }
        let content = match column {
            Column::Name => 30,
            Column::Status => 22,
            Column::Class => 20,
            Column::Owner => 14,
            Column::Age => 7,
            Column::Id => 36,
            Column::Kpi(_) => 9,
        };
        let label = crate::view::table::label(self.options.lang, column, true);
        // The head's sign of order takes two columns more.
        content.max(crate::view::text::width(&label) as u16 + 3)
    }

    /// Makes the focused column wider or narrower.
    pub(super) fn widen_column(&mut self, column: Column, by: i16) {
        let width = self.column_width(column).saturating_add_signed(by);
        let width = width.clamp(*WIDTHS.start(), *WIDTHS.end());
        self.table.widths.insert(column.name().to_owned(), width);
        self.keep_column_in_sight();
    }

    /// Sorts by a column: rising first for texts and falling first for numbers, then the other way, then not at all.
    /// With `also` the keys before it stay, as many as a saved view may have.
    pub(super) fn sort_by(&mut self, column: Column, also: bool) {
        let first = column.is_number();
        let sort = &mut self.table.sort;
        let before = sort.iter().find(|key| key.column == column).copied();
        if !also {
            sort.retain(|key| key.column == column);
        }
        match before {
            None => {
                sort.truncate(MOST_SORT_KEYS - 1);
                sort.push(SortKey {
                    column,
                    descending: first,
                });
            }
            Some(key) if key.descending == first => {
                for key in sort.iter_mut().filter(|key| key.column == column) {
                    key.descending = !first;
                }
            }
            Some(_) => sort.retain(|key| key.column != column),
        }
        self.arrange_table();
    }

    /// Sets columns, order and widths at once, as a saved view does.
    pub(super) fn set_table(&mut self, columns: Vec<Column>, sort: Vec<SortKey>) {
        if !columns.is_empty() {
            self.table.columns = columns;
        }
        self.table.sort = sort;
        self.keep_column_in_sight();
        self.arrange_table();
    }

    /// Count, sum and mean of each column over the rows selected, or over all shown while none is.
    pub fn table_feet(&self) -> &[Foot] {
        self.table.feet.get_or_init(|| {
            let selected = self.selected_rows_shown();
            let rows = if selected.is_empty() {
                &self.table.rows
            } else {
                &selected
            };
            feet(
                &self.snapshot.deals,
                rows,
                &self.table.columns,
                self.now.as_second(),
            )
        })
    }

    /// What the feet are of has changed.
    pub(super) fn forget_feet(&mut self) {
        self.table.feet = OnceLock::new();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn columns_never_overlap_and_never_leave_the_room(
            widths in proptest::collection::vec(4_u16..=60, 0..20),
            first in 0_usize..25,
            room in 0_u16..300,
        ) {
            let layout = TableLayout::of(&widths, first, room);
            let mut end = 0;
            for (place, (at, x, width)) in layout.columns.iter().enumerate() {
                prop_assert!(*at < widths.len() && x + width <= room.max(1));
                prop_assert!(place == 0 || *x >= end + GAP);
                end = x + width;
            }
            if !widths.is_empty() {
                prop_assert_eq!(
                    layout.columns.len() - 1 + layout.before + layout.after,
                    widths.len() - 1
                );
            }
        }
    }

    #[test]
    fn the_first_column_stays_and_the_rest_scrolls() {
        let widths = [20, 10, 10, 10];
        let layout = TableLayout::of(&widths, 2, 44);
        assert_eq!(layout.columns, [(0, 0, 20), (2, 22, 10), (3, 34, 10)]);
        assert_eq!((layout.before, layout.after), (1, 0));
        let narrow = TableLayout::of(&widths, 1, 30);
        assert_eq!(narrow.columns, [(0, 0, 18), (1, 20, 10)]);
        assert_eq!(narrow.after, 2);
    }
}
