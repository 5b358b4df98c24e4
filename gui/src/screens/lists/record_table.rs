//! A table of records of unknown structure.
//!
//! The first column is pinned, and only visible rows and columns are built. A clipped column fades out at its edge.

mod widths;

use egui::accesskit::Role;
use egui::{Align, Id, Rect, Sense, Ui, UiBuilder, WidgetInfo};
use egui_table::{CellInfo, HeaderCellInfo, HeaderRow, PrefetchInfo, TableDelegate};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::open_json::{RecordCell, RecordTable};

use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::screens::UiState;
use crate::theme::TextStyle;
use crate::widgets::{Painter, TooltipExt, edge_fade};

/// Padding before a cell's text. `FIRST_PAD` applies to the first column, which aligns with the pane's title.
const PAD: f32 = 8.0;
pub(in crate::screens) const FIRST_PAD: f32 = 13.0;
/// Space after the last row for the horizontal scroll bar.
const TAIL_SPACE: f32 = 12.0;

/// The part of a table to draw.
pub(in crate::screens) struct RecordTableView<'a> {
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
}

/// Returns the width of a table without truncation.
pub(in crate::screens) fn full_width(painter: &Painter<'_>, table: &RecordTable) -> f32 {
    widths::full_width(painter, table)
}

/// Draws a table of records.
pub(in crate::screens) fn show(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    ui_state: &mut UiState,
    rect: Rect,
    name: &str,
    grid: &RecordTableView<'_>,
) {
    if grid.table.columns.is_empty() {
        return;
    }
    let mut child = crate::screens::labelled_part(ui, rect, "records", Role::Table, name);
    child.ctx().accesskit_node_builder(child.unique_id(), |node| {
        node.set_row_count(grid.rows.len());
        node.set_column_count(grid.table.columns.len());
    });
    child.visuals_mut().widgets.noninteractive.bg_stroke = egui::Stroke::NONE;
    let size = &frame.theme.tokens.size;
    let mut shape = egui_table::Table::new()
        .id_salt(("records", grid.pane, name, grid.table.columns.len()))
        .num_rows(grid.rows.len() as u64)
        .num_sticky_cols(1)
        .headers([HeaderRow::new(size.row_head)]);
    let id = shape.get_id(&child);
    let natural = || widths::desired_widths(&Painter::new(child.painter(), frame.theme), grid.table);
    let (columns, overflows) = widths::set_widths(&child, id, natural, rect.width());
    let count = columns.len();
    shape = shape.columns(columns);
    if let Some(row) = grid.selected_row.filter(|row| *row < grid.rows.len())
        && ui_state
            .pane_state
            .bring_row(grid.pane, (row, grid.rows.len()), 0.0, size.row, ui_state.by_key)
            .is_some()
    {
        shape = shape.scroll_to_row(row as u64, None);
        if ui_state.by_key && grid.first_column + 1 < grid.table.columns.len() && grid.first_column > 0 {
            shape = shape.scroll_to_column(grid.first_column + 1, Some(Align::Min));
        }
    }
    let tail = if overflows { TAIL_SPACE } else { 0.0 };
    let mut delegate =
        RecordTableDelegate { frame, ui_state, view: grid, area: rect, tail, headers: Vec::new() };
    shape.show(&mut child, &mut delegate);
    let headers = delegate.headers;
    let painter = Painter::new(child.painter(), frame.theme).clipped(rect);
    draw_fades(&painter, rect, &headers);
    skip_resize_handles(&child, id, count);
}

