//! Bars with the pattern of their class, and the mismatch marker, as in the window.

use egui::{Pos2, Rect, pos2, vec2};
use encours_core::theme::Pattern;

use super::canvas::Canvas;
use crate::theme::Look;

/// Draws a bar, plain or in the pattern of a class. The patterns distinguish classes in greyscale print.
pub(super) fn bar(look: &Look, canvas: &mut impl Canvas, class: Option<&str>, bar: Rect) {
    let Some(code) = class else {
        canvas.fill(bar, look.ink.bar);
        return;
    };
    let (fill, edge, pattern) = look.class(code);
    let ground = look.ink.surface;
    canvas.fill(bar, fill.unwrap_or(ground));
    let inner = bar.shrink(0.5);
    match pattern {
        Pattern::Solid | Pattern::Dashed => {}
        Pattern::Stripe => {
            for y in [bar.top() + 2.0, bar.top() + 4.75] {
                canvas.line(&[pos2(inner.left(), y), pos2(inner.right(), y)], 0.9, ground);
            }
        }
        Pattern::Split => hatch(canvas, inner, ground),
        Pattern::Dot => {
            let mut x = inner.left() + 2.5;
            while x + 1.0 < inner.right() {
                canvas.fill(
                    Rect::from_center_size(pos2(x, bar.center().y), vec2(2.2, 2.2)),
                    ground,
                );
                x += 6.0;
            }
        }
    }
    canvas.edge(bar, 0.5, edge);
}

/// Draws a diagonal hatch, clipped by computation because the canvas has no clip area.
fn hatch(canvas: &mut impl Canvas, inner: Rect, color: egui::Color32) {
    /// Distance between two lines.
    const STEP: f32 = 4.5;
    let mut x = inner.left() - inner.height();
    while x < inner.right() {
        let from = pos2(x.max(inner.left()), inner.bottom() - (inner.left() - x).max(0.0));
        let end = x + inner.height();
        let to = pos2(
            end.min(inner.right()),
            inner.top() + (end - inner.right()).max(0.0),
        );
        if to.x > from.x {
            canvas.line(&[from, to], 0.9, color);
        }
        x += STEP;
    }
}

/// Draws the warning marker: a square on its corner.
pub(super) fn diamond(canvas: &mut impl Canvas, at: Pos2, color: egui::Color32) {
    const HALF: f32 = 3.4;
    let corners = [
        vec2(0.0, -HALF),
        vec2(HALF, 0.0),
        vec2(0.0, HALF),
        vec2(-HALF, 0.0),
    ];
    canvas.shape(&corners.map(|corner| at + corner), color);
}
