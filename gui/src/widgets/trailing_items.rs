//! What stands at the right end of a line. It is placed from the right, for that is the end it holds on to, and handed
//! back from the left: who shows it in that order has it read, and reached by Tab, as it is seen.

use egui::{Pos2, Rect, pos2, vec2};

/// The height of what is pressed.
const HEIGHT: f32 = 28.0;

/// The places of boxes of these widths, from the left to the right; the last one ends at `end`, which is the middle of
/// its height.
#[must_use]
pub fn ending_at(end: Pos2, gap: f32, widths: &[f32]) -> Vec<Rect> {
    let gaps = widths.len().saturating_sub(1) as f32 * gap;
    let mut x = end.x - widths.iter().sum::<f32>() - gaps;
    let place = |width: &f32| {
        let rect = Rect::from_min_size(pos2(x, end.y - HEIGHT / 2.0), vec2(*width, HEIGHT));
        x = rect.right() + gap;
        rect
    };
    widths.iter().map(place).collect()
}

/// Where places begin; `end` where there are none.
#[must_use]
pub fn begins(places: &[Rect], end: f32) -> f32 {
    places.first().map_or(end, Rect::left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_handed_back_from_the_left_and_end_where_they_should() {
        let places = ending_at(pos2(100.0, 20.0), 5.0, &[10.0, 20.0, 30.0]);
        let ranges: Vec<(f32, f32)> = places.iter().map(|at| (at.left(), at.right())).collect();
        assert_eq!(ranges, [(30.0, 40.0), (45.0, 65.0), (70.0, 100.0)]);
        assert!(places.iter().all(|at| (at.top(), at.bottom()) == (6.0, 34.0)));
        assert!((begins(&places, 100.0) - 30.0).abs() < f32::EPSILON);
        assert!((begins(&[], 100.0) - 100.0).abs() < f32::EPSILON);
    }
}
