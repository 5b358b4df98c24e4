//! The visible rows of the table, whose cells are built on request of egui's table.

use std::collections::BTreeMap;
use std::ops::Range;

use egui::style::ScrollAnimation;
use egui_table::{CellInfo, HeaderCellInfo, PrefetchInfo, TableDelegate};
use encours_core::app::deals::table::cell_range::CellRange;
use encours_core::app::deals::table::view::table::{self, HeaderCell, LineView};

use super::{cells, header, headings, widths};
use crate::prelude::*;
use crate::screens::set_a11y_bounds;

/// The state for drawing the visible rows in one frame.
pub(super) struct DealTableDelegate<'p, 'a> {
    frame: &'p mut FrameCtx<'a>,
    headers: Vec<HeaderCell>,
    /// Number of sort keys.
    sort_key_count: usize,
    /// The accessible row of the headers.
    header_row: Id,
    /// Total number of rows.
    row_count: usize,
    body: Rect,
    built_rows: Vec<LineView>,
    first_row: usize,
    /// The selected range of cells, if any.
    cell_range: Option<CellRange>,
    /// The visible headers with their areas.
    visible_headers: Vec<(usize, Rect)>,
    /// The accessible node of each row, for cells that are drawn separately.
    row_nodes: BTreeMap<u64, Id>,
    /// The visible columns beside the pinned one.
    visible_columns: Range<usize>,
    /// The column to scroll into view, and the widths of all columns.
    scroll_target: Option<(usize, &'p [f32])>,
}

impl<'p, 'a> DealTableDelegate<'p, 'a> {
    /// Creates the state. `header_row` is the accessible row of the headers; `body` is the area of headers and rows.
    pub(super) fn new(
        frame: &'p mut FrameCtx<'a>,
        header_row: Id,
        body: Rect,
        scroll_target: Option<(usize, &'p [f32])>,
    ) -> Self {
        let state = &frame.app.table;
        Self {
            headers: table::header_cells(frame.app),
            sort_key_count: table::shown_order(frame.app).len(),
            header_row,
            row_count: state.line_count(),
            body,
            built_rows: Vec::new(),
            first_row: 0,
            cell_range: frame.app.table.cell_range(),
            visible_headers: Vec::new(),
            row_nodes: BTreeMap::new(),
            visible_columns: 0..0,
            scroll_target,
            frame,
        }
    }

    /// Returns the visible headers with their areas. Adds accessible nodes for the others, so that screen readers get
    /// all columns.
    pub(super) fn visible_headers(self, ui: &mut Ui) -> Vec<(usize, Rect)> {
        for (at, header) in self.headers.iter().enumerate() {
            if self.visible_headers.iter().all(|(column, _)| *column != at) {
                let text = header::a11y_text(self.frame, header, self.sort_key_count);
                add_hidden_node(ui, self.header_row, (Role::ColumnHeader, at), &text);
            }
        }
        self.visible_headers
    }

    /// Scrolls horizontally to the requested column, based on the current position of a scrolled one.
    fn scroll_to_column(&mut self, ui: &Ui, at: usize, column_x: f32) {
        if at == 0 {
            return;
        }
        let Some((column, widths)) = self.scroll_target.take() else {
            return;
        };
        let now = self.body.left() + widths.iter().take(at).sum::<f32>() - column_x;
        if let Some(target) = widths::scroll_to_column(widths, column, now, self.body.width()) {
            ui.scroll_with_delta_animation(vec2(now - target, 0.0), ScrollAnimation::none());
        }
    }

    fn cell_a11y_text(&self, line: &LineView, header: &HeaderCell, at: usize) -> Option<String> {
        match line {
            LineView::Deal(row) => Some(cells::a11y_text(self.frame, header, row.cells.get(at)?, row, at)),
            LineView::Heading(heading) => Some(headings::a11y_text(&header.label, heading, at)),
        }
    }

    fn row(&self, number: u64) -> Option<&LineView> {
        self.built_rows.get(usize::try_from(number).ok()?.checked_sub(self.first_row)?)
    }
}

/// Adds the accessible node of a header or cell that is scrolled out of view.
fn add_hidden_node(ui: &mut Ui, parent: Id, (role, at): (Role, usize), text: &str) {
    let empty_rect = Rect::from_min_size(ui.clip_rect().min, vec2(0.0, 0.0));
    let builder = UiBuilder::new()
        .id_salt((parent, at))
        .max_rect(empty_rect)
        .accessibility_parent(parent)
        .accessibility_role(role)
        .accessibility_label(text);
    let cell = ui.new_child(builder);
    set_a11y_bounds(&cell, empty_rect);
    cell.ctx().accesskit_node_builder(cell.unique_id(), |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
    });
}

impl TableDelegate for DealTableDelegate<'_, '_> {
    fn prepare(&mut self, info: &PrefetchInfo) {
        let (start, end) = (info.visible_rows.start as usize, info.visible_rows.end as usize);
        self.built_rows = table::table_lines(self.frame.app, start..end);
        self.first_row = start;
        self.visible_columns = info.visible_columns.clone();
        if self.frame.app.table.first() != start {
            self.frame.state.table.scrolled_to = Some(start);
        }
    }

