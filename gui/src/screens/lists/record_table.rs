//! A table of records of unknown structure.
//!
//! The first column is pinned, and only visible rows and columns are built. A clipped column fades out at its edge.

mod widths;

pub(crate) use widths::full_width;

use egui_table::{CellInfo, HeaderCellInfo, HeaderRow, PrefetchInfo, TableDelegate};
use encours_core::open_json::{RecordCell, RecordTable};

use crate::prelude::*;
use crate::widgets::edge_fade;

/// Padding before a cell's text. `FIRST_PAD` applies to the first column, which aligns with the pane's title.
const PAD: f32 = 8.0;
pub(crate) const FIRST_PAD: f32 = 13.0;
/// Space after the last row for the horizontal scroll bar.
const TAIL_SPACE: f32 = 12.0;

/// The part of a table to draw.
pub(crate) struct RecordGrid<'a> {
    /// The table.
    pub table: &'a RecordTable,
    /// Indices of the rows to show.
    pub rows: &'a [usize],
    /// The selected one of them, if any.
    pub selected_row: Option<usize>,
    /// The first column shown beside the pinned one.
    pub first_column: usize,
    /// Number of the pane.
    pub pane: usize,
    /// True if the pane has the focus.
    pub focused: bool,
    /// The focused column of a sheet, whose cells are focused one by one.
    pub focused_column: Option<usize>,
}

/// Draws a table of records.
pub(crate) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, name: &str, grid: &RecordGrid<'_>) {
    // While egui measures a new layer, its table would take columns of no width for widths that the user set.
    if grid.table.columns.is_empty() || ui.is_sizing_pass() {
        return;
    }
    let mut child = crate::screens::labelled_part(ui, rect, "records", Role::Table, name);
    child.ctx().accesskit_node_builder(child.unique_id(), |node| {
        node.set_row_count(grid.rows.len());
        node.set_column_count(grid.table.columns.len());
    });
    child.visuals_mut().widgets.noninteractive.bg_stroke = Stroke::NONE;
    let size = &frame.theme.tokens.size;
    let mut shape = egui_table::Table::new()
        .id_salt(("records", grid.pane, name, grid.table.columns.len()))
        .num_rows(grid.rows.len() as u64)
        .num_sticky_cols(1)
        .headers([HeaderRow::new(size.row_header)]);
    let id = shape.get_id(&child);
    let natural = || widths::desired_widths(&frame.painter(&child), grid.table);
    let (columns, overflows) = widths::set_widths(&child, id, natural, rect.width());
    let count = columns.len();
    shape = shape.columns(columns);
    if let Some(row) = grid.selected_row.filter(|row| *row < grid.rows.len())
        && frame.bring_row(grid.pane, (row, grid.rows.len()), 0.0, size.row).is_some()
    {
        shape = shape.scroll_to_row(row as u64, None);
        if let Some(column) = grid.focused_column.filter(|column| *column > 0 && frame.state.by_key) {
            shape = shape.scroll_to_column(column, None);
        } else if frame.state.by_key
            && grid.first_column + 1 < grid.table.columns.len()
            && grid.first_column > 0
        {
            shape = shape.scroll_to_column(grid.first_column + 1, Some(Align::Min));
        }
    }
    let tail = if overflows { TAIL_SPACE } else { 0.0 };
    let mut delegate = RecordTableDelegate { frame, view: grid, area: rect, tail, headers: Vec::new() };
    shape.show(&mut child, &mut delegate);
    let headers = delegate.headers;
    let painter = frame.painter(&child).clipped(rect);
    draw_fades(&painter, rect, &headers);
    skip_resize_handles(&child, id, count);
}

/// Fades the edges of columns clipped by the pinned column or the right edge.
fn draw_fades(painter: &Painter<'_>, rect: Rect, headers: &[(usize, Rect)]) {
    let pinned = headers.iter().find(|(at, _)| *at == 0);
    let space = rect.with_min_x(pinned.map_or(rect.left(), |(_, header)| header.right()));
    let (colors, height) = (&painter.theme.colors, painter.theme.tokens.size.row_header);
    let bands = [(space.top_part(height - 1.0), colors.canvas), (space.below(height), colors.surface)];
    if edge_fade::paint_clipped(painter, space, headers, &bands) {
        painter.vertical_line(space.left() - 0.5, rect.y_range(), colors.border);
    }
}

/// Moves the focus past the resize handles. egui makes each a tab stop, but they have no name and ignore keys.
fn skip_resize_handles(ui: &Ui, table: Id, columns: usize) {
    let focused = ui.memory(egui::Memory::focused);
    let mut edges = (0..columns).map(|at| table.with(Id::unique(at)).with("resize"));
    if focused.is_some_and(|focused| edges.any(|edge| edge == focused)) {
        input_queue::skip_widget(ui.ctx());
    }
}

/// Returns the area of a cell's text.
fn text_rect(cell: Rect, column: usize, count: usize) -> Rect {
    cell.with_min_x(cell.left() + widths::left_padding(column))
        .with_max_x(cell.right() - widths::right_padding(column, count))
}

