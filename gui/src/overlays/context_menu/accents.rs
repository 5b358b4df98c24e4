//! A row of accents to choose from, in the colours of the current theme.
//!
//! Each has its name as a tooltip and as its accessible name.

use crate::prelude::*;
use encours_core::theme::{Accent, WindowTheme};

use super::rows::draw_heading;

/// Side of the click target, and of the colour swatch in it.
const TARGET_SIZE: f32 = 30.0;
const SWATCH_SIZE: f32 = 24.0;

/// Draws the row. High contrast has fixed colours, so nothing is shown.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    if frame.theme.variant == WindowTheme::HighContrast {
        return;
    }
    ui.separator();
    draw_heading(ui, frame, "settings-accent");
    let current = frame.app.cx.options().accent;
    let custom = Some(current).filter(|accent| accent.label_key().is_none());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for accent in Accent::named().chain(custom) {
            if draw_swatch(ui, frame, accent, current == accent) {
                // The menu stays open, so that the user can try several accents.
                frame.request(Action::SetAccent(accent));
            }
        }
    });
}

fn draw_swatch(ui: &mut Ui, frame: &FrameCtx<'_>, accent: Accent, is_selected: bool) -> bool {
    let is_custom = || {
        let colour = accent.to_string().to_uppercase();
        frame.messages.with("settings-accent-own", &[("colour", colour.into())])
    };
    let message = |key| frame.message(key).into_owned();
    let name = sentence(&accent.label_key().map_or_else(is_custom, message));
    let (rect, response) = ui.allocate_exact_size(vec2(TARGET_SIZE, TARGET_SIZE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, true, is_selected, &name));
    input_queue::focus_entry(&response);
    let theme = Theme::with_accent(frame.theme.variant, accent);
    let painter = frame.painter(ui);
    let radius = frame.theme.tokens.radius.chip;
    painter.hover_fill(rect, radius, &response);
    let square = egui::Rect::from_center_size(rect.center(), vec2(SWATCH_SIZE, SWATCH_SIZE));
    painter.fill(square, radius, theme.colors.accent);
    if is_selected {
        painter.sized_icon(rect.center(), Icon::Check, 14.0, theme.colors.on_accent);
    }
    painter.ring(square, radius, &response);
    response.tooltip(&name).clicked()
}
