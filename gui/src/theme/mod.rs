//! The looks as egui sees them: roles of the token file turned into colours, faces, icons and one style.
//!
//! Rule of the room: the only place of the window where a colour is made. Everything else names a role.

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

/// Everything a widget needs to know of the looks in force.
#[derive(Clone, Debug)]
pub struct Look {
    /// Which theme it is.
    pub theme: Theme,
    /// The accent asked for.
    pub accent: Accent,
    /// The colour of each role.
    pub ink: Ink,
    /// The colours of the alert bands.
    pub bands: BandInk,
    /// The shadows; none in high contrast.
    pub cast: Cast,
    /// Sizes, radii, gaps, durations.
    pub tokens: &'static Tokens,
    /// Whether animations take time.
    pub moving: bool,
}

impl Look {
    /// The looks of a theme.
    #[must_use]
    pub fn new(theme: Theme) -> Self {
        Self::with_accent(theme, Accent::default())
    }

    /// The looks of a theme with an accent of one's own.
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

    /// Puts fonts, image loaders and style into egui. Call before the first pass, and [`Look::restyle`] at a change.
    pub fn install(&self, ctx: &Context) {
        ctx.set_fonts(fonts());
        egui_extras::install_image_loaders(ctx);
        self.restyle(ctx);
    }

    /// Puts the style into egui, for both of its themes: which one is in force is decided here, not there.
    pub fn restyle(&self, ctx: &Context) {
        let style = style::style(self);
        ctx.set_theme(if self.dark() {
            egui::Theme::Dark
        } else {
            egui::Theme::Light
        });
        ctx.all_styles_mut(|of| *of = style.clone());
    }

    /// Whether the ink is light on dark ground.
    #[must_use]
    pub fn dark(&self) -> bool {
        self.theme != Theme::Light
    }

    /// Whether edges do the work of grounds and shadows.
    #[must_use]
    pub fn edges(&self) -> bool {
        self.theme == Theme::HighContrast
    }

    /// A hairline in a colour.
    #[must_use]
    pub fn hairline(&self, color: Color32) -> Stroke {
        Stroke::new(self.tokens.stroke.hairline, color)
    }

    /// The line of the focus ring.
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

    /// The same line where the keyboard's focus is on something else: what has it then stands out alone, and this is still
    /// found.
    #[must_use]
    pub fn quiet_ring(&self) -> Stroke {
        Stroke::new(self.tokens.stroke.hairline, self.ink.control)
    }

    /// The colour of a band's shape and word.
    #[must_use]
    pub fn band(&self, band: Band) -> Color32 {
        match band {
            Band::Ok => self.bands.ok,
            Band::Watch => self.bands.watch,
            Band::Alert | Band::Outside => self.bands.alert,
            Band::None => self.bands.none,
        }
    }

    /// Fill, edge and pattern of an asset class; dark grounds take the fill as edge.
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

    /// The colour of the line at a place among several in one chart. With the dashes, which turn three by three, no two of
    /// twelve are alike; the hues differ for every kind of sight.
    #[must_use]
    pub fn series(&self, at: usize) -> Color32 {
        const HUES: [&str; 4] = ["bureaux", "logistique_activite", "residentiel", "hotels_tourisme"];
        self.class(HUES[at % HUES.len()]).1
    }

    /// A corner radius of the tokens.
    #[must_use]
    pub fn radius(points: u8) -> CornerRadius {
        CornerRadius::same(points)
    }

    /// How long an animation takes, in seconds; zero where motion is off.
    #[must_use]
    pub fn seconds(&self, length: std::time::Duration) -> f32 {
        if self.moving { length.as_secs_f32() } else { 0.0 }
    }

    /// No shadow at all.
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
