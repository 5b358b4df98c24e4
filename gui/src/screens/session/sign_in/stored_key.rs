//! Details of a stored key whose passphrase is requested: key, server and state of its file.
//!
//! The secret is unknown until the passphrase opens the file.

use encours_core::app::foundation::presentation::problem;

use crate::prelude::*;
use crate::window::{KnownKey, SealedFile};

const ROW_HEIGHT: f32 = 22.0;
/// Left edge of the values, after their labels.
const VALUE_X: f32 = 76.0;
/// Width of the icon before the state of the file.
const ICON_WIDTH: f32 = 20.0;

/// Draws the details from a point. Returns their bottom edge.
pub(crate) fn show(ui: &Ui, frame: &FrameCtx<'_>, known: &KnownKey, at: Pos2, width: f32) -> f32 {
    let Some(file) = &known.sealed_file else {
        return at.y;
    };
    let mut y = at.y + 8.0;
    for (key, value) in [("sign-in-kept-key", &known.key_id), ("sign-in-kept-service", &known.base_url)] {
        let row = rect_at(at.x, y, width, ROW_HEIGHT);
        draw_line(ui, frame, (key, SafeText::line(value).as_str()), row, 0.0);
        y = row.bottom();
    }
    let name = file.path.file_name().unwrap_or(file.path.as_os_str());
    let name = SafeText::line_within(&name.to_string_lossy(), 80);
    let key = if file.read_error.is_none() { "sign-in-kept-read" } else { "sign-in-kept-unread" };
    let state_text = frame.messages.with(key, &[("file", name.as_str().into())]);
    // Show file name and state in full, wrapped as needed.
    let available = width - VALUE_X - ICON_WIDTH;
    let painter = frame.painter(ui);
    let text_height = painter
        .layout_wrapped(&state_text, TextStyle::small(), frame.theme.colors.text, available, 4)
        .size()
        .y;
    let row = rect_at(at.x, y, width, ROW_HEIGHT.max(text_height + 6.0));
    let response = draw_line(ui, frame, ("sign-in-kept-file", &state_text), row, ICON_WIDTH);
    response.tooltip(SafeText::line(&file.path.to_string_lossy()));
    let painter = frame.painter(ui);
    let icon_pos = pos2(row.left() + VALUE_X + 7.0, row.top() + ROW_HEIGHT / 2.0);
    match file.read_error {
        None => painter.sized_icon(icon_pos, Icon::Check, 14.0, frame.theme.colors.accent_text),
        Some(_) => painter.sized_icon(icon_pos, Icon::Info, 14.0, frame.theme.band_colors.alert),
    }
    draw_read_error(&painter, frame, file, row)
}

/// Draws the reason why the file could not be read.
fn draw_read_error(painter: &Painter<'_>, frame: &FrameCtx<'_>, file: &SealedFile, row: Rect) -> f32 {
    let Some(unread) = &file.read_error else {
        return row.bottom();
    };
    let text = sentence(&problem::reason_text(frame.app.cx.lang(), unread));
    let left_x = row.left() + VALUE_X + ICON_WIDTH;
    let colors = frame.theme.colors.text_secondary;
    painter
        .block(pos2(left_x, row.bottom()), row.right() - left_x, &text, TextStyle::small(), colors)
        .bottom()
}

/// Draws a label and its value.
fn draw_line(ui: &Ui, frame: &FrameCtx<'_>, (key, value): (&str, &str), row: Rect, inset: f32) -> Response {
    let (painter, colors) = frame.painter_and_colors(ui);
    let label = frame.message(key);
    let names = row.with_max_x(row.left() + VALUE_X - 8.0).with_max_y(row.top() + ROW_HEIGHT);
    painter.left(names, &label, TextStyle::small(), colors.text_tertiary);
    let values = row.after(VALUE_X + inset);
    if row.height() > ROW_HEIGHT {
        painter.block(
            values.left_top() + vec2(0.0, 3.0),
            values.width(),
            value,
            TextStyle::small(),
            colors.text,
        );
    } else {
        painter.left(values, value, TextStyle::small(), colors.text);
    }
    ui.hover_area(row, ("kept", key), Role::Label, &format!("{label} – {value}"))
}
