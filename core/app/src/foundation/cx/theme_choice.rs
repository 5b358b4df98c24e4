//! The theme that the user chose.

/// The looks chosen. What each means in colours is the front end's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// The theme of the system or the terminal.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// High contrast.
    HighContrast,
    /// Without colour, in the terminal.
    Mono,
}

impl ThemeChoice {
    /// Every choice, in the order in which they follow each other.
    pub const ALL: [Self; 5] = [Self::System, Self::Light, Self::Dark, Self::HighContrast, Self::Mono];
    /// The themes of the window, which has none without colour.
    pub const WINDOW: [Self; 4] = [Self::System, Self::Light, Self::Dark, Self::HighContrast];

    /// The key of its name in the locales.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::System => "theme-system",
            Self::Light => "theme-light",
            Self::Dark => "theme-dark",
            Self::HighContrast => "theme-high-contrast",
            Self::Mono => "theme-mono",
        }
    }
}
