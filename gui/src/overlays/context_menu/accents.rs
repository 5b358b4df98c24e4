//! A row of accents to choose from, in the colours of the current theme.
//!
//! Each has its name as a tooltip and as its accessible name.

use egui::{Role, Sense, Ui, WidgetInfo, vec2};
use encours_core::app::shell::action::Action;
use encours_core::text::sentence;
use encours_core::theme::{Accent, WindowTheme};

use super::rows::draw_heading;
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::theme::{Icon, Theme};
use crate::widgets::{Painter, TooltipExt};

/// Side of the click target, and of the colour swatch in it.
const TARGET_SIZE: f32 = 30.0;
const SWATCH_SIZE: f32 = 24.0;

/// Draws the row. High contrast has fixed colours, so nothing is shown.
pub(super) fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>) {
    if pass.theme.variant == WindowTheme::HighContrast {
        return;
    }
    ui.separator();
    draw_heading(ui, pass, "settings-accent");
    let chosen = pass.app.cx.options().accent;
    let own = Some(chosen).filter(|accent| accent.label_key().is_none());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for accent in Accent::named().chain(own) {
            if draw_swatch(ui, pass, accent, chosen == accent) {
                // The menu stays open, so that the user can try several accents.
                pass.request(Action::SetAccent(accent));
            }
        }
    });
}

fn draw_swatch(ui: &mut Ui, pass: &FrameCtx<'_>, accent: Accent, chosen: bool) -> bool {
    let own = || {
        let colour = accent.to_string().to_uppercase();
        pass.messages
            .with("settings-accent-own", &[("colour", colour.into())])
    };
    let named = |key| pass.message(key).into_owned();
    let name = sentence(&accent.label_key().map_or_else(own, named));
    let (rect, response) = ui.allocate_exact_size(vec2(TARGET_SIZE, TARGET_SIZE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, true, chosen, &name));
    input_queue::focus_entry(&response);
    let look = Theme::with_accent(pass.theme.variant, accent);
    let pen = Painter::new(ui.painter(), pass.theme);
    let radius = pass.theme.tokens.radius.chip;
    if response.hovered() {
        pen.fill(rect, radius, pass.theme.colors.hover);
    }
    let square = egui::Rect::from_center_size(rect.center(), vec2(SWATCH_SIZE, SWATCH_SIZE));
    pen.fill(square, radius, look.colors.accent);
    if chosen {
        pen.sized_icon(rect.center(), Icon::Check, 14.0, look.colors.on_accent);
    }
    if response.has_focus() {
        pen.focus_ring(square, radius);
    }
    response.tooltip(&name).clicked()
}
