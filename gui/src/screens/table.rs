//! The table of deals: one row per deal, with the board's filter.
//!
//! Only visible rows are built. Widths, sort order and columns are part of the core's state, so that views restore them
//! and the terminal shows the same.

mod cells;
mod footer;
mod header;
mod headings;
mod rows;
mod widths;

use egui_table::HeaderRow;
use encours_core::app::deals::table::table::TableViewport;

use rows::DealTableDelegate;

use crate::prelude::*;
use crate::widgets::{edge_fade, skeleton};

use super::pipeline::selection_bar;
use super::{board, labelled_part};

/// Space before the text of the pinned column, for the check box.
const CHECKBOX_SPACE: f32 = 36.0;
/// Returns the number of rows below an edge at a height above the status line.
fn rows_below(frame: &FrameCtx<'_>, edge_height: f32) -> usize {
    let size = &frame.theme.tokens.size;
    ((edge_height - size.row_footer).max(0.0) / size.row).ceil() as usize
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
    /// The visible part of the table.
    pub(crate) viewport: TableViewport,
    /// Width of each column as drawn, in terminal columns.
    pub(crate) drawn_widths: Vec<(DealColumn, u16)>,
    /// The first visible row if it has changed.
    pub(crate) scrolled_to: Option<usize>,
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
}

/// Returns the widget id of a cell. It gets egui's focus when the cell has the application's.
#[must_use]
pub fn cell_id(deal: &str, column: DealColumn) -> Id {
    Id::unique(("cell", deal, column.name()))
}

/// Draws the table.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    frame.state.table.edited_cell = None;
    if board::draw_empty_state(ui, frame, rect, draw_placeholders) {
        return;
    }
    let size = &frame.theme.tokens.size;
    let footer = rect.with_min_y(rect.bottom() - size.row_footer);
    let body = rect.with_max_y(footer.top());
    let rows = frame.app.table.line_count();
    let widths = widths::column_widths(frame.app, rect.width());
    let name = frame.messages.with("table-name", &[("n", (rows as u64).into())]);
    let mut child = labelled_part(ui, body, "table", Role::Grid, &name);
    child.ctx().accesskit_node_builder(child.unique_id(), |node| {
        node.set_row_count(rows);
        node.set_size_of_set(rows);
        node.set_column_count(widths.len());
    });
    frame.painter(&child).fill(body.below(size.row_header), 0, frame.theme.colors.surface);
    // Show the resize handles only under the pointer.
    child.visuals_mut().widgets.noninteractive.bg_stroke = Stroke::NONE;
    let fitting = ((body.height() - size.row_header) / size.row).floor().max(1.0) as usize;
    frame.state.table.viewport = TableViewport { rows: fitting, width: 1_000 };
    frame.state.table.drawn_widths = widths::to_columns(frame.app, &widths);
    let shape = egui_table::Table::new()
        .id_salt("deals")
        // Add blank rows at the end, so that the last row can scroll above floating bars and toasts.
        .num_rows((rows + rows_below(frame, toasts::covered_height(frame))) as u64)
        .num_sticky_cols(1)
        .headers([HeaderRow::new(size.row_header)])
        .columns(widths::egui_columns(frame.app, &widths, rect.width()));
    let (shape, bring) = scroll_to_focus(shape, frame, fitting);
    let id = shape.get_id(&child);
    let head_row = header::header_row(&mut child, frame, body);
    extend_selection(&child, frame, body, fitting);
    widths::apply_widths(&child, id, frame.app, &widths, rect.width());
    let mut in_sight = DealTableDelegate::new(frame, head_row, body, bring.map(|column| (column, &*widths)));
    shape.show(&mut child, &mut in_sight);
    let visible = in_sight.visible_headers(&mut child);
    let pinned = visible.iter().find(|(at, _)| *at == 0).map_or(rect.left(), |(_, rect)| rect.right());
    header::draw_resize_handles(&mut child, frame, (&visible, head_row), body, pinned);
    header::update_drag(&child, frame, &visible, body, pinned);
    widths::apply_resize(&child, id, frame, &widths);
    let painter = frame.painter(ui);
    footer::show(ui, frame, footer, &visible, pinned);
    draw_fades(&painter, body, footer, &visible, pinned);
    painter.horizontal_line(body.x_range(), body.top() + size.row_header - 0.5, frame.theme.colors.border);
    painter.vertical_line(pinned - 0.5, body.top()..=footer.bottom(), frame.theme.colors.border);
    selection_bar::show(ui, frame, body);
}

