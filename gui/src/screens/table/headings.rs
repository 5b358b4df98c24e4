//! Headings of the table's groups: name and count in the pinned column, subtotals in the others.

use encours_core::app::deals::table::view::groups::HeadingRow;

use super::super::has_other_focus;
use super::CHECKBOX_SPACE;
use super::cells::PAD;
use crate::prelude::*;

/// Indent of a group inside another one.
const INDENT: f32 = 16.0;

/// Returns the accessible text of a cell of a heading.
pub(super) fn a11y_text(label: &str, heading: &HeadingRow, at: usize) -> String {
    match heading.cells.get(at) {
        _ if at == 0 => heading.a11y_text(),
        Some(subtotal) => format!("{label} – {subtotal}"),
        None => label.to_owned(),
    }
}

/// Draws the background of a heading.
pub(super) fn draw_background(ui: &Ui, frame: &FrameCtx<'_>, full_row: Rect) {
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.fill(full_row, 0, if ui.is_pointer_over(full_row) { colors.hover } else { colors.canvas });
    painter.horizontal_line(full_row.x_range(), full_row.bottom() - 0.5, colors.border);
}

/// Draws a cell of a heading. A click collapses or expands the group.
pub(super) fn draw_cell(ui: &Ui, frame: &mut FrameCtx<'_>, heading: &HeadingRow, label: &str, at: usize) {
    let rect = ui.max_rect();
    let id = Id::unique(("group", heading.index, at));
    let is_focused = heading.focused && at == 0;
    let sense = if is_focused { Sense::click() } else { Sense::CLICK };
    let role = if at == 0 { Role::RowHeader } else { Role::Cell };
    let response = ui.named_area(rect, id, sense, (role, &a11y_text(label, heading, at)));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_column_index(at);
        node.set_position_in_set(at);
        node.set_row_index(heading.index);
        if at == 0 {
            node.set_expanded(!heading.collapsed);
        }
    });
    let painter = frame.painter(ui).clipped(ui.clip_rect());
    let colors = &frame.theme.colors;
    let style = TextStyle::strong().with_weight(FontWeight::SemiBold);
    if at == 0 {
        let left = rect.left() + PAD + INDENT * heading.depth as f32;
        let icon = if heading.collapsed { Icon::Right } else { Icon::Down };
        painter.sized_icon(pos2(left + 10.0, rect.center().y), icon, 14.0, colors.text_secondary);
        let end = rect.right() - PAD;
        let count_width = painter.text_width(&heading.count, TextStyle::body()) + PAD;
        let name = rect.with_min_x(left + 24.0).with_max_x((end - count_width).max(left + 24.0));
        let drawn = painter.left(name, &heading.name, style, colors.text);
        let count = rect.with_min_x(drawn.right() + PAD).with_max_x(end);
        painter.left(count, &heading.count, TextStyle::body(), colors.text_secondary);
    } else if let Some(subtotal) = heading.cells.get(at) {
        painter.number(rect.narrowed(PAD), subtotal, style, colors.text);
    }
    if is_focused {
        if matches!(frame.app.cx.overlay(), Overlay::None) && frame.app.cx.screen() == Screen::Pipeline {
            frame.state.move_focus(&response);
        }
        let radius = f32::from(frame.theme.tokens.radius.chip);
        let ring = rect.shrink(1.0).with_min_x(rect.left() + CHECKBOX_SPACE / 2.0 - INDENT);
        let line =
            if has_other_focus(ui, id) { frame.theme.quiet_focus_ring() } else { frame.theme.focus_ring() };
        painter.inner.rect_stroke(ring, radius, line, StrokeKind::Inside);
    }
    if response.clicked() {
        frame.request(Action::ToggleGroup(heading.index));
    }
    input_queue::context_menu(&response).show(|ui| context_menu::group_menu(ui, frame));
}
