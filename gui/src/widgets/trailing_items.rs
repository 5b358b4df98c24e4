//! Right-aligned items of a line, such as buttons.
//!
//! Positions are computed from the right but returned from left to right, so that drawing in that order yields the
//! visual reading and tab order.

use egui::AsIdSalt;

use crate::prelude::*;

/// Height of an item.
const HEIGHT: f32 = 28.0;

/// Returns the areas of items of these widths, from left to right; the last one ends at `end`, its right centre.
#[must_use]
pub fn rects_ending_at(end: Pos2, gap: f32, widths: &[f32]) -> Vec<Rect> {
    let gaps = widths.len().saturating_sub(1) as f32 * gap;
    let mut x = end.x - widths.iter().sum::<f32>() - gaps;
    let item_rect = |width: &f32| {
        let rect = rect_at(x, end.y - HEIGHT / 2.0, *width, HEIGHT);
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

/// Buttons in a row, each with its id and its area.
pub struct ButtonRow<'a>(Vec<(Id, Button<'a>, Rect)>);

impl<'a> ButtonRow<'a> {
    /// Places buttons so that the last one ends at `end`, its right centre.
    pub fn ending_at<S: AsIdSalt>(
        ui: &Ui,
        painter: &Painter<'_>,
        (end, gap): (Pos2, f32),
        buttons: impl IntoIterator<Item = (S, Button<'a>)>,
    ) -> Self {
        let buttons = buttons.into_iter().map(|(salt, button)| (ui.scope_id().with(salt), button));
        let buttons: Vec<(Id, Button<'a>)> = buttons.collect();
        let widths: Vec<f32> = buttons.iter().map(|(_, button)| button.width(painter)).collect();
        let rects = rects_ending_at(end, gap, &widths);
        Self(buttons.into_iter().zip(rects).map(|((id, button), rect)| (id, button, rect)).collect())
    }

    /// Places buttons so that the first one begins at `start`, its left centre.
    pub fn starting_at<S: AsIdSalt>(
        ui: &Ui,
        painter: &Painter<'_>,
        (start, gap): (Pos2, f32),
        buttons: impl IntoIterator<Item = (S, Button<'a>)>,
    ) -> Self {
        let mut x = start.x;
        let place = |(salt, button): (S, Button<'a>)| {
            let rect = rect_at(x, start.y - HEIGHT / 2.0, button.width(painter), HEIGHT);
            x = rect.right() + gap;
            (ui.scope_id().with(salt), button, rect)
        };
        Self(buttons.into_iter().map(place).collect())
    }

    /// Returns the left edge of the first button, or `end` if there is none.
    #[must_use]
    pub fn left_edge(&self, end: f32) -> f32 {
        self.0.first().map_or(end, |(.., rect)| rect.left())
    }

    /// Returns the area of the last button.
    #[must_use]
    pub fn last_rect(&self) -> Option<Rect> {
        self.0.last().map(|(.., rect)| *rect)
    }

    /// Shows the buttons. A click requests the button's action. Returns their responses.
    pub fn show(&self, ui: &Ui, frame: &mut FrameCtx<'_>) -> Vec<Response> {
        self.0.iter().map(|(id, button, rect)| frame.press_id(ui, *id, *rect, button)).collect()
    }
}

/// Returns the width of buttons at a level of reduction, each with a gap.
#[must_use]
pub fn reduced_width(painter: &Painter<'_>, buttons: &[Button<'_>], level: usize, gap: f32) -> f32 {
    buttons.iter().map(|button| button.clone().reduced(level).width(painter) + gap).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_rects_end_at_the_right_edge_in_order() {
        let rects = rects_ending_at(pos2(100.0, 20.0), 5.0, &[10.0, 20.0, 30.0]);
        let ranges: Vec<(f32, f32)> = rects.iter().map(|at| (at.left(), at.right())).collect();
        assert_eq!(ranges, [(30.0, 40.0), (45.0, 65.0), (70.0, 100.0)]);
        assert!(rects.iter().all(|at| (at.top(), at.bottom()) == (6.0, 34.0)));
        assert!((left_edge(&rects, 100.0) - 30.0).abs() < f32::EPSILON);
        assert!((left_edge(&[], 100.0) - 100.0).abs() < f32::EPSILON);
    }
}