struct RecordTableDelegate<'p, 'a, 'g> {
    frame: &'p mut FrameCtx<'a>,
    view: &'p RecordGrid<'g>,
    /// Area of the table.
    area: Rect,
    /// Space after the last row.
    tail: f32,
    /// The visible column headers with their areas.
    headers: Vec<(usize, Rect)>,
}

impl RecordTableDelegate<'_, '_, '_> {
    /// Returns a row without the space after the last one, which egui's table includes.
    fn row_rect(&self, rect: Rect) -> Rect {
        rect.with_max_y(rect.top() + self.default_row_height())
    }
}

impl TableDelegate for RecordTableDelegate<'_, '_, '_> {
    fn prepare(&mut self, _: &PrefetchInfo) {}

    fn header_cell_ui(&mut self, ui: &mut Ui, cell: &HeaderCellInfo) {
        let rect = ui.max_rect();
        let colors = &self.frame.theme.colors;
        let painter = Painter::new(ui.painter(), self.frame.theme).clipped(ui.clip_rect());
        let is_focused = self.view.focused_column == Some(cell.col_range.start);
        painter.fill(rect, 0, if is_focused { colors.accent_soft } else { colors.canvas });
        painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
        let Some(column) = self.view.table.columns.get(cell.col_range.start) else {
            return;
        };
        self.headers.push((cell.col_range.start, rect));
        let align = if column.is_numeric { Align::Max } else { Align::Min };
        painter.text(
            text_rect(rect, cell.col_range.start, self.view.table.columns.len()),
            align,
            &column.label,
            TextStyle::label(),
            colors.text_secondary,
        );
        let response = ui.hover_area(rect, "head", Role::ColumnHeader, column.label.as_str());
        if column.label.as_str() != column.field {
            response.tooltip(&column.field);
        }
    }

    fn row_ui(&mut self, ui: &mut Ui, number: u64) {
        let rect = self.row_rect(ui.max_rect());
        let is_selected = self.view.selected_row == Some(number as usize);
        let (theme, colors) = (self.frame.theme, &self.frame.theme.colors);
        let painter = Painter::new(ui.painter(), theme);
        // The row extends over the pinned column and the others.
        let visible = Rect::from_x_y_ranges(self.area.x_range(), rect.intersect(ui.clip_rect()).y_range());
        if is_selected {
            painter.fill(rect, 0, if self.view.focused { colors.accent_soft } else { colors.pressed });
        } else if ui.is_pointer_over(visible) {
            painter.fill(rect, 0, colors.hover);
        }
        painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    }

    fn cell_ui(&mut self, ui: &mut Ui, cell: &CellInfo) {
        let at = cell.row_nr as usize;
        let (table, rows) = (self.view.table, self.view.rows);
        let Some(cell_text) = rows.get(at).and_then(|row| table.rows.get(*row)?.get(cell.col_nr)) else {
            return;
        };
        let Some(column) = table.columns.get(cell.col_nr) else {
            return;
        };
        let rect = self.row_rect(ui.max_rect());
        let clip = ui.clip_rect();
        let mut ui = ui.part(rect, ("record", at, cell.col_nr));
        ui.set_clip_rect(clip);
        let colors = &self.frame.theme.colors;
        let absent = self.frame.message("absent-not-provided-short").into_owned();
        let (text, color) = match cell_text {
            RecordCell::Value(value) => {
                (value.as_str(), if cell.col_nr == 0 { colors.text } else { colors.text_secondary })
            }
            RecordCell::Null => (absent.as_str(), colors.text_tertiary),
            RecordCell::Absent => ("", colors.text_tertiary),
        };
        let is_selected = self.view.selected_row == Some(at)
            && self.view.focused
            && cell.col_nr == self.view.focused_column.unwrap_or(0);
        let id = Id::unique(("record-cell", self.view.pane, at, cell.col_nr));
        let sense = if is_selected { Sense::click() } else { Sense::CLICK };
        let name = format!("{} – {text}", column.label);
        let role = if cell.col_nr == 0 { Role::RowHeader } else { Role::Cell };
        let response = ui.named_area(rect, id, sense, (role, &name));
        self.frame.follow_focus(&response, is_selected);
        if is_selected && self.view.focused_column.is_some() && self.frame.state.by_key {
            response.request_focus();
        }
        let painter = Painter::new(ui.painter(), self.frame.theme).clipped(clip);
        let text_area = text_rect(rect, cell.col_nr, table.columns.len());
        if column.is_numeric {
            painter.number(text_area, text, TextStyle::body(), color);
        } else {
            painter.left(text_area, text, TextStyle::body(), color);
        }
        if self.view.selected_row.is_none() {
            return;
        }
        if response.clicked() {
            self.frame.request(match self.view.focused_column {
                Some(_) => Action::FocusSheetCell(at, cell.col_nr),
                None => Action::FocusLine { pane: self.view.pane, line: at },
            });
        }
        if response.double_clicked() {
            self.frame.request_command(ActionId::Open);
        }
    }

    fn default_row_height(&self) -> f32 {
        self.frame.theme.tokens.size.row
    }

    fn row_top_offset(&self, _: &egui::Context, _: Id, row: u64) -> f32 {
        let end = row >= self.view.rows.len() as u64;
        row as f32 * self.default_row_height() + if end { self.tail } else { 0.0 }
    }
}
