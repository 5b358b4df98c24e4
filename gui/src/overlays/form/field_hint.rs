//! The hint below a field: an error, a question or a warning.

use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::Pen;
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::forms::view::{FormLine, FormView};

/// Offset of a hint's text after its icon.
const REMARK: f32 = 20.0;

/// Severity of a hint.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// The value is invalid.
    Wrong,
    /// The value needs confirmation; the question is announced like an error.
    Asked,
    /// A possible consequence.
    Warned,
}

/// Returns the hint of a field: its error, else its question or warning.
pub(super) fn said<'a>(line: &'a FormLine, view: &'a FormView) -> Option<(&'a str, Tone)> {
    if !line.named {
        return None;
    }
    let wrong = line.wrong.as_deref().map(|error| (error, Tone::Wrong));
    let warned = if view.asks { Tone::Asked } else { Tone::Warned };
    wrong.or_else(|| view.warning.as_deref().map(|warning| (warning, warned)))
}

/// Returns the height of a hint, which wraps to up to three lines.
pub(super) fn remark_height(pen: &Pen<'_>, text: &str, wide: f32) -> f32 {
    let text = pen.wrapped(text, Face::small(), pen.look.ink.text, wide - REMARK, 3);
    text.size().y + 4.0
}

/// Returns whether a hint fits beside its field's label, where it causes no layout shift.
pub(super) fn is_beside(pen: &Pen<'_>, label: &str, text: &str, wide: f32) -> bool {
    pen.width(label, Face::small()) + 16.0 + REMARK + pen.width(text, Face::small()) <= wide
}

/// Returns the area of a hint beside the label, at the end of the line.
pub(super) fn place_beside(pen: &Pen<'_>, label: Rect, text: &str) -> Rect {
    let wide = REMARK + pen.width(text, Face::small()).ceil() + 1.0;
    let row = label.with_min_x(label.right() - wide);
    Rect::from_center_size(row.center(), vec2(wide, 16.0))
}

pub(super) fn remark(ui: &Ui, pass: &Pass<'_>, row: Rect, (text, tone): (&str, Tone)) {
    let pen = Pen::new(ui.painter(), pass.look);
    let wrong = tone == Tone::Wrong;
    let color = if wrong {
        pass.look.bands.alert
    } else {
        pass.look.ink.text
    };
    let sign = if wrong { color } else { pass.look.bands.watch };
    pen.icon_of(pos2(row.left() + 7.0, row.top() + 8.0), Icon::Info, 14.0, sign);
    pen.block(
        row.left_top() + vec2(REMARK, 0.0),
        row.width() - REMARK,
        text,
        Face::small(),
        color,
    );
    let response = ui.interact(row, ui.scope_id().with("error"), Sense::hover());
    let role = if tone == Tone::Warned {
        Role::Label
    } else {
        Role::Alert
    };
    response.widget_info(|| WidgetInfo::labeled(role, true, text));
}
