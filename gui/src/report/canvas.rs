//! Drawing operations of a page. Lengths are points; y grows downwards, as in the window.

use crate::prelude::*;

use super::fonts;

/// Semantic role of a part of the page, for accessible output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PagePart {
    /// The title of the page.
    Title,
    /// A pane with its content.
    Section,
    /// The title of a pane.
    Heading,
    /// A line that is read as a unit: a name with its values.
    Line,
}

/// A target to draw on.
pub(super) trait Canvas {
    /// Begins a part; everything drawn until its end belongs to it.
    fn begin(&mut self, _part: PagePart) {}
    /// Ends the most recent part.
    fn end(&mut self) {}

    /// Draws a part of the page.
    fn within<R>(&mut self, part: PagePart, draw: impl FnOnce(&mut Self) -> R) -> R
    where
        Self: Sized,
    {
        self.begin(part);
        let drawn = draw(self);
        self.end();
        drawn
    }

    /// Fills a rectangle.
    fn fill(&mut self, rect: Rect, color: Color32);
    /// Fills a polygon.
    fn polygon(&mut self, corners: &[Pos2], color: Color32);
    /// Draws a line through points.
    fn line(&mut self, points: &[Pos2], width: f32, color: Color32);
    /// Draws text from a point on its baseline.
    fn text_at(&mut self, at: Pos2, text: &str, face: TextStyle, color: Color32);

    /// Draws one line of text into a rectangle, centred vertically and truncated if too long. Returns its width.
    fn text_in(&mut self, rect: Rect, align: Align, text: &str, style: TextStyle, color: Color32) -> f32 {
        let text = truncated(text, style, rect.width());
        let width = fonts::text_width(&text, style);
        let x = match align {
            Align::Min => rect.left(),
            Align::Center => rect.center().x - width / 2.0,
            Align::Max => rect.right() - width,
        };
        // Centre the capitals: their height is about 0.73 of the font size in this family.
        self.text_at(pos2(x, rect.center().y + style.size * 0.365), &text, style, color);
        width
    }

    /// Draws the outline of a rectangle.
    fn outline(&mut self, rect: Rect, width: f32, color: Color32) {
        let corners =
            [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
        self.line(&corners, width, color);
    }
}

/// Wraps a text between words, and within words that are too long. Nothing is truncated, because paper has no tooltips.
pub(super) fn wrap(text: &str, style: TextStyle, available: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) if fonts::text_width(&longer, style) <= available => *line = longer,
            _ => lines.extend(split_word(word, style, available)),
        }
    }
    lines
}

/// Splits a word into parts that fit.
fn split_word(word: &str, style: TextStyle, available: f32) -> Vec<String> {
    let mut parts = vec![String::new()];
    for c in word.chars() {
        match parts.last_mut() {
            Some(part) if part.is_empty() || fonts::text_width(&format!("{part}{c}"), style) <= available => {
                part.push(c);
            }
            _ => parts.push(c.to_string()),
        }
    }
    parts
}

/// Returns the largest face in which all texts fit. A column then has one size, at least the smallest legible one.
pub(super) fn fitting_style<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    style: TextStyle,
    available: f32,
) -> TextStyle {
    /// Smallest legible size in points.
    const MIN_TEXT_SIZE: f32 = 6.5;
    let width = texts.into_iter().map(|text| fonts::text_width(text, style)).fold(0.0, f32::max);
    if width <= available {
        return style;
    }
    // Widths scale with the size; the factor compensates rounding.
    let size = (style.size * available / width * 0.995).max(MIN_TEXT_SIZE).min(style.size);
    TextStyle { size, ..style }
}

/// Returns the text, truncated with an ellipsis if it does not fit.
fn truncated(text: &str, style: TextStyle, available: f32) -> String {
    if fonts::text_width(text, style) <= available {
        return text.to_owned();
    }
    let mut shortened = String::new();
    for c in text.chars() {
        let mut longer = shortened.clone();
        longer.push(c);
        longer.push('…');
        if fonts::text_width(&longer, style) > available {
            break;
        }
        shortened.push(c);
    }
    shortened.push('…');
    shortened
}
