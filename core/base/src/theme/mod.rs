//! Theme tokens: colours, sizes, durations and text attributes of `assets/themes/tokens.toml`.
//!
//! A name states a role, never a hue. Front ends convert roles into their own types and define no colours. The file is
//! embedded in the program, so it cannot be missing; [`load`] reports at start if it is invalid.

mod accent;
mod ascii;
#[cfg(test)]
mod contrast_tests;
mod glyphs;
mod luminance;
mod rgb;
mod sizes;
mod terminal;
mod window_palette;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

pub use accent::{Accent, AccentError};
pub use ascii::{AsciiMap, two_char_sign};
pub use glyphs::{ClassSwatch, Pattern, RingMark, StatusRing};
pub use rgb::Rgb;
pub use sizes::{
    MotionTokens, RadiusTokens, ShadowToken, ShadowTokens, SizeTokens, SpaceTokens, StrokeTokens, TextToken,
    TypeScale,
};
pub use terminal::{AnsiName, TermColor, TermPalette, TermStyle, TerminalTheme};
pub use window_palette::{BandColors, WindowPalette, WindowTheme};

const EMBEDDED: &str = include_str!("../../../../assets/themes/tokens.toml");

static TOKENS: LazyLock<Result<Tokens, TokensError>> = LazyLock::new(|| Tokens::parse(EMBEDDED));
static EMPTY_TOKENS: LazyLock<Tokens> = LazyLock::new(Tokens::default);

/// Returns the tokens, or the parse error. A front end calls this at start and stops on an error.
///
/// # Errors
/// The embedded file does not match this program version: a build defect.
pub fn load() -> Result<&'static Tokens, &'static TokensError> {
    TOKENS.as_ref()
}

/// Returns the tokens. If [`load`] fails they are empty: no colours, no sizes, terminal defaults.
#[must_use]
pub fn tokens() -> &'static Tokens {
    load().unwrap_or(&EMPTY_TOKENS)
}

/// Reason why the tokens are unreadable.
#[derive(Debug, thiserror::Error)]
#[error(
    "The looks built into this program cannot be read ({0}). Nothing was changed. To do: install it again."
)]
pub struct TokensError(#[from] toml::de::Error);

/// All tokens, by kind.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tokens {
    color: ByTheme<WindowPalette>,
    #[serde(rename = "accent")]
    accents: BTreeMap<String, Rgb>,
    band: ByTheme<BandColors>,
    class: BTreeMap<String, ClassSwatch>,
    status: BTreeMap<String, StatusRing>,
    /// Text styles of the window.
    #[serde(rename = "type")]
    pub text: TypeScale,
    /// Gaps, in points.
    pub space: SpaceTokens,
    /// Sizes of parts, in points.
    pub size: SizeTokens,
    /// Corner radii, in points.
    pub radius: RadiusTokens,
    /// Line widths, in points.
    pub stroke: StrokeTokens,
    shadow: ByTheme<ShadowTokens>,
    /// Durations of animations.
    pub motion: MotionTokens,
    terminal: terminal::TerminalTokens,
}

impl Tokens {
    fn parse(text: &str) -> Result<Self, TokensError> {
        Ok(toml::from_str(text)?)
    }

    /// Returns the window's palette in a theme.
    #[must_use]
    pub fn color(&self, theme: WindowTheme) -> &WindowPalette {
        self.color.get(theme)
    }

    /// Returns the window's colours of the alert bands in a theme.
    #[must_use]
    pub fn bands(&self, theme: WindowTheme) -> &BandColors {
        self.band.get(theme)
    }

    /// Returns the swatch of an asset class code; an unknown code uses `unknown`.
    #[must_use]
    pub fn class(&self, code: &str) -> ClassSwatch {
        code_or_unknown(&self.class, code)
    }

    /// Returns the ring and colour of a deal status code; an unknown code uses `unknown`.
    #[must_use]
    pub fn status(&self, code: &str) -> StatusRing {
        code_or_unknown(&self.status, code)
    }

