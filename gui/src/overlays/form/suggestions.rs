//! Suggestions under a field: known values, then the typed text as a new value.
//!
//! Enter takes the highlighted suggestion.

use crate::prelude::*;
use encours_core::app::changes::forms::view::FormLine;

/// Number of rows of known values; the new value has one more row.
const KNOWN_ROWS: usize = 2;
/// Height of a suggestion.
pub(super) const CHIP_HEIGHT: f32 = 24.0;

/// Returns the height of the suggestions under a field.
pub(super) fn height() -> f32 {
    6.0 + (KNOWN_ROWS + 1) as f32 * (CHIP_HEIGHT + 4.0)
}

/// Draws the suggestions under `field`; a click takes one.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, field: Id, line: &FormLine, new: bool, rect: Rect) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let (mut x, mut row) = (rect.left(), 0);
    for (n, suggestion) in line.suggestions.iter().enumerate() {
        let last = new && n + 1 == line.suggestions.len();
        let width = (painter.text_width(suggestion, TextStyle::small()).ceil() + 16.0).min(rect.width());
        if x + width > rect.right() || last && n > 0 {
            (x, row) = (rect.left(), row + 1);
        }
        if row >= KNOWN_ROWS && !last {
            continue;
        }
        let top = rect.top() + row.min(KNOWN_ROWS) as f32 * (CHIP_HEIGHT + 4.0);
        let chip = rect_at(x, top, width, rect.height());
        let is_selected = line.highlighted == Some(n);
        let response = ui.interact(chip, ui.scope_id().with(("known", n)), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, suggestion.as_str()));
        let fill = response.state_color(is_selected, [colors.accent_soft, colors.pressed, colors.sunken]);
        let edge = match (is_selected, theme.has_borders()) {
            (true, _) => theme.hairline(colors.accent),
            (false, true) => theme.hairline(colors.border),
            (false, false) => Stroke::NONE,
        };
        painter.bordered_box(chip, theme.tokens.radius.chip, fill, edge);
        painter.ring(chip, theme.tokens.radius.chip, &response);
        let color = if is_selected { colors.accent_text } else { colors.text_secondary };
        painter.center(chip, suggestion, TextStyle::small(), color);
        if is_selected {
            let id = response.id.accesskit_id();
            ui.ctx().accesskit_node_builder(field, |node| node.set_active_descendant(id));
        }
        if response.clicked() {
            frame.request(Action::AcceptSuggestion(n));
            // Return the focus to the field, so that Enter saves and typing continues.
            ui.memory_mut(|saved_state| saved_state.request_focus(field));
        }
        x = chip.right() + 6.0;
    }
}
