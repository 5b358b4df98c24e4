//! The strength of a new passphrase, in three steps and as text.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::tools::session::view::passphrase_strength::Strength;

use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::Painter;

/// Size of a step.
const STEP_SIZE: egui::Vec2 = vec2(18.0, 4.0);
const STEP_COUNT: usize = 3;
const GAP: f32 = 3.0;

/// Draws the indicator from a point. Returns its bottom edge, which does not depend on the text.
pub(super) fn show(ui: &Ui, pass: &FrameCtx<'_>, passphrase: &str, at: egui::Pos2, width: f32) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let strength = (!passphrase.is_empty()).then(|| Strength::estimate(passphrase));
    let reached = strength.map_or(0, Strength::level);
    let color = if reached == 1 {
        look.band_colors.alert
    } else {
        ink.accent
    };
    for step in 0..STEP_COUNT {
        let left = at.x + step as f32 * (STEP_SIZE.x + GAP);
        let place = Rect::from_min_size(pos2(left, at.y + 6.0), STEP_SIZE);
        let fill = if step < reached { color } else { ink.border };
        pen.fill(place, 2, fill);
    }
    let said = pass.message(strength.map_or("passphrase-advised", Strength::label_key));
    let left = at.x + STEP_COUNT as f32 * (STEP_SIZE.x + GAP) + 7.0;
    let room = at.x + width - left;
    let block = pen.block(
        pos2(left, at.y),
        room,
        &said,
        TextStyle::small(),
        ink.text_secondary,
    );
    let place = Rect::from_min_max(at, pos2(at.x + width, block.bottom()));
    let response = ui.interact(place, ui.scope_id().with("strength"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &*said));
    // Reserve the height of the longest text, so that the button below does not move.
    let keys = [
        "passphrase-advised",
        "passphrase-weak",
        "passphrase-fair",
        "passphrase-strong",
    ];
    let high = keys.map(|key| {
        let said = pen.layout_wrapped(
            &pass.message(key),
            TextStyle::small(),
            ink.text_secondary,
            room,
            usize::MAX,
        );
        said.size().y
    });
    at.y + high.into_iter().fold(0.0, f32::max)
}
