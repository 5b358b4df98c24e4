//! The table of a trend: one row per time, newest first, as many as fit.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::ROW_HEIGHT;
use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::Painter;

/// Width of the time column.
const TIME_WIDTH: f32 = 132.0;
/// Gap between two columns.
const COLUMN_GAP: f32 = 8.0;

/// The values at a time.
#[derive(PartialEq)]
pub(super) struct TrendRow {
    /// The formatted time.
    pub(super) time: String,
    /// The value of each column.
    pub(super) values: Vec<String>,
    /// The accessible text.
    pub(super) a11y_text: String,
}

/// Draws the table with a header for each column.
pub(super) fn draw_table(ui: &Ui, pass: &FrameCtx<'_>, body: Rect, names: &[&str], rows: &[TrendRow]) {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let wide = (body.width() - TIME_WIDTH) / names.len().max(1) as f32;
    let cell = |row: Rect, at: usize| {
        let right = row.left() + TIME_WIDTH + (at + 1) as f32 * wide;
        row.with_min_x(right - wide + COLUMN_GAP).with_max_x(right)
    };
    let head = body.with_max_y(body.top() + ROW_HEIGHT);
    let (face, quiet) = (TextStyle::label(), ink.text_tertiary);
    pen.text(head, Align::Min, &pass.message("table-date"), face, quiet);
    for (at, name) in names.iter().enumerate() {
        pen.text(cell(head, at), Align::Max, name, TextStyle::label(), quiet);
    }
    let fitting = ((body.height() - ROW_HEIGHT) / ROW_HEIGHT).floor().max(1.0) as usize;
    for (
        place,
        TrendRow {
            time: when,
            values,
            a11y_text: spoken,
        },
    ) in rows.iter().take(fitting).enumerate()
    {
        let corner = pos2(body.left(), head.bottom() + place as f32 * ROW_HEIGHT);
        let row = Rect::from_min_size(corner, vec2(body.width(), ROW_HEIGHT));
        pen.horizontal_line(row.x_range(), row.top() + 0.5, ink.border);
        let moment = row.with_max_x(row.left() + TIME_WIDTH);
        pen.text(moment, Align::Min, when, TextStyle::small(), ink.text_secondary);
        for (at, value) in values.iter().enumerate() {
            pen.text(cell(row, at), Align::Max, value, TextStyle::column(), ink.text);
        }
        let response = ui.interact(row, ui.scope_id().with(("point", place)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Row, true, format!("{when} – {spoken}")));
    }
}