    fn header_cell_ui(&mut self, ui: &mut Ui, cell: &HeaderCellInfo) {
        let at = cell.col_range.start;
        let Some(header) = self.headers.get(at) else {
            return;
        };
        let (rect, clip) = (ui.max_rect(), ui.clip_rect());
        // A column hidden under the pinned one needs no drawing.
        if rect.intersect(clip).width() < 1.0 {
            return;
        }
        self.visible_headers.push((at, rect));
        let builder = UiBuilder::new()
            .max_rect(rect)
            .id_salt(header.column.name())
            .accessibility_parent(self.header_row);
        let mut ui = ui.new_child(builder);
        ui.set_clip_rect(clip);
        header::draw_header(&ui, self.frame, at, header, self.sort_key_count);
    }

    fn row_ui(&mut self, ui: &mut Ui, number: u64) {
        let Some(row) = self.row(number) else { return };
        let full_row = Rect::from_x_y_ranges(self.body.x_range(), ui.max_rect().y_range());
        // Rows that are built ahead but not visible must not appear to screen readers.
        if full_row.intersect(self.body).height() < 1.0 {
            return;
        }
        match row {
            LineView::Deal(row) => cells::draw_background(ui, self.frame, row, full_row),
            LineView::Heading(_) => headings::draw_background(ui, self.frame, full_row),
        }
        if self.row_nodes.contains_key(&number) {
            return;
        }
        let position = self.frame.messages.with(
            "card-position",
            &[("place", (number + 1).into()), ("total", (self.row_count as u64).into())],
        );
        let (name, selected) = match row {
            LineView::Deal(row) => (row.cells.first().map(|cell| cell.text.to_string()), row.selected),
            LineView::Heading(heading) => (Some(headings::a11y_text("", heading, 0)), false),
        };
        let name = name.map(|name| format!("{name} – {position}"));
        let columns = self.headers.len();
        let id = ui.unique_id();
        let row_node = ui.ctx().accesskit_node_builder(id, |node| {
            node.set_role(Role::Row);
            node.set_label(name.unwrap_or_default());
            node.set_row_index(number as usize);
            // Set the row's position and its number of cells.
            node.set_position_in_set(number as usize);
            node.set_size_of_set(columns);
            node.set_selected(selected);
        });
        set_a11y_bounds(ui, full_row.intersect(self.body));
        if row_node.is_some() {
            for (at, header) in self.headers.iter().enumerate().skip(1) {
                if !self.visible_columns.contains(&at)
                    && let Some(text) = self.cell_a11y_text(row, header, at)
                {
                    add_hidden_node(ui, id, (Role::Cell, at), &text);
                }
            }
        }
        self.row_nodes.insert(number, id);
    }

    fn cell_ui(&mut self, ui: &mut Ui, cell: &CellInfo) {
        self.scroll_to_column(ui, cell.col_nr, ui.max_rect().left());
        let Some(at) = usize::try_from(cell.row_nr).ok().and_then(|row| row.checked_sub(self.first_row))
        else {
            return;
        };
        let (Some(row), Some(header)) = (self.built_rows.get(at), self.headers.get(cell.col_nr)) else {
            return;
        };
        let rect = ui.max_rect();
        let clip = ui.clip_rect();
        if rect.intersect(self.body).height() < 1.0 {
            return;
        }
        if !rect.intersect(clip).is_positive() {
            if let (Some(parent), Some(text)) =
                (self.row_nodes.get(&cell.row_nr), self.cell_a11y_text(row, header, cell.col_nr))
            {
                add_hidden_node(ui, *parent, (Role::Cell, cell.col_nr), &text);
            }
            return;
        }
        let in_selection =
            |row: usize| self.cell_range.as_ref().is_some_and(|cells| cells.contains(row, cell.col_nr));
        let salt = match row {
            LineView::Deal(row) => row.id.to_string(),
            LineView::Heading(heading) => format!("group {}", heading.index),
        };
        let mut builder = UiBuilder::new().max_rect(rect).id_salt(salt);
        if let Some(parent) = self.row_nodes.get(&cell.row_nr) {
            builder = builder.accessibility_parent(*parent);
        }
        let mut ui = ui.new_child(builder);
        ui.set_clip_rect(clip);
        match row {
            LineView::Deal(row) => {
                let in_selection = in_selection(row.index);
                cells::draw_cell(&mut ui, self.frame, row, header, (cell.col_nr, in_selection));
            }
            LineView::Heading(heading) => {
                headings::draw_cell(&ui, self.frame, heading, &header.label, cell.col_nr);
            }
        }
    }

    fn default_row_height(&self) -> f32 {
        self.frame.theme.tokens.size.row
    }
}
