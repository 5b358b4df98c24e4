//! Custom accent colours: a named one of the token file or any `#rrggbb`.
//!
//! The user chooses hue and saturation; the lightness is adjusted for contrast. Every role with the accent keeps the
//! contrast that the token file promises (WCAG 2.2 AA: text 4.5:1, parts 3:1) over all its backgrounds. If a colour
//! falls short, it is made darker or lighter. The high-contrast theme has fixed colours and ignores the accent.

use std::fmt;
use std::str::FromStr;

use super::luminance::{lightness, luminance, luminance_from_lightness};
use super::{Rgb, WindowPalette, WindowTheme};

/// Named accents with their message keys. The first is the default.
const NAMED_ACCENTS: [(&str, &str); 7] = [
    ("violet", "accent-violet"),
    ("blue", "accent-blue"),
    ("teal", "accent-teal"),
    ("green", "accent-green"),
    ("amber", "accent-amber"),
    ("rose", "accent-rose"),
    ("graphite", "accent-graphite"),
];

/// Difference of a button's fills in CIELAB lightness, large enough to notice at a glance.
const HOVER_STEP: f64 = 5.0;
const PRESSED_STEP: f64 = 14.0;

/// Colour of active, selected and focused elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accent {
    /// Named accent, by index.
    Named(usize),
    /// Custom colour.
    Custom(Rgb),
}

impl Default for Accent {
    fn default() -> Self {
        Self::Named(0)
    }
}

/// Error for a text that is not an accent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither #rrggbb nor a known accent")]
pub struct AccentError;

impl FromStr for Accent {
    type Err = AccentError;

    fn from_str(text: &str) -> Result<Self, AccentError> {
        let text = text.trim().to_ascii_lowercase();
        if let Some(at) = NAMED_ACCENTS.iter().position(|(name, _)| *name == text) {
            return Ok(Self::Named(at));
        }
        match text.parse::<Rgb>() {
            Ok(colour) if colour.a == u8::MAX => Ok(Self::Custom(colour)),
            _ => Err(AccentError),
        }
    }
}

impl fmt::Display for Accent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(at) => f.write_str(NAMED_ACCENTS.get(*at).map_or("", |(name, _)| name)),
            Self::Custom(Rgb { r, g, b, .. }) => write!(f, "#{r:02x}{g:02x}{b:02x}"),
        }
    }
}

impl Accent {
    /// Iterates over the named accents.
    pub fn named() -> impl Iterator<Item = Self> {
        (0..NAMED_ACCENTS.len()).map(Self::Named)
    }

    /// Returns the allowed configuration values, for messages.
    #[must_use]
    pub fn allowed_values() -> String {
        let names: Vec<&str> = NAMED_ACCENTS.iter().map(|(name, _)| *name).collect();
        format!("{}, #rrggbb", names.join(", "))
    }

    /// Returns the message key of the name; `None` for a custom colour.
    #[must_use]
    pub fn label_key(self) -> Option<&'static str> {
        match self {
            Self::Named(at) => NAMED_ACCENTS.get(at).map(|(_, key)| *key),
            Self::Custom(_) => None,
        }
    }

    /// Returns the requested colour; `None` for the default, which the token file tunes by role.
    fn colour(self) -> Option<Rgb> {
        match self {
            Self::Named(0) => None,
            Self::Named(at) => {
                let name = NAMED_ACCENTS.get(at)?.0;
                super::tokens().accents.get(name).copied()
            }
            Self::Custom(colour) => Some(colour),
        }
    }
}

