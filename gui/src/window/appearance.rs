//! Appearance of the window: theme, and zoom and full screen of a presentation.

use egui::{Context, ViewportCommand};
use encours_core::app::foundation::cx::theme_choice::ThemeChoice;
use encours_core::theme::Theme;

use super::WindowState;
use crate::screens;
use crate::theme::Look;

impl WindowState {
    /// Applies the requested theme and accent if they have changed.
    pub(super) fn dress(&mut self, ctx: &Context) {
        let system = self.system.or_else(|| ctx.system_theme());
        let wanted = theme_of(self.app.cx.options().theme, system);
        let accent = self.app.cx.options().accent;
        if wanted != self.look.theme || accent != self.look.accent {
            self.look = Look {
                moving: self.look.moving,
                ..Look::with_accent(wanted, accent)
            };
            self.look.restyle(ctx);
            // Widgets already drawn in this frame keep the old colours, so draw another one.
            ctx.request_repaint();
        }
    }

    /// Applies zoom and full screen of a presentation, or restores the previous state.
    pub(super) fn enlarge(&mut self, ctx: &Context) {
        match (self.app.cx.presenting(), self.places.before_presenting) {
            (true, None) => {
                self.places.before_presenting = Some(ctx.zoom_factor());
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(true));
                self.fit(ctx, ctx.zoom_factor());
            }
            (true, Some(before)) => self.fit(ctx, before),
            (false, Some(before)) => {
                self.places.before_presenting = None;
                self.places.presented_on = None;
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
                ctx.set_zoom_factor(before);
            }
            (false, None) => {}
        }
    }

    /// Sets the zoom of a presentation so that several columns fit, within legible limits. It runs once per screen
    /// width, with and without swimlanes, so that the user's own zoom persists.
    fn fit(&mut self, ctx: &Context, before: f32) {
        const LEAST: f32 = 1.25;
        const LARGE: f32 = 1.6;
        let room = ctx.content_rect().width() * ctx.zoom_factor() / before;
        let on = (room.round(), !self.app.pipeline.board().lanes().is_empty());
        if self.places.presented_on == Some(on) {
            return;
        }
        self.places.presented_on = Some(on);
        let wanted = screens::board::room_to_present(&self.app, &self.look);
        ctx.set_zoom_factor(before * (room / wanted).clamp(LEAST, LARGE));
    }
}

/// Returns the theme of a choice; if the system has no preference, light.
#[must_use]
pub fn theme_of(choice: ThemeChoice, system: Option<egui::Theme>) -> Theme {
    match (choice, system) {
        (ThemeChoice::Dark, _) | (ThemeChoice::System, Some(egui::Theme::Dark)) => Theme::Dark,
        (ThemeChoice::HighContrast | ThemeChoice::Mono, _) => Theme::HighContrast,
        (ThemeChoice::Light | ThemeChoice::System, _) => Theme::Light,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_decides_where_it_is_asked_and_light_stands_in() {
        assert_eq!(
            theme_of(ThemeChoice::System, Some(egui::Theme::Dark)),
            Theme::Dark
        );
        assert_eq!(theme_of(ThemeChoice::System, None), Theme::Light);
        assert_eq!(
            theme_of(ThemeChoice::Light, Some(egui::Theme::Dark)),
            Theme::Light
        );
        assert_eq!(theme_of(ThemeChoice::HighContrast, None), Theme::HighContrast);
    }
}
