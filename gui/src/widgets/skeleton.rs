//! What stands in the place of a card before it has been read: still bars where the lines will be.

use egui::{Rect, pos2, vec2};

use super::Pen;

/// Paints the outline of a card. Widths differ from row to row, always in the same way: nothing flickers.
pub fn card(pen: &Pen<'_>, rect: Rect, row: usize) {
    let (look, ink) = (pen.look, &pen.look.ink);
    pen.boxed(
        rect,
        look.tokens.radius.card,
        ink.surface,
        look.hairline(ink.border),
    );
    let wide = [0.58, 0.71, 0.5, 0.64];
    let vary = |salt: usize| wide.get((row + salt) % wide.len()).copied().unwrap_or(0.6);
    let inner = rect.shrink2(vec2(12.0, 0.0));
    for (top, share) in [(15.0, vary(0)), (36.0, vary(1) * 0.6), (56.0, vary(2) * 0.55)] {
        bar(
            pen,
            pos2(inner.left(), rect.top() + top),
            inner.width() * share,
            8.0,
        );
    }
    for (top, share) in [(36.0, 0.15), (56.0, vary(3) * 0.55)] {
        let width = inner.width() * share;
        bar(pen, pos2(inner.right() - width, rect.top() + top), width, 8.0);
    }
}

/// Paints the bar of one line.
pub fn bar(pen: &Pen<'_>, at: egui::Pos2, width: f32, height: f32) {
    pen.fill(
        Rect::from_min_size(at, vec2(width, height)),
        4,
        pen.look.ink.pressed,
    );
}
