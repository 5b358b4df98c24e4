//! A fade at an edge beyond which content continues.

use crate::prelude::*;
use egui::{Mesh, Shape};

/// Width of a fade.
pub const FADE_WIDTH: f32 = 28.0;

/// Fades `rect` into the background colour, towards its right or left edge.
pub fn paint(painter: &Painter<'_>, rect: Rect, background: Color32, right: bool) {
    if !rect.is_positive() {
        return;
    }
    let clear = Color32::TRANSPARENT;
    let (at_left, at_right) = if right { (clear, background) } else { (background, clear) };
    let mut mesh = Mesh::default();
    mesh.colored_vertex(rect.left_top(), at_left);
    mesh.colored_vertex(rect.left_bottom(), at_left);
    mesh.colored_vertex(rect.right_top(), at_right);
    mesh.colored_vertex(rect.right_bottom(), at_right);
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    painter.inner.add(Shape::mesh(mesh));
}

/// Fades clipped columns beside the pinned one, in bands with a background each. Returns whether one is clipped at
/// the left.
pub fn paint_clipped(
    painter: &Painter<'_>,
    space: Rect,
    headers: &[(usize, Rect)],
    bands: &[(Rect, Color32)],
) -> bool {
    let columns = headers.iter().filter(|(at, _)| *at > 0);
    let columns = columns.map(|(_, header)| header.with_max_y(space.bottom()));
    let (left_fade, right_fade) = fade_areas(space, columns);
    for (edge, at_right) in [(left_fade, false), (right_fade, true)] {
        let Some(edge) = edge else { continue };
        for (band, background) in bands {
            paint(painter, edge.intersect(*band), *background, at_right);
        }
    }
    left_fade.is_some()
}

/// Returns the areas to fade at the left and right of a column area: the visible part of clipped columns, up to the
/// width of a fade.
#[must_use]
pub fn fade_areas(space: Rect, columns: impl IntoIterator<Item = Rect>) -> (Option<Rect>, Option<Rect>) {
    let (mut left_fade, mut right_fade) = (None, None);
    for column in columns {
        let fade_width = column.intersect(space).width().min(FADE_WIDTH);
        if fade_width < 1.0 {
            continue;
        }
        if column.left() < space.left() - 0.5 {
            left_fade = Some(space.with_max_x(space.left() + fade_width));
        }
        if column.right() > space.right() + 0.5 {
            right_fade = Some(space.with_min_x(space.right() - fade_width));
        }
    }
    (left_fade, right_fade)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(left_x: f32, width: f32) -> Rect {
        rect_at(left_x, 0.0, width, 20.0)
    }

    #[test]
    fn only_clipped_columns_fade_by_their_visible_part() {
        let column_area = column(100.0, 300.0);
        assert_eq!(fade_areas(column_area, [column(100.0, 200.0), column(300.0, 100.0)]), (None, None));
        let (left_fade, right_fade) =
            fade_areas(column_area, [column(90.0, 200.0), column(290.0, 100.0), column(390.0, 80.0)]);
        assert_eq!(left_fade, Some(column_area.with_max_x(100.0 + FADE_WIDTH)));
        assert_eq!(right_fade, Some(column_area.with_min_x(390.0)));
        // Columns that are fully out of view are not clipped.
        assert_eq!(fade_areas(column_area, [column(0.0, 100.0), column(400.0, 50.0)]), (None, None));
    }
}
