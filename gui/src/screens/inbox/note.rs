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
pub(super) fn show(ui: &Ui, pass: &mut FrameCtx<'_>, column: Rect, y: f32, view: &Preview) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let head = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 20.0));
    let label = pass.action_name(ActionId::LocalNote);
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let title = pen.text(head, Align::Min, &label, strong, ink.text);
    let here = pass.message("inbox-note-here");
    pen.text(
        head.with_min_x(title.right() + 10.0),
        Align::Min,
        &here,
        TextStyle::small(),
        ink.text_tertiary,
    );
    let cap = pass.key_cap(ActionId::LocalNote);
    let note: Vec<&str> = view.note.iter().map(|line| &**line).collect();
    let (text, color) = if note.is_empty() {
        let said = pass
            .messages
            .with("inbox-note-none", &[("key", cap.as_str().into())]);
        (said, ink.text_tertiary)
    } else {
        (note.join("\n"), ink.text)
    };
    let galley = pen.layout_wrapped(
        &text,
        TextStyle::body(),
        color,
        column.width() - 2.0 * PAD,
        MAX_LINES,
    );
    let tall = galley.size().y.max(40.0) + 2.0 * PAD;
    let place = Rect::from_min_size(head.left_bottom() + vec2(0.0, 8.0), vec2(column.width(), tall));
    let response = ui.interact(place, ui.scope_id().with("note"), Sense::click());
    let spoken = format!("{label} – {here} – {text}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let fill = if response.hovered() {
        ink.hover
    } else {
        ink.surface
    };
    let radius = look.tokens.radius.button;
    pen.bordered_box(place, radius, fill, look.hairline(ink.control));
    if response.has_focus() {
        pen.focus_ring(place, radius);
    }
    pen.inner.galley(place.min + vec2(PAD, PAD), galley, color);
    if response.clicked() {
        pass.request_command(ActionId::LocalNote);
    }
    place.bottom()
}
