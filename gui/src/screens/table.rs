//! The table of deals: one row per deal, with the board's filter.
//!
//! Only visible rows are built. Widths, sort order and columns are part of the core's state, so that views restore them
//! and the terminal shows the same.

mod cells;
mod footer;
mod header;
mod rows;
mod widths;

use egui::accesskit::Role;
use egui::{Align, Id, Rect, Ui};
use egui_table::HeaderRow;
use encours_core::app::deals::table::table::TableViewport;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::shell::action::Action;
use encours_core::dataset::column::DealColumn;

use rows::DealTableDelegate;

use crate::frame_ctx::FrameCtx;
use crate::overlays::toasts;
use crate::widgets::{Painter, edge_fade, skeleton};

use super::pipeline::selection_bar;
use super::{UiState, board, labelled_part};

/// Space before the text of the pinned column, for the check box.
const CHECKBOX_SPACE: f32 = 36.0;
/// Returns the number of rows below an edge at a height above the status line.
fn rows_below(pass: &FrameCtx<'_>, high: f32) -> usize {
    let size = &pass.theme.tokens.size;
    ((high - size.row_foot).max(0.0) / size.row).ceil() as usize
}

/// State of the table that persists between frames.
#[derive(Debug, Default)]
pub struct TableUiState {
    /// The column whose header is dragged.
    dragged_column: Option<DealColumn>,
    /// The column being resized, with its current width.
    resized_column: Option<(DealColumn, f32)>,
    /// True while the user drags a cell selection.
    selects_cells: bool,
    /// The focus when last scrolled into view, and the number of visible rows.
    last_focus: Option<(usize, usize, usize)>,
    /// Number of rows at that time.
    row_count: usize,
    viewport: TableViewport,
    /// Width of each column as drawn, in terminal columns.
    drawn_widths: Vec<(DealColumn, u16)>,
    scrolled_to: Option<usize>,
    /// Area of the cell being edited, while it is visible.
    pub(crate) edited_cell: Option<Rect>,
}

impl TableUiState {
    /// Returns whether a column is dragged.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.dragged_column.is_some()
    }

    /// Cancels a drag without any change.
    pub(super) fn cancel_drag(&mut self) {
        self.dragged_column = None;
        self.selects_cells = false;
    }

    /// Returns the visible part of the table.
    #[must_use]
    pub fn viewport(&self) -> TableViewport {
        self.viewport
    }

    /// Returns the width of each column as drawn, in terminal columns.
    pub fn drawn_widths(&self) -> &[(DealColumn, u16)] {
        &self.drawn_widths
    }

    /// Returns the first visible row if it has changed.
    pub fn take_scrolled(&mut self) -> Option<usize> {
        self.scrolled_to.take()
    }
}

/// Returns the widget id of a cell. It gets egui's focus when the cell has the application's.
#[must_use]
pub fn cell_id(deal: &str, column: DealColumn) -> Id {
    Id::unique(("cell", deal, column.name()))
}

/// Draws the table.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, rect: Rect) {
    places.table.edited_cell = None;
    if board::draw_empty_state(ui, pass, rect, draw_placeholders) {
        return;
    }
    let size = &pass.theme.tokens.size;
    let foot = rect.with_min_y(rect.bottom() - size.row_foot);
    let body = rect.with_max_y(foot.top());
    let rows = pass.app.table.table().rows().len();
    let widths = widths::column_widths(pass.app, rect.width());
    let name = pass.messages.with("table-name", &[("n", (rows as u64).into())]);
    let mut child = labelled_part(ui, body, "table", Role::Grid, &name);
    child.ctx().accesskit_node_builder(child.unique_id(), |node| {
        node.set_row_count(rows);
        node.set_size_of_set(rows);
        node.set_column_count(widths.len());
    });
    Painter::new(child.painter(), pass.theme).fill(
        body.with_min_y(body.top() + size.row_head),
        0,
        pass.theme.colors.surface,
    );
    // Show the resize handles only under the pointer.
    child.visuals_mut().widgets.noninteractive.bg_stroke = egui::Stroke::NONE;
    let fitting = ((body.height() - size.row_head) / size.row).floor().max(1.0) as usize;
    places.table.viewport = TableViewport {
        rows: fitting,
        width: 1_000,
    };
    places.table.drawn_widths = widths::to_columns(pass.app, &widths);
    let shape = egui_table::Table::new()
        .id_salt("deals")
        // Add blank rows at the end, so that the last row can scroll above floating bars and toasts.
        .num_rows((rows + rows_below(pass, toasts::list_tail(pass))) as u64)
        .num_sticky_cols(1)
        .headers([HeaderRow::new(size.row_head)])
        .columns(widths::egui_columns(pass.app, &widths, rect.width()));
    let (shape, bring) = scroll_to_focus(shape, pass, places, fitting);
    let id = shape.get_id(&child);
    let head_row = header::header_row(&mut child, pass, body);
    extend_selection(&child, pass, &mut places.table, body, fitting);
    widths::apply_widths(&child, id, pass.app, &widths, rect.width());
    let mut in_sight = DealTableDelegate::new(
        pass,
        places,
        head_row,
        body,
        bring.map(|column| (column, &*widths)),
    );
    shape.show(&mut child, &mut in_sight);
    let shown = in_sight.visible_headers(&mut child);
    let pinned = shown
        .iter()
        .find(|(at, _)| *at == 0)
        .map_or(rect.left(), |(_, rect)| rect.right());
    header::draw_resize_handles(
        &mut child,
        pass,
        &mut places.table,
        (&shown, head_row),
        body,
        pinned,
    );
    header::update_drag(&child, pass, &mut places.table, &shown, body, pinned);
    widths::apply_resize(&child, id, pass, &mut places.table, &widths);
    let pen = Painter::new(ui.painter(), pass.theme);
    footer::show(ui, pass, foot, &shown, pinned);
    draw_fades(&pen, body, foot, &shown, pinned);
    pen.horizontal_line(
        body.x_range(),
        body.top() + size.row_head - 0.5,
        pass.theme.colors.border,
    );
    pen.vertical_line(pinned - 0.5, body.top()..=foot.bottom(), pass.theme.colors.border);
    selection_bar::show(ui, pass, body);
}

