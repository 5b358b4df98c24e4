//! The drop indicator: a slot between cards, a marker at an edge, or a line.

use egui::{Align, Rect, pos2, vec2};

use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::Painter;

/// Draws the slot for a number of dropped deals; the cards after it make space.
pub(in crate::screens) fn draw_slot(painter: &Painter<'_>, frame: &FrameCtx<'_>, slot: Rect, count: usize) {
    let n = count as u64;
    let drop = frame.messages.with("drag-drop", &[("n", n.into())]);
    let sort = encours_core::app::deals::board::view::header::order_key_text(frame.app);
    let args = [("sort", sort.as_str().into())];
    draw_labelled_slot(painter, frame, slot, &drop, &frame.messages.with("drag-sorted-by", &args));
}

/// Draws a slot with any label and a note on the sort order.
pub(in crate::screens) fn draw_labelled_slot(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    slot: Rect,
    drop: &str,
    sorted: &str,
) {
    painter.drop_slot(slot, frame.theme.colors.accent);
    let row = |y: f32| {
        Rect::from_min_size(
            pos2(slot.left() + 8.0, slot.center().y + y - 8.0),
            vec2(slot.width() - 16.0, 16.0),
        )
    };
    let strong = TextStyle::small().with_weight(FontWeight::Medium);
    painter.text(row(-9.0), Align::Center, drop, strong, frame.theme.colors.accent_text);
    painter.text(row(9.0), Align::Center, sorted, TextStyle::small(), frame.theme.colors.text_secondary);
}

/// Draws a marker at the edge beyond which the slot lies, with the position's number.
pub(in crate::screens) fn draw_edge_marker(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    body: Rect,
    above: bool,
    message: &str,
) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let size = vec2(body.width() - 12.0, 30.0);
    let top = if above { body.top() + 4.0 } else { body.bottom() - size.y - 8.0 };
    let rect = Rect::from_min_size(pos2(body.left() + 6.0, top), size);
    painter.shadow(rect, theme.tokens.radius.card, theme.shadows.hover);
    painter.bordered_box(rect, theme.tokens.radius.card, colors.surface, theme.hairline(colors.accent));
    let icon = if above { Icon::ArrowUp } else { Icon::ArrowDown };
    painter.sized_icon(pos2(rect.left() + 16.0, rect.center().y), icon, 12.0, colors.accent_text);
    let text = rect.with_min_x(rect.left() + 28.0).with_max_x(rect.right() - 8.0);
    painter.text(
        text,
        Align::Min,
        message,
        TextStyle::small().with_weight(FontWeight::Medium),
        colors.accent_text,
    );
}

/// Draws a line between the cards of a swimlane, instead of a slot.
pub(super) fn draw_slot_line(painter: &Painter<'_>, frame: &FrameCtx<'_>, x: egui::Rangef, y: f32) {
    let line = Rect::from_x_y_ranges(x, y - 1.5..=y + 1.5);
    painter.fill(line, 1, frame.theme.colors.accent);
    painter.inner.circle_filled(pos2(x.min + 1.0, y), 4.0, frame.theme.colors.accent);
}
