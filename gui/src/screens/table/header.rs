//! The column headers: a click sorts, Shift+click adds a sort key, a drag moves the column.
//!
//! The context menu offers the same actions as the keys.

use egui::CursorIcon;
use encours_core::app::deals::table::view::table::HeaderCell;

use super::widths::{MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH};
use super::{CHECKBOX_SPACE, cells};
use crate::prelude::*;

/// Creates the accessible row of the headers. It is created before any table row, so that it comes first in reading
/// order.
pub(super) fn header_row(ui: &mut Ui, frame: &FrameCtx<'_>, body: Rect) -> egui::Id {
    let rect = body.top_part(frame.theme.tokens.size.row_header);
    let name = frame.message("table-heads").into_owned();
    let row = ui.named_part(rect, "heads", (Role::Row, &name), rect);
    set_a11y_count(&row, frame.app.table.columns.len());
    row.unique_id()
}

/// Returns the accessible text of a header: column, sort direction and rank.
pub(super) fn a11y_text(frame: &FrameCtx<'_>, header: &HeaderCell, keys: usize) -> String {
    let Some((rank, descending)) = header.sort_position else {
        return header.label.clone();
    };
    let direction_text = frame.message(if descending { "sorted-falling" } else { "sorted-rising" });
    if keys < 2 {
        return format!("{} – {direction_text}", header.label);
    }
    let args = [("rank", (rank as u64).into()), ("keys", (keys as u64).into())];
    format!("{} – {direction_text}, {}", header.label, frame.messages.with("sorted-rank", &args))
}

/// Half width of the area in which the border between two headers can be dragged.
const GRIP_HALF_WIDTH: f32 = 6.0;

/// Draws the resize handles at the right borders of the visible headers. They lie above both adjacent headers.
pub(super) fn draw_resize_handles(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    (visible, row): (&[(usize, Rect)], egui::Id),
    body: Rect,
    pinned: f32,
) {
    let builder = UiBuilder::new().id_salt("edges").max_rect(body).accessibility_parent(row);
    let ui = ui.new_child(builder);
    for (at, rect) in visible {
        // A border scrolled under the pinned column is not visible.
        let is_visible =
            (*at == 0 || rect.right() > pinned + GRIP_HALF_WIDTH) && rect.right() <= body.right();
        if let Some(column) = frame.app.table.columns.get(*at).filter(|_| is_visible) {
            draw_resize_handle(&ui, frame, *column, *rect);
        }
    }
}

/// Draws the resize handle of a header. Keys resize columns too, so the handle is not a tab stop.
fn draw_resize_handle(ui: &Ui, frame: &mut FrameCtx<'_>, column: DealColumn, rect: Rect) {
    let line = rect.with_min_x(rect.right());
    let grip = line.expand2(vec2(GRIP_HALF_WIDTH, 0.0)).intersect(ui.clip_rect());
    let label = column.label(frame.app.cx.lang(), false);
    let name = frame.messages.with("column-edge", &[("column", label.as_str().into())]);
    let id = ui.scope_id().with(("edge", column.name()));
    let response = ui.named_area(grip, id, Sense::DRAG, (Role::Splitter, &name));
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeColumn);
    if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        let width = (at.x - rect.left()).clamp(MIN_COLUMN_WIDTH, MAX_COLUMN_WIDTH);
        frame.state.table.resized_column = Some((column, width));
    }
    if response.hovered() || response.dragged() {
        let painter = frame.painter(ui).clipped(ui.clip_rect());
        let line = line.expand2(vec2(1.0, 0.0)).shrink2(vec2(0.0, 6.0));
        painter.fill(line, 1, frame.theme.colors.accent);
    }
}

