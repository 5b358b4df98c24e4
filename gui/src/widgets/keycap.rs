//! Small labels: key caps, tags, counters and badges.

use crate::prelude::*;

/// Returns the width of a key cap.
#[must_use]
pub fn width(painter: &Painter<'_>, key: &str) -> f32 {
    (painter.text_width(key, TextStyle::label()).ceil() + 10.0).max(painter.theme.tokens.size.tag)
}

/// Paints a key cap; on a filled background, `on_fill` is its text colour.
pub fn paint(painter: &Painter<'_>, rect: Rect, key: &str, on_fill: Option<Color32>) {
    let colors = &painter.theme.colors;
    let (fill, edge, text) = match on_fill {
        Some(text) => (Color32::TRANSPARENT, text.gamma_multiply(0.55), text),
        None => (colors.surface, colors.border_strong, colors.text_secondary),
    };
    painter.framed_box(rect, painter.theme.tokens.radius.chip, fill, edge);
    painter.center(rect, key, TextStyle::label(), text);
}

/// Paints a key cap to the right of a point. Returns its right edge.
pub fn paint_right_of(painter: &Painter<'_>, x: f32, y: f32, key: &str) -> f32 {
    let size = vec2(width(painter, key), painter.theme.tokens.size.tag);
    paint(painter, Rect::from_min_size(pos2(x, y - size.y / 2.0), size), key, None);
    x + size.x
}

/// Paints a key cap to the left of a point. Returns its left edge.
pub fn paint_left_of(painter: &Painter<'_>, x: f32, y: f32, key: &str) -> f32 {
    let left_x = x - width(painter, key);
    paint_right_of(painter, left_x, y, key);
    left_x
}

/// Paints a key cap inside a field, at its right edge. Returns its left edge.
pub fn paint_inside(painter: &Painter<'_>, field: Rect, key: &str) -> f32 {
    paint_left_of(painter, field.right() - 6.0, field.center().y, key)
}

/// Paints keys and their description from a position in a row. Returns the position of the next hint.
pub fn paint_hint(
    painter: &Painter<'_>,
    row: Rect,
    x: f32,
    keys: impl IntoIterator<Item = String>,
    does: &str,
) -> f32 {
    let end = keys.into_iter().fold(x, |x, key| paint_right_of(painter, x, row.center().y, &key) + 4.0);
    let remaining = row.with_min_x(end + 2.0);
    let colors = painter.theme.colors.text_secondary;
    painter.left(remaining, does, TextStyle::small(), colors).right() + 16.0
}

/// Paints a counter to the left of a point. It has the accent colour if it calls for attention. Returns its left edge.
pub fn paint_counter(painter: &Painter<'_>, right: f32, y: f32, count: &str, calls: bool) -> f32 {
    let colors = &painter.theme.colors;
    let height = painter.theme.tokens.size.tag;
    let width = (painter.text_width(count, TextStyle::label()).ceil() + 12.0).max(height);
    let rect = rect_at(right - width, y - height / 2.0, width, height);
    let (fill, text) =
        if calls { (colors.accent, colors.on_accent) } else { (colors.pressed, colors.text_secondary) };
    painter.fill(rect, 9, fill);
    painter.center(rect, count, TextStyle::label().with_weight(FontWeight::SemiBold), text);
    rect.left()
}

/// Paints a small counter at the upper right corner of an icon, clear of it.
pub fn paint_badge(painter: &Painter<'_>, right: f32, top: f32, count: &str, calls: bool) {
    let colors = &painter.theme.colors;
    let style = TextStyle::label().with_weight(FontWeight::SemiBold);
    let width = (painter.text_width(count, style).ceil() + 6.0).max(14.0);
    let rect = rect_at(right - width, top, width, 14.0);
    let (fill, text) =
        if calls { (colors.accent, colors.on_accent) } else { (colors.pressed, colors.text_secondary) };
    // A rim in the background colour separates it from what is below.
    painter.fill(rect.expand(1.5), 9, colors.canvas);
    painter.fill(rect, 7, fill);
    painter.center(rect, count, style, text);
}

/// Paints a tag from a position. Returns its right edge.
pub fn paint_tag(painter: &Painter<'_>, x: f32, y: f32, text: &str, outlined: bool) -> f32 {
    let colors = &painter.theme.colors;
    let height = painter.theme.tokens.size.tag;
    let rect =
        rect_at(x, y - height / 2.0, painter.text_width(text, TextStyle::label()).ceil() + 12.0, height);
    if outlined {
        painter.framed_box(
            rect,
            painter.theme.tokens.radius.chip,
            Color32::TRANSPARENT,
            colors.border_strong,
        );
    } else {
        painter.fill(rect, painter.theme.tokens.radius.chip, colors.sunken);
    }
    painter.center(rect, text, TextStyle::label(), colors.text_secondary);
    rect.right()
}
