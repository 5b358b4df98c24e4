//! Terminal styles by role: sixteen colour names, true colours, or no colours.
//!
//! Attributes express the hierarchy. Colour only repeats what a glyph, a text or an attribute already shows.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::{AsciiMap, Rgb};

/// The themes of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TerminalTheme {
    /// The sixteen colour names, so that the user's own palette applies.
    #[default]
    Ansi16,
    /// Custom colours on a dark background.
    TruecolorDark,
    /// Custom colours on a light background.
    TruecolorLight,
    /// High contrast with the sixteen names.
    Contrast16,
    /// High contrast with the window's custom colours.
    ContrastTruecolor,
    /// Attributes only, without colours.
    Mono,
}

/// Text style of one role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "RawStyle")]
#[expect(clippy::struct_excessive_bools, reason = "a terminal switches each attribute by itself")]
pub struct TermStyle {
    /// Foreground colour; none keeps the current one.
    pub fg: Option<TermColor>,
    /// Background colour; none keeps the current one.
    pub bg: Option<TermColor>,
    /// True for bold text.
    pub bold: bool,
    /// True for dim text.
    pub dim: bool,
    /// True for underlined text.
    pub underline: bool,
    /// True for exchanged foreground and background.
    pub reverse: bool,
}

/// A terminal colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermColor {
    /// Default colour of the terminal.
    Default,
    /// One of the sixteen colours.
    Ansi(AnsiName),
    /// True colour.
    Rgb(Rgb),
}

/// The sixteen colour names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnsiName {
    /// Colour 0.
    Black,
    /// Colour 1.
    Red,
    /// Colour 2.
    Green,
    /// Colour 3.
    Yellow,
    /// Colour 4.
    Blue,
    /// Colour 5.
    Magenta,
    /// Colour 6.
    Cyan,
    /// Colour 7.
    White,
    /// Colour 8.
    BrightBlack,
    /// Colour 9.
    BrightRed,
    /// Colour 10.
    BrightGreen,
    /// Colour 11.
    BrightYellow,
    /// Colour 12.
    BrightBlue,
    /// Colour 13.
    BrightMagenta,
    /// Colour 14.
    BrightCyan,
    /// Colour 15.
    BrightWhite,
}

/// The style of each role in the terminal.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermPalette {
    /// Background.
    pub canvas: TermStyle,
    /// Primary text.
    pub text: TermStyle,
    /// Secondary text.
    pub text_secondary: TermStyle,
    /// Tertiary text.
    pub text_tertiary: TermStyle,
    /// Titles.
    pub heading: TermStyle,
    /// Lines and tracks, which may be invisible in some palettes.
    pub border: TermStyle,
    /// Everything behind a popup.
    pub backdrop: TermStyle,
    /// Frame of the focused pane; its title also has `▸`.
    pub border_focus: TermStyle,
    /// Current position or active element.
    pub accent: TermStyle,
    /// Keys in footers, help and menus.
    pub key: TermStyle,
    /// Focused row or card.
    pub selection: TermStyle,
    /// Selected rows, which also have the glyph `✓`.
    pub selected: TermStyle,
    /// Armed action, which a second key press performs.
    pub armed: TermStyle,
    /// Band: within the OK threshold.
    pub ok: TermStyle,
    /// Band: between the thresholds.
    pub watch: TermStyle,
    /// Band: beyond the watch threshold.
    pub alert: TermStyle,
    /// Without a band.
    pub none: TermStyle,
    /// Pending write.
    pub pending: TermStyle,
    /// Letters that matched a search.
    #[serde(rename = "match")]
    pub matched: TermStyle,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerminalTokens {
    ansi16: TermPalette,
    truecolor_dark: TermPalette,
    truecolor_light: TermPalette,
    contrast16: TermPalette,
    contrast_truecolor: TermPalette,
    mono: TermPalette,
    ascii: AsciiMap,
}

impl TerminalTokens {
    pub(super) fn palette(&self, theme: TerminalTheme) -> &TermPalette {
        match theme {
            TerminalTheme::Ansi16 => &self.ansi16,
            TerminalTheme::TruecolorDark => &self.truecolor_dark,
            TerminalTheme::TruecolorLight => &self.truecolor_light,
            TerminalTheme::Contrast16 => &self.contrast16,
            TerminalTheme::ContrastTruecolor => &self.contrast_truecolor,
            TerminalTheme::Mono => &self.mono,
        }
    }

