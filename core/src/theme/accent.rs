//! The accent of one's own: a named one of the token file or any `#rrggbb`. Rule: hue and saturation are the person's, the
//! lightness is what the eye needs. Every role that takes the accent keeps the contrast that the token file promises
//! (WCAG 2.2 AA: text 4.5:1, parts 3:1) over every ground it may stand on; a colour that falls short is made darker or
//! lighter until it does not. High contrast has colours of its own and takes none.

use std::fmt;
use std::str::FromStr;

use super::luminance::{lightness, luminance, of_lightness};
use super::{Palette, Rgb, Theme};

/// The accents that have a name, with the key of it in the locales. The first is the house's own.
const NAMED: [(&str, &str); 7] = [
    ("violet", "accent-violet"),
    ("blue", "accent-blue"),
    ("teal", "accent-teal"),
    ("green", "accent-green"),
    ("amber", "accent-amber"),
    ("rose", "accent-rose"),
    ("graphite", "accent-graphite"),
];

/// How far two fills of one button stand apart, in the lightness of CIELAB: more than what is told apart at a glance.
const HOVER: f64 = 5.0;
const PRESSED: f64 = 14.0;

/// The colour of what acts, is chosen or has the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accent {
    /// One that has a name, by its place among them.
    Named(usize),
    /// A colour of one's own.
    Own(Rgb),
}

impl Default for Accent {
    fn default() -> Self {
        Self::Named(0)
    }
}

/// Why a text is no accent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither #rrggbb nor a known accent")]
pub struct NotAnAccent;

impl FromStr for Accent {
    type Err = NotAnAccent;

    fn from_str(text: &str) -> Result<Self, NotAnAccent> {
        let text = text.trim().to_ascii_lowercase();
        if let Some(at) = NAMED.iter().position(|(name, _)| *name == text) {
            return Ok(Self::Named(at));
        }
        match text.parse::<Rgb>() {
            Ok(colour) if colour.a == u8::MAX => Ok(Self::Own(colour)),
            _ => Err(NotAnAccent),
        }
    }
}

impl fmt::Display for Accent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(at) => f.write_str(NAMED.get(*at).map_or("", |(name, _)| name)),
            Self::Own(Rgb { r, g, b, .. }) => write!(f, "#{r:02x}{g:02x}{b:02x}"),
        }
    }
}

impl Accent {
    /// Those that have a name.
    pub fn named() -> impl Iterator<Item = Self> {
        (0..NAMED.len()).map(Self::Named)
    }

    /// What may stand for one in the configuration.
    #[must_use]
    pub fn known() -> String {
        let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
        format!("{}, #rrggbb", names.join(", "))
    }

    /// The key of its name in the locales; `None` for a colour of one's own.
    #[must_use]
    pub fn label_key(self) -> Option<&'static str> {
        match self {
            Self::Named(at) => NAMED.get(at).map(|(_, key)| *key),
            Self::Own(_) => None,
        }
    }

    /// The colour asked for; `None` for the house's own, which the token file has tuned role by role.
    fn colour(self) -> Option<Rgb> {
        match self {
            Self::Named(0) => None,
            Self::Named(at) => {
                let name = NAMED.get(at)?.0;
                super::tokens().accents.get(name).copied()
            }
            Self::Own(colour) => Some(colour),
        }
    }
}

impl Palette {
    /// The same palette with an accent of one's own.
    #[must_use]
    pub fn with_accent(&self, theme: Theme, accent: Accent) -> Self {
        let mut palette = self.clone();
        let Some(colour) = accent.colour().filter(|_| theme != Theme::HighContrast) else {
            return palette;
        };
        let tint = Tint::of(colour);
        let dark = theme == Theme::Dark;
        // A ground is a wash, and no nearer to what stands on it than the one that it stands for: all of it can be read as
        // before.
        let ground = luminance(self.accent_soft);
        let (soft, bounds, line) = if dark {
            (0.35, (0.0, ground), tint.washed(0.45).at(0.41))
        } else {
            (0.7, (ground, 1.0), tint.washed(0.65).at(0.85))
        };
        let wash = tint.washed(soft);
        palette.accent_soft = wash.within(wash.at(if dark { 0.17 } else { 0.95 }), bounds);
        palette.accent_line = line;
        let fill = tint.within(colour, palette.fills());
        palette.accent = fill;
        let [hover, pressed] = beside(lightness(luminance(fill)));
        palette.accent_hover = tint.at_most(hover);
        palette.accent_pressed = tint.at_most(pressed);
        palette.accent_text = tint.within(colour, palette.readable(dark));
        palette.focus_ring = if dark { palette.accent_text } else { fill };
        palette.series = palette.focus_ring;
        palette
    }

    /// How light a fill may be: its text can be read on it, and it is seen on every ground.
    fn fills(&self) -> (f64, f64) {
        let brightest = (luminance(self.on_accent) + 0.05) / 4.5 - 0.05;
        let mut darkest: f64 = 0.0;
        let mut lightest = brightest;
        for ground in [self.canvas, self.sunken, self.surface, self.accent_soft].map(luminance) {
            if ground < brightest {
                darkest = darkest.max(3.0 * (ground + 0.05) - 0.05);
            } else {
                lightest = lightest.min((ground + 0.05) / 3.0 - 0.05);
            }
        }
        (darkest, lightest)
    }