    /// Returns the shadows of a theme; high contrast has none.
    #[must_use]
    pub fn shadow(&self, theme: WindowTheme) -> &ShadowTokens {
        self.shadow.get(theme)
    }

    /// Returns the terminal's styles in a theme.
    #[must_use]
    pub fn terminal(&self, theme: TerminalTheme) -> &TermPalette {
        self.terminal.palette(theme)
    }

    /// Returns the ASCII replacements for terminals without UTF-8.
    #[must_use]
    pub fn ascii(&self) -> &AsciiMap {
        self.terminal.ascii()
    }
}

fn code_or_unknown<T: Copy + Default>(table: &BTreeMap<String, T>, code: &str) -> T {
    table.get(code).or_else(|| table.get("unknown")).copied().unwrap_or_default()
}

/// One value for each theme of the window.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByTheme<T> {
    light: T,
    dark: T,
    high_contrast: T,
}

impl<T> ByTheme<T> {
    fn get(&self, theme: WindowTheme) -> &T {
        match theme {
            WindowTheme::Light => &self.light,
            WindowTheme::Dark => &self.dark,
            WindowTheme::HighContrast => &self.high_contrast,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_file_can_be_read() {
        let tokens = load().unwrap();
        assert_eq!(tokens.color(WindowTheme::Light).accent, Rgb::opaque(0x5B, 0x4B, 0xC8));
        assert_eq!(tokens.color(WindowTheme::Light).scrim.a, 0x66);
    }

    #[test]
    fn a_misspelt_or_missing_token_is_refused() {
        let misspelt = EMBEDDED.replace("accent_soft ", "accent_sotf ");
        assert!(Tokens::parse(&misspelt).unwrap_err().to_string().contains("accent_sotf"));
        let missing = EMBEDDED.replacen("hover        = 80\n", "", 1);
        assert!(Tokens::parse(&missing).is_err());
        let wrong = EMBEDDED.replacen("#F6F6F8", "#F6F6F", 1);
        assert!(Tokens::parse(&wrong).unwrap_err().to_string().contains("#RRGGBB"));
    }

    #[test]
    fn a_code_never_seen_has_the_looks_of_unknown() {
        let tokens = tokens();
        assert_eq!(tokens.class("bureaux").pattern, Pattern::Solid);
        assert_eq!(tokens.class("gare_spatiale"), tokens.class("unknown"));
        assert_eq!(tokens.class("gare_spatiale").fill, None);
        assert_eq!(tokens.status("ic").mark, RingMark::Turn(0.5));
        assert_eq!(tokens.status("en_orbite").mark, RingMark::Dashed);
    }

    #[test]
    fn bare_tokens_leave_the_terminal_as_it_is() {
        assert_eq!(EMPTY_TOKENS.terminal(TerminalTheme::Ansi16).text, TermStyle::default());
    }

    #[test]
    fn text_and_targets_meet_their_minimum_sizes() {
        let tokens = tokens();
        let smallest = tokens.text.all().into_iter().map(|style| style.size).fold(f32::MAX, f32::min);
        assert!(smallest >= tokens.text.min_size, "{smallest}");
        let size = &tokens.size;
        assert!(size.target_min >= 24.0, "WCAG 2.2, 2.5.8");
        for target in [size.control_height, size.row_compact, size.kpi_row, size.view_row, size.nav_row] {
            assert!(target >= size.target_min, "{target}");
        }
    }

    #[test]
    fn reduced_motion_moves_nothing() {
        let motion = tokens().motion;
        assert!(motion.panel.as_millis() > 0);
        assert_eq!(motion.reduced(), MotionTokens::default());
    }

    #[test]
    fn high_contrast_casts_no_shadow() {
        let none = tokens().shadow(WindowTheme::HighContrast);
        assert_eq!((none.hover, none.float, none.drag, none.panel), (None, None, None, None));
        assert!(tokens().shadow(WindowTheme::Light).float.is_some());
    }
}