impl WindowPalette {
    /// Returns the palette with a custom accent.
    #[must_use]
    pub fn with_accent(&self, theme: WindowTheme, accent: Accent) -> Self {
        let mut palette = self.clone();
        let Some(colour) = accent.colour().filter(|_| theme != WindowTheme::HighContrast) else {
            return palette;
        };
        let tint = Tint::from_color(colour);
        let dark = theme == WindowTheme::Dark;
        // The new background never reduces the contrast of the original one, so all text stays readable.
        let background = luminance(self.accent_soft);
        let (soft, bounds, line) = if dark {
            (0.35, (0.0, background), tint.desaturated(0.45).with_lightness(0.41))
        } else {
            (0.7, (background, 1.0), tint.desaturated(0.65).with_lightness(0.85))
        };
        let wash = tint.desaturated(soft);
        palette.accent_soft = wash.clamped(wash.with_lightness(if dark { 0.17 } else { 0.95 }), bounds);
        palette.accent_line = line;
        let fill = tint.clamped(colour, palette.fill_range());
        palette.accent = fill;
        let [hover, pressed] = interaction_fills(lightness(luminance(fill)));
        palette.accent_hover = tint.at_most(hover);
        palette.accent_pressed = tint.at_most(pressed);
        palette.accent_text = tint.clamped(colour, palette.text_range(dark));
        palette.focus_ring = if dark { palette.accent_text } else { fill };
        palette.series = palette.focus_ring;
        palette
    }

    /// Returns the luminance range of a fill: its text is readable and it is visible on every background.
    fn fill_range(&self) -> (f64, f64) {
        let brightest = (luminance(self.on_accent) + 0.05) / 4.5 - 0.05;
        let mut darkest: f64 = 0.0;
        let mut lightest = brightest;
        for background in [self.canvas, self.sunken, self.surface, self.accent_soft].map(luminance) {
            if background < brightest {
                darkest = darkest.max(3.0 * (background + 0.05) - 0.05);
            } else {
                lightest = lightest.min((background + 0.05) / 3.0 - 0.05);
            }
        }
        (darkest, lightest)
    }

    /// Returns the luminance range of a text that is readable on every background.
    fn text_range(&self, dark: bool) -> (f64, f64) {
        let backgrounds =
            [self.canvas, self.sunken, self.surface, self.raised, self.hover, self.pressed, self.accent_soft]
                .map(luminance);
        if dark {
            let limit = backgrounds.iter().fold(0.0, |max: f64, background| max.max(*background));
            (4.5 * (limit + 0.05) - 0.05, 1.0)
        } else {
            let limit = backgrounds.iter().fold(1.0, |limit: f64, background| limit.min(*background));
            (0.0, (limit + 0.05) / 4.5 - 0.05)
        }
    }
}

/// Returns the luminances of a fill when hovered and pressed.
///
/// They are darker than the resting one, or lighter if it is too dark.
fn interaction_fills(base: f64) -> [f64; 2] {
    [HOVER_STEP, PRESSED_STEP].map(|difference| {
        let target = if base >= PRESSED_STEP { base - difference } else { base + difference };
        luminance_from_lightness(target)
    })
}

/// Hue and saturation, usable at any lightness.
#[derive(Clone, Copy, Debug)]
struct Tint {
    hue: f64,
    saturation: f64,
}

/// Number of steps in a lightness search.
const STEPS: u16 = 1_000;

impl Tint {
    fn from_color(colour: Rgb) -> Self {
        let max = colour.r.max(colour.g).max(colour.b);
        let min = colour.r.min(colour.g).min(colour.b);
        if max == min {
            return Self { hue: 0.0, saturation: 0.0 };
        }
        let [r, g, b] = [colour.r, colour.g, colour.b].map(|channel| f64::from(channel) / 255.0);
        let chroma = f64::from(max - min) / 255.0;
        let hue = if max == colour.r {
            (g - b) / chroma
        } else if max == colour.g {
            (b - r) / chroma + 2.0
        } else {
            (r - g) / chroma + 4.0
        };
        let (max, min) = (r.max(g).max(b), r.min(g).min(b));
        let light = f64::midpoint(max, min);
        Self { hue: hue.rem_euclid(6.0), saturation: chroma / (1.0 - (2.0 * light - 1.0).abs()) }
    }

    /// Returns the tint with this share of its saturation.
    fn desaturated(self, share: f64) -> Self {
        Self { saturation: self.saturation * share, ..self }
    }

