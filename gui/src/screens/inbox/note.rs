//! The local note of a notification: a text box that a click opens for editing.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::view::inbox::Preview;

use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, TextStyle};
use crate::widgets::Painter;

/// Maximum number of visible lines.
const MAX_LINES: usize = 12;
const PAD: f32 = 10.0;

/// Draws the note from `y`. Returns its bottom edge.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, column: Rect, y: f32, view: &Preview) -> f32 {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let header = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 20.0));
    let label = frame.action_name(ActionId::LocalNote);
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let title = painter.text(header, Align::Min, &label, strong, colors.text);
    let here = frame.message("inbox-note-here");
    painter.text(
        header.with_min_x(title.right() + 10.0),
        Align::Min,
        &here,
        TextStyle::small(),
        colors.text_tertiary,
    );
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
    let response = ui.interact(note_rect, ui.scope_id().with("note"), Sense::click());
    let a11y_text = format!("{label} – {here} – {text}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &a11y_text));
    let fill = if response.hovered() { colors.hover } else { colors.surface };
    let radius = theme.tokens.radius.button;
    painter.bordered_box(note_rect, radius, fill, theme.hairline(colors.control));
    if response.has_focus() {
        painter.focus_ring(note_rect, radius);
    }
    painter.inner.galley(note_rect.min + vec2(PAD, PAD), galley, color);
    if response.clicked() {
        frame.request_command(ActionId::LocalNote);
    }
    note_rect.bottom()
}
