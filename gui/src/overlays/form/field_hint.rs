//! The hint below a field: an error, a question or a warning.

use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::Painter;
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
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
    let warned = if view.is_question {
        HintSeverity::Question
    } else {
        HintSeverity::Warning
    };
    wrong.or_else(|| view.warning.as_deref().map(|warning| (warning, warned)))
}

/// Returns the height of a hint, which wraps to up to three lines.
pub(super) fn hint_height(pen: &Painter<'_>, text: &str, wide: f32) -> f32 {
    let text = pen.layout_wrapped(
        text,
        TextStyle::small(),
        pen.theme.colors.text,
        wide - TEXT_OFFSET,
        3,
    );
    text.size().y + 4.0
}

/// Returns whether a hint fits beside its field's label, where it causes no layout shift.
pub(super) fn fits_beside(pen: &Painter<'_>, label: &str, text: &str, wide: f32) -> bool {
    pen.text_width(label, TextStyle::small()) + 16.0 + TEXT_OFFSET + pen.text_width(text, TextStyle::small())
        <= wide
}

/// Returns the area of a hint beside the label, at the end of the line.
pub(super) fn rect_beside(pen: &Painter<'_>, label: Rect, text: &str) -> Rect {
    let wide = TEXT_OFFSET + pen.text_width(text, TextStyle::small()).ceil() + 1.0;
    let row = label.with_min_x(label.right() - wide);
    Rect::from_center_size(row.center(), vec2(wide, 16.0))
}

pub(super) fn draw_hint(ui: &Ui, pass: &FrameCtx<'_>, row: Rect, (text, tone): (&str, HintSeverity)) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let wrong = tone == HintSeverity::Error;
    let color = if wrong {
        pass.theme.band_colors.alert
    } else {
        pass.theme.colors.text
    };
    let sign = if wrong {
        color
    } else {
        pass.theme.band_colors.watch
    };
    pen.sized_icon(pos2(row.left() + 7.0, row.top() + 8.0), Icon::Info, 14.0, sign);
    pen.block(
        row.left_top() + vec2(TEXT_OFFSET, 0.0),
        row.width() - TEXT_OFFSET,
        text,
        TextStyle::small(),
        color,
    );
    let response = ui.interact(row, ui.scope_id().with("error"), Sense::hover());
    let role = if tone == HintSeverity::Warning {
        Role::Label
    } else {
        Role::Alert
    };
    response.widget_info(|| WidgetInfo::labeled(role, true, text));
}
