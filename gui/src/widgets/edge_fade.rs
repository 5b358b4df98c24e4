//! A fade at an edge beyond which content continues.

use egui::{Color32, Mesh, Rect, Shape};

use super::Painter;

/// Width of a fade.
pub const FADE_WIDTH: f32 = 28.0;

/// Fades `rect` into the background colour, towards its right or left edge.
pub fn paint(pen: &Painter<'_>, rect: Rect, ground: Color32, right: bool) {
    if !rect.is_positive() {
        return;
    }
    let clear = Color32::TRANSPARENT;
    let (at_left, at_right) = if right { (clear, ground) } else { (ground, clear) };
    let mut mesh = Mesh::default();
    mesh.colored_vertex(rect.left_top(), at_left);
    mesh.colored_vertex(rect.left_bottom(), at_left);
    mesh.colored_vertex(rect.right_top(), at_right);
    mesh.colored_vertex(rect.right_bottom(), at_right);
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    pen.inner.add(Shape::mesh(mesh));
}

/// Returns the areas to fade at the left and right of a column area: the visible part of clipped columns, up to the
/// width of a fade.
#[must_use]
pub fn fade_areas(room: Rect, columns: impl IntoIterator<Item = Rect>) -> (Option<Rect>, Option<Rect>) {
    let (mut left, mut right) = (None, None);
    for column in columns {
        let seen = column.intersect(room).width().min(FADE_WIDTH);
        if seen < 1.0 {
            continue;
        }
        if column.left() < room.left() - 0.5 {
            left = Some(room.with_max_x(room.left() + seen));
        }
        if column.right() > room.right() + 0.5 {
            right = Some(room.with_min_x(room.right() - seen));
        }
    }
    (left, right)
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    fn column(left: f32, width: f32) -> Rect {
        Rect::from_min_size(pos2(left, 0.0), vec2(width, 20.0))
    }

    #[test]
    fn only_what_is_cut_fades_and_only_as_much_as_is_seen_of_it() {
        let room = column(100.0, 300.0);
        assert_eq!(
            fade_areas(room, [column(100.0, 200.0), column(300.0, 100.0)]),
            (None, None)
        );
        let (left, right) = fade_areas(
            room,
            [column(90.0, 200.0), column(290.0, 100.0), column(390.0, 80.0)],
        );
        assert_eq!(left, Some(room.with_max_x(100.0 + FADE_WIDTH)));
        assert_eq!(right, Some(room.with_min_x(390.0)));
        // Columns that are fully out of view are not clipped.
        assert_eq!(
            fade_areas(room, [column(0.0, 100.0), column(400.0, 50.0)]),
            (None, None)
        );
    }
}
