//! The strength of a new passphrase, in three steps and as text.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::tools::session::view::passphrase_strength::Strength;

use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::Pen;

/// Size of a step.
const STEP: egui::Vec2 = vec2(18.0, 4.0);
const STEPS: usize = 3;
const GAP: f32 = 3.0;

/// Draws the indicator from a point. Returns its bottom edge, which does not depend on the text.
pub(super) fn show(ui: &Ui, pass: &Pass<'_>, passphrase: &str, at: egui::Pos2, width: f32) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let strength = (!passphrase.is_empty()).then(|| Strength::of(passphrase));
    let reached = strength.map_or(0, Strength::reached);
    let color = if reached == 1 {
        look.bands.alert
    } else {
        ink.accent
    };
    for step in 0..STEPS {
        let left = at.x + step as f32 * (STEP.x + GAP);
        let place = Rect::from_min_size(pos2(left, at.y + 6.0), STEP);
        let fill = if step < reached { color } else { ink.border };
        pen.fill(place, 2, fill);
    }
    let said = pass.word(strength.map_or("passphrase-advised", Strength::label_key));
    let left = at.x + STEPS as f32 * (STEP.x + GAP) + 7.0;
    let room = at.x + width - left;
    let block = pen.block(pos2(left, at.y), room, &said, Face::small(), ink.text_secondary);
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
        let said = pen.wrapped(
            &pass.word(key),
            Face::small(),
            ink.text_secondary,
            room,
            usize::MAX,
        );
        said.size().y
    });
    at.y + high.into_iter().fold(0.0, f32::max)
}
