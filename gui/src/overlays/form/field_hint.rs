//! The hint below a field: an error, a question or a warning.

use crate::prelude::*;
use encours_core::app::changes::forms::view::{FormLine, FormView};

/// Offset of a hint's text after its icon.
const TEXT_OFFSET: f32 = 20.0;

/// Severity of a hint.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HintSeverity {
    /// The value is invalid.
    Error,
    /// The value needs confirmation; the question is announced like an error.
    Question,
    /// A possible consequence.
    Warning,
}

/// Returns the hint of a field: its error, else its question or warning.
pub(super) fn field_hint<'a>(line: &'a FormLine, view: &'a FormView) -> Option<(&'a str, HintSeverity)> {
    if !line.has_error {
        return None;
    }
    let wrong = line.error.as_deref().map(|error| (error, HintSeverity::Error));
    let warned = if view.is_question { HintSeverity::Question } else { HintSeverity::Warning };
    wrong.or_else(|| view.warning.as_deref().map(|warning| (warning, warned)))
}

/// Returns the height of a hint, which wraps to up to three lines.
pub(super) fn hint_height(painter: &Painter<'_>, text: &str, width: f32) -> f32 {
    let text =
        painter.layout_wrapped(text, TextStyle::small(), painter.theme.colors.text, width - TEXT_OFFSET, 3);
    text.size().y + 4.0
}

/// Returns whether a hint fits beside its field's label, where it causes no layout shift.
pub(super) fn fits_beside(painter: &Painter<'_>, label: &str, text: &str, width: f32) -> bool {
    painter.text_width(label, TextStyle::small())
        + 16.0
        + TEXT_OFFSET
        + painter.text_width(text, TextStyle::small())
        <= width
}

/// Returns the area of a hint beside the label, at the end of the line.
pub(super) fn rect_beside(painter: &Painter<'_>, label: Rect, text: &str) -> Rect {
    let width = TEXT_OFFSET + painter.text_width(text, TextStyle::small()).ceil() + 1.0;
    let row = label.with_min_x(label.right() - width);
    Rect::from_center_size(row.center(), vec2(width, 16.0))
}

pub(super) fn draw_hint(ui: &Ui, frame: &FrameCtx<'_>, row: Rect, (text, tone): (&str, HintSeverity)) {
    let painter = frame.painter(ui);
    let wrong = tone == HintSeverity::Error;
    let color = if wrong { frame.theme.band_colors.alert } else { frame.theme.colors.text };
    let icon_color = if wrong { color } else { frame.theme.band_colors.watch };
    painter.sized_icon(pos2(row.left() + 7.0, row.top() + 8.0), Icon::Info, 14.0, icon_color);
    painter.block(
        row.left_top() + vec2(TEXT_OFFSET, 0.0),
        row.width() - TEXT_OFFSET,
        text,
        TextStyle::small(),
        color,
    );
    let role = if tone == HintSeverity::Warning { Role::Label } else { Role::Alert };
    ui.describe(row, "error", role, text);
}
