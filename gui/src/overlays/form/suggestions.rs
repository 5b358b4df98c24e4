//! Suggestions under a field: known values, then the typed text as a new value.
//!
//! Enter takes the highlighted suggestion.

use egui::{Align, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::forms::view::FormLine;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::Painter;

/// Number of rows of known values; the new value has one more row.
const KNOWN_ROWS: usize = 2;
/// Height of a suggestion.
pub(super) const CHIP_HEIGHT: f32 = 24.0;

/// Returns the height of the suggestions under a field.
pub(super) fn height() -> f32 {
    6.0 + (KNOWN_ROWS + 1) as f32 * (CHIP_HEIGHT + 4.0)
}

/// Draws the suggestions under `field`; a click takes one.
pub(super) fn show(ui: &Ui, pass: &mut FrameCtx<'_>, field: Id, line: &FormLine, new: bool, rect: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), pass.theme);
    let (mut x, mut row) = (rect.left(), 0);
    for (n, known) in line.suggestions.iter().enumerate() {
        let last = new && n + 1 == line.suggestions.len();
        let wide = (pen.text_width(known, TextStyle::small()).ceil() + 16.0).min(rect.width());
        if x + wide > rect.right() || last && n > 0 {
            (x, row) = (rect.left(), row + 1);
        }
        if row >= KNOWN_ROWS && !last {
            continue;
        }
        let top = rect.top() + row.min(KNOWN_ROWS) as f32 * (CHIP_HEIGHT + 4.0);
        let chip = Rect::from_min_size(pos2(x, top), vec2(wide, rect.height()));
        let meant = line.highlighted == Some(n);
        let response = ui.interact(chip, ui.scope_id().with(("known", n)), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, meant, known.as_str()));
        let fill = match (meant, response.hovered()) {
            (true, _) => ink.accent_soft,
            (false, true) => ink.pressed,
            (false, false) => ink.sunken,
        };
        let edge = match (meant, look.has_borders()) {
            (true, _) => look.hairline(ink.accent),
            (false, true) => look.hairline(ink.border),
            (false, false) => Stroke::NONE,
        };
        pen.bordered_box(chip, look.tokens.radius.chip, fill, edge);
        if response.has_focus() {
            pen.focus_ring(chip, look.tokens.radius.chip);
        }
        let color = if meant {
            ink.accent_text
        } else {
            ink.text_secondary
        };
        pen.text(chip, Align::Center, known, TextStyle::small(), color);
        if meant {
            let id = response.id.accesskit_id();
            ui.ctx()
                .accesskit_node_builder(field, |node| node.set_active_descendant(id));
        }
        if response.clicked() {
            pass.request(Action::AcceptSuggestion(n));
            // Return the focus to the field, so that Enter saves and typing continues.
            ui.memory_mut(|memory| memory.request_focus(field));
        }
        x = chip.right() + 6.0;
    }
}
