//! What is said under a field: what is wrong with it, or what to expect.

use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::Pen;
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::forms::view::{FormLine, FormView};

/// Where the words of a remark begin, after its sign.
const REMARK: f32 = 20.0;

/// How a remark is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// What stands there cannot be taken.
    Wrong,
    /// It is taken once it is confirmed: a question, which is read out as what went wrong is.
    Asked,
    /// What may come of it.
    Warned,
}

/// What is said of a field, under it: what is wrong with it, or what to expect.
pub(super) fn said<'a>(line: &'a FormLine, view: &'a FormView) -> Option<(&'a str, Tone)> {
    if !line.named {
        return None;
    }
    let wrong = line.wrong.as_deref().map(|error| (error, Tone::Wrong));
    let warned = if view.asks { Tone::Asked } else { Tone::Warned };
    wrong.or_else(|| view.warning.as_deref().map(|warning| (warning, warned)))
}

/// How high a remark is: half of it would help nobody, so it takes the lines it needs.
pub(super) fn remark_height(pen: &Pen<'_>, text: &str, wide: f32) -> f32 {
    let text = pen.wrapped(text, Face::small(), pen.look.ink.text, wide - REMARK, 3);
    text.size().y + 4.0
}

/// Whether a remark has room beside the name of its field. There it moves nothing when it comes and goes.
pub(super) fn is_beside(pen: &Pen<'_>, label: &str, text: &str, wide: f32) -> bool {
    pen.width(label, Face::small()) + 16.0 + REMARK + pen.width(text, Face::small()) <= wide
}

/// Where it stands there: at the end of the line of the name.
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