/// Fades clipped columns in header, rows and footer.
fn draw_fades(painter: &Painter<'_>, body: Rect, footer: Rect, visible: &[(usize, Rect)], pinned: f32) {
    let colors = &painter.theme.colors;
    let (space, height) =
        (body.with_min_x(pinned).with_max_y(footer.bottom()), painter.theme.tokens.size.row_header);
    let bands = [
        (space.top_part(height - 1.0), colors.canvas),
        (space.below(height).with_max_y(footer.top()), colors.surface),
        (space.with_min_y(footer.top() + 1.0), colors.canvas),
    ];
    edge_fade::paint_clipped(painter, space, visible, &bands);
}

/// Scrolls the focus into view after a key, a move, or a loss of space. The table scrolls to its row, and the returned
/// column is to be scrolled into view.
fn scroll_to_focus(
    shape: egui_table::Table,
    frame: &mut FrameCtx<'_>,
    fitting: usize,
) -> (egui_table::Table, Option<usize>) {
    let table = &frame.app.table;
    let now = (table.index(), table.column, fitting);
    let previous = frame.state.table.last_focus.replace(now);
    let by_key = frame.state.by_key && matches!(frame.app.cx.overlay(), Overlay::None);
    let has_moved = previous.is_none_or(|previous_focus| {
        (previous_focus.0, previous_focus.1) != (now.0, now.1) || previous_focus.2 > now.2
    });
    let count = table.line_count();
    let fewer = std::mem::replace(&mut frame.state.table.row_count, count) > count;
    // Rows under toasts and bars do not count as visible.
    let below = rows_below(frame, toasts::covered_height(frame));
    // If the table becomes shorter, scroll up instead of showing empty space.
    let last = count.saturating_sub(fitting.saturating_sub(below));
    if fewer && table.first() > last {
        let first = last.min(table.index()) as u64;
        return (shape.scroll_to_row(first, Some(Align::TOP)), Some(table.column));
    }
    if !(has_moved || by_key) || frame.state.focused_by_pointer || count == 0 {
        return (shape, None);
    }
    let row = table.index() as u64;
    let shape = shape.scroll_to_rows(row..=row + below as u64, None);
    (shape, Some(table.column))
}

/// Extends a cell selection beyond the upper or lower edge; it ends when the button is released.
fn extend_selection(ui: &Ui, frame: &mut FrameCtx<'_>, body: Rect, fitting: usize) {
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    frame.state.table.selects_cells &= down;
    let (true, Some(at)) = (frame.state.table.selects_cells, at) else {
        return;
    };
    let table = &frame.app.table;
    let header_height = frame.theme.tokens.size.row_header;
    let row = if at.y > body.bottom() - 8.0 {
        (table.first() + fitting).max(table.index() + 1)
    } else if at.y < body.top() + header_height {
        table.first().min(table.index()).saturating_sub(1)
    } else {
        return;
    };
    if row != table.index() && row < table.line_count() {
        let column = table.column;
        frame.request(Action::ExtendCellRange { row, column });
    }
    ui.ctx().request_repaint();
}

/// Draws placeholder rows before the first load.
fn draw_placeholders(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect) {
    let (size, colors) = (&frame.theme.tokens.size, &frame.theme.colors);
    let painter = frame.painter(ui).clipped(rect);
    painter.fill(rect.below(size.row_header), 0, colors.surface);
    let mut y = rect.top() + size.row_header;
    let mut row: u8 = 0;
    while y < rect.bottom() {
        let width = 120.0 + f32::from(row * 37 % 80);
        skeleton::paint_bar(&painter, pos2(rect.left() + CHECKBOX_SPACE, y + 12.0), width, 8.0);
        for column in 0..4 {
            let x = rect.left() + widths::MAX_FIRST_WIDTH + f32::from(column as u8) * 150.0;
            skeleton::paint_bar(&painter, pos2(x, y + 12.0), 84.0, 8.0);
        }
        painter.horizontal_line(rect.x_range(), y + size.row - 0.5, colors.border);
        y += size.row;
        row = row.wrapping_add(1);
    }
}
