//! Rows of a breakdown: name, bar or code, count and share.

use crate::prelude::*;
use encours_core::app::foundation::presentation::tiles::Bar;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::dataset::breakdown::Breakdown;

/// Column positions of a breakdown, common to all rows.
pub(super) struct BreakdownColumns {
    pub(super) label: f32,
    pub(super) bar: f32,
    pub(super) count: f32,
    share: f32,
}

impl BreakdownColumns {
    pub(super) fn new(painter: &Painter<'_>, view: &BreakdownView, (inner, charted): (Rect, bool)) -> Self {
        let widest = |style: TextStyle, text: fn(&Bar) -> &str| {
            view.bars.iter().map(|bar| painter.text_width(text(bar), style)).fold(0.0, f32::max)
        };
        let share_x = inner.right() - widest(TextStyle::small(), |bar| &bar.share).max(42.0) - 10.0;
        let count_x = share_x - widest(TextStyle::column(), |bar| &bar.count).max(18.0) - 12.0;
        // Charts have a legend key before each name; tables only have the mark of a class.
        let lead = match (charted, view.kind) {
            (true, _) => 20.0,
            (false, Breakdown::Class) => 16.0,
            (false, _) => 0.0,
        };
        let label_x = inner.left() + lead;
        let width = widest(TextStyle::small(), |bar| &bar.label).min((count_x - label_x) * 0.66);
        Self { label: label_x, bar: label_x + width + 12.0, count: count_x, share: share_x }
    }
}

pub(super) fn draw_bar_row(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    view: &BreakdownView,
    bar: &Bar,
    row: Rect,
    (columns, codes_below): (&BreakdownColumns, bool),
) {
    let colors = &frame.theme.colors;
    let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
    let table = frame.app.portfolio.trend().is_table;
    if let (Some(code), true) = (class, table) {
        painter.class_swatch(row.near_left(5.0), code);
    }
    let mut label = Rect::from_x_y_ranges(columns.label..=columns.bar - 8.0, row.y_range());
    let mut code = Rect::from_x_y_ranges(columns.bar..=columns.count - 20.0, row.y_range());
    if codes_below {
        let lines = Rect::from_x_y_ranges(columns.label..=columns.count - 24.0, row.y_range());
        (label, code) = (lines.with_max_y(row.center().y + 1.0), lines.with_min_y(row.center().y - 1.0));
    }
    let hidden = bar.hidden && !table;
    let color = if hidden { colors.text_tertiary } else { colors.text };
    painter.left(label, &bar.label, TextStyle::small(), color);
    if table {
        painter.left(code, &bar.code, TextStyle::code(), colors.text_tertiary);
        draw_numbers(painter, &bar.count, &bar.share, row, columns);
        return;
    }
    if hidden {
        let bar_rect = Rect::from_x_y_ranges(columns.bar..=columns.count - 6.0, row.y_range());
        let hidden_text = frame.message("series-hidden");
        let hidden_note = if painter.text_width(&hidden_text, TextStyle::small()) > bar_rect.width() {
            frame.message("series-hidden-short")
        } else {
            hidden_text
        };
        painter.left(bar_rect, &hidden_note, TextStyle::small(), colors.text_tertiary);
        draw_numbers(painter, &bar.count, &bar.share, row, columns);
        return;
    }
    let available = columns.count - columns.bar;
    let length = (available * bar.length.clamp(0.0, 1.0)).max(2.0);
    let height = frame.theme.tokens.size.bar;
    painter.breakdown_bar(rect_at(columns.bar, row.center().y - height / 2.0, length, height), class);
    draw_numbers(painter, &bar.count, &bar.share, row, columns);
}

fn draw_numbers(painter: &Painter<'_>, count: &str, share: &str, row: Rect, columns: &BreakdownColumns) {
    let colors = &painter.theme.colors;
    let cell_rect = Rect::from_x_y_ranges(columns.count - 20.0..=columns.share, row.y_range());
    painter.right(cell_rect, count, TextStyle::column(), colors.text);
    let cell_rect = Rect::from_x_y_ranges(columns.share + 4.0..=row.right(), row.y_range());
    painter.right(cell_rect, share, TextStyle::small(), colors.text_tertiary);
}

/// Draws the sum below the rows.
pub(super) fn draw_sum_row(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    view: &BreakdownView,
    inner: Rect,
    y: f32,
    columns: &BreakdownColumns,
) {
    let row = inner.row(y, frame.theme.tokens.size.bar_row);
    painter.horizontal_line(row.x_range(), row.top() + 0.5, frame.theme.colors.border_strong);
    let label = row.with_max_x(columns.count - 24.0);
    painter.left(label, &frame.message("table-sum"), TextStyle::strong(), frame.theme.colors.text);
    draw_numbers(painter, &view.sum, "", row, columns);
}