    /// Returns the colour at an HSL lightness from 0 to 1.
    fn with_lightness(self, light: f64) -> Rgb {
        let chroma = (1.0 - (2.0 * light - 1.0).abs()) * self.saturation;
        let second = chroma * (1.0 - (self.hue.rem_euclid(2.0) - 1.0).abs());
        let (r, g, b) = match self.hue {
            hue if hue < 1.0 => (chroma, second, 0.0),
            hue if hue < 2.0 => (second, chroma, 0.0),
            hue if hue < 3.0 => (0.0, chroma, second),
            hue if hue < 4.0 => (0.0, second, chroma),
            hue if hue < 5.0 => (second, 0.0, chroma),
            _ => (chroma, 0.0, second),
        };
        let lift = light - chroma / 2.0;
        let [r, g, b] = [r, g, b].map(channel_byte(lift));
        Rgb::opaque(r, g, b)
    }

    /// Returns the darkest colour with at least this luminance.
    fn at_least(self, target: f64) -> Rgb {
        self.at_step(first_step(|step| luminance(self.at_step(step)) >= target))
    }

    /// Returns the lightest colour with at most this luminance.
    fn at_most(self, target: f64) -> Rgb {
        self.at_step(first_step(|step| luminance(self.at_step(step)) > target).saturating_sub(1))
    }

    /// Returns the colour if its luminance is in the range, else the nearest in range.
    fn clamped(self, colour: Rgb, (darkest, lightest): (f64, f64)) -> Rgb {
        match luminance(colour) {
            luminance_now if luminance_now < darkest => self.at_least(darkest),
            luminance_now if luminance_now > lightest => self.at_most(lightest),
            _ => colour,
        }
    }

    fn at_step(self, step: u16) -> Rgb {
        self.with_lightness(f64::from(step.min(STEPS)) / f64::from(STEPS))
    }
}

/// Returns the first step for which `so` is true; `so` is monotonic.
///
/// If there is none, it returns the number after the last step.
fn first_step(so: impl Fn(u16) -> bool) -> u16 {
    let (mut low, mut high) = (0, STEPS + 1);
    while low < high {
        let mid = low.midpoint(high);
        if so(mid) {
            high = mid;
        } else {
            low = mid + 1;
        }
    }
    low
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn channel_byte(lift: f64) -> impl Fn(f64) -> u8 {
    move |value| ((value + lift) * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use crate::theme::tokens;

    use super::*;

    #[test]
    fn an_accent_is_a_name_or_a_colour() {
        assert_eq!("Teal".parse::<Accent>().unwrap().to_string(), "teal");
        assert_eq!(" #0B6bCB".parse::<Accent>().unwrap().to_string(), "#0b6bcb");
        for wrong in ["", "mauve", "#0b6bc", "#0b6bcb80", "0b6bcb"] {
            assert_eq!(wrong.parse::<Accent>(), Err(AccentError), "{wrong}");
        }
        for named in Accent::named() {
            assert_eq!(named.to_string().parse(), Ok(named));
            assert!(named == Accent::default() || named.colour().is_some(), "{named}");
        }
    }

    #[test]
    fn default_accent_and_high_contrast_match_the_token_files() {
        for theme in WindowTheme::ALL {
            let own = tokens().color(theme);
            assert_eq!(own.with_accent(theme, Accent::default()), *own);
        }
        let contrast = tokens().color(WindowTheme::HighContrast);
        let own = Accent::Custom(Rgb::opaque(0x0B, 0x6B, 0xCB));
        assert_eq!(contrast.with_accent(WindowTheme::HighContrast, own), *contrast);
    }

    #[test]
    fn visible_accent_is_unchanged_and_others_keep_their_hue() {
        let light = tokens().color(WindowTheme::Light);
        let blue = Rgb::opaque(0x0B, 0x5F, 0xB5);
        assert_eq!(light.with_accent(WindowTheme::Light, Accent::Custom(blue)).accent, blue);
        let yellow = Rgb::opaque(0xFF, 0xD4, 0x00);
        let made = light.with_accent(WindowTheme::Light, Accent::Custom(yellow)).accent;
        assert!(luminance(made) < luminance(yellow));
        assert!((Tint::from_color(made).hue - Tint::from_color(yellow).hue).abs() < 0.05, "{made:?}");
    }
}
