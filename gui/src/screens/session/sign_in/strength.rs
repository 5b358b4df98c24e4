//! The strength of a new passphrase, in three steps and as text.

use crate::prelude::*;
use encours_core::app::tools::session::view::passphrase_strength::Strength;

/// Size of a step.
const STEP_SIZE: Vec2 = vec2(18.0, 4.0);
const STEP_COUNT: usize = 3;
const GAP: f32 = 3.0;

/// Draws the indicator from a point. Returns its bottom edge, which does not depend on the text.
pub(super) fn show(ui: &Ui, frame: &FrameCtx<'_>, passphrase: &str, at: Pos2, width: f32) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let strength = (!passphrase.is_empty()).then(|| Strength::estimate(passphrase));
    let reached = strength.map_or(0, Strength::level);
    let color = if reached == 1 { theme.band_colors.alert } else { colors.accent };
    for index in 0..STEP_COUNT {
        let left_x = at.x + index as f32 * (STEP_SIZE.x + GAP);
        let step_rect = Rect::from_min_size(pos2(left_x, at.y + 6.0), STEP_SIZE);
        let fill = if index < reached { color } else { colors.border };
        painter.fill(step_rect, 2, fill);
    }
    let text = frame.message(strength.map_or("passphrase-advised", Strength::label_key));
    let left_x = at.x + STEP_COUNT as f32 * (STEP_SIZE.x + GAP) + 7.0;
    let available = at.x + width - left_x;
    let block =
        painter.block(pos2(left_x, at.y), available, &text, TextStyle::small(), colors.text_secondary);
    let step_rect = Rect::from_min_max(at, pos2(at.x + width, block.bottom()));
    ui.describe(step_rect, "strength", Role::Label, &*text);
    // Reserve the height of the longest text, so that the button below does not move.
    let keys = ["passphrase-advised", "passphrase-weak", "passphrase-fair", "passphrase-strong"];
    let hint_height = keys.map(|key| {
        let text = painter.layout_wrapped(
            &frame.message(key),
            TextStyle::small(),
            colors.text_secondary,
            available,
            usize::MAX,
        );
        text.size().y
    });
    at.y + hint_height.into_iter().fold(0.0, f32::max)
}
