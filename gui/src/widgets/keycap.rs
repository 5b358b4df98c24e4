//! Small labels: key caps, tags, counters and badges.

use egui::{Align, Color32, Rect, pos2, vec2};

use super::Pen;
use crate::theme::{Face, Weight};

/// Returns the width of a key cap.
#[must_use]
pub fn width(pen: &Pen<'_>, key: &str) -> f32 {
    (pen.width(key, Face::label()).ceil() + 10.0).max(pen.look.tokens.size.tag)
}

/// Paints a key cap; on a filled background, `on_fill` is its text colour.
pub fn paint(pen: &Pen<'_>, rect: Rect, key: &str, on_fill: Option<Color32>) {
    let ink = &pen.look.ink;
    let (fill, edge, text) = match on_fill {
        Some(text) => (Color32::TRANSPARENT, text.gamma_multiply(0.55), text),
        None => (ink.surface, ink.border_strong, ink.text_secondary),
    };
    pen.boxed(rect, pen.look.tokens.radius.chip, fill, pen.look.hairline(edge));
    pen.text(rect, Align::Center, key, Face::label(), text);
}

/// Paints a key cap to the right of a point. Returns its right edge.
pub fn at_left(pen: &Pen<'_>, x: f32, y: f32, key: &str) -> f32 {
    let size = vec2(width(pen, key), pen.look.tokens.size.tag);
    paint(
        pen,
        Rect::from_min_size(pos2(x, y - size.y / 2.0), size),
        key,
        None,
    );
    x + size.x
}

/// Paints a key cap to the left of a point. Returns its left edge.
pub fn at_right(pen: &Pen<'_>, x: f32, y: f32, key: &str) -> f32 {
    let left = x - width(pen, key);
    at_left(pen, left, y, key);
    left
}

/// Paints keys and their description from a position in a row. Returns the position of the next hint.
pub fn hint(pen: &Pen<'_>, row: Rect, x: f32, keys: impl IntoIterator<Item = String>, does: &str) -> f32 {
    let end = keys
        .into_iter()
        .fold(x, |x, key| at_left(pen, x, row.center().y, &key) + 4.0);
    let rest = row.with_min_x(end + 2.0);
    let ink = pen.look.ink.text_secondary;
    pen.text(rest, Align::Min, does, Face::small(), ink).right() + 16.0
}

/// Paints a counter to the left of a point. It has the accent colour if it calls for attention. Returns its left edge.
pub fn pill(pen: &Pen<'_>, right: f32, y: f32, count: &str, calls: bool) -> f32 {
    let ink = &pen.look.ink;
    let height = pen.look.tokens.size.tag;
    let wide = (pen.width(count, Face::label()).ceil() + 12.0).max(height);
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
        Face::label().weighing(Weight::SemiBold),
        text,
    );
    rect.left()
}

/// Paints a small counter at the upper right corner of an icon, clear of it.
pub fn badge(pen: &Pen<'_>, right: f32, top: f32, count: &str, calls: bool) {
    let ink = &pen.look.ink;
    let face = Face::label().weighing(Weight::SemiBold);
    let wide = (pen.width(count, face).ceil() + 6.0).max(14.0);
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
pub fn tag(pen: &Pen<'_>, x: f32, y: f32, text: &str, outlined: bool) -> f32 {
    let ink = &pen.look.ink;
    let height = pen.look.tokens.size.tag;
    let rect = Rect::from_min_size(
        pos2(x, y - height / 2.0),
        vec2(pen.width(text, Face::label()).ceil() + 12.0, height),
    );
    if outlined {
        pen.boxed(
            rect,
            pen.look.tokens.radius.chip,
            Color32::TRANSPARENT,
            pen.look.hairline(ink.border_strong),
        );
    } else {
        pen.fill(rect, pen.look.tokens.radius.chip, ink.sunken);
    }
    pen.text(rect, Align::Center, text, Face::label(), ink.text_secondary);
    rect.right()
}
