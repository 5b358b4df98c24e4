//! The table of a trend: one row per time, newest first, as many as fit.

use crate::prelude::*;

use super::ROW_HEIGHT;

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
pub(super) fn draw_table(ui: &Ui, frame: &FrameCtx<'_>, body: Rect, names: &[&str], rows: &[TrendRow]) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let width = (body.width() - TIME_WIDTH) / names.len().max(1) as f32;
    let cell = |row: Rect, at: usize| {
        let right = row.left() + TIME_WIDTH + (at + 1) as f32 * width;
        row.with_min_x(right - width + COLUMN_GAP).with_max_x(right)
    };
    let header = body.top_part(ROW_HEIGHT);
    let (style, quiet) = (TextStyle::label(), colors.text_tertiary);
    painter.left(header, &frame.message("table-date"), style, quiet);
    for (at, name) in names.iter().enumerate() {
        painter.right(cell(header, at), name, TextStyle::label(), quiet);
    }
    let fitting = ((body.height() - ROW_HEIGHT) / ROW_HEIGHT).floor().max(1.0) as usize;
    for (row_index, TrendRow { time: when, values, a11y_text }) in rows.iter().take(fitting).enumerate() {
        let corner = pos2(body.left(), header.bottom() + row_index as f32 * ROW_HEIGHT);
        let row = Rect::from_min_size(corner, vec2(body.width(), ROW_HEIGHT));
        painter.horizontal_line(row.x_range(), row.top() + 0.5, colors.border);
        let row_time = row.with_max_x(row.left() + TIME_WIDTH);
        painter.left(row_time, when, TextStyle::small(), colors.text_secondary);
        for (at, value) in values.iter().enumerate() {
            painter.right(cell(row, at), value, TextStyle::column(), colors.text);
        }
        ui.describe(row, ("point", row_index), Role::Row, &format!("{when} – {a11y_text}"));
    }
}
