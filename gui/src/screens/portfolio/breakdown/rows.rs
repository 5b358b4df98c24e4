//! Rows of a breakdown: name, bar or code, count and share.

use egui::{Align, Rect, pos2, vec2};
use encours_core::app::foundation::presentation::bar::Bar;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::dataset::breakdown::Breakdown;

use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::Painter;

/// Column positions of a breakdown, common to all rows.
pub(super) struct BreakdownColumns {
    pub(super) label_x: f32,
    pub(super) bar_x: f32,
    pub(super) count_x: f32,
    share_x: f32,
}

impl BreakdownColumns {
    pub(super) fn new(pen: &Painter<'_>, view: &BreakdownView, (inner, charted): (Rect, bool)) -> Self {
        let widest = |face: TextStyle, text: fn(&Bar) -> &str| {
            view.bars
                .iter()
                .map(|bar| pen.text_width(text(bar), face))
                .fold(0.0, f32::max)
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
        let wide = widest(TextStyle::small(), |bar| &bar.label).min((count_x - label_x) * 0.66);
        Self {
            label_x,
            bar_x: label_x + wide + 12.0,
            count_x,
            share_x,
        }
    }
}

pub(super) fn draw_bar_row(
    pen: &Painter<'_>,
    pass: &FrameCtx<'_>,
    view: &BreakdownView,
    bar: &Bar,
    row: Rect,
    (columns, under): (&BreakdownColumns, bool),
) {
    let ink = &pass.theme.colors;
    let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
    let table = pass.app.portfolio.trend().is_table;
    if let (Some(code), true) = (class, table) {
        pen.class_swatch(pos2(row.left() + 5.0, row.center().y), code);
    }
    let mut label = Rect::from_x_y_ranges(columns.label_x..=columns.bar_x - 8.0, row.y_range());
    let mut code = Rect::from_x_y_ranges(columns.bar_x..=columns.count_x - 20.0, row.y_range());
    if under {
        let lines = Rect::from_x_y_ranges(columns.label_x..=columns.count_x - 24.0, row.y_range());
        (label, code) = (
            lines.with_max_y(row.center().y + 1.0),
            lines.with_min_y(row.center().y - 1.0),
        );
    }
    let hidden = bar.hidden && !table;
    let color = if hidden { ink.text_tertiary } else { ink.text };
    pen.text(label, Align::Min, &bar.label, TextStyle::small(), color);
    if table {
        pen.text(code, Align::Min, &bar.code, TextStyle::code(), ink.text_tertiary);
        draw_numbers(pen, pass, &bar.count, &bar.share, row, columns);
        return;
    }
    if hidden {
        let place = Rect::from_x_y_ranges(columns.bar_x..=columns.count_x - 6.0, row.y_range());
        let whole = pass.message("series-hidden");
        let said = if pen.text_width(&whole, TextStyle::small()) > place.width() {
            pass.message("series-hidden-short")
        } else {
            whole
        };
        pen.text(place, Align::Min, &said, TextStyle::small(), ink.text_tertiary);
        draw_numbers(pen, pass, &bar.count, &bar.share, row, columns);
        return;
    }
    let room = columns.count_x - columns.bar_x;
    let length = (room * bar.length.clamp(0.0, 1.0)).max(2.0);
    let height = pass.theme.tokens.size.bar;
    pen.breakdown_bar(
        Rect::from_min_size(
            pos2(columns.bar_x, row.center().y - height / 2.0),
            vec2(length, height),
        ),
        class,
    );
    draw_numbers(pen, pass, &bar.count, &bar.share, row, columns);
}

fn draw_numbers(
    pen: &Painter<'_>,
    pass: &FrameCtx<'_>,
    count: &str,
    share: &str,
    row: Rect,
    columns: &BreakdownColumns,
) {
    let ink = &pass.theme.colors;
    let place = Rect::from_x_y_ranges(columns.count_x - 20.0..=columns.share_x, row.y_range());
    pen.text(place, Align::Max, count, TextStyle::column(), ink.text);
    let place = Rect::from_x_y_ranges(columns.share_x + 4.0..=row.right(), row.y_range());
    pen.text(place, Align::Max, share, TextStyle::small(), ink.text_tertiary);
}

/// Draws the sum below the rows.
pub(super) fn draw_sum_row(
    pen: &Painter<'_>,
    pass: &FrameCtx<'_>,
    view: &BreakdownView,
    inner: Rect,
    y: f32,
    columns: &BreakdownColumns,
) {
    let row = Rect::from_min_size(
        pos2(inner.left(), y),
        vec2(inner.width(), pass.theme.tokens.size.bar_row),
    );
    pen.horizontal_line(row.x_range(), row.top() + 0.5, pass.theme.colors.border_strong);
    let label = row.with_max_x(columns.count_x - 24.0);
    pen.text(
        label,
        Align::Min,
        &pass.message("table-sum"),
        TextStyle::strong(),
        pass.theme.colors.text,
    );
    draw_numbers(pen, pass, &view.sum, "", row, columns);
}
