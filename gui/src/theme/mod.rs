//! The theme for egui: colours, faces, icons and style, from the token file.
//!
//! This is the only module of the window that creates colours; all other code names roles.

mod icon;
mod palette;
mod style;
mod text_style;

pub use icon::Icon;
pub use palette::{BandInk, Cast, Ink};
pub use text_style::{Face, Weight, file, fonts};

use egui::{Color32, Context, CornerRadius, Shadow, Stroke};
use encours_core::theme::{Accent, Class, Pattern, Theme, Tokens, tokens};
use encours_core::vocabulary::Band;

/// The current theme with everything that widgets need to draw.
#[derive(Clone, Debug)]
pub struct Look {
    /// The theme.
    pub theme: Theme,
    /// The requested accent.
    pub accent: Accent,
    /// The colour of each role.
    pub ink: Ink,
    /// The colours of the alert bands.
    pub bands: BandInk,
    /// The shadows; none in high contrast.
    pub cast: Cast,
    /// Sizes, radii, gaps and durations.
    pub tokens: &'static Tokens,
    /// True if animations are enabled.
    pub moving: bool,
}

impl Look {
    /// Creates the look of a theme.
    #[must_use]
    pub fn new(theme: Theme) -> Self {
        Self::with_accent(theme, Accent::default())
    }

    /// Creates the look of a theme with an accent.
    #[must_use]
    pub fn with_accent(theme: Theme, accent: Accent) -> Self {
        let tokens = tokens();
        Self {
            theme,
            accent,
            ink: Ink::of(&tokens.color(theme).with_accent(theme, accent)),
            bands: BandInk::of(tokens.bands(theme)),
            cast: Cast::of(tokens.shadow(theme)),
            tokens,
            moving: true,
        }
    }

    /// Installs fonts, image loaders and style in egui. Call it before the first frame, and [`Look::restyle`] after a
    /// change.
    pub fn install(&self, ctx: &Context) {
        ctx.set_fonts(fonts());
        egui_extras::install_image_loaders(ctx);
        self.restyle(ctx);
    }

    /// Sets the style of both egui themes, since this program chooses the theme.
    pub fn restyle(&self, ctx: &Context) {
        let style = style::style(self);
        ctx.set_theme(if self.dark() {
            egui::Theme::Dark
        } else {
            egui::Theme::Light
        });
        ctx.all_styles_mut(|of| *of = style.clone());
    }

    /// Returns whether the theme has light text on a dark background.
    #[must_use]
    pub fn dark(&self) -> bool {
        self.theme != Theme::Light
    }

    /// Returns whether borders replace background colours and shadows.
    #[must_use]
    pub fn edges(&self) -> bool {
        self.theme == Theme::HighContrast
    }

    /// Returns a hairline in a colour.
    #[must_use]
    pub fn hairline(&self, color: Color32) -> Stroke {
        Stroke::new(self.tokens.stroke.hairline, color)
    }

    /// Returns the stroke of the focus ring.
    #[must_use]
    pub fn ring(&self) -> Stroke {
        let stroke = &self.tokens.stroke;
        Stroke::new(
            if self.edges() {
                stroke.ring_high_contrast
            } else {
                stroke.ring
            },
            self.ink.focus_ring,
        )
    }

    /// Returns a quieter focus ring, for the application's focus while the keyboard focus is elsewhere.
    #[must_use]
    pub fn quiet_ring(&self) -> Stroke {
        Stroke::new(self.tokens.stroke.hairline, self.ink.control)
    }

    /// Returns the colour of a band's shape and label.
    #[must_use]
    pub fn band(&self, band: Band) -> Color32 {
        match band {
            Band::Ok => self.bands.ok,
            Band::Watch => self.bands.watch,
            Band::Alert | Band::Outside => self.bands.alert,
            Band::None => self.bands.none,
        }
    }

    /// Returns fill, border and pattern of an asset class; dark themes use the fill as border.
    #[must_use]
    pub fn class(&self, code: &str) -> (Option<Color32>, Color32, Pattern) {
        let Class { fill, edge, pattern } = self.tokens.class(code);
        let fill = fill.map(palette::color);
        let edge = if self.dark() {
            fill.unwrap_or_else(|| palette::color(edge))
        } else {
            palette::color(edge)
        };
        (fill, edge, pattern)
    }

    /// Returns the colour of a line in a chart. With dashes that repeat every three lines, twelve lines are distinct.
    /// The hues differ for every type of colour vision.
    #[must_use]
    pub fn series(&self, at: usize) -> Color32 {
        const HUES: [&str; 4] = ["bureaux", "logistique_activite", "residentiel", "hotels_tourisme"];
        self.class(HUES[at % HUES.len()]).1
    }

    /// Returns a corner radius.
    #[must_use]
    pub fn radius(points: u8) -> CornerRadius {
        CornerRadius::same(points)
    }

    /// Returns the duration of an animation in seconds; zero if motion is disabled.
    #[must_use]
    pub fn seconds(&self, length: std::time::Duration) -> f32 {
        if self.moving { length.as_secs_f32() } else { 0.0 }
    }

    /// Returns an empty shadow.
    #[must_use]
    pub fn flat() -> Shadow {
        Shadow::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_gives_every_role_a_colour() {
        for theme in Theme::ALL {
            let look = Look::new(theme);
            assert_ne!(look.ink.text, look.ink.canvas, "{theme:?}");
            assert_eq!(look.ink.text.a(), 255);
            assert!(look.ink.scrim.a() < 255);
            assert_eq!(look.edges(), look.cast.float == Shadow::NONE);
        }
    }

    #[test]
    fn an_accent_changes_what_acts_and_nothing_in_high_contrast() {
        let teal: Accent = "teal".parse().unwrap();
        for theme in Theme::ALL {
            let (own, teal) = (Look::new(theme), Look::with_accent(theme, teal));
            let same = theme == Theme::HighContrast;
            assert_eq!(own.ink.accent == teal.ink.accent, same, "{theme:?}");
            assert_eq!(own.ink.focus_ring == teal.ink.focus_ring, same, "{theme:?}");
            assert_eq!(own.ink.text, teal.ink.text);
        }
    }

    #[test]
    fn an_unknown_class_has_an_edge_and_no_fill() {
        let (fill, _, pattern) = Look::new(Theme::Dark).class("gare_spatiale");
        assert_eq!((fill, pattern), (None, Pattern::Dashed));
    }
}