/// Fades clipped columns in header, rows and footer.
fn draw_fades(pen: &Painter<'_>, body: Rect, foot: Rect, shown: &[(usize, Rect)], pinned: f32) {
    let ink = &pen.theme.colors;
    let columns = shown.iter().filter(|(at, _)| *at > 0);
    let columns = columns.map(|(_, head)| head.with_max_y(foot.bottom()));
    let (left, right) = edge_fade::fade_areas(body.with_min_x(pinned).with_max_y(foot.bottom()), columns);
    let below = body.top() + pen.theme.tokens.size.row_head;
    for (edge, at_right) in [(left, false), (right, true)] {
        let Some(edge) = edge else { continue };
        edge_fade::paint(pen, edge.with_max_y(below - 1.0), ink.canvas, at_right);
        let rows = edge.with_min_y(below).with_max_y(foot.top());
        edge_fade::paint(pen, rows, ink.surface, at_right);
        edge_fade::paint(pen, edge.with_min_y(foot.top() + 1.0), ink.canvas, at_right);
    }
}

/// Scrolls the focus into view after a key, a move, or a loss of space. The table scrolls to its row, and the returned
/// column is to be scrolled into view.
fn scroll_to_focus(
    shape: egui_table::Table,
    pass: &FrameCtx<'_>,
    places: &mut UiState,
    fitting: usize,
) -> (egui_table::Table, Option<usize>) {
    let table = pass.app.table.table();
    let now = (table.index(), table.column, fitting);
    let before = places.table.last_focus.replace(now);
    let by_key = places.by_key && matches!(pass.app.cx.layer(), Layer::None);
    let moved = before.is_none_or(|seen| (seen.0, seen.1) != (now.0, now.1) || seen.2 > now.2);
    let count = table.rows().len();
    let fewer = std::mem::replace(&mut places.table.row_count, count) > count;
    // Rows under toasts and bars do not count as visible.
    let below = rows_below(pass, toasts::covered_height(pass));
    // If the table becomes shorter, scroll up instead of showing empty space.
    let last = count.saturating_sub(fitting.saturating_sub(below));
    if fewer && table.first() > last {
        let first = last.min(table.index()) as u64;
        return (shape.scroll_to_row(first, Some(Align::TOP)), Some(table.column));
    }
    if !(moved || by_key) || places.focused_by_pointer || count == 0 {
        return (shape, None);
    }
    let row = table.index() as u64;
    let shape = shape.scroll_to_rows(row..=row + below as u64, None);
    (shape, Some(table.column))
}

/// Extends a cell selection beyond the upper or lower edge; it ends when the button is released.
fn extend_selection(ui: &Ui, pass: &mut FrameCtx<'_>, place: &mut TableUiState, body: Rect, fitting: usize) {
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    place.selects_cells &= down;
    let (true, Some(at)) = (place.selects_cells, at) else {
        return;
    };
    let table = pass.app.table.table();
    let head = pass.theme.tokens.size.row_head;
    let row = if at.y > body.bottom() - 8.0 {
        (table.first() + fitting).max(table.index() + 1)
    } else if at.y < body.top() + head {
        table.first().min(table.index()).saturating_sub(1)
    } else {
        return;
    };
    if row != table.index() && row < table.rows().len() {
        let column = table.column;
        pass.request(Action::ExtendCellRange { row, column });
    }
    ui.ctx().request_repaint();
}

/// Draws placeholder rows before the first load.
fn draw_placeholders(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect) {
    let (size, ink) = (&pass.theme.tokens.size, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), pass.theme).clipped(rect);
    pen.fill(rect.with_min_y(rect.top() + size.row_head), 0, ink.surface);
    let mut y = rect.top() + size.row_head;
    let mut row: u8 = 0;
    while y < rect.bottom() {
        let wide = 120.0 + f32::from(row * 37 % 80);
        skeleton::paint_bar(
            &pen,
            egui::pos2(rect.left() + CHECKBOX_SPACE, y + 12.0),
            wide,
            8.0,
        );
        for column in 0..4 {
            let x = rect.left() + widths::MAX_FIRST_WIDTH + f32::from(column as u8) * 150.0;
            skeleton::paint_bar(&pen, egui::pos2(x, y + 12.0), 84.0, 8.0);
        }
        pen.horizontal_line(rect.x_range(), y + size.row - 0.5, ink.border);
        y += size.row;
        row = row.wrapping_add(1);
    }
}
