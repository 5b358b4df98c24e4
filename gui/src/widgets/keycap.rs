//! Small labels: key caps, tags, counters and badges.

use egui::{Align, Color32, Rect, pos2, vec2};

use super::Painter;
use crate::theme::{FontWeight, TextStyle};

/// Returns the width of a key cap.
#[must_use]
pub fn width(pen: &Painter<'_>, key: &str) -> f32 {
    (pen.text_width(key, TextStyle::label()).ceil() + 10.0).max(pen.theme.tokens.size.tag)
}

/// Paints a key cap; on a filled background, `on_fill` is its text colour.
pub fn paint(pen: &Painter<'_>, rect: Rect, key: &str, on_fill: Option<Color32>) {
    let ink = &pen.theme.colors;
    let (fill, edge, text) = match on_fill {
        Some(text) => (Color32::TRANSPARENT, text.gamma_multiply(0.55), text),
        None => (ink.surface, ink.border_strong, ink.text_secondary),
    };
    pen.bordered_box(rect, pen.theme.tokens.radius.chip, fill, pen.theme.hairline(edge));
    pen.text(rect, Align::Center, key, TextStyle::label(), text);
}

/// Paints a key cap to the right of a point. Returns its right edge.
pub fn paint_right_of(pen: &Painter<'_>, x: f32, y: f32, key: &str) -> f32 {
    let size = vec2(width(pen, key), pen.theme.tokens.size.tag);
    paint(
        pen,
        Rect::from_min_size(pos2(x, y - size.y / 2.0), size),
        key,
        None,
    );
    x + size.x
}

/// Paints a key cap to the left of a point. Returns its left edge.
pub fn paint_left_of(pen: &Painter<'_>, x: f32, y: f32, key: &str) -> f32 {
    let left = x - width(pen, key);
    paint_right_of(pen, left, y, key);
    left
}

/// Paints keys and their description from a position in a row. Returns the position of the next hint.
pub fn paint_hint(
    pen: &Painter<'_>,
    row: Rect,
    x: f32,
    keys: impl IntoIterator<Item = String>,
    does: &str,
) -> f32 {
    let end = keys
        .into_iter()
        .fold(x, |x, key| paint_right_of(pen, x, row.center().y, &key) + 4.0);
    let rest = row.with_min_x(end + 2.0);
    let ink = pen.theme.colors.text_secondary;
    pen.text(rest, Align::Min, does, TextStyle::small(), ink).right() + 16.0
}

/// Paints a counter to the left of a point. It has the accent colour if it calls for attention. Returns its left edge.
pub fn paint_counter(pen: &Painter<'_>, right: f32, y: f32, count: &str, calls: bool) -> f32 {
    let ink = &pen.theme.colors;
    let height = pen.theme.tokens.size.tag;
    let wide = (pen.text_width(count, TextStyle::label()).ceil() + 12.0).max(height);
    let rect = Rect::from_min_size(pos2(right - wide, y - height / 2.0), vec2(wide, height));
    let (fill, text) = if calls {
        (ink.accent, ink.on_accent)
    } else {
        (ink.pressed, ink.text_secondary)
    };
    pen.fill(rect, 9, fill);
    pen.text(
        rect,
        Align::Center,
        count,
        TextStyle::label().with_weight(FontWeight::SemiBold),
        text,
    );
    rect.left()
}

/// Paints a small counter at the upper right corner of an icon, clear of it.
pub fn paint_badge(pen: &Painter<'_>, right: f32, top: f32, count: &str, calls: bool) {
    let ink = &pen.theme.colors;
    let face = TextStyle::label().with_weight(FontWeight::SemiBold);
    let wide = (pen.text_width(count, face).ceil() + 6.0).max(14.0);
    let rect = Rect::from_min_size(pos2(right - wide, top), vec2(wide, 14.0));
    let (fill, text) = if calls {
        (ink.accent, ink.on_accent)
    } else {
        (ink.pressed, ink.text_secondary)
    };
    // A rim in the background colour separates it from what is below.
    pen.fill(rect.expand(1.5), 9, ink.canvas);
    pen.fill(rect, 7, fill);
    pen.text(rect, Align::Center, count, face, text);
}

/// Paints a tag from a position. Returns its right edge.
pub fn paint_tag(pen: &Painter<'_>, x: f32, y: f32, text: &str, outlined: bool) -> f32 {
    let ink = &pen.theme.colors;
    let height = pen.theme.tokens.size.tag;
    let rect = Rect::from_min_size(
        pos2(x, y - height / 2.0),
        vec2(pen.text_width(text, TextStyle::label()).ceil() + 12.0, height),
    );
    if outlined {
        pen.bordered_box(
            rect,
            pen.theme.tokens.radius.chip,
            Color32::TRANSPARENT,
            pen.theme.hairline(ink.border_strong),
        );
    } else {
        pen.fill(rect, pen.theme.tokens.radius.chip, ink.sunken);
    }
    pen.text(rect, Align::Center, text, TextStyle::label(), ink.text_secondary);
    rect.right()
}
