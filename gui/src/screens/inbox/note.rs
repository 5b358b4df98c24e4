//! The local note of a notification: a text box that a click opens for editing.

use crate::prelude::*;
use encours_core::app::screens::inbox::view::inbox::Preview;

/// Maximum number of visible lines.
const MAX_LINES: usize = 12;
const PAD: f32 = 10.0;

/// Draws the note from `y`. Returns its bottom edge.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, column: Rect, y: f32, view: &Preview) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let header = column.row(y, 20.0);
    let label = frame.action_name(ActionId::LocalNote);
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let title = painter.left(header, &label, strong, colors.text);
    let here = frame.message("inbox-note-here");
    painter.left(header.with_min_x(title.right() + 10.0), &here, TextStyle::small(), colors.text_tertiary);
    let key_cap = frame.key_cap(ActionId::LocalNote);
    let note: Vec<&str> = view.note.iter().map(|line| &**line).collect();
    let (text, color) = if note.is_empty() {
        let message = frame.messages.with("inbox-note-none", &[("key", key_cap.as_str().into())]);
        (message, colors.text_tertiary)
    } else {
        (note.join("\n"), colors.text)
    };
    let galley =
        painter.layout_wrapped(&text, TextStyle::body(), color, column.width() - 2.0 * PAD, MAX_LINES);
    let note_height = galley.size().y.max(40.0) + 2.0 * PAD;
    let note_rect =
        Rect::from_min_size(header.left_bottom() + vec2(0.0, 8.0), vec2(column.width(), note_height));
    let a11y_text = format!("{label} – {here} – {text}");
    let response = ui.click_area(note_rect, "note", Role::Button, &a11y_text);
    let fill = if response.hovered() { colors.hover } else { colors.surface };
    let radius = theme.tokens.radius.button;
    painter.framed_box(note_rect, radius, fill, colors.control);
    painter.ring(note_rect, radius, &response);
    painter.inner.galley(note_rect.min + vec2(PAD, PAD), galley, color);
    if response.clicked() {
        frame.request_command(ActionId::LocalNote);
    }
    note_rect.bottom()
}
