//! Rows of a breakdown: name, bar or code, count and share.

use egui::{Align, Rect, pos2, vec2};
use encours_core::app::foundation::presentation::bar::Bar;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::dataset::breakdown::Breakdown;

use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::Pen;

/// Column positions of a breakdown, common to all rows.
pub(super) struct Columns {
    pub(super) label: f32,
    pub(super) bar: f32,
    pub(super) count: f32,
    share: f32,
}

impl Columns {
    pub(super) fn of(pen: &Pen<'_>, view: &BreakdownView, (inner, charted): (Rect, bool)) -> Self {
        let widest = |face: Face, text: fn(&Bar) -> &str| {
            view.bars
                .iter()
                .map(|bar| pen.width(text(bar), face))
                .fold(0.0, f32::max)
        };
        let share = inner.right() - widest(Face::small(), |bar| &bar.share).max(42.0) - 10.0;
        let count = share - widest(Face::column(), |bar| &bar.count).max(18.0) - 12.0;
        // Charts have a legend key before each name; tables only have the mark of a class.
        let lead = match (charted, view.kind) {
            (true, _) => 20.0,
            (false, Breakdown::Class) => 16.0,
            (false, _) => 0.0,
        };
        let label = inner.left() + lead;
        let wide = widest(Face::small(), |bar| &bar.label).min((count - label) * 0.66);
        Self {
            label,
            bar: label + wide + 12.0,
            count,
            share,
        }
    }
}

pub(super) fn bar_row(
    pen: &Pen<'_>,
    pass: &Pass<'_>,
    view: &BreakdownView,
    bar: &Bar,
    row: Rect,
    (columns, under): (&Columns, bool),
) {
    let ink = &pass.look.ink;
    let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
    let table = pass.app.portfolio.trend().table;
    if let (Some(code), true) = (class, table) {
        pen.swatch(pos2(row.left() + 5.0, row.center().y), code);
    }
    let mut label = Rect::from_x_y_ranges(columns.label..=columns.bar - 8.0, row.y_range());
    let mut code = Rect::from_x_y_ranges(columns.bar..=columns.count - 20.0, row.y_range());
    if under {
        let lines = Rect::from_x_y_ranges(columns.label..=columns.count - 24.0, row.y_range());
        (label, code) = (
            lines.with_max_y(row.center().y + 1.0),
            lines.with_min_y(row.center().y - 1.0),
        );
    }
    let hidden = bar.hidden && !table;
    let color = if hidden { ink.text_tertiary } else { ink.text };
    pen.text(label, Align::Min, &bar.label, Face::small(), color);
    if table {
        pen.text(code, Align::Min, &bar.code, Face::code(), ink.text_tertiary);
        figures(pen, pass, &bar.count, &bar.share, row, columns);
        return;
    }
    if hidden {
        let place = Rect::from_x_y_ranges(columns.bar..=columns.count - 6.0, row.y_range());
        let whole = pass.word("series-hidden");
        let said = if pen.width(&whole, Face::small()) > place.width() {
            pass.word("series-hidden-short")
        } else {
            whole
        };
        pen.text(place, Align::Min, &said, Face::small(), ink.text_tertiary);
        figures(pen, pass, &bar.count, &bar.share, row, columns);
        return;
    }
    let room = columns.count - columns.bar;
    let length = (room * bar.length.clamp(0.0, 1.0)).max(2.0);
    let height = pass.look.tokens.size.bar;
    pen.bar(
        Rect::from_min_size(
            pos2(columns.bar, row.center().y - height / 2.0),
            vec2(length, height),
        ),
        class,
    );
    figures(pen, pass, &bar.count, &bar.share, row, columns);
}

fn figures(pen: &Pen<'_>, pass: &Pass<'_>, count: &str, share: &str, row: Rect, columns: &Columns) {
    let ink = &pass.look.ink;
    let place = Rect::from_x_y_ranges(columns.count - 20.0..=columns.share, row.y_range());
    pen.text(place, Align::Max, count, Face::column(), ink.text);
    let place = Rect::from_x_y_ranges(columns.share + 4.0..=row.right(), row.y_range());
    pen.text(place, Align::Max, share, Face::small(), ink.text_tertiary);
}

/// Draws the sum below the rows.
pub(super) fn sum_row(
    pen: &Pen<'_>,
    pass: &Pass<'_>,
    view: &BreakdownView,
    inner: Rect,
    y: f32,
    columns: &Columns,
) {
    let row = Rect::from_min_size(
        pos2(inner.left(), y),
        vec2(inner.width(), pass.look.tokens.size.bar_row),
    );
    pen.rule(row.x_range(), row.top() + 0.5, pass.look.ink.border_strong);
    let label = row.with_max_x(columns.count - 24.0);
    pen.text(
        label,
        Align::Min,
        &pass.word("table-sum"),
        Face::strong(),
        pass.look.ink.text,
    );
    figures(pen, pass, &view.sum, "", row, columns);
}
