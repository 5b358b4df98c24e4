//! A failure for the user: event, stored data, the server's message, and advice.

use crate::prelude::*;
use encours_core::app::foundation::presentation::problem::ProblemView;

/// Width of the labels before their values.
const LABEL_WIDTH: f32 = 100.0;

/// Paints a failure from its upper left corner. Returns its height.
pub fn paint(
    painter: &Painter<'_>,
    at: Pos2,
    width: f32,
    messages: &'static Messages,
    problem: &ProblemView,
) -> f32 {
    let (colors, alert) = (&painter.theme.colors, painter.theme.band_colors.alert);
    let mut y = at.y;
    painter.icon(pos2(at.x + 8.0, y + 9.0), Icon::Info, alert);
    let title = painter.block(
        pos2(at.x + 24.0, y),
        width - 24.0,
        &problem.title,
        TextStyle::body().with_weight(FontWeight::SemiBold),
        colors.text,
    );
    y = title.bottom() + 6.0;
    if !problem.safe_data.is_empty() {
        let stored_rect =
            painter.block(pos2(at.x, y), width, &problem.safe_data, TextStyle::body(), colors.text_secondary);
        y = stored_rect.bottom() + 8.0;
    }
    for fact in problem.details(messages) {
        let row = rect_at(at.x, y, LABEL_WIDTH - 8.0, 18.0);
        painter.left(row, &fact.label, TextStyle::small(), colors.text_tertiary);
        let style = if fact.verbatim { TextStyle::code() } else { TextStyle::small() };
        let value = pos2(at.x + LABEL_WIDTH, y + 1.0);
        let block = painter.block(value, width - LABEL_WIDTH, &fact.value, style, colors.text);
        y = block.bottom() + 3.0;
    }
    y += 5.0;
    painter.block(pos2(at.x, y), width, &problem.next_step, TextStyle::body(), colors.text_secondary).bottom()
        - at.y
}
