//! Two-line names of cards in presentation mode.
//!
//! The second line has the full width. All cards have space for it, so that class, age, owner and number align.

use std::ops::Range;

use crate::prelude::*;

/// Draws the two lines of the name.
pub(super) fn draw_lines(painter: &Painter<'_>, first: Rect, card: &Card) {
    let (begin, second_line) = split_line(painter, &card.name, first.width());
    let highlights = |from: usize, to: usize| -> Vec<Range<usize>> {
        let matches = card.name_matches.iter().filter(|range| range.start < to && range.end > from);
        matches.map(|range| range.start.max(from) - from..range.end.min(to) - from).collect()
    };
    let (color, style) = (painter.theme.colors.text, TextStyle::strong());
    painter.highlighted_line(first, begin, &highlights(0, begin.len()), style, color);
    let second = first.translate(vec2(0.0, first.height()));
    let (from, to) = (card.name.len() - second_line.len(), card.name.len());
    painter.highlighted_line(second, second_line, &highlights(from, to), style, color);
}

/// Returns whether a name needs a second line. Its width alone is not decisive, because the layout tolerates an excess
/// below one pixel.
pub(super) fn needs_second_line(painter: &Painter<'_>, name: &str, width: f32) -> bool {
    painter.text_width(name, TextStyle::strong()) > width && !split_line(painter, name, width).1.is_empty()
}

/// Splits a name between words into a line of the given width and the rest.
fn split_line<'a>(painter: &Painter<'_>, name: &'a str, width: f32) -> (&'a str, &'a str) {
    let lines =
        painter.layout_wrapped(name, TextStyle::strong(), painter.theme.colors.text, width, usize::MAX);
    let letters = lines.rows.first().map_or(0, |row| row.char_count_excluding_newline().0);
    let at = name.char_indices().nth(letters).map_or(name.len(), |(at, _)| at);
    let (begin, second_line) = name.split_at_checked(at).unwrap_or((name, ""));
    (begin.trim_end(), second_line.trim_start())
}