    /// How light a text may be that is read on every ground.
    fn readable(&self, dark: bool) -> (f64, f64) {
        let grounds = [
            self.canvas,
            self.sunken,
            self.surface,
            self.raised,
            self.hover,
            self.pressed,
            self.accent_soft,
        ]
        .map(luminance);
        if dark {
            let least = grounds.iter().fold(0.0, |most: f64, ground| most.max(*ground));
            (4.5 * (least + 0.05) - 0.05, 1.0)
        } else {
            let least = grounds.iter().fold(1.0, |least: f64, ground| least.min(*ground));
            (0.0, (least + 0.05) / 4.5 - 0.05)
        }
    }
}

/// The luminances of a fill under the pointer and held down, beside one of this lightness: darker, or lighter where there is
/// no room left beneath.
fn beside(rest: f64) -> [f64; 2] {
    [HOVER, PRESSED].map(|apart| {
        let there = if rest >= PRESSED {
            rest - apart
        } else {
            rest + apart
        };
        of_lightness(there)
    })
}

/// A hue and a saturation, to be had at any lightness.
#[derive(Clone, Copy, Debug)]
struct Tint {
    hue: f64,
    saturation: f64,
}

/// In how many steps a lightness is looked for.
const STEPS: u16 = 1_000;

impl Tint {
    fn of(colour: Rgb) -> Self {
        let most = colour.r.max(colour.g).max(colour.b);
        let least = colour.r.min(colour.g).min(colour.b);
        if most == least {
            return Self {
                hue: 0.0,
                saturation: 0.0,
            };
        }
        let [r, g, b] = [colour.r, colour.g, colour.b].map(|channel| f64::from(channel) / 255.0);
        let apart = f64::from(most - least) / 255.0;
        let hue = if most == colour.r {
            (g - b) / apart
        } else if most == colour.g {
            (b - r) / apart + 2.0
        } else {
            (r - g) / apart + 4.0
        };
        let (most, least) = (r.max(g).max(b), r.min(g).min(b));
        let light = f64::midpoint(most, least);
        Self {
            hue: hue.rem_euclid(6.0),
            saturation: apart / (1.0 - (2.0 * light - 1.0).abs()),
        }
    }

    /// The same with at most so much of saturation as `share` of the whole leaves.
    fn washed(self, share: f64) -> Self {
        Self {
            saturation: self.saturation * share,
            ..self
        }
    }

    /// The colour at a lightness of HSL, from 0 to 1.
    fn at(self, light: f64) -> Rgb {
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
        let [r, g, b] = [r, g, b].map(byte_of(lift));
        Rgb::opaque(r, g, b)
    }

    /// The darkest that is at least so luminous.
    fn at_least(self, wanted: f64) -> Rgb {
        self.step(first(|step| luminance(self.step(step)) >= wanted))
    }

    /// The lightest that is at most so luminous.
    fn at_most(self, wanted: f64) -> Rgb {
        self.step(first(|step| luminance(self.step(step)) > wanted).saturating_sub(1))
    }

    /// The colour itself where it stands between the two, else the nearest that does.
    fn within(self, colour: Rgb, (darkest, lightest): (f64, f64)) -> Rgb {
        match luminance(colour) {
            own if own < darkest => self.at_least(darkest),
            own if own > lightest => self.at_most(lightest),
            _ => colour,
        }
    }

    fn step(self, step: u16) -> Rgb {
        self.at(f64::from(step.min(STEPS)) / f64::from(STEPS))
    }
}

/// The first step that is so, where whatever follows it is so too; the one after the last where none is.
fn first(so: impl Fn(u16) -> bool) -> u16 {
    let (mut low, mut high) = (0, STEPS + 1);
    while low < high {
        let middle = low.midpoint(high);
        if so(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to a byte"
)]
fn byte_of(lift: f64) -> impl Fn(f64) -> u8 {
    move |part| ((part + lift) * 255.0).round().clamp(0.0, 255.0) as u8
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
            assert_eq!(wrong.parse::<Accent>(), Err(NotAnAccent), "{wrong}");
        }
        for named in Accent::named() {
            assert_eq!(named.to_string().parse(), Ok(named));
            assert!(named == Accent::default() || named.colour().is_some(), "{named}");
        }
    }

    #[test]
    fn the_houses_own_accent_and_high_contrast_are_the_token_files() {
        for theme in Theme::ALL {
            let own = tokens().color(theme);
            assert_eq!(own.with_accent(theme, Accent::default()), *own);
        }
        let contrast = tokens().color(Theme::HighContrast);
        let own = Accent::Own(Rgb::opaque(0x0B, 0x6B, 0xCB));
        assert_eq!(contrast.with_accent(Theme::HighContrast, own), *contrast);
    }

    #[test]
    fn a_colour_that_can_be_seen_is_taken_as_it_is_and_one_that_cannot_keeps_its_hue() {
        let light = tokens().color(Theme::Light);
        let blue = Rgb::opaque(0x0B, 0x5F, 0xB5);
        assert_eq!(light.with_accent(Theme::Light, Accent::Own(blue)).accent, blue);
        let yellow = Rgb::opaque(0xFF, 0xD4, 0x00);
        let made = light.with_accent(Theme::Light, Accent::Own(yellow)).accent;
        assert!(luminance(made) < luminance(yellow));
        assert!(
            (Tint::of(made).hue - Tint::of(yellow).hue).abs() < 0.05,
            "{made:?}"
        );
    }
}