/// Draws a header.
pub(super) fn draw_header(ui: &Ui, frame: &mut FrameCtx<'_>, at: usize, header: &HeaderCell, keys: usize) {
    let rect = ui.max_rect();
    let id = ui.scope_id().with(("head", header.column.name()));
    let name = a11y_text(frame, header, keys);
    let response = ui.named_area(rect, id, Sense::CLICK | Sense::DRAG, (Role::ColumnHeader, &name));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
        if let Some((_, descending)) = header.sort_position {
            node.set_sort_direction(cells::sort_direction(descending));
        }
    });
    let (painter, colors) = frame.painter_and_colors(ui);
    let painter = painter.clipped(ui.clip_rect());
    painter.fill(rect, 0, if response.hovered() { colors.hover } else { colors.canvas });
    let mut inner = rect.narrowed(8.0);
    if at == 0 {
        draw_select_all(ui, frame, rect);
        inner.min.x = rect.left() + CHECKBOX_SPACE + 8.0;
    }
    let color = if header.sort_position.is_some() { colors.text } else { colors.text_secondary };
    let style = TextStyle::label();
    let mark = header
        .sort_position
        .map(|(rank, descending)| (rank, if descending { Icon::ArrowDown } else { Icon::ArrowUp }));
    let available = if mark.is_some() { 14.0 + if keys > 1 { 8.0 } else { 0.0 } } else { 0.0 };
    let align = if header.column.is_number() { Align::Max } else { Align::Min };
    let label = if painter.text_width(&header.label, style) <= inner.width() - available {
        &header.label
    } else {
        &header.short
    };
    let text = inner.with_max_x(inner.right() - available);
    let text = painter.text(text, align, label, style, color);
    if let Some((rank, icon)) = mark {
        painter.sized_icon(pos2(text.right() + 9.0, rect.center().y), icon, 12.0, colors.text);
        if keys > 1 {
            let digit = rect_at(text.right() + 15.0, rect.top(), 10.0, rect.height());
            painter.left(digit, &rank.to_string(), TextStyle::label(), colors.text_tertiary);
        }
    }
    if response.clicked() {
        let also = ui.input(|input| input.modifiers.shift);
        frame.request(Action::FocusTableColumn(at));
        frame.request(Action::SortBy { column: header.column, keep_previous: also });
    }
    if response.drag_started_by(egui::PointerButton::Primary) {
        frame.state.table.dragged_column = Some(header.column);
    }
    if response.secondary_clicked() {
        frame.request(Action::FocusTableColumn(at));
    }
    response.context_menu(|ui| context_menu::column_menu(ui, frame, at, header.column));
    if frame.state.table.dragged_column.is_none() && header.label != *label {
        response.tooltip(&header.label);
    }
}

/// Draws the check box for all visible rows.
fn draw_select_all(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let rows = frame.app.table.rows().len();
    let ticked = if frame.app.pipeline.selection().is_empty() {
        CheckState::No
    } else {
        let summary = frame.app.selection_summary();
        match summary.count - summary.hidden {
            0 => CheckState::No,
            selected_count if selected_count == rows => CheckState::All,
            _ => CheckState::Partial,
        }
    };
    let checkbox_rect = rect.with_max_x(rect.left() + CHECKBOX_SPACE);
    let response = ui.interact(checkbox_rect, ui.scope_id().with("all"), Sense::CLICK);
    let name = frame.action_name(ActionId::SelectAll);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, ticked == CheckState::All, &name));
    let painter = frame.painter(ui).clipped(ui.clip_rect());
    checkbox::paint(&painter, rect.near_left(24.0), ticked, response.hovered());
    if response.tooltip(name).clicked() {
        frame.request_command(if ticked == CheckState::All {
            ActionId::ClearSelection
        } else {
            ActionId::SelectAll
        });
    }
}

/// Handles a dragged header: marks the drop position, and moves the column when the button is released.
pub(super) fn update_drag(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    visible: &[(usize, Rect)],
    body: Rect,
    pinned: f32,
) {
    let Some(column) = frame.state.table.dragged_column else {
        return;
    };
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    let Some(at) = at else { return };
    // Scrolled columns lie under the pinned one.
    let is_visible = |column: usize| column == 0 || at.x >= pinned;
    let target = visible.iter().find(|(column, rect)| is_visible(*column) && rect.x_range().contains(at.x));
    let drop_column = target.map(|(column, rect)| {
        let after = at.x > rect.center().x;
        (if after { column + 1 } else { *column }, if after { rect.right() } else { rect.left() })
    });
    if !down {
        frame.state.table.dragged_column = None;
        if let Some((drop_column, _)) = drop_column {
            frame.request(Action::MoveColumn { column, before: drop_column });
        }
        return;
    }
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    if let Some((_, x)) = drop_column {
        painter.fill(Rect::from_x_y_ranges(x - 1.0..=x + 1.0, body.y_range()), 1, colors.accent);
    }
    let label = column.label(frame.app.cx.lang(), false);
    let width = painter.text_width(&label, TextStyle::strong()).ceil() + 24.0;
    let chip = rect_at(at.x - width / 2.0, body.top() + 4.0, width, 26.0);
    painter.shadow(chip, theme.tokens.radius.button, theme.shadows.drag);
    painter.framed_box(chip, theme.tokens.radius.button, colors.raised, colors.accent);
    painter.center(chip, &label, TextStyle::strong(), colors.text);
}
