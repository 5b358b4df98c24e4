//! A row of accents to choose from, in the colours of the current theme.
//!
//! Each has its name as a tooltip and as its accessible name.

use egui::{Role, Sense, Ui, WidgetInfo, vec2};
use encours_core::app::shell::action::Action;
use encours_core::text::sentence;
use encours_core::theme::{Accent, Theme};

use super::rows::heading;
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::theme::{Icon, Look};
use crate::widgets::{Pen, Tip};

/// Side of the click target, and of the colour swatch in it.
const TARGET: f32 = 30.0;
const SWATCH: f32 = 24.0;

/// Draws the row. High contrast has fixed colours, so nothing is shown.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>) {
    if pass.look.theme == Theme::HighContrast {
        return;
    }
    ui.separator();
    heading(ui, pass, "settings-accent");
    let chosen = pass.app.cx.options().accent;
    let own = Some(chosen).filter(|accent| accent.label_key().is_none());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for accent in Accent::named().chain(own) {
            if swatch(ui, pass, accent, chosen == accent) {
                // The menu stays open, so that the user can try several accents.
                pass.act(Action::SetAccent(accent));
            }
        }
    });
}

fn swatch(ui: &mut Ui, pass: &Pass<'_>, accent: Accent, chosen: bool) -> bool {
    let own = || {
        let colour = accent.to_string().to_uppercase();
        pass.words
            .with("settings-accent-own", &[("colour", colour.into())])
    };
    let named = |key| pass.word(key).into_owned();
    let name = sentence(&accent.label_key().map_or_else(own, named));
    let (rect, response) = ui.allocate_exact_size(vec2(TARGET, TARGET), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, true, chosen, &name));
    input_queue::at_entry(&response);
    let look = Look::with_accent(pass.look.theme, accent);
    let pen = Pen::new(ui.painter(), pass.look);
    let radius = pass.look.tokens.radius.chip;
    if response.hovered() {
        pen.fill(rect, radius, pass.look.ink.hover);
    }
    let square = egui::Rect::from_center_size(rect.center(), vec2(SWATCH, SWATCH));
    pen.fill(square, radius, look.ink.accent);
    if chosen {
        pen.icon_of(rect.center(), Icon::Check, 14.0, look.ink.on_accent);
    }
    if response.has_focus() {
        pen.ring(square, radius);
    }
    response.tip(&name).clicked()
}
