//! Appearance of the window: theme, and zoom and full screen of a presentation.

use egui::{Context, ViewportCommand};
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::theme::WindowTheme;

use super::WindowState;
use crate::screens;
use crate::theme::Theme;

impl WindowState {
    /// Applies the requested theme and accent if they have changed.
    pub(super) fn update_theme(&mut self, ctx: &Context) {
        let system = self.system_theme.or_else(|| ctx.system_theme());
        let theme = resolve_theme(self.app.cx.options().theme, system);
        let accent = self.app.cx.options().accent;
        if theme != self.theme.variant || accent != self.theme.accent {
            self.theme = Theme { animated: self.theme.animated, ..Theme::with_accent(theme, accent) };
            self.theme.restyle(ctx);
            // Widgets already drawn in this frame keep the old colours, so draw another one.
            ctx.request_repaint();
        }
    }

    /// Applies zoom and full screen of a presentation, or restores the previous state.
    pub(super) fn update_zoom(&mut self, ctx: &Context) {
        match (self.app.cx.is_presenting(), self.ui_state.prior_zoom) {
            (true, None) => {
                self.ui_state.prior_zoom = Some(ctx.zoom_factor());
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(true));
                self.fit_presentation(ctx, ctx.zoom_factor());
            }
            (true, Some(prior_zoom)) => self.fit_presentation(ctx, prior_zoom),
            (false, Some(prior_zoom)) => {
                self.ui_state.prior_zoom = None;
                self.ui_state.presented_width = None;
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
                ctx.set_zoom_factor(prior_zoom);
            }
            (false, None) => {}
        }
    }

    /// Sets the zoom of a presentation so that several columns fit, within legible limits. It runs once per screen
    /// width, with and without swimlanes, so that the user's own zoom persists.
    fn fit_presentation(&mut self, ctx: &Context, prior_zoom: f32) {
        const MIN_ZOOM: f32 = 1.25;
        const MAX_ZOOM: f32 = 1.6;
        let available = ctx.content_rect().width() * ctx.zoom_factor() / prior_zoom;
        let on = (available.round(), !self.app.pipeline.board().swimlanes().is_empty());
        if self.ui_state.presented_width == Some(on) {
            return;
        }
        self.ui_state.presented_width = Some(on);
        let desired_width = screens::board::presentation_width(&self.app, &self.theme);
        ctx.set_zoom_factor(prior_zoom * (available / desired_width).clamp(MIN_ZOOM, MAX_ZOOM));
    }
}

/// Returns the theme of a choice; if the system has no preference, light.
#[must_use]
pub fn resolve_theme(choice: ThemeChoice, system: Option<egui::Theme>) -> WindowTheme {
    match (choice, system) {
        (ThemeChoice::Dark, _) | (ThemeChoice::System, Some(egui::Theme::Dark)) => WindowTheme::Dark,
        (ThemeChoice::HighContrast | ThemeChoice::Mono, _) => WindowTheme::HighContrast,
        (ThemeChoice::Light | ThemeChoice::System, _) => WindowTheme::Light,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_theme_follows_the_desktop_and_defaults_to_light() {
        assert_eq!(resolve_theme(ThemeChoice::System, Some(egui::Theme::Dark)), WindowTheme::Dark);
        assert_eq!(resolve_theme(ThemeChoice::System, None), WindowTheme::Light);
        assert_eq!(resolve_theme(ThemeChoice::Light, Some(egui::Theme::Dark)), WindowTheme::Light);
        assert_eq!(resolve_theme(ThemeChoice::HighContrast, None), WindowTheme::HighContrast);
    }
}
