//! The check box: empty, ticked, or with a line for a partial selection.

use egui::{Pos2, Rect, Stroke, StrokeKind, pos2, vec2};

use super::Pen;
use crate::theme::Icon;

/// The state of a check box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ticked {
    /// Nothing is selected.
    No,
    /// A part is selected.
    Some,
    /// All is selected.
    All,
}

/// Side of a box.
pub const SIDE: f32 = 16.0;

/// Paints a box around a point.
pub fn paint(pen: &Pen<'_>, at: Pos2, ticked: Ticked, hovered: bool) {
    let ink = &pen.look.ink;
    let rect = Rect::from_center_size(pos2(at.x.round(), at.y.round()), vec2(SIDE, SIDE));
    if ticked == Ticked::No {
        let edge = if hovered { ink.text_secondary } else { ink.control };
        pen.fill(rect, 4, ink.surface);
        let line = Stroke::new(1.0, edge);
        pen.painter.rect_stroke(rect, 4.0, line, StrokeKind::Inside);
        return;
    }
    pen.fill(rect, 4, if hovered { ink.accent_hover } else { ink.accent });
    if ticked == Ticked::All {
        pen.icon_of(rect.center(), Icon::Check, 12.0, ink.on_accent);
    } else {
        pen.fill(
            Rect::from_center_size(rect.center(), vec2(8.0, 2.0)),
            1,
            ink.on_accent,
        );
    }
}
