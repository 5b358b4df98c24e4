//! The table of a trend: one row per time, newest first, as many as fit.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::ROW;
use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::Pen;

/// Width of the time column.
const WHEN: f32 = 132.0;
/// Gap between two columns.
const APART: f32 = 8.0;

/// The values at a time.
#[derive(PartialEq)]
pub(super) struct Row {
    /// The formatted time.
    pub(super) when: String,
    /// The value of each column.
    pub(super) values: Vec<String>,
    /// The accessible text.
    pub(super) spoken: String,
}

/// Draws the table with a header for each column.
pub(super) fn table(ui: &Ui, pass: &Pass<'_>, body: Rect, names: &[&str], rows: &[Row]) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let wide = (body.width() - WHEN) / names.len().max(1) as f32;
    let cell = |row: Rect, at: usize| {
        let right = row.left() + WHEN + (at + 1) as f32 * wide;
        row.with_min_x(right - wide + APART).with_max_x(right)
    };
    let head = body.with_max_y(body.top() + ROW);
    let (face, quiet) = (Face::label(), ink.text_tertiary);
    pen.text(head, Align::Min, &pass.word("table-date"), face, quiet);
    for (at, name) in names.iter().enumerate() {
        pen.text(cell(head, at), Align::Max, name, Face::label(), quiet);
    }
    let fitting = ((body.height() - ROW) / ROW).floor().max(1.0) as usize;
    for (place, Row { when, values, spoken }) in rows.iter().take(fitting).enumerate() {
        let corner = pos2(body.left(), head.bottom() + place as f32 * ROW);
        let row = Rect::from_min_size(corner, vec2(body.width(), ROW));
        pen.rule(row.x_range(), row.top() + 0.5, ink.border);
        let moment = row.with_max_x(row.left() + WHEN);
        pen.text(moment, Align::Min, when, Face::small(), ink.text_secondary);
        for (at, value) in values.iter().enumerate() {
            pen.text(cell(row, at), Align::Max, value, Face::column(), ink.text);
        }
        let response = ui.interact(row, ui.scope_id().with(("point", place)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Row, true, format!("{when} – {spoken}")));
    }
}
