//! The drop indicator: a slot between cards, a marker at an edge, or a line.

use crate::prelude::*;

/// Draws the slot for a number of dropped deals; the cards after it make space.
pub(crate) fn draw_slot(painter: &Painter<'_>, frame: &FrameCtx<'_>, slot: Rect, count: usize) {
    let n = count as u64;
    let drop = frame.messages.with("drag-drop", &[("n", n.into())]);
    let sort = encours_core::app::deals::board::view::header::order_key_text(frame.app);
    let args = [("sort", sort.as_str().into())];
    draw_labelled_slot(painter, slot, &drop, &frame.messages.with("drag-sorted-by", &args));
}

/// Draws a slot with any label and a note on the sort order.
pub(crate) fn draw_labelled_slot(painter: &Painter<'_>, slot: Rect, drop: &str, sorted: &str) {
    painter.drop_slot(slot, painter.theme.colors.accent);
    let row = |y: f32| rect_at(slot.left() + 8.0, slot.center().y + y - 8.0, slot.width() - 16.0, 16.0);
    let strong = TextStyle::small().with_weight(FontWeight::Medium);
    painter.center(row(-9.0), drop, strong, painter.theme.colors.accent_text);
    painter.center(row(9.0), sorted, TextStyle::small(), painter.theme.colors.text_secondary);
}

/// Draws a marker at the edge beyond which the slot lies, with the position's number.
pub(crate) fn draw_edge_marker(painter: &Painter<'_>, body: Rect, above: bool, message: &str) {
    let (theme, colors) = (painter.theme, &painter.theme.colors);
    let size = vec2(body.width() - 12.0, 30.0);
    let top = if above { body.top() + 4.0 } else { body.bottom() - size.y - 8.0 };
    let rect = Rect::from_min_size(pos2(body.left() + 6.0, top), size);
    painter.shadow(rect, theme.tokens.radius.card, theme.shadows.hover);
    painter.framed_box(rect, theme.tokens.radius.card, colors.surface, colors.accent);
    let icon = if above { Icon::ArrowUp } else { Icon::ArrowDown };
    painter.sized_icon(rect.near_left(16.0), icon, 12.0, colors.accent_text);
    let text = rect.inset(28.0, 8.0);
    painter.left(text, message, TextStyle::small().with_weight(FontWeight::Medium), colors.accent_text);
}

/// Draws a line between the cards of a swimlane, instead of a slot.
pub(super) fn draw_slot_line(painter: &Painter<'_>, x: egui::Rangef, y: f32) {
    let line = Rect::from_x_y_ranges(x, y - 1.5..=y + 1.5);
    painter.fill(line, 1, painter.theme.colors.accent);
    painter.inner.circle_filled(pos2(x.min + 1.0, y), 4.0, painter.theme.colors.accent);
}
