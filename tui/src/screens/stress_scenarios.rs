//! Ratios of a deal after a shock: one row per shock, with its ratios in columns.
//!
//! ```text
//! Value −5%    ▲ LTV 80.4%
//! NOI −10%     ◆ DSCR 1.08x  ▲ ICR 1.49x  ▲ Debt yield 7.09%
//! ```

use encours_core::vocabulary::stress_scenarios::StressLine;
use ratatui::layout::Rect;

use crate::widgets::{Canvas, text_width};

/// Draws the shocks, one per row.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, lines: &[StressLine]) {
    let theme = canvas.theme;
    let label = lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0) + 2;
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        let mut x = area.x + canvas.draw_text(area.x, y, area.width, &line.label, theme.second());
        x = x.max(area.x + label.min(area.width));
        for cell in &line.cells {
            let needed_width = text_width(&cell.text) + 2;
            if needed_width > area.right().saturating_sub(x) {
                break;
            }
            let band = theme.band(cell.band);
            let parts = [
                (theme.band_glyph(cell.band), band),
                (" ", theme.text()),
                (cell.text.as_str(), theme.text()),
            ];
            x += canvas.draw_spans(x, y, needed_width, &parts) + 2;
        }
    }
}
