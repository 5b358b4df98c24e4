//! Repeated notifications: one line per kind with counts by hour or day, the latest at the right.
//!
//! ```text
//! ╭─ What repeats ───────────── by day since 02/11 ─╮
//! │ LTV above the limit     ▁▁▃▁▁▅▁▁█▁▃▁▁▁▁▁▃▁▁  12 │
//! ╰─────────────────────────────────────────────────╯
//! ```

use encours_core::app::screens::inbox::inbox::KINDS;
use encours_core::app::screens::inbox::view::frequency::{FrequencyLine, FrequencyView};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::widgets::{Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_pane, first_line, text_width};

/// Width reserved for a name before the chart.
const NAME_WIDTH: u16 = 22;

/// Draws the repeated notifications.
pub(super) fn draw(canvas: &mut Canvas<'_>, area: Rect, view: &FrequencyView) {
    let pane = Pane::new(&view.title).note(&view.note).number(KINDS).focused(view.focused);
    let inner = draw_pane(canvas, area, pane);
    let theme = canvas.theme;
    if view.lines.is_empty() {
        canvas.draw_text(inner.x, inner.y, inner.width, &view.empty, theme.second());
        return;
    }
    let available_rows = usize::from(inner.height);
    let focused = view.lines.iter().position(|line| line.selected).unwrap_or(0);
    let first = if view.focused { first_line(focused, view.lines.len(), available_rows) } else { 0 };
    // All counts have the same width, so that the charts are aligned.
    let counts = view.lines.iter().map(|line| text_width(&line.count)).max().unwrap_or(0);
    for (y, (at, line)) in (inner.top()..inner.bottom()).zip(view.lines.iter().enumerate().skip(first)) {
        let here = line.selected && view.focused;
        let row = Rect { y, height: 1, ..inner };
        let (text, _) = canvas.begin_row(row, Some(ClickTarget::PaneLine(KINDS, at)), here);
        let (none, bars) = if here { (text, text) } else { (theme.border(), theme.accent()) };
        draw_frequency(canvas, row, line, counts, [text, none, bars]);
    }
    draw_frame_scroll_bar(canvas, inner, first, view.lines.len());
}

/// Draws a kind in the styles of its texts, of empty bars and of the others.
fn draw_frequency(
    canvas: &mut Canvas<'_>,
    row: Rect,
    line: &FrequencyLine,
    counts: u16,
    [text, none, bars]: [Style; 3],
) {
    canvas.draw_text_right(row.right(), row.y, counts, &line.count, text);
    // If not all fit, show the latest hours or days. A few bars are drawn wider.
    let max_width = row.width.saturating_sub(NAME_WIDTH + counts + 2);
    let fit = line.heights.len().min(usize::from(max_width));
    let heights = &line.heights[line.heights.len() - fit..];
    let pitch = (max_width / (fit as u16).max(1)).clamp(1, 3);
    let start = row.right().saturating_sub(counts + 1 + fit as u16 * pitch);
    for (x, height) in (start..).step_by(usize::from(pitch)).zip(heights) {
        let style = if *height > 0.0 { bars } else { none };
        canvas.fill(Rect::new(x, row.y, pitch.min(2), 1), bar_symbol(*height), style);
    }
    let name = start.saturating_sub(row.x + 1);
    canvas.draw_text(row.x, row.y, name, &line.label, text);
}

/// Returns a bar of one column; any positive height differs from zero.
fn bar_symbol(height: f32) -> &'static str {
    match height {
        height if height <= 0.0 => "▁",
        height if height <= 0.34 => "▃",
        height if height <= 0.67 => "▅",
        _ => "█",
    }
}

#[cfg(test)]
mod tests {
    use super::bar_symbol;

    #[test]
    fn recurrence_bar_of_one_differs_from_zero() {
        assert_eq!([0.0, 0.001, 0.5, 1.0].map(bar_symbol), ["▁", "▃", "▅", "█"]);
    }
}
