//! Two-line names of cards in presentation mode.
//!
//! The second line has the full width. All cards have space for it, so that class, age, owner and number align.

use std::ops::Range;

use egui::{Rect, vec2};
use encours_core::app::deals::board::view::card::Card;

use crate::theme::TextStyle;
use crate::widgets::Painter;

/// Draws the two lines of the name.
pub(super) fn draw_lines(pen: &Painter<'_>, first: Rect, card: &Card) {
    let (begin, rest) = split_line(pen, &card.name, first.width());
    let found = |from: usize, to: usize| -> Vec<Range<usize>> {
        let inside = card
            .name_matches
            .iter()
            .filter(|range| range.start < to && range.end > from);
        inside
            .map(|range| range.start.max(from) - from..range.end.min(to) - from)
            .collect()
    };
    let (color, face) = (pen.theme.colors.text, TextStyle::strong());
    pen.highlighted_line(first, begin, &found(0, begin.len()), face, color);
    let second = first.translate(vec2(0.0, first.height()));
    let (from, to) = (card.name.len() - rest.len(), card.name.len());
    pen.highlighted_line(second, rest, &found(from, to), face, color);
}

/// Returns whether a name needs a second line. Its width alone is not decisive, because the layout tolerates an excess
/// below one pixel.
pub(super) fn needs_second_line(pen: &Painter<'_>, name: &str, wide: f32) -> bool {
    pen.text_width(name, TextStyle::strong()) > wide && !split_line(pen, name, wide).1.is_empty()
}

/// Splits a name between words into a line of the given width and the rest.
fn split_line<'a>(pen: &Painter<'_>, name: &'a str, wide: f32) -> (&'a str, &'a str) {
    let lines = pen.layout_wrapped(name, TextStyle::strong(), pen.theme.colors.text, wide, usize::MAX);
    let letters = lines
        .rows
        .first()
        .map_or(0, |row| row.char_count_excluding_newline().0);
    let at = name.char_indices().nth(letters).map_or(name.len(), |(at, _)| at);
    let (begin, rest) = name.split_at_checked(at).unwrap_or((name, ""));
    (begin.trim_end(), rest.trim_start())
}
