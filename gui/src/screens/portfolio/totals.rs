//! The totals: labels, values, and the change since they were first recorded.

use crate::prelude::*;
use encours_core::app::screens::portfolio::view::portfolio::Total;

use super::draw_pane;

/// Width below which the totals take two rows.
const TWO_ROWS_WIDTH: f32 = 640.0;

/// Splits the totals into one row, or two if numbers would be truncated.
pub(super) fn split_rows(totals: &[Total], width: f32) -> impl Iterator<Item = &[Total]> {
    // The amount ends the first row: with the count before it, it is as wide as the three counts after it.
    let amount = totals.iter().position(|total| total.exact.is_some());
    let first = match amount {
        Some(at) if width < TWO_ROWS_WIDTH => at + 1,
        _ => totals.len(),
    };
    let (above, below) = totals.split_at(first);
    [above, below].into_iter().filter(|row| !row.is_empty())
}

/// Draws a row of totals.
pub(super) fn show(ui: &Ui, frame: &FrameCtx<'_>, totals: &[Total], rect: Rect) {
    let (painter, colors) = frame.painter_and_colors(ui);
    draw_pane(&painter, rect);
    // The amount is about as wide as two counts.
    let share = |total: &Total| if total.exact.is_some() { 1.9 } else { 1.0 };
    let total_share: f32 = totals.iter().map(share).sum();
    let changes = totals.iter().any(|total| !total.change.is_empty());
    let mut x = rect.left();
    for (at, total) in totals.iter().enumerate() {
        let width = rect.width() * share(total) / total_share.max(1.0);
        let cell = rect_at(x, rect.top(), width, rect.height());
        if at > 0 {
            painter.vertical_line(cell.left() + 0.5, cell.y_range().shrink(1.0), colors.border);
        }
        let inner = cell.narrowed(20.0);
        let row = |y: f32, height: f32| inner.row(cell.top() + y, height);
        // Centre vertically; the exact amount goes below if it does not fit beside.
        let exact_wide =
            total.exact.as_ref().map_or(0.0, |exact| painter.text_width(exact, TextStyle::small()));
        let value_wide = painter.text_width(&total.value, TextStyle::display());
        let exact_beside = value_wide + 12.0 + exact_wide <= inner.width();
        // The line below the value shows the exact amount if needed, else the change.
        let exact_below = total.exact.is_some() && !exact_beside;
        // In a low row, reduce the line spacing.
        let close = if cell.height() < 90.0 { 6.0 } else { 0.0 };
        let cell_height = if exact_below || changes { 72.0 - close } else { 54.0 };
        let top = ((cell.height() - cell_height) / 2.0).round();
        painter.left(row(top, 16.0), &total.label, TextStyle::small(), colors.text_secondary);
        let value = painter.left(
            row(top + 22.0 - close / 2.0, 32.0),
            &total.value,
            TextStyle::display(),
            colors.text,
        );
        if let Some(exact) = &total.exact {
            let exact_rect = if exact_beside {
                row(top + 28.0 - close / 2.0, 22.0).with_min_x(value.right() + 12.0)
            } else {
                row(top + 56.0 - close, 16.0)
            };
            painter.left(exact_rect, exact, TextStyle::small(), colors.text_tertiary);
        }
        if !exact_below {
            painter.left(
                row(top + 56.0 - close, 16.0),
                &total.change,
                TextStyle::small(),
                colors.text_secondary,
            );
        }
        let a11y_text =
            format!("{} – {} {}", total.label, total.exact.as_deref().unwrap_or(&total.value), total.change);
        let response = ui.hover_area(cell, ("total", &total.label), Role::Label, a11y_text.trim_end());
        if exact_below && !total.change.is_empty() {
            response.tooltip(&total.change);
        }
        x += width;
    }
}
