//! The terminal theme: the roles of `assets/themes/tokens.toml` as ratatui styles.
//!
//! Screens use roles and never colours. `NO_COLOR` is read only here: crossterm 0.29 cancels reverse video when
//! it drops a colour, so it must not handle the variable.

use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::foundation::presentation::write_mark::WriteMark;
use encours_core::theme::{AnsiName, TermColor, TermPalette, TermStyle, TerminalTheme, tokens};
use encours_core::vocabulary::{self, Band};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// Use of colours, as given with `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorMode {
    /// If the terminal supports them
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Capabilities of the terminal and preferences of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalCaps {
    /// True if colours may be used.
    pub color: bool,
    /// True if the terminal supports 24-bit colours.
    pub truecolor: bool,
    /// True if the terminal accepts UTF-8; otherwise everything is written in ASCII.
    pub utf8: bool,
    /// True if the font has little besides Latin letters; other symbols are then written in ASCII.
    pub latin: bool,
}

/// Set of symbols that a frame may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolSet {
    /// All symbols.
    All,
    /// Every letter; borders, arrows, shapes and bars as ASCII.
    Letters,
    /// Symbols of Latin text.
    Latin,
    /// ASCII only.
    Ascii,
}

impl TerminalCaps {
    /// Detects the capabilities from `NO_COLOR`, `CLICOLOR_FORCE`, `TERM`, `COLORTERM` and the locale in `var`.
    pub fn detect(choice: ColorMode, var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_some_and(|term| term == "dumb");
        let color = match choice {
            ColorMode::Always => true,
            ColorMode::Never => false,
            ColorMode::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            ColorMode::Auto => set("NO_COLOR").is_none() && !dumb,
        };
        let truecolor = set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        // Without a locale, assume UTF-8, like all current terminals.
        let utf8 = locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        // The consoles of Linux and the BSDs have fonts of 256 or 512 symbols.
        let latin = set("TERM")
            .is_some_and(|term| ["linux", "wsvt", "cons25"].iter().any(|console| term.starts_with(console)));
        Self { color, truecolor, utf8, latin }
    }

    /// True if the terminal can draw key symbols such as `⇧` and `←`.
    pub fn draws_symbols(self) -> bool {
        self.utf8 && !self.latin
    }
}

/// Styles of all roles.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    palette: &'static TermPalette,
    symbols: SymbolSet,
}

impl Theme {
    /// Returns the theme of `choice` for a terminal with these capabilities.
    ///
    /// Light and dark themes have our own colours and need 24 bits; high contrast also has a 16-colour form.
    pub fn new(choice: ThemeChoice, caps: TerminalCaps) -> Self {
        let theme = match choice {
            _ if !caps.color => TerminalTheme::Mono,
            ThemeChoice::Mono => TerminalTheme::Mono,
            ThemeChoice::HighContrast if caps.truecolor => TerminalTheme::ContrastTruecolor,
            ThemeChoice::HighContrast => TerminalTheme::Contrast16,
            ThemeChoice::Light if caps.truecolor => TerminalTheme::TruecolorLight,
            ThemeChoice::Dark if caps.truecolor => TerminalTheme::TruecolorDark,
            ThemeChoice::System | ThemeChoice::Light | ThemeChoice::Dark => TerminalTheme::Ansi16,
        };
        Self {
            palette: tokens().terminal(theme),
            symbols: match caps {
                TerminalCaps { utf8: false, .. } => SymbolSet::Ascii,
                TerminalCaps { latin: true, .. } => SymbolSet::Latin,
                _ => SymbolSet::All,
            },
        }
    }

    /// Switches borders and symbols to ASCII if `ascii`; letters stay.
    #[must_use]
    pub fn in_ascii(self, ascii: bool) -> Self {
        let signs = match self.symbols {
            SymbolSet::All if ascii => SymbolSet::Letters,
            other => other,
        };
        Self { symbols: signs, ..self }
    }

    /// Returns the symbols that the terminal can show.
    pub fn symbols(&self) -> SymbolSet {
        self.symbols
    }

    /// Fills the background of a frame, if the theme has its own.
    ///
    /// Its text colours are made for that background and not for the terminal's.
    pub fn fill_background(&self, buffer: &mut Buffer) {
        let Some(ground) = self.palette.canvas.bg.filter(|ground| *ground != TermColor::Default) else {
            return;
        };
        let (ground, letters) = (color(ground), self.text().fg.unwrap_or_default());
        for cell in &mut buffer.content {
            if cell.bg == Color::Reset {
                cell.bg = ground;
            }
            if cell.fg == Color::Reset {
                cell.fg = letters;
            }
        }
    }

