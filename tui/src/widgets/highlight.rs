//! Text with highlighted search matches.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::canvas::{Canvas, text_width};

/// Writes `text` in `area` and highlights the byte ranges `ranges`. Returns the columns used.
pub fn draw_highlighted(
    canvas: &mut Canvas<'_>,
    area: Rect,
    text: &str,
    ranges: &[Range<usize>],
    style: Style,
) -> u16 {
    let used = canvas.draw_text(area.x, area.y, area.width, text, style);
    // The text is cut as a whole first, then the visible matches are highlighted.
    let last = u16::from(text_width(text) > area.width);
    for range in ranges {
        let (Some(before), Some(letters)) = (text.get(..range.start), text.get(range.clone())) else {
            continue;
        };
        let x = text_width(before);
        let max_width = area.width.saturating_sub(x + last);
        let matched = style.patch(canvas.theme.matched());
        canvas.draw_text_clipped(area.x + x, area.y, max_width, letters, matched);
    }
    used
}
