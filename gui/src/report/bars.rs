//! Bars with the pattern of their class, and the mismatch marker, as in the window.

use crate::prelude::*;
use encours_core::theme::Pattern;

use super::canvas::ReportTarget;

/// Draws a bar, plain or in the pattern of a class. The patterns distinguish classes in greyscale print.
pub(super) fn draw_bar(theme: &Theme, canvas: &mut impl ReportTarget, class: Option<&str>, bar: Rect) {
    let Some(code) = class else {
        canvas.fill(bar, theme.colors.bar);
        return;
    };
    let (fill, edge, pattern) = theme.class_style(code);
    let background = theme.colors.surface;
    canvas.fill(bar, fill.unwrap_or(background));
    let inner = bar.shrink(0.5);
    match pattern {
        Pattern::Solid | Pattern::Dashed => {}
        Pattern::Stripe => {
            for y in [bar.top() + 2.0, bar.top() + 4.75] {
                canvas.line(&[pos2(inner.left(), y), pos2(inner.right(), y)], 0.9, background);
            }
        }
        Pattern::Split => draw_hatch(canvas, inner, background),
        Pattern::Dot => {
            let mut x = inner.left() + 2.5;
            while x + 1.0 < inner.right() {
                canvas.fill(Rect::from_center_size(pos2(x, bar.center().y), vec2(2.2, 2.2)), background);
                x += 6.0;
            }
        }
    }
    canvas.outline(bar, 0.5, edge);
}

/// Draws a diagonal hatch, clipped by computation because the canvas has no clip area.
fn draw_hatch(canvas: &mut impl ReportTarget, inner: Rect, color: Color32) {
    /// Distance between two lines.
    const HATCH_STEP: f32 = 4.5;
    let mut x = inner.left() - inner.height();
    while x < inner.right() {
        let from = pos2(x.max(inner.left()), inner.bottom() - (inner.left() - x).max(0.0));
        let end = x + inner.height();
        let to = pos2(end.min(inner.right()), inner.top() + (end - inner.right()).max(0.0));
        if to.x > from.x {
            canvas.line(&[from, to], 0.9, color);
        }
        x += HATCH_STEP;
    }
}

/// Draws the warning marker: a square on its corner.
pub(super) fn draw_diamond(canvas: &mut impl ReportTarget, at: Pos2, color: Color32) {
    const HALF_SIZE: f32 = 3.4;
    let corners = [vec2(0.0, -HALF_SIZE), vec2(HALF_SIZE, 0.0), vec2(0.0, HALF_SIZE), vec2(-HALF_SIZE, 0.0)];
    canvas.polygon(&corners.map(|corner| at + corner), color);
}