    /// Returns the style of a write's mark.
    pub fn write_mark(&self, mark: WriteMark) -> Style {
        match mark {
            WriteMark::Waiting | WriteMark::Sending => self.pending(),
            WriteMark::Rejected | WriteMark::Conflict => self.alert(),
        }
    }

    /// Returns the style of a band's mark and label.
    pub fn band(&self, band: Band) -> Style {
        style(match band {
            Band::Ok => self.palette.ok,
            Band::Watch => self.palette.watch,
            Band::Alert | Band::Outside => self.palette.alert,
            Band::None => self.palette.none,
        })
    }

    /// Returns the mark of a band.
    ///
    /// Each ASCII replacement has one meaning: the triangle is `!`, so a value out of range needs another one.
    pub fn band_glyph(&self, band: Band) -> &'static str {
        match band {
            Band::Outside if self.symbols != SymbolSet::All => "?",
            other => other.glyph(),
        }
    }

    /// Returns the glyph of a deal status; without symbols, a unique ASCII one that no band uses.
    pub fn status_glyph(&self, status: &str) -> String {
        if self.symbols == SymbolSet::All {
            return vocabulary::status_glyph(status).to_owned();
        }
        tokens().status(status).ascii.to_string()
    }

    /// Returns the style of a status line item.
    pub fn tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Good | Tone::Plain => self.text(),
            Tone::Pending => self.pending(),
            Tone::Problem => self.alert(),
        }
    }
}

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident => $field:ident,)+) => {
        impl Theme {
            $($(#[$doc])* pub fn $role(&self) -> Style { style(self.palette.$field) })+
        }
    };
}

roles! {
    /// First level of text.
    text => text,
    /// Second level of text.
    second => text_secondary,
    /// Third level of text.
    third => text_tertiary,
    /// Titles.
    heading => heading,
    /// Lines and tracks.
    border => border,
    /// Everything behind a popup.
    backdrop => backdrop,
    /// The frame of the focused pane.
    border_focus => border_focus,
    /// Focus marks and active elements.
    accent => accent,
    /// Keys.
    key => key,
    /// The focused row or card.
    selection => selection,
    /// Selected rows.
    selected => selected,
    /// Effect of a second key press.
    armed => armed,
    /// "OK" values.
    ok => ok,
    /// "Watch" values.
    watch => watch,
    /// Alerts and other things that need the user.
    alert => alert,
    /// Pending writes.
    pending => pending,
    /// Search matches.
    matched => matched,
}

fn style(role: TermStyle) -> Style {
    let mut style = Style::new();
    if let Some(fg) = role.fg {
        style = style.fg(color(fg));
    }
    if let Some(bg) = role.bg {
        style = style.bg(color(bg));
    }
    for (on, modifier) in [
        (role.bold, Modifier::BOLD),
        (role.dim, Modifier::DIM),
        (role.underline, Modifier::UNDERLINED),
        (role.reverse, Modifier::REVERSED),
    ] {
        if on {
            style = style.add_modifier(modifier);
        }
    }
    style
}

fn color(color: TermColor) -> Color {
    match color {
        TermColor::Default => Color::Reset,
        TermColor::Rgb(rgb) => Color::Rgb(rgb.r, rgb.g, rgb.b),
        TermColor::Ansi(name) => match name {
            AnsiName::Black => Color::Black,
            AnsiName::Red => Color::Red,
            AnsiName::Green => Color::Green,
            AnsiName::Yellow => Color::Yellow,
            AnsiName::Blue => Color::Blue,
            AnsiName::Magenta => Color::Magenta,
            AnsiName::Cyan => Color::Cyan,
            AnsiName::White => Color::Gray,
            AnsiName::BrightBlack => Color::DarkGray,
            AnsiName::BrightRed => Color::LightRed,
            AnsiName::BrightGreen => Color::LightGreen,
            AnsiName::BrightYellow => Color::LightYellow,
            AnsiName::BrightBlue => Color::LightBlue,
            AnsiName::BrightMagenta => Color::LightMagenta,
            AnsiName::BrightCyan => Color::LightCyan,
            AnsiName::BrightWhite => Color::White,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caps(choice: ColorMode, vars: &[(&str, &str)]) -> TerminalCaps {
        TerminalCaps::detect(choice, |name| {
            vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn explicit_color_option_overrides_no_color() {
        assert!(caps(ColorMode::Auto, &[]).color);
        assert!(!caps(ColorMode::Auto, &[("NO_COLOR", "1")]).color);
        assert!(caps(ColorMode::Auto, &[("NO_COLOR", "")]).color);
        assert!(caps(ColorMode::Auto, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]).color);
        assert!(!caps(ColorMode::Auto, &[("TERM", "dumb")]).color);
        assert!(caps(ColorMode::Always, &[("NO_COLOR", "1")]).color);
        assert!(!caps(ColorMode::Never, &[("CLICOLOR_FORCE", "1")]).color);
    }

    #[test]
    fn locale_determines_utf8_support() {
        assert!(caps(ColorMode::Auto, &[]).utf8);
        assert!(caps(ColorMode::Auto, &[("LANG", "fr_FR.UTF-8")]).utf8);
        assert!(!caps(ColorMode::Auto, &[("LANG", "fr_FR.ISO-8859-1")]).utf8);
        assert!(!caps(ColorMode::Auto, &[("LC_ALL", "C"), ("LANG", "fr_FR.utf8")]).utf8);
    }

    #[test]
    fn console_gets_only_symbols_of_its_font() {
        let signs =
            |vars: &[(&str, &str)]| Theme::new(ThemeChoice::System, caps(ColorMode::Auto, vars)).symbols();
        assert_eq!(signs(&[("TERM", "xterm-256color")]), SymbolSet::All);
        assert_eq!(signs(&[("TERM", "linux"), ("LANG", "fr_FR.UTF-8")]), SymbolSet::Latin);
        assert_eq!(signs(&[("TERM", "linux"), ("LANG", "C")]), SymbolSet::Ascii);
    }

    #[test]
    fn colourless_themes_still_show_the_selection() {
        let bare = caps(ColorMode::Never, &[("COLORTERM", "truecolor")]);
        for choice in [
            ThemeChoice::System,
            ThemeChoice::Light,
            ThemeChoice::Dark,
            ThemeChoice::HighContrast,
            ThemeChoice::Mono,
        ] {
            let theme = Theme::new(choice, bare);
            let styles = [theme.text(), theme.second(), theme.accent(), theme.alert(), theme.band(Band::Ok)];
            assert!(styles.iter().all(|style| style.fg.is_none() && style.bg.is_none()));
            assert!(theme.selection().add_modifier.contains(Modifier::REVERSED));
        }
    }

    #[test]
    fn a_theme_of_our_own_brings_its_own_ground() {
        let rich = caps(ColorMode::Auto, &[("COLORTERM", "truecolor")]);
        let cell = |choice| {
            let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 1, 1));
            Theme::new(choice, rich).fill_background(&mut buffer);
            (buffer.content[0].fg, buffer.content[0].bg)
        };
        assert_eq!(cell(ThemeChoice::Light).1, Color::Rgb(255, 255, 255));
        assert_eq!(cell(ThemeChoice::Light).0, Color::Rgb(0x1B, 0x1B, 0x1F));
        assert_eq!(cell(ThemeChoice::Dark).1, Color::Rgb(0x1B, 0x1B, 0x1B));
        assert_eq!(cell(ThemeChoice::HighContrast), (Color::Rgb(255, 255, 255), Color::Rgb(0, 0, 0)));
        for theirs in [ThemeChoice::System, ThemeChoice::Mono] {
            assert_eq!(cell(theirs), (Color::Reset, Color::Reset));
        }
    }

    #[test]
    fn high_contrast_bands_differ_and_mono_bands_are_colourless() {
        for vars in [&[][..], &[("COLORTERM", "truecolor")]] {
            let terminal_caps = caps(ColorMode::Auto, vars);
            let contrast = Theme::new(ThemeChoice::HighContrast, terminal_caps);
            let bands = [Band::Ok, Band::Watch, Band::Alert].map(|band| contrast.band(band).fg);
            assert!(bands.iter().all(Option::is_some), "{bands:?}");
            assert!(bands[0] != bands[1] && bands[1] != bands[2] && bands[0] != bands[2]);
            let mono = Theme::new(ThemeChoice::Mono, terminal_caps);
            assert_eq!(mono.band(Band::Alert).fg, None);
        }
    }

    #[test]
    fn rgb_colors_are_used_only_with_truecolor_support() {
        let rgb = |theme: Theme| matches!(theme.band(Band::Ok).fg, Some(Color::Rgb(..)));
        let plain = caps(ColorMode::Auto, &[]);
        let rich = caps(ColorMode::Auto, &[("COLORTERM", "truecolor")]);
        assert!(!rgb(Theme::new(ThemeChoice::Dark, plain)));
        assert!(rgb(Theme::new(ThemeChoice::Dark, rich)));
        assert!(!rgb(Theme::new(ThemeChoice::System, rich)));
    }
}
