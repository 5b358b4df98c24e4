//! The check box: empty, ticked, or with a line for a partial selection.

use crate::prelude::*;

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
pub fn paint(painter: &Painter<'_>, at: Pos2, ticked: CheckState, hovered: bool) {
    let colors = &painter.theme.colors;
    let rect = Rect::from_center_size(pos2(at.x.round(), at.y.round()), vec2(BOX_SIZE, BOX_SIZE));
    if ticked == CheckState::No {
        let edge = if hovered { colors.text_secondary } else { colors.control };
        painter.fill(rect, 4, colors.surface);
        let line = Stroke::new(1.0, edge);
        painter.inner.rect_stroke(rect, 4.0, line, StrokeKind::Inside);
        return;
    }
    painter.fill(rect, 4, if hovered { colors.accent_hover } else { colors.accent });
    if ticked == CheckState::All {
        painter.sized_icon(rect.center(), Icon::Check, 12.0, colors.on_accent);
    } else {
        painter.fill(Rect::from_center_size(rect.center(), vec2(8.0, 2.0)), 1, colors.on_accent);
    }
}