    pub(super) fn ascii(&self) -> &AsciiMap {
        &self.ascii
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStyle {
    fg: Option<TermColor>,
    bg: Option<TermColor>,
    #[serde(default)]
    attr: Vec<Attribute>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Attribute {
    Bold,
    Dim,
    Underline,
    Reverse,
}

impl From<RawStyle> for TermStyle {
    fn from(raw: RawStyle) -> Self {
        let has = |attribute| raw.attr.contains(&attribute);
        Self {
            fg: raw.fg,
            bg: raw.bg,
            bold: has(Attribute::Bold),
            dim: has(Attribute::Dim),
            underline: has(Attribute::Underline),
            reverse: has(Attribute::Reverse),
        }
    }
}

impl<'de> Deserialize<'de> for TermColor {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if text == "default" {
            return Ok(Self::Default);
        }
        if text.starts_with('#') {
            return text.parse().map(Self::Rgb).map_err(D::Error::custom);
        }
        AnsiName::deserialize(serde::de::value::StringDeserializer::new(text)).map(Self::Ansi)
    }
}

#[cfg(test)]
mod tests {
    use crate::theme::tokens;

    use super::*;

    fn styles(palette: &TermPalette) -> Vec<TermStyle> {
        let p = palette;
        vec![
            p.canvas,
            p.text,
            p.text_secondary,
            p.text_tertiary,
            p.heading,
            p.border,
            p.backdrop,
            p.border_focus,
            p.accent,
            p.key,
            p.selection,
            p.selected,
            p.armed,
            p.ok,
            p.watch,
            p.alert,
            p.none,
            p.pending,
            p.matched,
        ]
    }

    #[test]
    fn names_true_colours_and_attributes_are_read() {
        let ansi = tokens().terminal(TerminalTheme::Ansi16);
        assert_eq!(ansi.border.fg, Some(TermColor::Ansi(AnsiName::BrightBlack)));
        assert_eq!(ansi.canvas.bg, Some(TermColor::Default));
        assert!(ansi.armed.bold && ansi.armed.reverse && !ansi.armed.dim);
        assert!(ansi.matched.underline);
        let dark = tokens().terminal(TerminalTheme::TruecolorDark);
        assert_eq!(dark.ok.fg, Some(TermColor::Rgb(Rgb::opaque(0x56, 0xB4, 0xE9))));
    }

    #[test]
    fn mono_theme_has_no_colour_but_distinct_styles() {
        let mono = tokens().terminal(TerminalTheme::Mono);
        assert!(styles(mono).iter().all(|style| style.fg.is_none() && style.bg.is_none()));
        let told_apart = [mono.text, mono.selection, mono.heading, mono.armed, mono.backdrop, mono.alert];
        for (index, style) in told_apart.iter().enumerate() {
            assert!(told_apart.iter().skip(index + 1).all(|other| other != style), "{style:?}");
        }
    }

    #[test]
    fn high_contrast_uses_window_bands_and_no_dim_styles() {
        use crate::theme::WindowTheme;
        let (contrast, band) =
            (tokens().terminal(TerminalTheme::ContrastTruecolor), tokens().bands(WindowTheme::HighContrast));
        for (style, color) in [
            (contrast.ok, band.ok),
            (contrast.watch, band.watch),
            (contrast.alert, band.alert),
            (contrast.none, band.none),
        ] {
            assert_eq!(style.fg, Some(TermColor::Rgb(color)));
        }
        for theme in [TerminalTheme::Contrast16, TerminalTheme::ContrastTruecolor] {
            let all = styles(tokens().terminal(theme));
            let grey = Some(TermColor::Ansi(AnsiName::BrightBlack));
            assert!(all.iter().all(|style| !style.dim && style.fg != grey), "{theme:?}");
            assert!(all.iter().skip(1).all(|style| style.fg.is_some()), "{theme:?}");
        }
    }

    #[test]
    fn default_theme_uses_named_colours_and_no_dimmed_grey() {
        for style in styles(tokens().terminal(TerminalTheme::Ansi16)) {
            assert!(
                !matches!(style.fg, Some(TermColor::Rgb(_))) && !matches!(style.bg, Some(TermColor::Rgb(_)))
            );
            assert!(!(style.dim && style.fg == Some(TermColor::Ansi(AnsiName::BrightBlack))));
        }
    }
}
