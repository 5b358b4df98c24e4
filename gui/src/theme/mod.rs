//! The theme for egui: colours, faces, icons and style, from the token file.
//!
//! This is the only module of the window that creates colours; all other code names roles.

mod icon;
mod palette;
mod style;
mod text_style;

pub use icon::Icon;
pub use palette::{ThemeBandColors, ThemeColors, ThemeShadows};
pub use text_style::{FontWeight, TextStyle, font_definitions, font_file};

use egui::{Color32, Context, Stroke};
use encours_core::theme::{Accent, ClassSwatch, Pattern, Tokens, WindowTheme, tokens};
use encours_core::vocabulary::Band;

/// The current theme with everything that widgets need to draw.
#[derive(Clone, Debug)]
pub struct Theme {
    /// The theme.
    pub variant: WindowTheme,
    /// The requested accent.
    pub accent: Accent,
    /// The colour of each role.
    pub colors: ThemeColors,
    /// The colours of the alert bands.
    pub band_colors: ThemeBandColors,
    /// The shadows; none in high contrast.
    pub shadows: ThemeShadows,
    /// Sizes, radii, gaps and durations.
    pub tokens: &'static Tokens,
    /// True if animations are enabled.
    pub animated: bool,
}

impl Theme {
    /// Creates a theme with the default accent.
    #[must_use]
    pub fn new(theme: WindowTheme) -> Self {
        Self::with_accent(theme, Accent::default())
    }

    /// Creates a theme with an accent.
    #[must_use]
    pub fn with_accent(variant: WindowTheme, accent: Accent) -> Self {
        let tokens = tokens();
        Self {
            variant,
            accent,
            colors: ThemeColors::from_source(&tokens.color(variant).with_accent(variant, accent)),
            band_colors: ThemeBandColors::from_source(tokens.bands(variant)),
            shadows: ThemeShadows::from_tokens(tokens.shadow(variant)),
            tokens,
            animated: true,
        }
    }

    /// Installs fonts, image loaders and style in egui. Call it before the first frame, and [`Theme::restyle`] after a
    /// change.
    pub fn install(&self, ctx: &Context) {
        ctx.set_fonts(font_definitions());
        egui_extras::install_image_loaders(ctx);
        self.restyle(ctx);
    }

    /// Sets the style of both egui themes, since this program chooses the theme.
    pub fn restyle(&self, ctx: &Context) {
        let style = style::style(self);
        ctx.set_theme(if self.is_dark() { egui::Theme::Dark } else { egui::Theme::Light });
        ctx.all_styles_mut(|target| *target = style.clone());
    }

    /// Returns whether the theme has light text on a dark background.
    #[must_use]
    pub fn is_dark(&self) -> bool {
        self.variant != WindowTheme::Light
    }

    /// Returns whether borders replace background colours and shadows.
    #[must_use]
    pub fn has_borders(&self) -> bool {
        self.variant == WindowTheme::HighContrast
    }

    /// Returns a hairline in a colour.
    #[must_use]
    pub fn hairline(&self, color: Color32) -> Stroke {
        Stroke::new(self.tokens.stroke.hairline, color)
    }

    /// Returns the stroke of the focus ring.
    #[must_use]
    pub fn focus_ring(&self) -> Stroke {
        let stroke = &self.tokens.stroke;
        Stroke::new(
            if self.has_borders() { stroke.ring_high_contrast } else { stroke.ring },
            self.colors.focus_ring,
        )
    }

    /// Returns a quieter focus ring, for the application's focus while the keyboard focus is elsewhere.
    #[must_use]
    pub fn quiet_focus_ring(&self) -> Stroke {
        Stroke::new(self.tokens.stroke.hairline, self.colors.control)
    }

    /// Returns the colour of a band's shape and label.
    #[must_use]
    pub fn band_color(&self, band: Band) -> Color32 {
        match band {
            Band::Ok => self.band_colors.ok,
            Band::Watch => self.band_colors.watch,
            Band::Alert | Band::Outside => self.band_colors.alert,
            Band::None => self.band_colors.none,
        }
    }

    /// Returns fill, border and pattern of an asset class; dark themes use the fill as border.
    #[must_use]
    pub fn class_style(&self, code: &str) -> (Option<Color32>, Color32, Pattern) {
        let ClassSwatch { fill, edge, pattern } = self.tokens.class(code);
        let fill = fill.map(palette::color);
        let edge =
            if self.is_dark() { fill.unwrap_or_else(|| palette::color(edge)) } else { palette::color(edge) };
        (fill, edge, pattern)
    }

    /// Returns the colour of a line in a chart. With dashes that repeat every three lines, twelve lines are distinct.
    /// The hues differ for every type of colour vision.
    #[must_use]
    pub fn series_color(&self, at: usize) -> Color32 {
        const HUE_COUNT: [&str; 4] = ["bureaux", "logistique_activite", "residentiel", "hotels_tourisme"];
        self.class_style(HUE_COUNT[at % HUE_COUNT.len()]).1
    }

    /// Returns the duration of an animation in seconds; zero if motion is disabled.
    #[must_use]
    pub fn duration_secs(&self, length: std::time::Duration) -> f32 {
        if self.animated { length.as_secs_f32() } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_sets_consistent_text_scrim_and_border_colours() {
        for theme in WindowTheme::ALL {
            let window_theme = Theme::new(theme);
            assert_ne!(window_theme.colors.text, window_theme.colors.canvas, "{theme:?}");
            assert_eq!(window_theme.colors.text.a(), 255);
            assert!(window_theme.colors.scrim.a() < 255);
            assert_eq!(window_theme.has_borders(), window_theme.shadows.float == egui::Shadow::NONE);
        }
    }

    #[test]
    fn accent_changes_accent_colours_except_in_high_contrast() {
        let teal: Accent = "teal".parse().unwrap();
        for theme in WindowTheme::ALL {
            let (default_theme, teal) = (Theme::new(theme), Theme::with_accent(theme, teal));
            let same = theme == WindowTheme::HighContrast;
            assert_eq!(default_theme.colors.accent == teal.colors.accent, same, "{theme:?}");
            assert_eq!(default_theme.colors.focus_ring == teal.colors.focus_ring, same, "{theme:?}");
            assert_eq!(default_theme.colors.text, teal.colors.text);
        }
    }

    #[test]
    fn an_unknown_class_has_an_edge_and_no_fill() {
        let (fill, _, pattern) = Theme::new(WindowTheme::Dark).class_style("gare_spatiale");
        assert_eq!((fill, pattern), (None, Pattern::Dashed));
    }
}
