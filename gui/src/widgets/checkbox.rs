//! The check box: empty, ticked, or with a line for a partial selection.

use egui::{Pos2, Rect, Stroke, StrokeKind, pos2, vec2};

use super::Painter;
use crate::theme::Icon;

/// The state of a check box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// Nothing is selected.
    No,
    /// A part is selected.
    Partial,
    /// All is selected.
    All,
}

/// Side of a box.
pub const BOX_SIZE: f32 = 16.0;

/// Paints a box around a point.
pub fn paint(pen: &Painter<'_>, at: Pos2, ticked: CheckState, hovered: bool) {
    let ink = &pen.theme.colors;
    let rect = Rect::from_center_size(pos2(at.x.round(), at.y.round()), vec2(BOX_SIZE, BOX_SIZE));
    if ticked == CheckState::No {
        let edge = if hovered { ink.text_secondary } else { ink.control };
        pen.fill(rect, 4, ink.surface);
        let line = Stroke::new(1.0, edge);
        pen.inner.rect_stroke(rect, 4.0, line, StrokeKind::Inside);
        return;
    }
    pen.fill(rect, 4, if hovered { ink.accent_hover } else { ink.accent });
    if ticked == CheckState::All {
        pen.sized_icon(rect.center(), Icon::Check, 12.0, ink.on_accent);
    } else {
        pen.fill(
            Rect::from_center_size(rect.center(), vec2(8.0, 2.0)),
            1,
            ink.on_accent,
        );
    }
}
