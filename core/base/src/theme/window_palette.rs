//! Colours of the window: one field for each role, one palette for each theme.

use serde::Deserialize;

use super::Rgb;

/// The themes of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WindowTheme {
    /// Dark text on a light background.
    #[default]
    Light,
    /// Light text on a dark background.
    Dark,
    /// WCAG AAA: all text has 7:1 contrast, and edges replace shadows.
    HighContrast,
}

impl WindowTheme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::HighContrast];
}

/// Colours by role. Levels from back to front: sunken, canvas, surface, raised.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowPalette {
    /// Window, side bar, bars.
    pub canvas: Rgb,
    /// Columns, tracks, skeletons. Never behind band texts.
    pub sunken: Rgb,
    /// Cards, tables, panes.
    pub surface: Rgb,
    /// Palette, menus, toasts, the card being dragged.
    pub raised: Rgb,
    /// Hovered row or button, on `surface`.
    pub hover: Rgb,
    /// Pressed row or button.
    pub pressed: Rgb,
    /// Flat veil behind the palette and dialogs; not opaque.
    pub scrim: Rgb,
    /// Decorative hairline.
    pub border: Rgb,
    /// Edge of a hovered card, and separators that must be visible.
    pub border_strong: Rgb,
    /// Edge of an input, check box or toggle.
    pub control: Rgb,
    /// Primary text.
    pub text: Rgb,
    /// Secondary text.
    pub text_secondary: Rgb,
    /// Tertiary text.
    pub text_tertiary: Rgb,
    /// Text of a disabled element; the reason is shown beside it.
    pub text_disabled: Rgb,
    /// Active fills and rings: primary button, insertion, active line.
    pub accent: Rgb,
    /// Hovered accent.
    pub accent_hover: Rgb,
    /// Pressed accent.
    pub accent_pressed: Rgb,
    /// Text on `accent`.
    pub on_accent: Rgb,
    /// Fill of destructive actions.
    pub danger: Rgb,
    /// Hovered danger fill.
    pub danger_hover: Rgb,
    /// Pressed danger fill.
    pub danger_pressed: Rgb,
    /// Text on `danger`.
    pub on_danger: Rgb,
    /// Links, matched letters, the active label of the side bar.
    pub accent_text: Rgb,
    /// Background of selected, active or armed elements.
    pub accent_soft: Rgb,
    /// Edge of a selected card.
    pub accent_line: Rgb,
    /// Ring of the keyboard focus.
    pub focus_ring: Rgb,
    /// Single series of a trend chart.
    pub series: Rgb,
    /// Neutral bars.
    pub bar: Rgb,
    /// Track of the bars, on `surface`.
    pub bar_track: Rgb,
    /// Track of the share line under a column's head, on `sunken`.
    pub share_track: Rgb,
}

/// Colours of the alert bands: the first four for shape and text, the soft ones for backgrounds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BandColors {
    /// Within the OK threshold.
    pub ok: Rgb,
    /// Between the thresholds.
    pub watch: Rgb,
    /// Beyond the watch threshold.
    pub alert: Rgb,
    /// Without a band.
    pub none: Rgb,
    /// Background of `ok`.
    pub ok_soft: Rgb,
    /// Background of `watch`.
    pub watch_soft: Rgb,
    /// Background of `alert`.
    pub alert_soft: Rgb,
}
