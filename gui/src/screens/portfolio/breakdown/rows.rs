//! Rows of a breakdown: name, bar or code, count and share.

use crate::prelude::*;
use crate::widgets::BarColumns;
use egui::Rangef;
use encours_core::app::foundation::presentation::tiles::Bar;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::dataset::breakdown::Breakdown;

/// Returns the columns of a breakdown. Charts have a legend key before each name; tables only have the mark of a class.
pub(super) fn columns(painter: &Painter<'_>, view: &BreakdownView, inner: Rect, charted: bool) -> BarColumns {
    let lead = match (charted, view.kind) {
        (true, _) => 20.0,
        (false, Breakdown::Class) => 16.0,
        (false, _) => 0.0,
    };
    let range = Rangef::new(inner.left() + lead, inner.right());
    BarColumns::new(painter, &view.bars, range, ([18.0, 42.0], std::convert::identity), |space| space * 0.66)
}

pub(super) fn draw_bar_row(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    view: &BreakdownView,
    bar: &Bar,
    row: Rect,
    (columns, codes_below): (&BarColumns, bool),
) {
    let colors = &frame.theme.colors;
    let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
    let table = frame.app.portfolio.trend().is_table;
    if let (Some(code), true) = (class, table) {
        painter.class_swatch(row.near_left(5.0), code);
    }
    let mut label = columns.label_rect(row);
    let mut code = Rect::from_x_y_ranges(columns.bar..=columns.bar_end - 20.0, row.y_range());
    if codes_below {
        let lines = Rect::from_x_y_ranges(columns.label..=columns.bar_end - 24.0, row.y_range());
        (label, code) = (lines.with_max_y(row.center().y + 1.0), lines.with_min_y(row.center().y - 1.0));
    }
    let hidden = bar.hidden && !table;
    let color = if hidden { colors.text_tertiary } else { colors.text };
    painter.left(label, &bar.label, TextStyle::small(), color);
    if table {
        painter.left(code, &bar.code, TextStyle::code(), colors.text_tertiary);
    } else if hidden {
        let bar_rect = Rect::from_x_y_ranges(columns.bar..=columns.bar_end - 6.0, row.y_range());
        let hidden_text = frame.message("series-hidden");
        let fits = painter.text_width(&hidden_text, TextStyle::small()) <= bar_rect.width();
        let hidden_note = if fits { hidden_text } else { frame.message("series-hidden-short") };
        painter.left(bar_rect, &hidden_note, TextStyle::small(), colors.text_tertiary);
    } else {
        columns.draw_bar(painter, row, bar, class);
    }
    columns.draw_numbers(painter, row, &bar.count, &bar.share);
}

/// Draws the sum below the rows.
pub(super) fn draw_sum_row(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    view: &BreakdownView,
    row: Rect,
    columns: &BarColumns,
) {
    painter.horizontal_line(row.x_range(), row.top() + 0.5, frame.theme.colors.border_strong);
    let label = row.with_max_x(columns.bar_end - 24.0);
    painter.left(label, &frame.message("table-sum"), TextStyle::strong(), frame.theme.colors.text);
    columns.draw_numbers(painter, row, &view.sum, "");
}
