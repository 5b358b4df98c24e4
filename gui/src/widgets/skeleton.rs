//! Placeholders shown before the first load: static bars in place of text lines.

use crate::prelude::*;

/// Paints the placeholder of a card. Widths vary by row, but are the same in each frame.
pub fn paint_card(painter: &Painter<'_>, rect: Rect, row: usize) {
    let (theme, colors) = (painter.theme, &painter.theme.colors);
    painter.framed_box(rect, theme.tokens.radius.card, colors.surface, colors.border);
    let width_shares = [0.58, 0.71, 0.5, 0.64];
    let vary = |salt: usize| width_shares.get((row + salt) % width_shares.len()).copied().unwrap_or(0.6);
    let inner = rect.narrowed(12.0);
    for (top, share) in [(15.0, vary(0)), (36.0, vary(1) * 0.6), (56.0, vary(2) * 0.55)] {
        paint_bar(painter, pos2(inner.left(), rect.top() + top), inner.width() * share, 8.0);
    }
    for (top, share) in [(36.0, 0.15), (56.0, vary(3) * 0.55)] {
        let width = inner.width() * share;
        paint_bar(painter, pos2(inner.right() - width, rect.top() + top), width, 8.0);
    }
}

/// Paints the placeholder of a list row: mark, name and trailing detail.
pub fn paint_row(painter: &Painter<'_>, rect: Rect, at: usize) {
    let share = [0.52, 0.66, 0.44, 0.6, 0.48].get(at % 5).copied().unwrap_or(0.5);
    let y = rect.center().y - 4.0;
    paint_bar(painter, pos2(rect.left(), y), 8.0, 8.0);
    paint_bar(painter, pos2(rect.left() + 20.0, y), (rect.width() - 80.0) * share, 8.0);
    paint_bar(painter, pos2(rect.right() - 36.0, y), 36.0, 8.0);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, painter.theme.colors.border);
}

/// Paints the placeholder of a text: a title and a few lines.
pub fn paint_text(painter: &Painter<'_>, rect: Rect) {
    paint_bar(painter, rect.min, rect.width() * 0.7, 14.0);
    for (at, share) in [0.36, 0.44, 0.4].into_iter().enumerate() {
        paint_bar(painter, rect.min + vec2(0.0, 40.0 + at as f32 * 24.0), rect.width() * share, 8.0);
    }
}

/// Paints placeholder columns with a few cards each, across the area.
pub fn paint_columns(
    painter: &Painter<'_>,
    rect: Rect,
    column_width: f32,
    (header_height, card_height, card_pitch): (f32, f32, f32),
) {
    let (theme, colors) = (painter.theme, &painter.theme.colors);
    let size = &theme.tokens.size;
    let mut left_x = rect.left();
    let mut column = 0;
    while left_x < rect.right() {
        let column_rect =
            Rect::from_min_max(pos2(left_x, rect.top()), pos2(left_x + column_width, rect.bottom() + 10.0));
        painter.fill(column_rect, theme.tokens.radius.column, colors.sunken);
        paint_bar(painter, column_rect.min + vec2(10.0, 15.0), 96.0, 8.0);
        paint_bar(painter, column_rect.min + vec2(10.0, 34.0), 24.0, 6.0);
        for row in 0..4 {
            let corner = column_rect.min + vec2(6.0, header_height + row as f32 * card_pitch);
            let rect = Rect::from_min_size(corner, vec2(column_width - 12.0, card_height));
            self::paint_card(painter, rect, row + column);
        }
        left_x += column_width + size.column_gap;
        column += 1;
    }
}

/// Paints the bar of one line.
pub fn paint_bar(painter: &Painter<'_>, at: Pos2, width: f32, height: f32) {
    painter.fill(Rect::from_min_size(at, vec2(width, height)), 4, painter.theme.colors.pressed);
}