/// Fades the edges of columns clipped by the pinned column or the right edge.
fn draw_fades(painter: &Painter<'_>, rect: Rect, headers: &[(usize, Rect)]) {
    let pinned = headers.iter().find(|(at, _)| *at == 0);
    let space = rect.with_min_x(pinned.map_or(rect.left(), |(_, header)| header.right()));
    let columns = headers.iter().filter(|(at, _)| *at > 0);
    let (left_fade, right_fade) =
        edge_fade::fade_areas(space, columns.map(|(_, header)| header.with_max_y(rect.bottom())));
    let colors = &painter.theme.colors;
    let below = rect.top() + painter.theme.tokens.size.row_head;
    if left_fade.is_some() {
        painter.vertical_line(space.left() - 0.5, rect.y_range(), colors.border);
    }
    for (edge, at_right) in [(left_fade, false), (right_fade, true)] {
        let Some(edge) = edge else { continue };
        edge_fade::paint(painter, edge.with_max_y(below - 1.0), colors.canvas, at_right);
        edge_fade::paint(painter, edge.with_min_y(below), colors.surface, at_right);
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
    ui_state: &'p mut UiState,
    view: &'p RecordTableView<'g>,
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

    /// Returns whether the pointer is over a row, in the pinned column or the others.
    fn is_row_hovered(&self, ui: &Ui, row: Rect) -> bool {
        let visible = row.intersect(ui.clip_rect());
        let full_row = Rect::from_x_y_ranges(self.area.x_range(), visible.y_range());
        let pointer = ui.ctx().pointer_hover_pos().filter(|at| full_row.contains(*at));
        pointer.is_some_and(|at| ui.ctx().layer_id_at(at) == Some(ui.layer_id()))
    }
}

impl TableDelegate for RecordTableDelegate<'_, '_, '_> {
    fn prepare(&mut self, _: &PrefetchInfo) {}

    fn header_cell_ui(&mut self, ui: &mut Ui, cell: &HeaderCellInfo) {
        let rect = ui.max_rect();
        let colors = &self.frame.theme.colors;
        let painter = Painter::new(ui.painter(), self.frame.theme).clipped(ui.clip_rect());
        painter.fill(rect, 0, colors.canvas);
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
        let response = ui.interact(rect, ui.scope_id().with("head"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, column.label.as_str()));
        if column.label.as_str() != column.field {
            response.tooltip(&column.field);
        }
    }

    fn row_ui(&mut self, ui: &mut Ui, number: u64) {
        let rect = self.row_rect(ui.max_rect());
        let is_selected = self.view.selected_row == Some(number as usize);
        let (theme, colors) = (self.frame.theme, &self.frame.theme.colors);
        let painter = Painter::new(ui.painter(), theme);
        if is_selected {
            painter.fill(rect, 0, if self.view.focused { colors.accent_soft } else { colors.pressed });
        } else if self.is_row_hovered(ui, rect) {
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
        let mut ui = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(("record", at, cell.col_nr)));
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
        let is_selected = self.view.selected_row == Some(at) && self.view.focused && cell.col_nr == 0;
        let id = Id::unique(("record-cell", self.view.pane, at, cell.col_nr));
        let sense = if is_selected { Sense::CLICK | Sense::FOCUSABLE } else { Sense::CLICK };
        let response = ui.interact(rect, id, sense);
        let name = format!("{} – {text}", column.label);
        let role = if cell.col_nr == 0 { Role::RowHeader } else { Role::Cell };
        response.widget_info(|| WidgetInfo::labeled(role, true, &name));
        if is_selected && matches!(self.frame.app.cx.overlay(), Overlay::None) {
            self.ui_state.roving_focus = Some(id);
            if self.ui_state.by_key {
                response.request_focus();
            }
        }
        let painter = Painter::new(ui.painter(), self.frame.theme).clipped(clip);
        let text_area = text_rect(rect, cell.col_nr, table.columns.len());
        if column.is_numeric {
            painter.number(text_area, text, TextStyle::body(), color);
        } else {
            painter.text(text_area, Align::Min, text, TextStyle::body(), color);
        }
        if self.view.selected_row.is_none() {
            return;
        }
        if response.clicked() {
            self.frame.request(Action::FocusLine { pane: self.view.pane, line: at });
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
