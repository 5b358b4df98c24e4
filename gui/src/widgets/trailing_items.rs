//! Right-aligned items of a line.
//!
//! Positions are computed from the right but returned from left to right, so that drawing in that order yields the
//! visual reading and tab order.

use egui::{Pos2, Rect, pos2, vec2};

/// Height of an item.
const HEIGHT: f32 = 28.0;

/// Returns the areas of items of these widths, from left to right; the last one ends at `end`, its right centre.
#[must_use]
pub fn rects_ending_at(end: Pos2, gap: f32, widths: &[f32]) -> Vec<Rect> {
    let gaps = widths.len().saturating_sub(1) as f32 * gap;
    let mut x = end.x - widths.iter().sum::<f32>() - gaps;
    let item_rect = |width: &f32| {
        let rect = Rect::from_min_size(pos2(x, end.y - HEIGHT / 2.0), vec2(*width, HEIGHT));
        x = rect.right() + gap;
        rect
    };
    widths.iter().map(item_rect).collect()
}

/// Returns the left edge of the first area, or `end` if there is none.
#[must_use]
pub fn left_edge(rects: &[Rect], end: f32) -> f32 {
    rects.first().map_or(end, Rect::left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_handed_back_from_the_left_and_end_where_they_should() {
        let rects = rects_ending_at(pos2(100.0, 20.0), 5.0, &[10.0, 20.0, 30.0]);
        let ranges: Vec<(f32, f32)> = rects.iter().map(|at| (at.left(), at.right())).collect();
        assert_eq!(ranges, [(30.0, 40.0), (45.0, 65.0), (70.0, 100.0)]);
        assert!(rects.iter().all(|at| (at.top(), at.bottom()) == (6.0, 34.0)));
        assert!((left_edge(&rects, 100.0) - 30.0).abs() < f32::EPSILON);
        assert!((left_edge(&[], 100.0) - 100.0).abs() < f32::EPSILON);
    }
}
